import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { livingPlaces } from './places.ts'
import { RefundDialog, wayBackOfMoney } from './refund-dialog.tsx'
import { useRefund } from './use-refund.ts'

type RefundAllDialogProps = {
  order: OrderDetails
  onClose: () => void
}

export function RefundAllDialog({ order, onClose }: RefundAllDialogProps) {
  const refund = useRefund({ order, participationId: null, onClose })
  const amount = germanEuro(order.refundableInCent)
  const places = livingPlaces(order)
  return (
    <RefundDialog
      title={`${amount} erstatten?`}
      places={places.length > 0 ? tick : null}
      confirmLabel={`${amount} erstatten`}
      {...refund}
    >
      {`${fullName(order)} bekommt alles zurück, was von dieser Zahlung noch da ist. ${wayBackOfMoney}`}
    </RefundDialog>
  )
}

const tick = {
  label: 'Plätze auch streichen',
  freed:
    'Alle Plätze dieser Zahlung werden gestrichen; sie und die Kleider sind sofort wieder frei.',
  kept: 'Die Plätze bleiben und stehen danach als „Nicht bezahlt“ in der Liste.',
}
