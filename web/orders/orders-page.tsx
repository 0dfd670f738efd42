import { Settings2 } from 'lucide-react'
import {
  Link,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router'
import { hasRole, useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import type { OrderList } from '#worker/orders/orders.contract.ts'
import { AttentionCard } from './attention-card.tsx'
import { NoOrders } from './no-orders.tsx'
import { seasonAt, wantedSeason } from './order-season.ts'
import { loadOrders, ordersNotLoaded } from './orders.api.ts'
import { OrdersGrid } from './orders-grid.tsx'
import { SeasonSelect } from './season-select.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const today = berlinDay(new Date())
  const season = wantedSeason(new URL(request.url).searchParams, today)
  return { today, season, orders: loadOrders(season) }
}

/** Of the address only the season says what is loaded. */
export const shouldRevalidate: ShouldRevalidateFunction = (navigation) => {
  const seasonIn = ({ searchParams }: URL) => searchParams.get('season')
  const isOther = seasonIn(navigation.currentUrl) !== seasonIn(navigation.nextUrl)
  return isOther || unlessOnlySearchChanged(navigation)
}

export function OrdersPage() {
  const { today, season, orders } = useLoaderData<typeof loader>()
  const loaded = useLoaded(orders, () => loadOrders(season))
  const answer = loaded.result?.ok ? loaded.result.data : null
  // The last answer stays until the next one comes; the rows of another season are none of this one.
  const isOfAnother = answer !== null && answer.season !== season
  const list = isOfAnother ? { ...loaded, result: null } : loaded
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
              seasons={answer?.seasons ?? []}
              thisSeason={seasonAt(today)}
            />
          </>
        }
      />
      <WhenLoaded loaded={list} message={ordersNotLoaded} waiting={<Orders list={null} />}>
        {(known) => <Orders list={known} />}
      </WhenLoaded>
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
