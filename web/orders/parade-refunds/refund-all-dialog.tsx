import { RefundDialog, wayBackOfMoney } from '#web/orders/refund-dialog.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { sorted } from './refund-progress.ts'

type RefundAllDialogProps = {
  refunds: ParadeRefunds
  onClose: () => void
  onConfirm: () => void
}

/** It only asks: how far it has come is shown on the page, failures as well. */
export function RefundAllDialog({ refunds, onClose, onConfirm }: RefundAllDialogProps) {
  const { unasked, owed } = sorted(refunds)
  const { title, date } = refunds.parade
  const sum = germanEuro(sumOfPrices(unasked))
  return (
    <RefundDialog
      title={`${sum} erstatten?`}
      places={null}
      confirmLabel={`${sum} erstatten`}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {`${paidInWords(unasked.length)} für „${title}“ am ${germanDateWithWeekday(date)} zurück, zusammen ${sum}. ${wayBackOfMoney}`}
      {owed.length > 0 && ` Was in bar bezahlt ist, gib von Hand zurück.`}
    </RefundDialog>
  )
}

function paidInWords(count: number): string {
  return count === 1 ? 'Für 1 Person geht die Gebühr' : `Für ${count} Personen geht die Gebühr`
}
