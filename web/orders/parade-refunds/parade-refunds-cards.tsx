import type { Ref } from 'react'
import type { Reading } from '#web/lib/query.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { CashCard } from './cash-card.tsx'
import { FailedRefunds } from './failed-refunds.tsx'
import { PlacesCard } from './places-card.tsx'
import { ProgressCard } from './progress-card.tsx'
import { isAllBack, sorted } from './refund-progress.ts'
import type { Work } from './use-parade-refunds.ts'

type ParadeRefundsCardsProps = {
  refunds: ParadeRefunds
  work: Work
  progress: Ref<HTMLElement>
  /** null for those who may change nothing, and while the parade takes place. */
  acts: { goOn: () => Promise<void>; shown: Reading<ParadeRefunds> } | null
}

export function ParadeRefundsCards({ refunds, work, progress, acts }: ParadeRefundsCardsProps) {
  const places = sorted(refunds)
  const { online, cash, unpaid, failed } = places
  return (
    <div className="grid gap-6 *:min-w-0">
      <div role="status" className="empty:hidden">
        {refunds.parade.cancelledAt === null ? (
          <Alert tone="info" title="Dieser Umzug findet statt">
            Erstattet wird für alle erst, wenn er abgesagt ist.
          </Alert>
        ) : (
          isAllBack(places) &&
          refunds.openPaymentCount === 0 && (
            <Alert tone="ok" title="Alles erledigt">
              Für diesen Umzug ist alles Geld zurückgegeben.
            </Alert>
          )
        )}
      </div>
      <ProgressCard ref={progress} places={places} work={work} onGoOn={acts?.goOn ?? null} />
      {failed.length > 0 && <FailedRefunds failed={failed} />}
      {online.length > 0 && <PlacesCard id="online" title="Online bezahlt" places={online} />}
      {cash.length > 0 && <CashCard places={places} shown={acts?.shown ?? null} />}
      {online.length + cash.length === 0 && <NobodyPaid />}
      {refunds.openPaymentCount > 0 && (
        <p className="max-w-[62ch] text-muted-foreground">
          {openInWords(refunds.openPaymentCount)}
        </p>
      )}
      {unpaid.length > 0 && (
        <PlacesCard id="unpaid" title="Nicht bezahlt" places={unpaid}>
          Hier ist nichts zurückzugeben.
        </PlacesCard>
      )}
    </div>
  )
}

function openInWords(count: number): string {
  return count === 1
    ? 'Für eine Person wird gerade bezahlt.'
    : `Für ${count} Personen wird gerade bezahlt.`
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
