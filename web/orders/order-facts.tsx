import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import { mailtoLink } from '#worker/domain/text.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { instantWords, providerLabels } from './labels.ts'

/** Who pays, and how the money stands. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  return (
    <FactsCard aria-label="Daten der Zahlung">
      <FactBox title="Anmeldung">
        <Facts>
          {order.people.length > 1 ? (
            <Fact label="Personen">
              <ul>
                {order.people.map((person, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name.
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

export function OrderFactsSkeleton() {
  return <FactsSkeleton boxes={waitingFacts} />
}
