import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarX2, CircleCheck, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import { FoldCard } from '#web/components/fold-card.tsx'
import { isNotFound } from '#web/components/missing-page.tsx'
import { Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { paradeQuery, participantsQuery } from '#web/data/parades.ts'
import { doneActsQuery } from '#web/data/parades-check-in.ts'
import { waitingListQuery } from '#web/data/parades-waiting.ts'
import { HistoryCard } from '#web/history/history-card.tsx'
import { counted as countedWords } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { wholeTimes } from '#web/lib/whole-times.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { ActKind, DoneAct } from '#worker/check-in/check-in.contract.ts'
import { berlinDay, berlinTime, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { departureOf, takenOfExtra } from '#worker/domain/extras.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { isComingForEnrolment, isOpenForEnrolment } from '#worker/domain/parade.ts'
import {
  berlinMinute,
  clockTime,
  departureList,
  germanDayTime,
  lineUpWords,
} from '#worker/domain/times.ts'
import type {
  ParadeDetails as Details,
  Parade,
  Participation,
} from '#worker/parades/parades.contract.ts'
import { ParadeCashCard } from './parade-cash-card.tsx'
import { ParadeHead } from './parade-head.tsx'
import { ParadeMissing } from './parade-missing.tsx'
import { spokenName, timeOnDay } from './participant-words.ts'
import { BusLists } from './participants/bus-lists.tsx'
import { ParticipantsCard } from './participants/participants-card.tsx'
import { hasLimit, isOpen, WaitingListCard } from './waiting-list-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  prefetch(paradeQuery(id), participantsQuery(id))
  return { id, today: berlinDay(new Date()) }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function ParadeDetailsPage() {
  const opened = useLoaderData<typeof loader>()
  return <ParadeDetails key={opened.id} {...opened} />
}

function ParadeDetails({ id, today }: ReturnType<typeof loader>) {
  const parade = useQuery(paradeQuery(id))
  const participants = useQuery(participantsQuery(id))
  if (isNotFound(parade)) return <ParadeMissing />
  const known = parade.data ? counted(parade.data, participants.data) : null
  return (
    <Wrap>
      <PrintHead />
      <ParadeHead parade={known} today={today} />
      {known && known.cancelledAt !== null && <CancelledBand of={known} at={known.cancelledAt} />}
      <div className="grid gap-6 *:min-w-0">
        <QuerySection query={parade} waiting={<ParadeFactsSkeleton />} className="print:hidden">
          {() => known && <ParadeFacts parade={known} />}
        </QuerySection>
        <ParticipantsCard
          paradeId={id}
          participants={participants}
          paradeTitle={known?.title ?? null}
          paradeDay={known?.date ?? null}
          isCancelled={known !== null && known.cancelledAt !== null}
          takesCash={known?.takesCash !== false}
        />
        {known && hasLimit(known) && <WaitingListCard paradeId={id} />}
        {known && participants.data && (
          <>
            <BusLists parade={known} participants={participants.data} />
            <ParadeCashCard parade={known} participants={participants.data} />
          </>
        )}
        {known && <DayLog paradeId={id} paradeDay={known.date} />}
        <HistoryCard scope={{ entity: 'parade', entityId: id }} title="Verlauf" />
      </div>
    </Wrap>
  )
}

/** The parade with counts from the list of participants, since every action updates that list. */
function counted(parade: Details, participants: readonly Participation[] | undefined): Details {
  if (!participants) return parade
  return {
    ...parade,
    registrationCount: participants.length,
    participationCount: participants.filter((row) => row.participationConfirmed).length,
  }
}

/** „50, noch 7 frei“; a dash without a limit. */
function placesWords({ capacity, takenCount }: Pick<Parade, 'capacity' | 'takenCount'>): string {
  if (capacity === null) return ''
  const free = capacity - takenCount
  if (free < 0) return `${capacity}, ${-free} darüber`
  return free === 0 ? `${capacity}, ausgebucht` : `${capacity}, noch ${free} frei`
}

/** Places that are reserved or offered: they are taken, but not enrolled yet. */
function heldWords({ capacity, takenCount, registrationCount }: Details): string {
  const held = takenCount - registrationCount
  return capacity !== null && held > 0 ? `${held} gehalten` : ''
}

/** How many orders are on the waiting list; leads down to it. */
function WaitingLink({ paradeId }: { paradeId: number }) {
  const { data } = useQuery(waitingListQuery(paradeId))
  const entries = data?.filter(isOpen).length ?? 0
  if (entries === 0) return data ? 'Niemand' : '…'
  return <a href="#waiting-list">{countedWords(entries, 'Anmeldung', 'Anmeldungen')}</a>
}

/** The parade's own age rules, „ab 6 Jahren, Begleitung unter 16“; '' where those of the guild apply. */
function ageWords({ minAge, guardianBelow }: Pick<Parade, 'minAge' | 'guardianBelow'>): string {
  return [
    minAge !== null && (minAge === 0 ? 'kein Mindestalter' : `ab ${minAge} Jahren`),
    guardianBelow !== null &&
      (guardianBelow === 0 ? 'keine Begleitung nötig' : `Begleitung unter ${guardianBelow}`),
  ]
    .filter(Boolean)
    .join(', ')
}

function ParadeFacts({ parade }: { parade: Details }) {
  return (
    <FactsCard aria-label="Daten des Umzugs" className="print:hidden">
      <FactBox title="Umzug">
        <Facts>
          <Fact label="Datum">{germanDateWithWeekday(parade.date)}</Fact>
          <Fact label="Abfahrt">{wholeTimes(departureList(parade.departures))}</Fact>
          <Fact label="Beginn">{clockTime(parade.timeStart)}</Fact>
          <Fact label="Aufstellung">{lineUpWords(parade)}</Fact>
          <Fact label="Gastgeber">{parade.host}</Fact>
          <Fact label="Ort">{[parade.hostPlz, parade.hostTown].filter(Boolean).join(' ')}</Fact>
          <Fact label="Umzugsnummer">{parade.paradeNumber}</Fact>
          <Fact label="Kinderumzug">{parade.isChildParade ? 'Ja' : 'Nein'}</Fact>
          <Fact label="Kommentar">
            {parade.comment && <span className="whitespace-pre-line">{parade.comment}</span>}
          </Fact>
        </Facts>
      </FactBox>
      <FactBox title="Anmeldung">
        <Facts>
          <Fact label="Zeitraum">
            {germanDayTime(parade.dateEnrolmentStart, parade.timeEnrolmentStart)} –{' '}
            {germanDayTime(parade.dateEnrolmentEnd, parade.timeEnrolmentEnd)}
            <EnrolmentState parade={parade} />
          </Fact>
          <Fact label="Preis Erwachsene">{germanEuro(parade.priceForAdultsInCent)}</Fact>
          <Fact label="Preis Kinder">{germanEuro(parade.priceForChildrenInCent)}</Fact>
          <Fact label="Plätze">
            {[placesWords(parade), heldWords(parade)].filter(Boolean).join(', ')}
          </Fact>
          {hasLimit(parade) && (
            <Fact label="Warteliste">
              <WaitingLink paradeId={parade.id} />
            </Fact>
          )}
          {ageWords(parade) && <Fact label="Alter">{ageWords(parade)}</Fact>}
          {parade.extras.length > 0 && (
            <Fact label="Zusätze">
              <ExtraList parade={parade} />
            </Fact>
          )}
          <Fact label="Anmeldungen">{String(parade.registrationCount)}</Fact>
          <Fact label="Bestätigt">{String(parade.participationCount)}</Fact>
        </Facts>
      </FactBox>
    </FactsCard>
  )
}

/** Each extra with its departure, its prices and how many are taken. */
function ExtraList({ parade: { extras, extraCounts } }: { parade: Details }) {
  return (
    <ul className="grid gap-1.5">
      {extras.map((extra) => {
        const taken = takenOfExtra(extra.id, extraCounts)
        const places = placesWords({ ...extra, takenCount: taken })
        const prices = [extra.priceForAdultsInCent, extra.priceForChildrenInCent].map(germanEuro)
        return (
          <li key={extra.id}>
            <b className="font-semibold">{extra.title}</b>
            {`, ${[departureOf(extra), [...new Set(prices)].join(' / ')].filter(Boolean).join(', ')}`}
            <span className="block text-muted-foreground">
              {[`${taken} gebucht`, places && `Plätze: ${places}`].filter(Boolean).join(' · ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Whether enrolment is open, as icon and word. */
function EnrolmentState({ parade }: { parade: Parade }) {
  const now = berlinMinute(new Date())
  const isCancelled = parade.cancelledAt !== null
  const [Icon, words, look] =
    !isCancelled && isOpenForEnrolment(parade, now)
      ? [CircleCheck, 'Jetzt offen', 'text-success-soft-foreground']
      : !isCancelled && isComingForEnrolment(parade, now)
        ? [CalendarClock, 'Noch nicht offen', 'text-muted-foreground']
        : [CircleMinus, 'Geschlossen', 'text-muted-foreground']
  return (
    <span className={`mt-0.5 flex items-center gap-1.5 font-semibold ${look}`}>
      <Icon />
      {words}
    </span>
  )
}

const waitingFacts = {
  Umzug: [
    'Datum',
    'Abfahrt',
    'Beginn',
    'Aufstellung',
    'Gastgeber',
    'Ort',
    'Umzugsnummer',
    'Kinderumzug',
    'Kommentar',
  ],
  Anmeldung: ['Zeitraum', 'Preis Erwachsene', 'Preis Kinder', 'Anmeldungen', 'Bestätigt'],
}

function ParadeFactsSkeleton() {
  return <FactsSkeleton boxes={waitingFacts} />
}

type CancelledBandProps = { of: Details; at: string }

/** Why, when and by whom the parade was cancelled, with a link to the refunds. */
function CancelledBand({ of: { id, cancelReason, cancelledBy }, at }: CancelledBandProps) {
  return (
    <Alert
      tone="info"
      icon={CalendarX2}
      title="Abgesagt"
      className="mb-6"
      action={
        <Button asChild>
          <Link to={paths.paradeRefunds(id)}>Gebühren erstatten</Link>
        </Button>
      }
    >
      {cancelReason && <p className="wrap-anywhere">{cancelReason}</p>}
      <p>{whenAndWho(new Date(at), cancelledBy)}</p>
    </Alert>
  )
}

function whenAndWho(at: Date, by: string | undefined): string {
  const when = `Am ${germanDateWithWeekday(berlinDay(at))} um ${berlinTime(at)} Uhr`
  return by ? `${when} von ${by}.` : `${when}.`
}

type DayLogProps = { paradeId: number; paradeDay: Day }

/** The log of confirmations and cash on the day. */
function DayLog(props: DayLogProps) {
  return <FoldCard title="Abgehakt und kassiert">{() => <Acts {...props} />}</FoldCard>
}

/** How many rows are shown at first and added by each click. */
const atOnce = 50

function Acts({ paradeId, paradeDay }: DayLogProps) {
  const acts = useQuery(doneActsQuery(paradeId))
  const [shown, setShown] = useState(atOnce)
  return (
    <QuerySection query={acts} waiting={<ActsSkeleton />}>
      {(all) =>
        all.length === 0 ? (
          <p className="text-muted-foreground">
            Noch nichts. Was am Umzugstag abgehakt und kassiert wird, steht dann zwölf Monate lang
            hier.
          </p>
        ) : (
          <>
            <ul>
              {all.slice(0, shown).map((act) => (
                <ActLine key={act.id} act={act} paradeDay={paradeDay} />
              ))}
            </ul>
            {all.length > shown && (
              <Button variant="ghost" size="sm" onClick={() => setShown(shown + atOnce)}>
                Weitere
              </Button>
            )}
          </>
        )
      }
    </QuerySection>
  )
}

const acted: Record<ActKind, string> = {
  confirm: 'Bestätigt',
  unconfirm: 'Bestätigung zurückgenommen',
  pay: 'Bar bezahlt',
  unpay: 'Bezahlung zurückgenommen',
  enter: 'Vor Ort eingetragen',
}

function ActLine({ act: { at, kind, by, about }, paradeDay }: { act: DoneAct; paradeDay: Day }) {
  const isMoney = kind === 'pay' || kind === 'unpay'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t py-2 first:border-t-0 md:grid-cols-[9rem_minmax(0,1fr)_12rem]">
      <time dateTime={at} className="text-muted-foreground tabular-nums">
        {timeOnDay(at, paradeDay)}
      </time>
      <span className="wrap-anywhere max-md:col-span-full max-md:row-start-2">
        {acted[kind]}
        {about ? `: ${spokenName(about.memberName)}` : ': nicht mehr eingetragen'}
        {isMoney && about && (
          <span className="whitespace-nowrap tabular-nums">
            {`, ${germanEuro(about.priceInCent)}`}
          </span>
        )}
      </span>
      <span className="wrap-anywhere text-muted-foreground max-md:text-right">{by}</span>
    </li>
  )
}

function ActsSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4">
        {['70%', '55%', '65%'].map((width) => (
          <Skeleton key={width} width={width} className="h-5" />
        ))}
      </div>
    </Loading>
  )
}
