import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
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
      {`${fullName(order)} bekommt den Preis für ${whatFor(order, place)} am ${germanDateWithWeekday(place.paradeDate)} zurück. ${wayBackOfMoney}`}
    </RefundDialog>
  )
}

/** „Ringtreffen Moosried“, of several people "Emma Straßer bei „Ringtreffen Moosried“" */
function whatFor({ people }: OrderDetails, { person, paradeTitle }: OrderPlace): string {
  const whose = people[person]
  const parade = `„${paradeTitle}“`
  return people.length > 1 && whose ? `${fullName(whose)} bei ${parade}` : parade
}

const tick = {
  label: 'Platz auch streichen',
  freed: 'Der Platz wird gestrichen; er und das Kleid sind sofort wieder frei.',
  kept: 'Der Platz bleibt und steht danach als „Nicht bezahlt“ in der Liste.',
}
