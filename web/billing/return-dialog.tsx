import { FormCheckbox, FormDate, FormEuro, FormSelect } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { optionalEuro, readFields, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import {
  collectedOn,
  type FeeBooking,
  needsNewMandate,
  returnReasonCodes,
  returnReasonInWords,
} from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { bookingDayProblem } from './booking-day.ts'
import { useBooking } from './use-booking.ts'

type Draft = { day: TypedDay; charge: string; reason: string; passOnCharge: boolean }

type ReturnDialogProps = {
  claim: FeeClaim
  /** The direct debit that is in force. */
  debit: FeeBooking
  /** The other claims of the same debit: a family's debit is returned as a whole. */
  others: readonly FeeClaim[]
  today: Day
  onClose: () => void
}

/** Books a direct debit that the bank has returned. */
export function ReturnDialog({ claim, debit, others, today, onClose }: ReturnDialogProps) {
  const submitting = useBooking<Draft>({
    claims: [claim],
    initial: { day: today, charge: '', reason: 'AM04', passOnCharge: false },
    read: (draft) => {
      const typed = readFields(draft, {
        day: requiredDay('Gib an, wann sie zurückkam.'),
        charge: optionalEuro,
      })
      if ('problems' in typed) return typed
      const { day, charge, reason, passOnCharge } = typed.body
      return {
        body: [
          {
            kind: 'returned',
            claimId: claim.id,
            openInCent: claim.openInCent,
            amountInCent: -debit.amountInCent,
            day,
            reasonCode: reason,
            ...(charge && { bankChargeInCent: charge, passOnCharge }),
          },
        ],
      }
    },
    fields: { reasonCode: 'reason', bankChargeInCent: 'charge' },
    done: () => 'Rücklastschrift eingetragen',
    onDone: onClose,
  })
  const { day, reason, charge } = submitting.form.watch()
  return (
    <SubmitDialog
      title="Rücklastschrift eintragen"
      description={`${listName(claim.member)}, ${germanEuro(-debit.amountInCent)} vom ${germanDate(collectedOn(claim.bookings))}`}
      submitting={submitting}
      detail={submitting.detail}
      confirmLabel="Eintragen"
      onClose={onClose}
    >
      <div className="grid grid-cols-2 items-start gap-4">
        <FormDate<Draft>
          name="day"
          label="Zurück am"
          required
          today={today}
          problem={bookingDayProblem(day, today)}
        />
        <FormEuro<Draft> name="charge" label="Bankgebühr" />
        <FormSelect<Draft> name="reason" label="Grund" required className="col-span-full">
          {returnReasonCodes.map((code) => (
            <option key={code} value={code}>
              {returnReasonInWords(code)} ({code})
            </option>
          ))}
        </FormSelect>
      </div>
      {typeof day === 'string' && day < collectedOn(claim.bookings) && (
        <p className="text-muted-foreground text-sm" role="status">
          Das ist vor dem Tag, an dem die Lastschrift fällig war: So früh gibt die Bank nur zurück,
          was sie gar nicht erst eingezogen hat.
        </p>
      )}
      {charge.trim() !== '' && (
        <div>
          <FormCheckbox<Draft> name="passOnCharge">Bankgebühr weiterbelasten</FormCheckbox>
          <p className="text-muted-foreground text-sm">
            Nur wenn die Satzung es vorsieht: Der Beitrag wird um die Gebühr höher.
          </p>
        </div>
      )}
      <Alert tone="info">
        {others.length > 0 && (
          <p>
            Mit dieser Lastschrift {others.length === 1 ? 'kommt' : 'kommen'} auch zurück:{' '}
            {others.map(({ member }) => listName(member)).join('; ')}.
          </p>
        )}
        <p>
          Der Beitrag ist wieder offen.{' '}
          {needsNewMandate(reason)
            ? 'Eingezogen wird er erst, wenn ein neues SEPA-Mandat da ist: mit der IBAN, die gilt, und einem SEPA-Datum nach diesem Tag.'
            : 'Eingezogen wird er erst wieder, wenn Du ihn dafür freigibst.'}
        </p>
      </Alert>
    </SubmitDialog>
  )
}
