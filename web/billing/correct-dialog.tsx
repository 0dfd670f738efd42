import { FormEuro, FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { read, requiredEuro } from '#web/lib/typed.ts'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { chargeOf } from '#worker/domain/fee-figures.ts'
import { feeInCent } from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { typedCents } from './about-whom.ts'
import { useBooking } from './use-booking.ts'

type Draft = { amount: string; note: string }

type CorrectDialogProps = { claim: FeeClaim; today: Day; onClose: () => void }

/** Another fee than the one that was written: booked is the difference. */
export function CorrectDialog({ claim, today, onClose }: CorrectDialogProps) {
  const fee = feeInCent(claim)
  const charge = chargeOf(claim)
  const submitting = useBooking<Draft>({
    claims: [claim],
    initial: { amount: typedCents(fee), note: '' },
    read: (draft) => {
      const typed = read(draft, { amount: requiredEuro('Gib den neuen Beitrag an.') })
      if ('problems' in typed) return typed
      const { amount, note } = typed.body
      if (amount === fee) return { problems: { amount: 'Das ist der Beitrag, der schon gilt.' } }
      return {
        body: [
          {
            kind: 'corrected',
            claimId: claim.id,
            openInCent: claim.openInCent,
            amountInCent: amount - fee,
            day: today,
            note,
          },
        ],
      }
    },
    fields: { amountInCent: 'amount' },
    done: () => 'Beitrag berichtigt',
    onDone: onClose,
  })
  return (
    <SubmitDialog
      title="Beitrag berichtigen"
      description={`${listName(claim.member)}, ${germanEuro(fee)} für ${claim.year}${charge > 0 ? `, dazu ${germanEuro(charge)} Bankgebühr` : ''}`}
      submitting={submitting}
      detail={submitting.detail}
      confirmLabel="Berichtigen"
      onClose={onClose}
    >
      <FormEuro<Draft>
        name="amount"
        label="Neuer Beitrag"
        required
        isReplaced
        className="max-w-40"
      />
      <FormTextarea<Draft> name="note" label="Warum" required help="Steht im Kassenbericht." />
    </SubmitDialog>
  )
}
