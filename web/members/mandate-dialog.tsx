import { FormDate } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { memberNotSaved } from '#web/data/members.ts'
import { type ReadResult, readFields, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import { missingDayReason } from '#web/lib/typed-day.ts'
import { useParentSubmitForm } from '#web/lib/use-submit-form.ts'
import { Radio } from '#web/ui/checkbox.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'

type MandateAnswer = { reason: 'account'; date: Day } | { reason: 'typo' }

type MandateDraft = { reason: MandateAnswer['reason']; date: TypedDay }

type MandateDialogProps = {
  /** The date of the mandate for the old account. */
  date: TypedDay
  today: Day
  busy: boolean
  onClose: () => void
  onAnswer: (answer: MandateAnswer) => Promise<void>
}

/** A mandate belongs to an account: asks whether the IBAN is a new account or a corrected typo. */
export function MandateDialog({ date, today, busy, onClose, onAnswer }: MandateDialogProps) {
  const submitting = useParentSubmitForm({
    initial: { reason: 'account', date: null },
    read: readAnswer,
    // A failure of saving is shown by the member form, not by this dialog.
    sending: { submit: onAnswer, isPending: busy, failure: null },
    notDone: memberNotSaved,
  })
  const { register, watch } = submitting.form
  const { reason, date: newDate } = watch()
  const isTooLate = typeof newDate === 'string' && newDate > today
  return (
    <SubmitDialog
      title="Warum ist die IBAN anders?"
      description="Ein SEPA-Mandat gilt nur für das Konto, für das es unterschrieben wurde."
      submitting={submitting}
      blocked={reason === 'account' && (typeof newDate !== 'string' || isTooLate)}
      onClose={onClose}
    >
      <fieldset className="grid gap-1">
        <legend className="sr-only">Grund</legend>
        <Radio {...register('reason')} value="account">
          Es ist ein neues Konto
        </Radio>
        {reason === 'account' && (
          <FormDate<MandateDraft>
            name="date"
            label="Neues Mandat unterschrieben am"
            today={today}
            problem={isTooLate ? 'Das Datum liegt in der Zukunft.' : null}
            help={missingDayReason(newDate, 'Es fehlt noch das Datum vom neuen Mandat.')}
            className="mb-2 ps-7.5"
          />
        )}
        <Radio {...register('reason')} value="typo">
          War nur ein Tippfehler
        </Radio>
        {reason === 'typo' && typeof date === 'string' && (
          <p className="ps-7.5 text-muted-foreground text-sm">
            Das Mandat vom {germanDate(date)} gilt weiter.
          </p>
        )}
      </fieldset>
    </SubmitDialog>
  )
}

function readAnswer(draft: MandateDraft): ReadResult<MandateAnswer> {
  if (draft.reason === 'typo') return { body: { reason: 'typo' } }
  return readFields(draft, { date: requiredDay('Es fehlt noch das Datum vom neuen Mandat.') })
}
