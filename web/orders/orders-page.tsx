import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import {
  Link,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { ordersQuery } from '#web/data/orders.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import type { OrderList } from '#worker/orders/orders.contract.ts'
import { AttentionCard } from './attention-card.tsx'
import { NoOrders } from './no-orders.tsx'
import { seasonAt, wantedSeason } from './order-season.ts'
import { OrdersGrid } from './orders-grid.tsx'
import { SeasonSelect } from './season-select.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const today = berlinDay(new Date())
  const season = wantedSeason(new URL(request.url).searchParams, today)
  prefetch(ordersQuery(season))
  return { today, season }
}

/** Of the address only the season says what is loaded. */
export const shouldRevalidate: ShouldRevalidateFunction = (navigation) => {
  const seasonIn = ({ searchParams }: URL) => searchParams.get('season')
  const isOther = seasonIn(navigation.currentUrl) !== seasonIn(navigation.nextUrl)
  return isOther || unlessOnlySearchChanged(navigation)
}

export function OrdersPage() {
  const { today, season } = useLoaderData<typeof loader>()
  // Which seasons there are is known from the one before; its rows are none of this one.
  const orders = useQuery({ ...ordersQuery(season), placeholderData: keepPreviousData })
  const list = orders.isPlaceholderData ? { ...orders, data: undefined } : orders
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Zahlungen"
        lead="Was über die öffentliche Anmeldung bezahlt, offen oder erstattet ist."
        actions={
          <>
            <SetupLink />
            <SeasonSelect
              season={season}
              seasons={orders.data?.seasons ?? []}
              thisSeason={seasonAt(today)}
            />
          </>
        }
      />
      <QuerySection query={list} waiting={<Orders list={null} />}>
        {(known) => <Orders list={known} />}
      </QuerySection>
    </Wrap>
  )
}

/** The grid stays the same one when its rows come: what is typed in its search goes on. */
function Orders({ list }: { list: OrderList | null }) {
  if (list?.orders.length === 0) return <NoOrders season={list.season} />
  return (
    <div className="grid gap-6 *:min-w-0">
      {list && <AttentionCard orders={list.orders} />}
      <OrdersGrid rows={list?.orders ?? null} />
    </div>
  )
}

function SetupLink() {
  const mayWrite = hasRole(useUser(), 'management')
  if (!mayWrite) return null
  return (
    <Button asChild>
      <Link to={paths.paymentSetup}>
        <Settings2 />
        Einrichtung
      </Link>
    </Button>
  )
}
