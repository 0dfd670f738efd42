import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useDownload } from '#web/components/download.tsx'
import { Failure } from '#web/components/failure.tsx'
import { changeAssemblyRows, downloadAssemblyOrders } from '#web/data/assembly.ts'
import { settingsQuery, useHonorLabels } from '#web/data/guild.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { useGuildName } from '#web/lib/guild-name.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { rankOfHonor } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { rowKeyOf } from './assembly-rows.ts'

/** The honors to order from one issuer: an association, or '' for the guild itself. */
type Order = { issuer: string; rows: readonly AssemblyRow[] }

/** Honors that are neither ordered nor handed over, by issuer; the guild itself first. */
function openOrders(rows: readonly AssemblyRow[], rules: readonly HonorRule[]): Order[] {
  const issuers = new Map(rules.map(({ type, issuer }) => [type, issuer]))
  const open = rows.filter(({ orderedOn, handedOverOn }) => !orderedOn && !handedOverOn)
  const byIssuer = Map.groupBy(open, ({ type }) => issuers.get(type) ?? '')
  return [...byIssuer]
    .map(([issuer, ofIssuer]) => ({ issuer, rows: ofIssuer }))
    .sort((a, b) => a.issuer.localeCompare(b.issuer, 'de'))
}

type OrderCardProps = { assembly: Assembly; today: Day; mayWrite: boolean }

/** "12 × Sprungorden 50 Sprünge": medals, pins and certificates to be ordered. */
export function OrderCard({ assembly: { rows, date }, today, mayWrite }: OrderCardProps) {
  // The settings tell which association issues an honor.
  const settings = useQuery({ ...settingsQuery, retryOnMount: true })
  const { data, error } = settings
  const orders = data ? openOrders(rows, data.honorRules) : []
  const count = orders.reduce((sum, order) => sum + order.rows.length, 0)
  const download = useDownload({
    file: downloadAssemblyOrders(date),
    name: 'Bestellung Ehrungen',
    // The downloaded file also lists the honors that are marked as ordered.
    disabled: rows.length === 0,
  })
  const { goal, markRemoved } = useRemovalFocus<HTMLDivElement, string>(
    orders.map(({ issuer }) => ({ id: issuer })),
  )
  return (
    <Card bleed className="print:hidden">
      <div ref={goal} tabIndex={-1}>
        <CardHead title="Bestellen" tally={count > 0 && count} />
      </div>
      <div className="grid gap-4 px-6 pb-5 max-md:px-4">
        {!data && error && (
          <Failure
            failure={error}
            busy={settings.isFetching}
            onRetry={() => void settings.refetch()}
          />
        )}
        {count === 0 && (data || !error) && (
          <p className="text-muted-foreground">
            {data ? 'Für diese Versammlung ist nichts mehr zu bestellen.' : 'Laden...'}
          </p>
        )}
        {orders.map((order) => (
          <IssuerOrder
            key={order.issuer}
            order={order}
            date={date}
            today={today}
            mayWrite={mayWrite}
            onOrdered={() => markRemoved(order.issuer)}
          />
        ))}
        {download.failure}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {download.button}
          <Link to={paths.assemblyOrders} className="inline-flex min-h-10 items-center">
            Bestellte Ehrungen
          </Link>
        </div>
      </div>
    </Card>
  )
}

type IssuerOrderProps = {
  order: Order
  date: Day
  today: Day
  mayWrite: boolean
  onOrdered: () => void
}

function IssuerOrder({ order, date, today, mayWrite, onOrdered }: IssuerOrderProps) {
  const { issuer, rows } = order
  const labels = useHonorLabels()
  const guildName = useGuildName()
  const { submit, isPending, failure } = useSubmit(
    changeAssemblyRows(date),
    (_saved, sent, undoAction) => {
      toast(`${counted(sent.rows.length, 'Ehrung', 'Ehrungen')} als bestellt gemerkt`, undoAction)
      onOrdered()
    },
  )
  const types = [...Map.groupBy(rows, ({ type }) => type)].sort(
    ([one], [other]) => rankOfHonor(one) - rankOfHonor(other),
  )
  const name = issuer || guildName || 'Zunft'
  return (
    <section aria-label={name} className="rounded-lg border px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{name}</h3>
        {mayWrite && (
          <Button
            size="sm"
            busy={isPending}
            aria-label={`${name}: Als bestellt merken`}
            className="max-md:order-last max-md:w-full"
            onClick={() => void submit({ rows: rows.map(rowKeyOf), set: { orderedOn: today } })}
          >
            Als bestellt merken
          </Button>
        )}
        <ul className="grid w-full gap-1.5">
          {types.map(([type, ofType]) => (
            <li key={type} className="flex items-center gap-2.5">
              <span className="w-10 flex-none text-right font-semibold tabular-nums">
                {ofType.length} ×
              </span>
              <HonorLabel>{labels(type)}</HonorLabel>
            </li>
          ))}
        </ul>
      </div>
      {failure && <Failure failure={failure} detail={detailOf(failure)} className="mt-3" />}
    </section>
  )
}
