import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { Fact, Facts, FactsSkeleton } from '#web/components/facts.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { paymentHealthQuery } from '#web/data/orders.ts'
import { cn } from '#web/lib/cn.ts'
import { prefetch } from '#web/lib/query.ts'
import { instantWords, providerLabels } from '#web/orders/order-labels.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { type PaymentProviderId, paymentProviders } from '#worker/domain/codes.ts'
import type { PaymentHealth } from '#worker/orders/orders.contract.ts'

export function loader() {
  prefetch(paymentHealthQuery)
  return null
}

/** The state of payments and mails, for the person who sets up the program. */
export function PaymentSetupPage() {
  const health = useQuery(paymentHealthQuery)
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.orders, label: 'Zahlungen' }}
        title="Einrichtung der Zahlung"
        lead="Ob die Online-Zahlung bereit ist. Geändert wird das dort, wo das Programm läuft, nicht auf dieser Seite."
      />
      <QuerySection query={health} waiting={<SetupSkeleton />}>
        {(known) => (
          <div className="grid gap-6 *:min-w-0">
            <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
              <ProviderCard health={known} isAsking={health.isFetching} onAsk={health.refetch} />
              <MailCard mail={known.mail} />
            </div>
            <EventsCard events={known.events} />
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}

type ProviderCardProps = { health: PaymentHealth; isAsking: boolean; onAsk: () => void }

function ProviderCard({ health, isAsking, onAsk }: ProviderCardProps) {
  const { provider, isLive, problems, answers } = health
  return (
    <Card bleed>
      <CardHead
        title="Zahlungsdienst"
        actions={
          <Button variant="ghost" size="sm" busy={isAsking} onClick={onAsk}>
            <RefreshCw />
            Noch einmal prüfen
          </Button>
        }
      />
      <CardBody className="grid gap-4">
        {problems.length > 0 && <Problems problems={problems} />}
        <Facts>
          <Fact label="Eingerichtet">{nameOf(provider) || 'nichts'}</Fact>
          <Fact label="Betrieb">
            {provider && (
              <Badge tone={isLive ? 'green' : 'amber'}>{isLive ? 'Echtes Geld' : 'Test'}</Badge>
            )}
          </Fact>
          <Fact label="Verbindung">
            <Answers answers={answers} />
          </Fact>
        </Facts>
        {provider && !isLive && (
          <p className="max-w-[62ch] text-muted-foreground">
            Im Test bewegt sich kein Geld: Wer bezahlt, bezahlt nur zum Schein.
          </p>
        )}
      </CardBody>
    </Card>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  const title = problems.length === 1 ? 'Ein Problem' : `${problems.length} Probleme`
  return (
    <Alert tone="warn" title={title}>
      <ul className="list-disc ps-5">
        {problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Answers({ answers }: Pick<PaymentHealth, 'answers'>) {
  const [Icon, words, look] =
    answers === null
      ? [CircleHelp, 'Nicht geprüft', 'text-muted-foreground']
      : answers
        ? [CircleCheck, 'Antwortet', 'text-success-soft-foreground']
        : [CircleAlert, 'Antwortet nicht', 'text-destructive']
  return (
    <span role="status" className={cn('inline-flex items-center gap-1.5 font-semibold', look)}>
      <Icon aria-hidden="true" />
      {words}
    </span>
  )
}

/** The provider's name; an unknown provider in the configuration is shown by its id. */
function nameOf(provider: string): string {
  const known = paymentProviders.find((one): one is PaymentProviderId => one === provider)
  return known ? providerLabels[known] : provider
}

/** The sender, and mails that wait or have failed. */
function MailCard({ mail: { from, waiting, failed } }: Pick<PaymentHealth, 'mail'>) {
  return (
    <Card bleed>
      <CardHead title="E-Mails" />
      <CardBody className="grid gap-4">
        <Facts>
          <Fact label="Absender">{from}</Fact>
          <Fact label="Warten">{String(waiting)}</Fact>
          <Fact label="Fehlgeschlagen">
            <span className={failed > 0 ? 'font-semibold text-destructive' : ''}>{failed}</span>
          </Fact>
        </Facts>
        <p className="max-w-[62ch] text-muted-foreground">
          {from
            ? 'Was wartet, wird von selbst verschickt. Was fehlgeschlagen ist, steht bei der Zahlung und wird nicht noch einmal versucht.'
            : 'Ohne Absender verschickt das Programm keine E-Mails. Was darin stünde, lässt sich bei jeder Zahlung ansehen.'}
        </p>
      </CardBody>
    </Card>
  )
}

function SetupSkeleton() {
  return (
    <div className="grid gap-6">
      <FactsSkeleton boxes={boxes} />
      <Card bleed>
        <CardHead title="Letzte Meldungen des Zahlungsdienstes" />
        <TableSkeleton heads={eventsHeads} size="sm" />
      </Card>
    </div>
  )
}

const boxes = {
  Zahlungsdienst: ['Eingerichtet', 'Betrieb', 'Verbindung'],
  'E-Mails': ['Absender', 'Warten', 'Fehlgeschlagen'],
}

/** Labels of the providers' event types; unknown ones are shown as they are. */
const eventWords: Record<string, string> = {
  'payment.paid': 'Bezahlt',
  'payment.cancelled': 'Abgebrochen',
  'payment.canceled': 'Abgebrochen',
  'payment.expired': 'Abgelaufen',
  'payment.failed': 'Fehlgeschlagen',
  'payment.pending': 'Wird geprüft',
  'checkout.session.completed': 'Bezahlt',
  'checkout.session.expired': 'Abgelaufen',
  'checkout.session.async_payment_succeeded': 'Bezahlt, nach Prüfung',
  'checkout.session.async_payment_failed': 'Fehlgeschlagen, nach Prüfung',
  'charge.refunded': 'Erstattet',
  'charge.refund.updated': 'Erstattung geändert',
  'refund.failed': 'Erstattung fehlgeschlagen',
  'charge.dispute.created': 'Beanstandet',
}

const eventsHeads = ['Wann', 'Meldung', 'Zahlung']

/** The last messages of the provider, which show whether its webhooks arrive. */
function EventsCard({ events }: Pick<PaymentHealth, 'events'>) {
  return (
    <Card bleed>
      <CardHead id="events" title="Letzte Meldungen des Zahlungsdienstes" />
      {events.length > 0 ? (
        <Table size="sm" aria-labelledby="events">
          <TableHead>
            <TableRow>
              {eventsHeads.map((head) => (
                <TableHeadCell key={head}>{head}</TableHeadCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {events.map((event, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is only replaced as a whole.
              <TableRow key={place}>
                <TableCell at="second" className="tabular-nums">
                  {instantWords(event.receivedAt)}
                </TableCell>
                <TableCell at="first" className="wrap-anywhere">
                  {eventWords[event.type] ?? event.type}
                </TableCell>
                <TableCell at="right">
                  <OrderLink orderId={event.orderId} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : (
        <p className="max-w-[62ch] px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5">
          Noch keine. Wenn schon jemand bezahlt hat, kommen die Meldungen des Zahlungsdienstes nicht
          an.
        </p>
      )}
    </Card>
  )
}

function OrderLink({ orderId }: { orderId: number | null }) {
  if (orderId === null) return '–'
  return (
    <Link to={paths.order(orderId)} className="max-md:inline-block max-md:py-2.5">
      Nr. {orderId}
    </Link>
  )
}
