import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Radio } from '#web/ui/tick.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'

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
  const isReady = isTypo || newDate !== null
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (isTypo) props.onSameMandate()
    else if (newDate) props.onNewDate(newDate)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={busy}
      title="Warum ist die IBAN anders?"
      description="Ein SEPA-Mandat gilt nur für das Konto, für das es unterschrieben wurde."
      onSubmit={confirm}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!isReady}>
            OK
          </Button>
        </>
      }
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
    </Dialog>
  )
}
