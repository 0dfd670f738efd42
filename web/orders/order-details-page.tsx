import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isNotThere } from '#web/components/missing-page.tsx'
import { Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { orderQuery } from '#web/data/orders.ts'
import { freshQuery, prefetch } from '#web/lib/query.ts'
import { AttentionBanner } from './attention-banner.tsx'
import { HistoryCard } from './history-card.tsx'
import { MailsCard } from './mails-card.tsx'
import { OrderFacts, OrderFactsSkeleton } from './order-facts.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMissing } from './order-missing.tsx'
import { PlacesCard } from './places-card.tsx'
import { RefundsCard } from './refunds-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  // Money is decided here: on what is so now, not on what was known before.
  const order = freshQuery(orderQuery(id))
  prefetch(order)
  return { id, order }
}

export function OrderDetailsPage() {
  const opened = useLoaderData<typeof loader>()
  return <OrderDetailsOf key={opened.id} {...opened} />
}

function OrderDetailsOf({ id, ...opened }: ReturnType<typeof loader>) {
  const order = useQuery(opened.order)
  if (isNotThere(order)) return <OrderMissing />
  return (
    <Wrap>
      <PrintHead />
      <OrderHead order={order.data ?? null} />
      <QuerySection query={order} waiting={<OrderFactsSkeleton />}>
        {(known) => (
          <div className="grid gap-6 *:min-w-0">
            <AttentionBanner order={known} />
            <OrderFacts order={known} />
            <PlacesCard order={known} />
            <RefundsCard order={known} />
            <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
              <HistoryCard history={known.history} />
              <MailsCard orderId={id} mails={known.mails} />
            </div>
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}
