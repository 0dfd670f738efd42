import { FormDate, FormEuro, FormInput, FormSelect } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import type { BookingBody } from '#web/data/billing.ts'
import { readFields, requiredDay, requiredEuro, type TypedDay } from '#web/lib/typed.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { type PaymentMethod, paymentMethods } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { maxBookings } from '#worker/domain/limits.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { bookingDayProblem } from './booking-day.ts'
import { describeClaims, typedCents } from './describe-claims.ts'
import { useBooking } from './use-booking.ts'

type Draft = { day: TypedDay; method: PaymentMethod; amount: string; note: string }

type PayDialogProps = {
  /** Claims that each have an open amount. */
  claims: readonly FeeClaim[]
  today: Day
  onClose: () => void
  onDone: () => void
}

/** Books money received without a debit: any amount for one claim, the whole open amount for several. */
export function PayDialog({ claims, today, onClose, onDone }: PayDialogProps) {
  const [only] = claims.length === 1 ? claims : []
  const submitting = useBooking<Draft>({
    claims,
    initial: {
      day: today,
      method: 'transfer',
      amount: typedCents(only?.openInCent ?? 0),
      note: '',
    },
    read: (draft) => {
      const typed = readFields(draft, {
        day: requiredDay('Gib an, wann bezahlt wurde.'),
        amount: only ? requiredEuro('Gib an, wie viel bezahlt wurde.') : everything,
      })
      if ('problems' in typed) return typed
      const { amount, ...how } = typed.body
      return {
        body: claims.map(
          ({ id, openInCent }): BookingBody => ({
            ...how,
            kind: 'paid',
            claimId: id,
            openInCent,
            amountInCent: amount ?? openInCent,
          }),
        ),
      }
    },
    fields: { amountInCent: 'amount' },
    done: ({ length }) =>
      length === 1 ? 'Als bezahlt eingetragen' : `${length} als bezahlt eingetragen`,
    onDone,
  })
  const day = submitting.form.watch('day')
  return (
    <SubmitDialog
      title="Als bezahlt eintragen"
      description={describeClaims(claims)}
      submitting={submitting}
      detail={submitting.detail}
      confirmLabel="Eintragen"
      blocked={claims.length > maxBookings}
      onClose={onClose}
    >
      <TooManyBookings count={claims.length} />
      <div className="grid grid-cols-2 gap-4">
        <FormDate<Draft>
          name="day"
          label="Bezahlt am"
          required
          today={today}
          problem={bookingDayProblem(day, today)}
        />
        <FormSelect<Draft> name="method" label="Wie" required>
          {paymentMethods.map((method) => (
            <option key={method} value={method}>
              {methodWords[method]}
            </option>
          ))}
        </FormSelect>
        {only && (
          <FormEuro<Draft>
            name="amount"
            label="Betrag"
            required
            isReplaced
            help={`Offen sind ${germanEuro(only.openInCent)}.`}
          />
        )}
      </div>
      <FormInput<Draft> name="note" label="Bemerkung" />
    </SubmitDialog>
  )
}

const everything = () => ({ value: null })

const methodWords: Record<PaymentMethod, string> = { transfer: 'Überweisung', cash: 'Bar' }

/** A warning if `count` is more than can be booked at once. */
export function TooManyBookings({ count }: { count: number }) {
  if (count <= maxBookings) return null
  return (
    <Alert tone="warn">
      Auf einmal gehen höchstens {maxBookings}. Offen sind davon {count}: Wähle weniger aus.
    </Alert>
  )
}
