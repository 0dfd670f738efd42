import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { liveDebit } from '#worker/domain/fee-ledger.ts'
import { AccountDialog } from './account-dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import type { FeeAct } from './fee-menu.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { WaiveDialog } from './waive-dialog.tsx'

type BegunActProps = {
  claim: FeeClaim
  act: FeeAct
  /** All of the year: a return takes those of its debit along. */
  claims: readonly FeeClaim[]
  mayBook: boolean
  today: Day
  onClose: () => void
}

/** The dialog of what was chosen for a claim. */
export function BegunAct({ claim, act, claims, mayBook, ...dialog }: BegunActProps) {
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
      return <RefundDialog {...dialog} claim={claim} />
    case 'account':
      return <AccountDialog claim={claim} mayBook={mayBook} onClose={dialog.onClose} />
  }
}
