import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderDetails, OrderPlace } from '#worker/orders/orders.contract.ts'
import { isLiving } from './places.ts'
import { RefundDialog, wayBackOfMoney } from './refund-dialog.tsx'
import { useRefund } from './use-refund.ts'

type RefundPlaceDialogProps = {
  order: OrderDetails
  place: OrderPlace
  onClose: () => void
}

export function RefundPlaceDialog({ order, place, onClose }: RefundPlaceDialogProps) {
  const { participationId } = place
  const refund = useRefund({ order, participationId, onClose })
  const amount = germanEuro(place.priceInCent)
  return (
    <RefundDialog
      title={`${amount} erstatten?`}
      places={isLiving(place) ? tick : null}
      confirmLabel={`${amount} erstatten`}
      {...refund}
    >
      {`${order.firstName} ${order.lastName} bekommt den Preis für „${place.paradeTitle}“ am ${germanDateWithWeekday(place.paradeDate)} zurück. ${wayBackOfMoney}`}
    </RefundDialog>
  )
}

const tick = {
  label: 'Platz auch freigeben',
  freed: 'Der Platz wird abgesagt; er und das Kleid sind sofort wieder frei.',
  kept: 'Der Platz bleibt und steht danach als „Nicht bezahlt“ in der Liste.',
}
