import { useQuery } from '@tanstack/react-query'
import { LinkedPart } from '#web/components/linked-part.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { eveningQuery } from '#web/data/orders-evening.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths, refusedDoorsPart } from '#web/paths.ts'
import { berlinDay, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { Evening } from '#worker/orders/orders.contract.ts'
import { BackgroundCard } from './background-card.tsx'
import { DoorsCard } from './doors-card.tsx'
import { EveningSkeleton } from './evening-skeleton.tsx'
import { Figures } from './figures.tsx'
import { MinutesCard } from './minutes-card.tsx'
import { NetworksCard } from './networks-card.tsx'
import { OpenPaymentsCard } from './open-payments-card.tsx'
import { ParadesCard } from './parades-card.tsx'
import { RefusalsCard } from './refusals-card.tsx'
import { twoColumns } from './two-columns.ts'

const askedEveryMs = 5000

export function loader() {
  prefetch(eveningQuery)
  return null
}

/** What happens at the public door, while it happens. */
export function EveningPage() {
  const evening = useQuery({ ...eveningQuery, refetchInterval: askedEveryMs })
  const { data, error } = evening
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.parades, label: 'Umzüge' }}
        title="Anmeldeabend"
        lead={
          data && `${germanDateWithWeekday(berlinDay(new Date(data.at)))}, die letzten 60 Minuten`
        }
        actions={data && <Live at={data.at} isCut={error !== null} />}
      />
      <QuerySection query={evening} waiting={<EveningSkeleton />} className="mb-6">
        {(known) => <Cards evening={known} />}
      </QuerySection>
    </Wrap>
  )
}

function Cards({ evening }: { evening: Evening }) {
  return (
    <div className="grid gap-6 *:min-w-0">
      <Figures evening={evening} />
      <div className={twoColumns}>
        <MinutesCard minutes={evening.minutes} />
        <BackgroundCard evening={evening} />
      </div>
      <div className={twoColumns}>
        <div className="grid gap-6 *:min-w-0">
          <OpenPaymentsCard open={evening.open} at={evening.at} />
          <NetworksCard evening={evening} />
        </div>
        <div className="grid content-start gap-6 *:min-w-0">
          <ParadesCard parades={evening.parades} />
          <RefusalsCard minutes={evening.minutes} />
          <LinkedPart id={refusedDoorsPart}>
            <DoorsCard doors={evening.doors} at={evening.at} />
          </LinkedPart>
        </div>
      </div>
    </div>
  )
}

const clock = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Only a cut is told: nobody wants to hear the time every five seconds. */
function Live({ at, isCut }: { at: string; isCut: boolean }) {
  return (
    <p className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={
          isCut
            ? 'size-2.5 rounded-full bg-warning'
            : 'size-2.5 rounded-full bg-success shadow-[0_0_0_3px_var(--success-soft)]'
        }
      />
      <b
        role="status"
        className={
          isCut
            ? 'font-semibold text-warning-soft-foreground'
            : 'font-semibold text-success-soft-foreground'
        }
      >
        {isCut ? 'Unterbrochen' : 'Läuft'}
      </b>
      <span className="text-muted-foreground tabular-nums">
        Stand {clock.format(new Date(at))} Uhr
      </span>
    </p>
  )
}
