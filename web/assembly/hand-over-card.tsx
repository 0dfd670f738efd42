import { Failure } from '#web/components/failure.tsx'
import { changeAssemblyRows } from '#web/data/assembly.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Assembly, HonorToHandOver } from '#worker/assembly/assembly.contract.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { nameWithHonor, rowKeyOf } from './assembly-rows.ts'
import { HonorLine } from './not-honored-cards.tsx'

/** Honors that are entered but not handed over: of earlier assemblies, then of the shown one. */
export function honorsToHandOver({ date, rows, toHandOver }: Assembly): HonorToHandOver[] {
  const ofThis = rows.flatMap(({ member, type, orderedOn, handedOverOn, note, honorId }) =>
    honorId !== null && handedOverOn === null
      ? [{ member, type, date, orderedOn, note, honorId }]
      : [],
  )
  return [...toHandOver, ...ofThis]
}

type HandOverCardProps = { honors: readonly HonorToHandOver[]; today: Day; mayWrite: boolean }

export function HandOverCard({ honors, today, mayWrite }: HandOverCardProps) {
  const rows = honors.map((honor) => ({ ...honor, id: honor.honorId }))
  const { goal, markRemoved } = useRemovalFocus<HTMLDivElement>(rows)
  if (honors.length === 0) return null
  return (
    <Card bleed className="print:hidden">
      <div ref={goal} tabIndex={-1}>
        <CardHead title="Noch zu übergeben" tally={honors.length} />
      </div>
      <div className="px-6 pb-4 max-md:px-4">
        <p className="mb-1 text-muted-foreground">
          Eingetragen, aber noch nicht übergeben, auch von früheren Versammlungen.
        </p>
        <ul>
          {rows.map((honor) => (
            <ToHandOver
              key={honor.id}
              honor={honor}
              today={today}
              mayWrite={mayWrite}
              onHandedOver={() => markRemoved(honor.id)}
            />
          ))}
        </ul>
      </div>
    </Card>
  )
}

type ToHandOverProps = {
  honor: HonorToHandOver
  today: Day
  mayWrite: boolean
  onHandedOver: () => void
}

function ToHandOver({ honor, today, mayWrite, onHandedOver }: ToHandOverProps) {
  const labels = useHonorLabels()
  const { submit, isPending, failure } = useSubmit(
    changeAssemblyRows(honor.date),
    (_saved, _sent, undoAction) => {
      toast('Als übergeben eingetragen', undoAction)
      onHandedOver()
    },
  )
  const note = [
    `Generalversammlung am ${germanDate(honor.date)}`,
    honor.orderedOn && `bestellt am ${germanDate(honor.orderedOn)}`,
    honor.note,
  ]
  return (
    <HonorLine member={honor.member} type={honor.type} note={note.filter(Boolean).join(', ')}>
      {mayWrite && (
        <Button
          size="sm"
          busy={isPending}
          aria-label={`Übergeben: ${nameWithHonor(honor, labels)}`}
          className="max-md:w-full"
          onClick={() => void submit({ rows: [rowKeyOf(honor)], set: { handedOverOn: today } })}
        >
          Übergeben
        </Button>
      )}
      {failure && <Failure failure={failure} detail={detailOf(failure)} className="w-full" />}
    </HonorLine>
  )
}
