import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { EnterHonorDialog } from './enter-honor-dialog.tsx'
import type { Honoree } from './honoree.ts'

/** The button of a row. */
export type Enter = (honoree: Honoree) => ReactNode

type HonorEntryProps = {
  /** The day that is offered in the dialog. */
  date?: Day
  /** @param enter null for those who may only read */
  children: (enter: Enter | null) => ReactNode
}

const keyOf = ({ memberId, honor }: Honoree) => `${memberId} ${honor}`

/** Lists whose rows can be entered as honors: each once, then its button is done. */
export function HonorEntry({ date, children }: HonorEntryProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [honoree, setHonoree] = useState<Honoree | null>(null)
  const [entered, setEntered] = useState<ReadonlySet<string>>(new Set())
  const opener = useFocusAfter(honoree === null)
  const enter = (row: Honoree) => {
    const isEntered = entered.has(keyOf(row))
    return (
      <Button
        size="sm"
        disabled={isEntered}
        aria-label={isEntered ? undefined : `Ehrung eintragen für ${row.name}`}
        className="max-md:w-full"
        onClick={({ currentTarget }) => {
          opener.current = currentTarget
          setHonoree(row)
        }}
      >
        {isEntered && <Check />}
        {isEntered ? 'Eingetragen' : 'Ehrung eintragen'}
      </Button>
    )
  }
  const close = (isEntered: boolean) => {
    if (honoree && isEntered) setEntered(new Set(entered).add(keyOf(honoree)))
    setHonoree(null)
  }
  return (
    <>
      {children(mayWrite ? enter : null)}
      {honoree && <EnterHonorDialog honoree={honoree} date={date ?? null} onClose={close} />}
    </>
  )
}

/** A button that is disabled now cannot take the focus back: the row's link takes it. */
function useFocusAfter(isClosed: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isClosed || !opener.current?.disabled) return
    opener.current.closest('tr, li')?.querySelector('a')?.focus()
    opener.current = null
  }, [isClosed])
  return opener
}
