import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isMissing } from '#web/ui/missing-page.tsx'
import { Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { AttentionBanner } from './attention-banner.tsx'
import { HistoryCard } from './history-card.tsx'
import { MailsCard } from './mails-card.tsx'
import { OrderFacts, OrderFactsSkeleton } from './order-facts.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMissing } from './order-missing.tsx'
import { loadOrder, orderNotLoaded } from './orders.api.ts'
import { PlacesCard } from './places-card.tsx'
import { RefundsCard } from './refunds-card.tsx'
import { useOrder } from './use-order.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return { id, order: loadOrder(id) }
}

type Asked = ReturnType<typeof loader>

export function OrderDetailsPage() {
  const asked = useLoaderData<typeof loader>()
  return <OrderDetailsOf key={asked.id} {...asked} />
}

function OrderDetailsOf({ id, ...asked }: Asked) {
  const { order, put } = useOrder(id, asked.order)
  if (isMissing(order.result)) return <OrderMissing />
  return (
    <Wrap>
      <PrintHead />
      <OrderHead order={order.result?.ok ? order.result.data : null} onChanged={put} />
      <WhenLoaded loaded={order} message={orderNotLoaded} waiting={<OrderFactsSkeleton />}>
        {(known) => (
          <div className="grid gap-6 *:min-w-0">
            <AttentionBanner order={known} />
            <OrderFacts order={known} />
            <PlacesCard order={known} onChanged={put} />
            <RefundsCard order={known} onChanged={put} />
            <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
              <HistoryCard history={known.history} />
              <MailsCard orderId={id} mails={known.mails} />
            </div>
          </div>
        )}
      </WhenLoaded>
    </Wrap>
  )
}
