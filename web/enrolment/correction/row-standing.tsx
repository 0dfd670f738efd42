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
  const { match, note } = correction.standing
  if (!match && !note) return null
  return (
    <Said key={`${match?.member.id} ${note}`} leads={correction.isOwn}>
      {match && <Matched match={match} correction={correction} />}
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
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-success-soft py-1.5 ps-4 pe-2 text-success-soft-foreground">
      <p className="flex gap-2.5 py-1.5 font-semibold">
        <Check className="mt-0.5" />
        <span>
          {isNew ? 'Neu angelegt: ' : 'Zugeordnet: '}
          <Link to={paths.member(member.id)} className="text-inherit">
            {listName(member)}
          </Link>
        </span>
      </p>
      <Button
        variant="ghost"
        size="sm"
        busy={running !== null}
        onClick={() => run({ kind: 'undo', match })}
      >
        <Undo2 />
        Zurücknehmen
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
