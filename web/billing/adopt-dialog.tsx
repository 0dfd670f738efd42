import { FormDate, FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { adoptRun } from '#web/data/billing.ts'
import { read, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { bookingDayProblem } from './booking-day.ts'
import { nowOf } from './changed-alert.tsx'
import { feesInWords } from './fee-text.ts'
import { useAnewWhenChanged } from './use-anew.ts'

type Draft = { messageId: string; submittedOn: TypedDay }

type AdoptDialogProps = { year: number; today: Day; expected: FeeSum; onClose: () => void }

/** A file that was downloaded without being noted, and went to the bank. */
export function AdoptDialog({ year, today, expected, onClose }: AdoptDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { messageId: '', submittedOn: today },
    read: (draft: Draft) => {
      const typed = read(draft, { submittedOn: requiredDay('Gib an, wann sie eingereicht wurde.') })
      return 'problems' in typed ? typed : { body: { year, expected, ...typed.body } }
    },
    mutation: adoptRun,
    onSuccess: () => {
      toast('Datei nachgetragen')
      onClose()
    },
  })
  useAnewWhenChanged(submitting.failure)
  const now = nowOf(submitting.failure)
  const day = submitting.form.watch('submittedOn')
  return (
    <SubmitDialog
      title="Datei nachtragen"
      description={`Für eine Datei, die ohne Eintrag bei der Bank ist. Sie muss genau enthalten, was heute einziehbar ist: ${feesInWords(expected.count)}, zusammen ${germanEuro(expected.sumInCent)}.`}
      submitting={submitting}
      {...(now && {
        detail: `Heute sind es ${feesInWords(now.count)}, zusammen ${germanEuro(now.sumInCent)}.`,
      })}
      confirmLabel="Nachtragen"
      onClose={onClose}
    >
      <FormInput<Draft>
        name="messageId"
        label="Kennung der Datei"
        required
        help="Sie steht in der Datei und beim Auftrag im Online-Banking: „MB2026-20261120134205“."
      />
      <FormDate<Draft>
        name="submittedOn"
        label="Eingereicht am"
        required
        today={today}
        problem={bookingDayProblem(day, today)}
        className="max-w-60"
      />
    </SubmitDialog>
  )
}
