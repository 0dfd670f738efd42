import { FormDate } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { creditRun } from '#web/data/billing.ts'
import { read, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { FeeRunSummary } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { bookingDayProblem } from './booking-day.ts'
import { feesInWords } from './fee-text.ts'
import { useAnewWhenChanged } from './use-anew.ts'

type Draft = { day: TypedDay }

type CreditDialogProps = { run: FeeRunSummary; today: Day; onClose: () => void }

/** The bank has put the money of a file on the guild's account. */
export function CreditDialog({ run, today, onClose }: CreditDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { day: run.dueDate < today ? run.dueDate : today },
    read: (draft: Draft) => {
      const typed = read(draft, { day: requiredDay('Gib an, wann das Geld da war.') })
      return 'problems' in typed ? typed : { body: { id: run.id, ...typed.body } }
    },
    mutation: creditRun,
    onSuccess: () => {
      toast('Gutschrift eingetragen', uncrediting(run.id))
      onClose()
    },
  })
  useAnewWhenChanged(submitting.failure)
  const day = submitting.form.watch('day')
  return (
    <SubmitDialog
      title="Gutschrift eintragen"
      description={`${feesInWords(run.count)}, ${germanEuro(run.sumInCent)}`}
      submitting={submitting}
      confirmLabel="Eintragen"
      onClose={onClose}
    >
      <FormDate<Draft>
        name="day"
        label="Gutgeschrieben am"
        required
        today={today}
        problem={bookingDayProblem(day, today)}
        className="max-w-60"
      />
      <p className="text-muted-foreground text-sm">
        Danach lässt sich die Datei nicht mehr verwerfen.
      </p>
    </SubmitDialog>
  )
}

function uncrediting(id: number): UndoAction {
  const { mutationFn, meta } = creditRun
  return {
    takeBack: { mutationFn: () => mutationFn({ id, day: null }), meta },
    done: 'Gutschrift zurückgenommen',
  }
}
