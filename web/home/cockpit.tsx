import {
  Award,
  ChevronRight,
  Flag,
  Landmark,
  ListChecks,
  type LucideIcon,
  Mail,
  ReceiptEuro,
  ShieldAlert,
  Undo2,
  UserCheck,
  Wrench,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import { cn } from '#web/lib/cn.ts'
import { useUser } from '#web/lib/session.ts'
import { paths, refusedRequestsAnchor } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { addDays, type Day, germanDate } from '#worker/domain/dates.ts'
import { isComingForEnrolment, isEnrolmentOver } from '#worker/domain/parade.ts'
import { can } from '#worker/domain/rights.ts'
import {
  berlinMinute,
  type ClockMinute,
  clockTime,
  germanDayTime,
  germanMoment,
  type Time,
} from '#worker/domain/times.ts'
import type {
  Home,
  HomeTask,
  ParadeToCome,
  ParadeToday,
  UpTo50,
} from '#worker/home/home.contract.ts'
import { ArrowLink, DayTongue, Section } from './pieces.tsx'

/** Today's parade, pending tasks and the next dates. */
export function Cockpit({ home, today }: { home: Home; today: Day }) {
  return (
    <>
      {home.today.map((one) => (
        <TodayCard key={one.parade.id} {...one} />
      ))}
      {home.tasks !== undefined && <Waiting home={home} />}
      <NextParades next={home.next} today={today} />
    </>
  )
}

type TodayCardProps = ParadeToday & { day?: string }

/** The card of today's parade, in red as the task of the day. */
export function TodayCard({ parade, registrations, confirmed, day = 'Heute' }: TodayCardProps) {
  const user = useUser()
  const takesPlace = parade.cancelledAt === null
  const titleId = `today-${parade.id}`
  return (
    <Card
      aria-labelledby={titleId}
      className="flex flex-wrap items-center gap-x-4.5 gap-y-4 py-5 pr-5 pl-5.5 max-md:p-4"
    >
      <DayTongue day={parade.date} tone={takesPlace ? 'red' : 'plain'} />
      <div className="wrap-anywhere min-w-0 flex-[1_1_11rem] hyphens-auto">
        <h2 id={titleId} className="text-xl">
          {day}: {parade.title}
          <CancelledBadge of={parade} />
        </h2>
        <p className="text-muted-foreground">{parade.host}</p>
        {takesPlace ? (
          <p className="text-muted-foreground">
            <Count of={registrations} /> angemeldet, <Count of={confirmed} /> abgehakt
          </p>
        ) : (
          <p className="text-muted-foreground">Der Umzug fällt aus. Es gibt nichts abzuhaken.</p>
        )}
      </div>
      {takesPlace && can(user, 'checkIn') && (
        <Button
          asChild
          variant="primary"
          size="lg"
          className="max-md:min-w-0 max-md:shrink max-md:basis-full"
        >
          <Link to={paths.checkIn(parade.id)}>
            <ListChecks aria-hidden="true" />
            Teilnahme abhaken
          </Link>
        </Button>
      )}
    </Card>
  )
}

function Count({ of }: { of: number }) {
  return <b className="font-semibold text-foreground tabular-nums">{of}</b>
}

type Todo = {
  icon: LucideIcon
  title: string
  text: string
  action: string
  to: string
  /** What the page does when it opens. */
  state?: unknown
}

/** What each task of an office asks, and where it is done. */
function todoOf(task: HomeTask): Todo {
  switch (task.kind) {
    case 'closeYear':
      return {
        icon: Landmark,
        title: `Beiträge ${task.year} festschreiben`,
        text: 'Das Jahr ist bald vorbei, und die Beiträge stehen noch nicht fest',
        action: 'Festschreiben',
        to: `${paths.treasury}?year=${task.year}#close`,
      }
    case 'makeFile':
      return {
        icon: Landmark,
        title: `SEPA-Datei ${task.year} erzeugen`,
        text: 'Das Jahr ist festgeschrieben, eingezogen ist noch nichts',
        action: 'Erzeugen',
        to: `${paths.treasury}?year=${task.year}#file`,
      }
    case 'announceDebit':
      return {
        icon: Mail,
        title: `Lastschrift zum ${germanDate(task.dueDate)} ankündigen`,
        text: `${counted(task.count, 'Zahler hat', 'Zahler haben')} noch keine Ankündigung`,
        action: 'Ankündigen',
        to: `${paths.feeLetters}?kind=notice`,
      }
    case 'submitFile':
      return {
        icon: Landmark,
        title: 'SEPA-Datei einreichen',
        text: `Fällig am ${germanDate(task.dueDate)}, aber noch nicht als eingereicht vermerkt`,
        action: 'Vermerken',
        to: `${paths.treasury}?year=${task.year}#credit`,
      }
    case 'treatReturns':
      return {
        icon: Undo2,
        title: `${counted(task.count, 'Rücklastschrift', 'Rücklastschriften')} bearbeiten`,
        text: `Beiträge ${task.year}: Das Geld ist zurückgegangen, und sie sind wieder offen`,
        action: 'Bearbeiten',
        to: `${paths.membershipFees}?year=${task.year}&filter.state=returned`,
      }
    case 'remind':
      return {
        icon: Mail,
        title: `An ${counted(task.count, 'offenen Beitrag', 'offene Beiträge')} erinnern`,
        text: 'Rechnung oder Mahnung ist älter als 30 Tage',
        action: 'Erinnern',
        to: `${paths.feeLetters}?kind=reminder&due=yes&from=treasury`,
        state: { asks: true },
      }
    case 'orderHonors':
      return {
        icon: Award,
        title: `${counted(task.count, 'Ehrung', 'Ehrungen')} bestellen`,
        text: `Generalversammlung am ${germanDate(task.date)}`,
        action: 'Bestellen',
        to: paths.assembly,
      }
    case 'prepareEnrolment':
      return {
        icon: Flag,
        title: `${task.parade.title} vorbereiten`,
        text: `Anmeldung ab ${germanDayTime(task.start, task.startTime)}, es fehlt ${task.lacks.map((part) => lacking[part]).join(' und ')}`,
        action: 'Eintragen',
        to: paths.paradeEdit(task.parade.id),
      }
  }
}

const lacking = { price: 'der Preis', departure: 'die Abfahrt' }

type WaitingProps = { home: Home }

/** The pending tasks of the user's offices, each with a link. */
function Waiting({ home }: WaitingProps) {
  const { unmatched = 0, ordersToClear = 0, health, doors, tasks = [] } = home
  const todos: Todo[] = [
    ...tasks.map(todoOf),
    ...(unmatched === 0
      ? []
      : [
          {
            icon: UserCheck,
            title: `${counted(unmatched, 'Person', 'Personen')} zuzuordnen`,
            text: 'Angemeldet, aber noch keinem Mitglied zugeordnet',
            action: 'Zuordnen',
            to: paths.enrolmentDataCleanup,
          },
        ]),
    ...(ordersToClear === 0
      ? []
      : [
          {
            icon: ReceiptEuro,
            title: `${counted(ordersToClear, 'Zahlung', 'Zahlungen')} zu klären`,
            text: 'Hier muss jemand entscheiden',
            action: 'Klären',
            to: paths.orders,
          },
        ]),
    ...(health === 'attention'
      ? [
          {
            icon: Wrench,
            title: 'Technik ansehen',
            text: 'Eine E-Mail oder eine nächtliche Aufgabe ist liegen geblieben',
            action: 'Ansehen',
            to: paths.paymentSetup,
          },
        ]
      : []),
    ...(doors === 'attention'
      ? [
          {
            icon: ShieldAlert,
            title: 'Abgelehnte Versuche ansehen',
            text: 'Jemand hat sehr oft ein falsches Passwort oder einen falschen Link probiert',
            action: 'Ansehen',
            to: `${paths.enrolmentEvening}#${refusedRequestsAnchor}`,
          },
        ]
      : []),
  ]
  if (todos.length === 0) {
    return (
      <Section title="Wartet auf Dich">
        <p className="py-3 text-muted-foreground">Es wartet nichts auf Dich.</p>
      </Section>
    )
  }
  return (
    <Section title="Wartet auf Dich" isCard>
      <ul>
        {todos.map(({ icon: Icon, title, text, action, to, state }) => (
          <li key={to} className="group/row @container border-t first:border-t-0">
            <Link to={to} state={state} className={rowLook}>
              <span className="grid h-11.5 w-10 flex-none @max-[15rem]:hidden place-items-center rounded-t-[0.3125rem] rounded-b-[1.25rem] bg-warning-soft pb-0.5 text-warning-soft-foreground">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <span className="wrap-break-word min-w-0 flex-[1_1_9rem] hyphens-auto">
                <b className="block font-semibold leading-[1.35]">{title}</b>
                <span className="block text-muted-foreground text-sm leading-[1.4]">{text}</span>
              </span>
              <span className="flex items-center gap-1 font-semibold text-link">
                <span className="max-md:sr-only">{action}</span>
                <ChevronRight aria-hidden="true" className="size-4" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const counted = (count: UpTo50, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const plainRow =
  'flex min-h-19 @max-[18rem]:flex-wrap items-center gap-4 py-2.5 pr-5 pl-5.5 max-md:gap-3 max-md:px-4'
const rowLook = cn(
  plainRow,
  'text-inherit no-underline hover:bg-accent md:group-first/row:rounded-t-xl md:group-last/row:rounded-b-xl',
)

function NextParades({ next, today }: { next: readonly ParadeToCome[]; today: Day }) {
  const mayLook = can(useUser(), 'read')
  return (
    <Section
      title="Nächste Umzüge"
      link={mayLook && <ArrowLink to={paths.parades}>Alle Umzüge</ArrowLink>}
      isCard={next.length > 0}
    >
      {next.length === 0 ? (
        <p className="py-3 text-muted-foreground">Es ist noch kein Umzug eingetragen.</p>
      ) : (
        <ul>
          {next.map((one) => (
            <li key={one.parade.id} className="group/row @container border-t first:border-t-0">
              {mayLook ? (
                <Link to={paths.parade(one.parade.id)} className={rowLook}>
                  <ParadeRow {...one} today={today} />
                  <ChevronRight
                    aria-hidden="true"
                    className="size-4 flex-none text-border-strong"
                  />
                </Link>
              ) : (
                <div className={plainRow}>
                  <ParadeRow {...one} today={today} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function ParadeRow({
  parade,
  registrations,
  today,
  ...enrolment
}: ParadeToCome & { today: Day }): ReactNode {
  const now = berlinMinute(new Date())
  const [label, value] = enrolmentWords(parade, enrolment, { today, now })
  return (
    <>
      <DayTongue day={parade.date} />
      <span className="min-w-0 flex-[1_1_9rem] wrap-anywhere hyphens-auto">
        <b className="block font-semibold leading-[1.35]">
          <span className="sr-only">{germanDate(parade.date)} </span>
          {parade.title}
          <CancelledBadge of={enrolment} />
        </b>
        <span className="block text-muted-foreground text-sm leading-[1.4]">{parade.host}</span>
        {label && (
          <span className="block text-muted-foreground text-sm leading-[1.4] md:hidden">
            {label} {value}
          </span>
        )}
      </span>
      <span className="text-right">
        <b className="block font-[650] font-display text-xl tabular-nums leading-[1.2]">
          {registrations}
        </b>{' '}
        <span className="block text-muted-foreground text-sm">angemeldet</span>
      </span>
      <span className="w-32 flex-none pl-2 max-md:hidden">
        {label && <span className="block text-muted-foreground text-sm">{label}</span>} {value}
      </span>
    </>
  )
}

type Enrolment = Omit<ParadeToCome, 'parade' | 'registrations'>

/** "Anmeldung noch", "43 Tage"; within a week with the hour: "Anmeldung öffnet", "Freitag, 20:00 Uhr". */
function enrolmentWords(
  { date, enrolmentStart, enrolmentStartTime }: ParadeToCome['parade'],
  { enrolmentEnd, enrolmentEndTime, daysLeft, cancelledAt }: Enrolment,
  { today, now }: { today: Day; now: ClockMinute },
): [string, string] {
  const hours = {
    date,
    dateEnrolmentStart: enrolmentStart,
    timeEnrolmentStart: enrolmentStartTime,
    dateEnrolmentEnd: enrolmentEnd,
    timeEnrolmentEnd: enrolmentEndTime,
  }
  if (cancelledAt !== null) return ['', '']
  if (isEnrolmentOver(hours, now)) return ['Anmeldung', 'ist vorbei']
  if (isComingForEnrolment(hours, now)) {
    const isSoon = enrolmentStartTime !== null && enrolmentStart < addDays(today, 7)
    return isSoon
      ? ['Anmeldung öffnet', momentSoon(enrolmentStart, enrolmentStartTime, today)]
      : ['Anmeldung ab', germanDate(enrolmentStart)]
  }
  if (enrolmentEndTime !== null && daysLeft <= 1) {
    return ['Anmeldung endet', momentSoon(enrolmentEnd, enrolmentEndTime, today)]
  }
  if (daysLeft === 0) return ['Anmeldung noch', 'heute']
  return ['Anmeldung noch', daysLeft === 1 ? '1 Tag' : `${daysLeft} Tage`]
}

/** "heute, 20:00 Uhr", "Freitag, 20:00 Uhr" */
const momentSoon = (day: Day, time: Time, today: Day) =>
  day === today ? `heute, ${clockTime(time)}` : germanMoment(day, time, today)

/** Shown while loading, as high as the usual content: one task and five parades. */
export function CockpitSkeleton({ hasTasks }: { hasTasks: boolean }) {
  const row = (key: number) => (
    <div key={key} className={cn(plainRow, 'border-t first:border-t-0')}>
      <Skeleton className="h-13 w-12 flex-none rounded-md" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-4" width="14rem" />
        <Skeleton className="h-3.5" width="9rem" />
      </span>
    </div>
  )
  return (
    <Loading className="grid gap-8">
      {hasTasks && (
        <div className="mb-8">
          <div className="mb-1 min-h-11" />
          <Card bleed>{row(0)}</Card>
        </div>
      )}
      <div>
        <div className="mb-1 min-h-11" />
        <Card bleed>{[1, 2, 3, 4, 5].map(row)}</Card>
      </div>
    </Loading>
  )
}
