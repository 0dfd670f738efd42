import { useState } from 'react'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Radio } from '#web/ui/tick.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { memberNotSaved } from './member.api.ts'

type MandateDialogProps = {
  /** The date of the mandate that was given for the old account. */
  date: Day | null
  today: Day
  busy: boolean
  onClose: () => void
  onNewDate: (day: Day) => void
  onSameMandate: () => void
}

/** A mandate belongs to an account: is this another one, or was the old one only mistyped? */
export function MandateDialog({ date, today, busy, onClose, ...props }: MandateDialogProps) {
  const [isTypo, setTypo] = useState(false)
  const [newDate, setNewDate] = useState<Day | null>(null)
  const isTooLate = newDate !== null && newDate > today
  const confirm = () => {
    if (busy) return
    if (isTypo) props.onSameMandate()
    else if (newDate) props.onNewDate(newDate)
  }
  return (
    <FormDialog
      title="Warum ist die IBAN anders?"
      description="Ein SEPA-Mandat gilt nur für das Konto, für das es unterschrieben wurde."
      notSaved={memberNotSaved}
      // A refusal is told in the form, where its fields are.
      failure={null}
      busy={busy}
      blocked={!isTypo && (newDate === null || isTooLate)}
      onClose={onClose}
      onConfirm={confirm}
    >
      <fieldset className="grid gap-1">
        <legend className="sr-only">Grund</legend>
        <Radio name="reason" checked={!isTypo} onChange={() => setTypo(false)}>
          Es ist ein neues Konto
        </Radio>
        {!isTypo && (
          <DateField
            label="Neues Mandat unterschrieben am"
            value={newDate}
            onChange={setNewDate}
            today={today}
            error={isTooLate && 'Das Datum liegt in der Zukunft.'}
            help={!newDate && 'Es fehlt noch das Datum vom neuen Mandat.'}
            className="mb-2 ps-7.5"
          />
        )}
        <Radio name="reason" checked={isTypo} onChange={() => setTypo(true)}>
          War nur ein Tippfehler
        </Radio>
        {isTypo && date && (
          <p className="ps-7.5 text-muted-foreground text-sm">
            Das Mandat vom {germanDate(date)} gilt weiter.
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}
