import { Failure } from '#web/components/failure.tsx'
import { FoldCard } from '#web/components/fold-card.tsx'
import { useToast } from '#web/components/toast.tsx'
import { changeAssemblyRows } from '#web/data/assembly.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { HonorLine } from './honor-line.tsx'
import { honorOfPerson, keyOf, rowOf } from './rows.ts'

type LeftOutCardProps = { rows: readonly AssemblyRow[]; date: Day; mayWrite: boolean }

/** Due, and not honored this time by somebody's decision. */
export function LeftOutCard({ rows, date, mayWrite }: LeftOutCardProps) {
  const byKey = rows.map((row) => ({ row, id: keyOf(row) }))
  const { goal, markRemoved } = useRemovalFocus<HTMLElement, string>(byKey)
  if (rows.length === 0) return null
  return (
    <FoldCard title="Diesmal nicht" tally={rows.length} summaryRef={goal}>
      <ul>
        {byKey.map(({ row, id }) => (
          <LeftOut
            key={id}
            row={row}
            date={date}
            mayWrite={mayWrite}
            onTakenBack={() => markRemoved(id)}
          />
        ))}
      </ul>
    </FoldCard>
  )
}

type LeftOutProps = { row: AssemblyRow; date: Day; mayWrite: boolean; onTakenBack: () => void }

function LeftOut({ row, date, mayWrite, onTakenBack }: LeftOutProps) {
  const labels = useHonorLabels()
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(
    changeAssemblyRows(date),
    (_saved, _sent, wayBack) => {
      toast('Wieder auf der Liste', wayBack)
      onTakenBack()
    },
  )
  return (
    <HonorLine {...row} note={[row.reason, row.note].filter(Boolean).join('. ')}>
      {mayWrite && (
        <Button
          size="sm"
          busy={isPending}
          aria-label={`Wieder aufnehmen: ${honorOfPerson(row, labels)}`}
          className="max-md:w-full"
          onClick={() => void submit({ rows: [rowOf(row)], set: { choice: null } })}
        >
          Wieder aufnehmen
        </Button>
      )}
      {failure && <Failure failure={failure} detail={detailOf(failure)} className="w-full" />}
    </HonorLine>
  )
}
