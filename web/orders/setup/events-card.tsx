import { Link } from 'react-router'
import { instantWords } from '#web/orders/labels.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { PaymentHealth } from '#worker/orders/orders.contract.ts'

/** What the providers call it; what is not known here is shown as it is. */
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

export const eventsHeads = ['Wann', 'Meldung', 'Zahlung']

/** What the provider told us last: whether its messages arrive at all. */
export function EventsCard({ events }: Pick<PaymentHealth, 'events'>) {
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
              // biome-ignore lint/suspicious/noArrayIndexKey: only ever loaded as a whole.
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
