import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { ParadeRefundRow, ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { FailedRefunds } from './failed-refunds.tsx'
import { ProgressCard } from './progress-card.tsx'
import { RefundPlacesTable } from './refund-places-table.tsx'
import { sorted, sumOf } from './refund-progress.ts'
import type { Work } from './use-parade-refunds.ts'

type ParadeRefundsCardsProps = {
  refunds: ParadeRefunds
  work: Work
  /** null for those who may change nothing. */
  onGoOn: ((cancelPlaces: boolean) => Promise<void>) | null
}

export function ParadeRefundsCards({ refunds, work, onGoOn }: ParadeRefundsCardsProps) {
  const places = sorted(refunds)
  const { online, cash, failed } = places
  return (
    <div className="grid gap-6 *:min-w-0">
      <ProgressCard places={places} work={work} onGoOn={onGoOn} />
      {failed.length > 0 && <FailedRefunds failed={failed} />}
      {online.length > 0 && <PlacesCard id="online" title="Online bezahlt" places={online} />}
      {cash.length > 0 && (
        <PlacesCard id="cash" title="In bar bezahlt" places={cash}>
          Gib dieses Geld von Hand zurück.
        </PlacesCard>
      )}
      {online.length + cash.length === 0 && <NobodyPaid />}
      {refunds.openPaymentCount > 0 && (
        <p className="max-w-[62ch] text-muted-foreground">
          {openInWords(refunds.openPaymentCount)}
        </p>
      )}
      {refunds.unpaidCount > 0 && (
        <p className="max-w-[62ch] text-muted-foreground">{unpaidInWords(refunds.unpaidCount)}</p>
      )}
    </div>
  )
}

function openInWords(count: number): string {
  return count === 1
    ? 'Eine Person ist gerade dabei zu bezahlen.'
    : `${count} Personen sind gerade dabei zu bezahlen.`
}

type PlacesCardProps = {
  id: string
  title: string
  places: readonly ParadeRefundRow[]
  children?: string
}

function PlacesCard({ id, title, places, children }: PlacesCardProps) {
  return (
    <Card bleed>
      <CardHead id={id} title={title} tally={`${places.length} · ${germanEuro(sumOf(places))}`} />
      {children && (
        <p className="max-w-[62ch] px-6 pb-3 text-muted-foreground max-md:px-4 print:px-0">
          {children}
        </p>
      )}
      <RefundPlacesTable labelledBy={id} places={places} />
    </Card>
  )
}

function NobodyPaid() {
  return (
    <Card bleed>
      <Empty level="h2" title="Nichts zu erstatten">
        Für diesen Umzug hat niemand bezahlt.
      </Empty>
    </Card>
  )
}

function unpaidInWords(count: number): string {
  return count === 1
    ? 'Dazu kommt 1 Anmeldung ohne Bezahlung: Sag nur Bescheid.'
    : `Dazu kommen ${count} Anmeldungen ohne Bezahlung: Sag nur Bescheid.`
}
