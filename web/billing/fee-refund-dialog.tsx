import { FormDate, FormEuro, FormInput, FormSelect } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { readFields, requiredDay, requiredEuro, type TypedDay } from '#web/lib/typed.ts'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { PaymentMethod } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { receivedInCent } from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { bookingDayProblem } from './booking-day.ts'
import { typedCents } from './describe-claims.ts'
import { useBooking } from './use-booking.ts'

type Draft = { day: TypedDay; method: PaymentMethod; amount: string; note: string }

type FeeRefundDialogProps = { claim: FeeClaim; today: Day; onClose: () => void }

/** Books money that the guild has paid back. */
export function FeeRefundDialog({ claim, today, onClose }: FeeRefundDialogProps) {
  const received = receivedInCent(claim)
  const credit = Math.max(-claim.openInCent, 0)
  const submitting = useBooking<Draft>({
    claims: [claim],
    initial: { day: today, method: 'transfer', amount: typedCents(credit || received), note: '' },
    read: (draft) => {
      const typed = readFields(draft, {
        day: requiredDay('Gib an, wann erstattet wurde.'),
        amount: requiredEuro('Gib an, wie viel erstattet wurde.'),
      })
      if ('problems' in typed) return typed
      const { amount, ...how } = typed.body
      const { id: claimId, openInCent } = claim
      return { body: [{ ...how, kind: 'refunded', claimId, openInCent, amountInCent: amount }] }
    },
    fields: { amountInCent: 'amount' },
    done: () => 'Erstattung eingetragen',
    onDone: onClose,
  })
  const day = submitting.form.watch('day')
  return (
    <SubmitDialog
      title="Erstattung eintragen"
      description={`${listName(claim.member)}, ${germanEuro(received)} bezahlt für ${claim.year}`}
      submitting={submitting}
      detail={submitting.detail}
      confirmLabel="Eintragen"
      onClose={onClose}
    >
      <div className="grid grid-cols-2 items-start gap-4">
        <FormDate<Draft>
          name="day"
          label="Erstattet am"
          required
          today={today}
          problem={bookingDayProblem(day, today)}
        />
        <FormSelect<Draft> name="method" label="Wie" required>
          <option value="transfer">Überweisung</option>
          <option value="cash">Bar</option>
        </FormSelect>
        <FormEuro<Draft> name="amount" label="Betrag" required isReplaced />
      </div>
      <FormInput<Draft> name="note" label="Bemerkung" />
      <p className="text-muted-foreground text-sm">
        Überweisen musst Du selbst. Was über ein Guthaben hinausgeht, ist danach wieder offen.
      </p>
    </SubmitDialog>
  )
}
