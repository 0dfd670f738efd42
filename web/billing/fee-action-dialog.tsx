import { FormEuro, FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { readFields, requiredEuro } from '#web/lib/typed.ts'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { chargeOf } from '#worker/domain/fee-figures.ts'
import { feeInCent, liveDebit } from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { AccountDialog } from './account-dialog.tsx'
import { typedCents } from './describe-claims.ts'
import type { FeeAct } from './fee-menu.tsx'
import { FeeRefundDialog } from './fee-refund-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { useBooking } from './use-booking.ts'
import { WaiveDialog } from './waive-dialog.tsx'

type FeeActionDialogProps = {
  claim: FeeClaim
  act: FeeAct
  /** All claims of the year: a return also affects the other claims of its debit. */
  claims: readonly FeeClaim[]
  mayBook: boolean
  today: Day
  onClose: () => void
}

/** The dialog for the action chosen on a claim. */
export function FeeActionDialog({ claim, act, claims, mayBook, ...dialog }: FeeActionDialogProps) {
  switch (act) {
    case 'pay':
      return <PayDialog {...dialog} claims={[claim]} onDone={dialog.onClose} />
    case 'waive':
      return <WaiveDialog {...dialog} claims={[claim]} onDone={dialog.onClose} />
    case 'return': {
      const debit = liveDebit(claim.bookings)
      if (!debit) return null
      const others = claims.filter(
        ({ id, bookings }) =>
          id !== claim.id && liveDebit(bookings)?.endToEndId === debit.endToEndId,
      )
      return <ReturnDialog {...dialog} claim={claim} debit={debit} others={others} />
    }
    case 'correct':
      return <CorrectDialog {...dialog} claim={claim} />
    case 'refund':
      return <FeeRefundDialog {...dialog} claim={claim} />
    case 'account':
      return <AccountDialog claim={claim} mayBook={mayBook} onClose={dialog.onClose} />
  }
}

type Draft = { amount: string; note: string }

type CorrectDialogProps = { claim: FeeClaim; today: Day; onClose: () => void }

/** Corrects the fee of a closed year; the difference is booked. */
function CorrectDialog({ claim, today, onClose }: CorrectDialogProps) {
  const fee = feeInCent(claim)
  const charge = chargeOf(claim)
  const submitting = useBooking<Draft>({
    claims: [claim],
    initial: { amount: typedCents(fee), note: '' },
    read: (draft) => {
      const typed = readFields(draft, { amount: requiredEuro('Gib den neuen Beitrag an.') })
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
      <FormTextarea<Draft>
        name="note"
        label="Warum"
        required
        help="Steht in der Beitragsabrechnung."
      />
    </SubmitDialog>
  )
}
