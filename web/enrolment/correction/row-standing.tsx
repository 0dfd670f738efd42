import { Check, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { listName } from '#worker/domain/names.ts'
import type { Match } from './correction.ts'
import type { Correction } from './use-correction.ts'

/** What happened to the row, with the way back. */
export function RowStanding({ correction }: { correction: Correction }) {
  const { match, isGuest, note } = correction.standing
  if (!match && !isGuest && !note) return null
  return (
    <Said key={`${match?.member.id} ${isGuest} ${note}`} leads={correction.isOwn}>
      {match && <Matched match={match} correction={correction} />}
      {isGuest && (
        <Settled
          isBusy={correction.running !== null}
          onUndo={() => correction.run({ kind: 'guest', isGuest: false })}
        >
          Gast, kein Mitglied
        </Settled>
      )}
      {note && (
        <p className="rounded-lg bg-warning-soft px-4 py-2.5 text-warning-soft-foreground">
          {note}
        </p>
      )}
    </Said>
  )
}

function Matched({ match, correction }: { match: Match; correction: Correction }) {
  const { run, running } = correction
  const { member, isNew } = match
  return (
    <Settled isBusy={running !== null} onUndo={() => run({ kind: 'undo', match })}>
      {isNew ? 'Neu angelegt: ' : 'Zugeordnet: '}
      <Link to={paths.member(member.id)} className="text-inherit">
        {listName(member)}
      </Link>
    </Settled>
  )
}

type SettledProps = { isBusy: boolean; onUndo: () => void; children: ReactNode }

function Settled({ isBusy, onUndo, children }: SettledProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-success-soft py-1.5 ps-4 pe-2 text-success-soft-foreground">
      <p className="flex gap-2.5 py-1.5 font-semibold">
        <Check className="mt-0.5" />
        <span>{children}</span>
      </p>
      <Button variant="ghost" size="sm" busy={isBusy} onClick={onUndo}>
        <Undo2 />
        Rückgängig
      </Button>
    </div>
  )
}

/** The pressed button is locked or gone: whoever hears the page is led to what came of it. */
function Said({ leads, children }: { leads: boolean; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (leads) ref.current?.focus()
  }, [leads])
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-2 rounded-lg">
      {children}
    </div>
  )
}
