import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AnchoredSection } from '#web/components/linked-part.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { enrolmentEveningQuery } from '#web/data/orders.ts'
import { germanCount } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths, refusedRequestsAnchor } from '#web/paths.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { berlinDay, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { Evening, RejectionCount } from '#worker/orders/orders.contract.ts'
import { BackgroundCard } from './background-card.tsx'
import { agoText, countByReason, refusalReasonOf, routeInWords } from './evening-words.ts'
import { Figures } from './figures.tsx'
import { MinutesCard } from './minutes-card.tsx'
import { NetworksCard } from './networks-card.tsx'
import { OpenPaymentsCard } from './open-payments-card.tsx'

const askedEveryMs = 5000

export function loader() {
  prefetch(enrolmentEveningQuery)
  return null
}

/** The enrolment of the evening, live. */
export function EveningPage() {
  const evening = useQuery({ ...enrolmentEveningQuery, refetchInterval: askedEveryMs })
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
          <AnchoredSection id={refusedRequestsAnchor}>
            <RejectedRequestsCard doors={evening.doors} at={evening.at} />
          </AnchoredSection>
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

/** The time of the last answer. Screen readers announce only an interruption, not each new time. */
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

/** The cards while loading. */
function EveningSkeleton() {
  return (
    <Loading>
      <div className="grid gap-6 *:min-w-0">
        <Card bleed>
          <CardBody className="pt-6">
            <Skeleton className="h-18 w-full" />
          </CardBody>
        </Card>
        <div className={twoColumns}>
          {['Anmeldungen je Minute', 'Was im Hintergrund läuft'].map((title) => (
            <Card bleed key={title}>
              <CardHead title={title} />
              <CardBody>
                <Skeleton className="h-44 w-full" />
              </CardBody>
            </Card>
          ))}
        </div>
      </div>
    </Loading>
  )
}

/** The main cards, with secondary ones beside them. */
const twoColumns = 'grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]'

/** Rejections by reason. */
function RefusalsCard({ minutes }: Pick<Evening, 'minutes'>) {
  const refusals = countByReason(minutes)
  const sum = refusals.reduce((before, { count }) => before + count, 0)
  return (
    <Card bleed aria-labelledby="refusals">
      <CardHead id="refusals" title="Abgelehnt" tally={sum} />
      {sum === 0 ? (
        <p className="border-t px-6 py-4 text-muted-foreground max-md:px-4">
          In den letzten 60 Minuten niemand.
        </p>
      ) : (
        <ul>
          {refusals.map(({ reason, count }) => (
            <li
              key={reason}
              className="flex items-baseline gap-4 border-t px-6 py-2.75 max-md:px-4"
            >
              <span className="min-w-0 flex-1">{reason}</span>
              <b className="font-semibold tabular-nums">{count}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Booked places for each parade that is open today. */
function ParadesCard({ parades }: Pick<Evening, 'parades'>) {
  return (
    <Card bleed aria-labelledby="per-parade">
      <CardHead id="per-parade" title="Je Umzug" />
      {parades.length === 0 ? (
        <p className="border-t px-6 py-4 text-muted-foreground max-md:px-4">
          Heute ist kein Umzug zur Anmeldung offen.
        </p>
      ) : (
        <ul>
          {parades.map(({ id, title, places }) => (
            <li key={id} className="flex items-baseline gap-4 border-t px-6 py-2.75 max-md:px-4">
              <Link
                to={paths.parade(id)}
                className="min-w-0 flex-1 text-inherit no-underline hover:underline max-md:-my-2.5 max-md:py-2.5"
              >
                {title}
              </Link>
              <b className="font-semibold tabular-nums">
                {places}
                <span className="sr-only"> angemeldet</span>
              </b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Rejected requests outside the enrolment: wrong passwords, invalid links, missing rights. */
function RejectedRequestsCard({ doors: routes, at }: Pick<Evening, 'doors' | 'at'>) {
  const doors = groupByText(routes)
  const sum = doors.reduce((before, { count }) => before + count, 0)
  return (
    <Card bleed aria-labelledby="doors">
      <CardHead id="doors" title="Abgelehnte Versuche" tally={germanCount(sum)} />
      <p className="border-t px-6 py-2.75 text-muted-foreground max-md:px-4">
        {doors.length === 0
          ? 'In den letzten 24 Stunden keine.'
          : 'In den letzten 24 Stunden. Ein paar sind normal.'}
      </p>
      {doors.length > 0 && (
        <ul>
          {doors.map((door) => (
            <li
              key={[door.route, door.code, door.network].join()}
              className="flex items-baseline gap-4 border-t px-6 py-2.75 max-md:px-4"
            >
              <span className="min-w-0 flex-1">
                {refusalReasonOf(door)}
                <span className="block text-muted-foreground text-sm">
                  {routeInWords(door)}
                  {door.network && `, Anschluss ${door.network}`}, zuletzt{' '}
                  {agoText(door.lastAt, at)}
                </span>
              </span>
              <b className="font-semibold tabular-nums">
                {door.count}
                <span className="sr-only"> Mal</span>
              </b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Routes with the same label are one line. */
function groupByText(routes: readonly RejectionCount[]): RejectionCount[] {
  const lines = Map.groupBy(routes, (door) =>
    [refusalReasonOf(door), routeInWords(door), door.network].join('\n'),
  )
  return [...lines.values()]
    .flatMap(([first, ...others]) => (first ? [others.reduce(addMinutes, first)] : []))
    .sort((a, b) => b.count - a.count)
}

const addMinutes = (sum: RejectionCount, one: RejectionCount): RejectionCount => ({
  ...sum,
  count: sum.count + one.count,
  lastAt: sum.lastAt > one.lastAt ? sum.lastAt : one.lastAt,
})
