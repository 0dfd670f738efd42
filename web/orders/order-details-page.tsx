import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import { Failure } from '#web/components/failure.tsx'
import { isNotFound, MissingPage } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { checkPayment, orderQuery, releaseOrder } from '#web/data/orders.ts'
import { cn } from '#web/lib/cn.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import { mailtoLink } from '#worker/domain/text.ts'
import type { OrderDetails, OrderHistoryEntry } from '#worker/orders/orders.contract.ts'
import { MailsCard } from './mails-card.tsx'
import { OrderActions } from './order-actions.tsx'
import {
  attentionAdvice,
  attentionLabels,
  describeProblem,
  type HistoryTone,
  historyTone,
  historyWords,
  instantWords,
  providerLabels,
  type ShownState,
  shownState,
  shownStateLabels,
} from './order-labels.ts'
import { orderInWords } from './people.ts'
import { PlacesCard } from './places-card.tsx'
import { RefundsCard } from './refunds-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  // Decisions about money need current data, so the cache is ignored.
  const order = queryOnce(orderQuery(id))
  prefetch(order)
  return { id, order }
}

export function OrderDetailsPage() {
  const opened = useLoaderData<typeof loader>()
  return <LoadedOrder key={opened.id} {...opened} />
}

function LoadedOrder({ id, ...opened }: ReturnType<typeof loader>) {
  const order = useQuery(opened.order)
  if (isNotFound(order)) return <OrderMissing />
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

function OrderMissing() {
  return (
    <MissingPage title="Diese Zahlung gibt es nicht" to={paths.orders} way="Zu den Zahlungen" />
  )
}

/** The problem of an order, with advice for users who may act. */
function AttentionBanner({ order }: { order: OrderDetails }) {
  const mayWrite = can(useUser(), 'keepTreasury')
  const { attention } = order
  if (!attention) return null
  return (
    <Alert tone="warn" title={attentionLabels[attention]} className="px-6! py-5! max-md:px-4!">
      <p className="max-w-[62ch]">{describeProblem(attention, order)}</p>
      {mayWrite && <p className="mt-1.5 max-w-[62ch]">{attentionAdvice[attention]}</p>}
    </Alert>
  )
}

/** The events of an order in chronological order. */
function HistoryCard({ history }: { history: readonly OrderHistoryEntry[] }) {
  return (
    <Card bleed>
      <CardHead id="history" title="Verlauf" />
      <ol aria-labelledby="history" className="px-6 pb-6 max-md:px-4 max-md:pb-5 print:px-0">
        {history.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log is append-only.
          <li key={place} className={item}>
            <span aria-hidden="true" className={cn(dot, dots[historyTone(entry)])} />
            <span className="block font-semibold tabular-nums">
              {historyWords(entry, history.slice(0, place))}
            </span>
            {entry.detail && <span className="wrap-anywhere block">{entry.detail}</span>}
            <span className="block text-muted-foreground text-sm tabular-nums">
              {instantWords(entry.at)}
              {entry.user && `, von ${entry.user}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

// `before:` draws the line that connects the dots and ends at the last.
const item =
  'relative pb-5 pl-7 last:pb-0 before:absolute before:top-3 before:-bottom-1.5 before:left-[0.34375rem] before:w-px before:bg-border-strong last:before:hidden'
const dot =
  'absolute top-1.5 left-0 size-3 rounded-full forced-color-adjust-none [print-color-adjust:exact]'
const dots: Record<HistoryTone, string> = {
  good: 'bg-success',
  back: 'border-2 border-link bg-card',
  bad: 'bg-warning',
  quiet: 'border-2 border-border-strong bg-card',
}

/** The payer and the amounts. */
function OrderFacts({ order }: { order: OrderDetails }) {
  return (
    <FactsCard aria-label="Daten der Zahlung">
      <FactBox title="Anmeldung">
        <Facts>
          {order.people.length > 1 ? (
            <Fact label="Personen">
              <ul>
                {order.people.map((person, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat.
                  <li key={place}>{fullName(person)}</li>
                ))}
              </ul>
            </Fact>
          ) : (
            <Fact label="Name">{fullName(order)}</Fact>
          )}
          <Fact label="E-Mail">
            {order.emailAddress && (
              <a href={mailtoLink(order.emailAddress)}>{order.emailAddress}</a>
            )}
          </Fact>
          <Fact label="Angemeldet">{instantWords(order.createdAt)}</Fact>
          {order.state === 'pending' && (
            <Fact label="Plätze gehalten">bis {instantWords(order.holdUntil)}</Fact>
          )}
          <Fact label="Bezahlt">{order.paidAt && instantWords(order.paidAt)}</Fact>
          <Fact label="Zahlungsdienst">{providerLabels[order.provider]}</Fact>
          <Fact label="Kennung">{order.providerRef}</Fact>
        </Facts>
      </FactBox>
      <FactBox title="Betrag">
        <p className="mb-3.5 font-[650] font-display text-4xl tracking-[-0.015em] tabular-nums">
          {germanEuro(order.amountInCent)}
        </p>
        <Facts>
          <Fact label="Eingegangen">
            {order.receivedInCent !== null && germanEuro(order.receivedInCent)}
          </Fact>
          <Fact label="Erstattet">
            {order.refundedInCent > 0 && germanEuro(order.refundedInCent)}
          </Fact>
          {order.refundedInCent > 0 && order.receivedInCent !== null && (
            <Fact label="Bleibt">{germanEuro(order.receivedInCent - order.refundedInCent)}</Fact>
          )}
          {order.openRefundInCent > 0 && (
            <Fact label="Noch zu erstatten">{germanEuro(order.openRefundInCent)}</Fact>
          )}
        </Facts>
      </FactBox>
    </FactsCard>
  )
}

const waitingFacts = {
  Anmeldung: ['Name', 'E-Mail', 'Angemeldet', 'Bezahlt', 'Zahlungsdienst', 'Kennung'],
  Betrag: ['Eingegangen', 'Erstattet'],
}

function OrderFactsSkeleton() {
  return <FactsSkeleton boxes={waitingFacts} />
}

const back = { to: paths.orders, label: 'Zahlungen' }

type OrderHeadProps = {
  /** null until loaded; the title is plain then. */
  order: OrderDetails | null
}

function OrderHead({ order }: OrderHeadProps) {
  const mayWrite = can(useUser(), 'keepTreasury')
  if (!order) return <PageHead back={back} title="Zahlung" lead={<Skeleton width="12rem" />} />
  return <KnownHead order={order} mayWrite={mayWrite} />
}

function KnownHead({ order, mayWrite }: { order: OrderDetails; mayWrite: boolean }) {
  const check = useSubmit(checkPayment(order.id), () => toast('Beim Zahlungsdienst nachgefragt'))
  const release = useSubmit(releaseOrder(order.id), () => toast('Plätze freigegeben'))
  const state = shownState(order)
  const actions = <OrderActions order={order} check={check} release={release} />
  return (
    <>
      <PageHead
        back={back}
        title={orderInWords(order)}
        badge={<Badge tone={badgeTones[state]}>{shownStateLabels[state]}</Badge>}
        lead={order.parades.join(' · ')}
        printsLead
        actions={mayWrite && actions}
      />
      {[check.failure, release.failure].map(
        (failure) =>
          failure && (
            <Failure
              key={failure.message}
              failure={failure}
              detail={detailOf(failure)}
              className="mb-6"
            />
          ),
      )}
    </>
  )
}

const badgeTones: Record<ShownState, 'green' | 'amber' | 'blue' | 'grey'> = {
  paid: 'green',
  pending: 'amber',
  waiting: 'grey',
  review: 'amber',
  refund_pending: 'blue',
  partlyRefunded: 'blue',
  enrolledRefunded: 'green',
  refunded: 'blue',
  expired: 'grey',
  cancelled: 'grey',
  failed: 'grey',
}
