import { CalendarPlus, Printer, Ticket } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Garland } from '#web/brand/felt-bands.tsx'
import { Amount } from '#web/enrolment/amount.tsx'
import { paidLater } from '#web/enrolment/chosen-parades.ts'
import { cn } from '#web/lib/cn.ts'
import { publicPaths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { MyOrder, MyPerson, MyPlace } from '#worker/enrolment/enrolment.contract.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { CodesBox } from './check-in-code.tsx'
import { Box, ExtraLines, ForgetOrder, OrderColumn, ParadeRow } from './order-parts.tsx'
import {
  acceptingWords,
  costumeWords,
  holdWords,
  isOffered,
  isUpcoming,
  joinNames,
  leavingConsequence,
  leavingWords,
  mailWords,
  type Outcome,
  type OutcomeInAddress,
  outcomeOf,
  payUrlOf,
  placesOf,
  placeWords,
  reviewWords,
  shortNames,
  stateWords,
  takesPart,
  waitingWords,
} from './order-words.ts'
import { PublicFrame } from './public-frame.tsx'

/** An order known to the browser, and its token. */
type KnownOrder = { order: MyOrder; token: string }

type ResultPageProps = {
  guild: PublicGuild
  /** null when the browser brings no token or the order does not exist. */
  known: KnownOrder | null
  asked: OutcomeInAddress
  now: Date
  /** Whether the guild sends confirmations at all. */
  sendsMail: boolean
  /** Why what was sent without scripts was not done. */
  refusal?: string
}

/** The page that the payment returns to, rendered by the worker only; its script is `result-script.ts`. */
export function ResultPage({ guild, known, asked, now, sendsMail, refusal }: ResultPageProps) {
  const outcome = outcomeOf(known?.order ?? null, asked, now)
  const isSuccess = outcome === 'success'
  return (
    <PublicFrame guild={guild}>
      <OrderColumn>
        <p className="hidden font-semibold print:block">{guild.name}</p>
        {refusal && (
          <Alert tone="error" title="Das hat nicht geklappt">
            <p>{refusal}</p>
          </Alert>
        )}
        <div
          data-outcome={outcome}
          data-token={known?.token}
          className="grid justify-items-center px-1 text-center print:justify-items-start print:text-left"
        >
          <Garland large bell={isSuccess} className="mb-5 w-68 max-w-[78%]" />
          <OutcomeText outcome={outcome} known={known} now={now} sendsMail={sendsMail} />
        </div>
        <NextStep
          outcome={outcome}
          payUrl={known && payUrlOf(known.order, now)}
          sendsMail={sendsMail}
        />
        {known && <Places order={known.order} outcome={outcome} />}
        {known && <CodesBox people={known.order.people} />}
        <ResultLinks outcome={outcome} known={known} now={now} />
        {known && <ForgetOrder>Dieses Gerät merkt sich die Anmeldung für einen Tag.</ForgetOrder>}
      </OrderColumn>
    </PublicFrame>
  )
}

const titles: Record<Exclude<Outcome, 'unknown'>, string> = {
  success: 'Anmeldung erfolgreich',
  pending: 'Zahlung noch offen',
  waiting: 'Du stehst auf der Warteliste',
  review: 'Deine Zahlung wird geprüft',
  failed: 'Anmeldung fehlgeschlagen',
  paradeCancelled: 'Anmeldung fehlgeschlagen',
  returned: 'Anmeldung fehlgeschlagen',
}

function titleOf(outcome: Exclude<Outcome, 'unknown'>, order: MyOrder | null, now: Date): string {
  const isOfList = outcome === 'failed' || (outcome === 'waiting' && order && isOffered(order))
  return order?.waiting && isOfList ? stateWords(order, now) : titles[outcome]
}

type WordsProps = { outcome: Outcome; known: KnownOrder | null; now: Date; sendsMail: boolean }

function OutcomeText({ outcome, known, now, sendsMail }: WordsProps) {
  const order = known?.order ?? null
  return (
    <>
      <h1 className="text-balance text-[2rem] max-md:text-[min(1.625rem,11vw)]">
        {outcome === 'unknown' ? whereToLook(sendsMail) : titleOf(outcome, order, now)}
      </h1>
      {outcome === 'success' ? (
        <>
          <p className="mt-2 font-[620] font-display text-xl text-primary dark:text-primary-soft-foreground">
            Viel Spaß an der Fasnet!
          </p>
          {known && (
            <MutedText>
              {mailWords(known.order)} <WrongAddress known={known} />
            </MutedText>
          )}
        </>
      ) : outcome === 'unknown' ? (
        <OrderNotHere sendsMail={sendsMail} />
      ) : (
        <MutedText>{sentenceOf(outcome, order, now)}</MutedText>
      )}
    </>
  )
}

/** A link for correcting a misspelt address; it follows the sentence that contains the address. */
function WrongAddress({ known: { order, token } }: { known: KnownOrder }) {
  if (!order.mayChangeAddress || order.mail === null || order.mail === 'skipped') return null
  return (
    <span className="print:hidden">
      Falsch geschrieben? <a href={publicPaths.myEnrolment(token)}>Ändern</a>
    </span>
  )
}

function whereToLook(sendsMail: boolean): string {
  return sendsMail ? 'Schau in Deine E-Mail' : 'Frag die Zunft'
}

/** Shown when the browser has no token of the order. */
function OrderNotHere({ sendsMail }: { sendsMail: boolean }) {
  return (
    <>
      <MutedText>
        {sendsMail
          ? 'Dieser Browser kennt Deine Anmeldung nicht. Hat alles geklappt, steht in der E-Mail, wofür Du angemeldet bist.'
          : 'Dieser Browser kennt Deine Anmeldung nicht. Die Zunft weiß, ob und wofür Du angemeldet bist.'}
      </MutedText>
      {sendsMail && (
        <MutedText>
          Kommt keine E-Mail? Lass Dir den Link zu Deiner Anmeldung schicken, oder wende Dich an die
          Zunft: <a href={publicPaths.imprint}>Kontakt</a>
        </MutedText>
      )}
    </>
  )
}

function sentenceOf(
  outcome: Exclude<Outcome, 'success' | 'unknown'>,
  order: MyOrder | null,
  now: Date,
) {
  switch (outcome) {
    case 'failed':
      if (order?.waiting) return 'Du bist nicht angemeldet, und zu bezahlen ist nichts.'
      return 'Die Zahlung ist fehlgeschlagen. Du wurdest nicht angemeldet.'
    case 'paradeCancelled':
      return 'Ein Umzug Deiner Anmeldung ist abgesagt. Deshalb wurdest Du nicht angemeldet. Hast Du schon bezahlt, bekommst Du das Geld zurück, meist in 5 Werktagen. Für andere Umzüge melde Dich bitte neu an.'
    case 'returned':
      return `Du bist nicht angemeldet. ${order ? stateWords(order, now) : 'Dein Geld geht zurück'}.`
    case 'review':
      return reviewWords
    case 'waiting':
      return order ? waitingWords(order, now) : null
    case 'pending':
      return order ? holdWords(order, now) : null
  }
}

function MutedText({ children }: { children: ReactNode }) {
  return (
    <p className="wrap-anywhere mt-3 max-w-[44ch] text-pretty text-[1.0625rem] text-muted-foreground">
      {children}
    </p>
  )
}

/** People, parades, costumes and prices; for a failed order, what was tried. */
function Places({ order, outcome }: { order: MyOrder; outcome: Outcome }) {
  const names = shortNames(order.people)
  return (
    <Box titleId="places" title={placesTitle(order, names, outcome)}>
      <ul>
        {byParade(order).map(({ parade, places }) => (
          <ParadeRow
            key={parade.id}
            parade={parade}
            price={germanEuro(sumOfPrices(places.map(({ place }) => place)))}
            isOver={outcome === 'success' && !places.some(({ place }) => takesPart(place))}
          >
            {places.map(({ place, index }) => (
              <Fragment key={place.id}>
                <p className="wrap-anywhere text-muted-foreground text-sm">
                  {order.people.length > 1 && `${names[index]}: `}
                  {costumeWords(place)}
                  {outcome === 'success' && asSentence(placeWords(place))}
                </p>
                <ExtraLines of={place} />
              </Fragment>
            ))}
          </ParadeRow>
        ))}
      </ul>
      <p className="mx-4.5 flex flex-wrap items-baseline justify-between gap-x-4 border-foreground border-t-2 pt-3.5 pb-4 font-semibold print:mx-0">
        <span>{sumLabel(order)}</span>
        <Amount cents={order.amountInCent} />
      </p>
    </Box>
  )
}

function sumLabel(order: MyOrder): string {
  if (order.state === 'waiting') return isOffered(order) ? 'Zu bezahlen' : paidLater
  return order.state === 'paid' && order.amountInCent > 0 ? 'Bezahlt' : 'Summe'
}

const asSentence = (words: string | null) => (words === null ? '' : `. ${words}`)

function placesTitle(order: MyOrder, names: readonly string[], outcome: Outcome): string {
  switch (outcome) {
    case 'unknown':
    case 'success': {
      const taking = names.filter((_, index) => order.people[index]?.places.some(takesPart))
      if (taking.length === 0) return 'Deine Anmeldung'
      return `${joinNames(taking)} ${taking.length === 1 ? 'ist' : 'sind'} dabei`
    }
    case 'waiting':
      return `${isOffered(order) ? 'Gehalten' : 'Auf der Warteliste'} für ${joinNames(names)}`
    case 'pending':
    case 'review':
      return `Vorgemerkt für ${joinNames(names)}`
    case 'failed':
    case 'paradeCancelled':
    case 'returned':
      return `Das war für ${joinNames(names)} gewählt`
  }
}

type PlaceOf = { place: MyPlace; index: number }

function byParade({ people }: MyOrder): { parade: MyPlace['parade']; places: PlaceOf[] }[] {
  const groups = new Map<number, { parade: MyPlace['parade']; places: PlaceOf[] }>()
  people.forEach((person: MyPerson, index) => {
    for (const place of person.places) {
      const group = groups.get(place.parade.id) ?? { parade: place.parade, places: [] }
      group.places.push({ place, index })
      groups.set(place.parade.id, group)
    }
  })
  return [...groups.values()].sort((a, b) => a.parade.date.localeCompare(b.parade.date))
}

type NextProps = { outcome: Outcome; payUrl: string | null; sendsMail: boolean }

/** The primary action: pay, find the order, or try again. */
function NextStep({ outcome, payUrl, sendsMail }: NextProps) {
  if (payUrl) {
    return (
      <ResultLink href={payUrl} isMain>
        Weiter bezahlen
      </ResultLink>
    )
  }
  if (outcome === 'success' || outcome === 'review' || outcome === 'waiting') return null
  if (outcome === 'unknown') {
    return sendsMail ? (
      <ResultLink href={publicPaths.myEnrolmentPage} isMain>
        Link zu Deiner Anmeldung
      </ResultLink>
    ) : (
      <ResultLink href={publicPaths.imprint} isMain>
        Kontakt
      </ResultLink>
    )
  }
  return (
    <ResultLink href={publicPaths.paradeEnrolment} isMain>
      Noch einmal versuchen
    </ResultLink>
  )
}

type WaysProps = { outcome: Outcome; known: KnownOrder | null; now: Date }

/** Links to other pages. */
function ResultLinks({ outcome, known, now }: WaysProps) {
  const isKept = ['success', 'pending', 'waiting', 'review'].includes(outcome)
  return (
    <div className="grid grid-cols-1 gap-3 print:hidden">
      {known && placesOf(known.order).some((place) => isUpcoming(place, now)) && (
        <ResultLink href={publicPaths.resultCalendar}>
          <CalendarPlus />
          Kalenderdatei herunterladen
        </ResultLink>
      )}
      {known && outcome === 'success' && (
        <Button size="lg" hidden data-print>
          <Printer />
          Drucken
        </Button>
      )}
      {known && isKept && (
        <ResultLink
          href={publicPaths.myEnrolment(known.token)}
          // There an offer is accepted; without scripts it is accepted here.
          isMain={outcome === 'waiting' && isOffered(known.order)}
          className={outcome === 'waiting' ? 'noscript:hidden' : ''}
        >
          <Ticket />
          Meine Anmeldung
        </ResultLink>
      )}
      {known && outcome === 'waiting' && <WaitingForm order={known.order} />}
      <a
        href={publicPaths.paradeEnrolment}
        className="grid min-h-12 place-items-center font-semibold no-underline hover:underline"
      >
        Weitere Anmeldung
      </a>
    </div>
  )
}

/** What "Meine Anmeldung" offers with scripts to an order on the waiting list. */
function WaitingForm({ order }: { order: MyOrder }) {
  return (
    <form
      method="post"
      action={publicPaths.paradeEnrolmentResult}
      className="hidden gap-3 noscript:grid"
    >
      {isOffered(order) && (
        <Button type="submit" name="step" value="accept" variant="primary" size="lg">
          {acceptingWords(order)}
        </Button>
      )}
      <Button type="submit" name="step" value="leave" variant="danger" size="lg">
        {leavingWords(order)}
      </Button>
      <p className="text-balance text-center text-muted-foreground text-sm">
        {leavingConsequence(order)}
      </p>
    </form>
  )
}

type WayProps = { href: string; isMain?: boolean; className?: string; children: ReactNode }

function ResultLink({ href, isMain, className, children }: WayProps) {
  return (
    <Button
      asChild
      variant={isMain ? 'primary' : 'outline'}
      size="lg"
      className={cn('wrap-anywhere', className)}
    >
      <a href={href}>{children}</a>
    </Button>
  )
}
