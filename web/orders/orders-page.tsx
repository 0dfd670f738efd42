import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Settings2, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigate,
} from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { ordersQuery } from '#web/data/orders.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Select } from '#web/ui/select.tsx'
import type { OrderAttention } from '#worker/domain/codes.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import type { OrderList, OrderRow } from '#worker/orders/orders.contract.ts'
import { attentionLabels, describeProblem } from './order-labels.ts'
import { OrdersGrid } from './orders-grid.tsx'
import { orderInWords } from './people.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const today = berlinDay(new Date())
  const season = seasonFromSearch(new URL(request.url).searchParams, today)
  prefetch(ordersQuery(season))
  return { today, season }
}

/** Loads again when the season in the address changes, not for other changes of the search. */
export const shouldRevalidate: ShouldRevalidateFunction = (navigation) => {
  const seasonIn = ({ searchParams }: URL) => searchParams.get('season')
  const isOther = seasonIn(navigation.currentUrl) !== seasonIn(navigation.nextUrl)
  return isOther || unlessOnlySearchChanged(navigation)
}

export function OrdersPage() {
  const { today, season } = useLoaderData<typeof loader>()
  // While another season loads, the list of seasons is kept, but not the rows.
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

/** The grid stays mounted while rows load, so that text in its search is kept. */
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
  const mayWrite = can(useUser(), 'keepTreasury')
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

type Troubled = OrderRow & { attention: OrderAttention }

/** Orders that need attention, above the list; absent when there are none. */
function AttentionCard({ orders }: { orders: readonly OrderRow[] }) {
  const titleId = useId()
  const troubled = orders.filter((row): row is Troubled => row.attention !== null)
  if (troubled.length === 0) return null
  return (
    <Card bleed aria-labelledby={titleId} className={amber}>
      <h2 id={titleId} className="flex items-center gap-2.5">
        <TriangleAlert aria-hidden="true" className="size-5" />
        Zu klären <span className="font-medium font-sans text-sm">{troubled.length}</span>
      </h2>
      <ul className="mt-3 grid gap-3">
        {troubled.map((row) => (
          <li key={row.id}>
            <Link
              to={paths.order(row.id)}
              className="font-semibold text-inherit max-md:-my-2.5 max-md:inline-block max-md:py-2.5"
            >
              {orderInWords(row)}
            </Link>
            <p>
              <b className="font-semibold">{attentionLabels[row.attention]}.</b>{' '}
              {describeProblem(row.attention, row)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const amber =
  'border-warning/60! bg-warning-soft! px-6 pt-5 pb-6 text-warning-soft-foreground! max-md:px-4 max-md:pt-4 max-md:pb-5 print:hidden'

function NoOrders({ season }: { season: number }) {
  return (
    <Card bleed>
      <Empty title={`Keine Zahlung in der Saison ${seasonName(season)}`} level="h2">
        Wer sich öffentlich zu einem Umzug anmeldet, steht dann hier.
      </Empty>
    </Card>
  )
}

type SeasonSelectProps = {
  season: number
  /** Seasons with orders, as far as loaded. */
  seasons: readonly number[]
  thisSeason: number
}

/** Chooses the season in the address; filters and sorting stay, the page number is reset. */
function SeasonSelect({ season, seasons, thisSeason }: SeasonSelectProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const offered = [...new Set([thisSeason, season, ...seasons])].sort((a, b) => b - a)
  const choose = (chosen: string) => {
    const params = new URLSearchParams(search)
    params.set('season', chosen)
    params.delete('page')
    void navigate({ search: `?${params}` }, { preventScrollReset: true })
  }
  return (
    <Select
      aria-label="Saison"
      value={season}
      onChange={({ target }) => choose(target.value)}
      wrapperClassName="min-w-44 print:hidden"
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          Saison {seasonName(one)}
        </option>
      ))}
    </Select>
  )
}

/** Seasons begin in July and are named by that year. */
function seasonAt(today: Day): number {
  const year = Number(today.slice(0, 4))
  return Number(today.slice(5, 7)) >= 7 ? year : year - 1
}

/** The season in the address, `?season=2026`; the current one when it is missing or invalid. */
function seasonFromSearch(search: URLSearchParams, today: Day): number {
  const asked = search.get('season') ?? ''
  const year = /^\d{4}$/.test(asked) ? Number(asked) : 0
  return year >= 1900 && year <= 2099 ? year : seasonAt(today)
}

/** "2026/27" */
function seasonName(season: number): string {
  return `${season}/${String((season + 1) % 100).padStart(2, '0')}`
}
