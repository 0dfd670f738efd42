import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  ChevronRight,
  ClipboardList,
  Hammer,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Mail,
  ReceiptEuro,
  Ticket,
  UserCheck,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { homeQuery } from '#web/data/home.ts'
import { supportsPasskeys } from '#web/lib/passkeys.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { useOutbox } from '#web/parades/check-in/outbox/use-outbox.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Role } from '#worker/domain/codes.ts'
import {
  addDays,
  berlinDay,
  type Day,
  daysBetween,
  germanDate,
  weekdayName,
} from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { nextSchmotziger } from '#worker/domain/season.ts'
import type { Home } from '#worker/home/home.contract.ts'
import { Cockpit, CockpitSkeleton } from './cockpit.tsx'
import { KeptLists, KeptParades, WithoutNetwork } from './kept-lists.tsx'
import { Section } from './pieces.tsx'
import { SetupCard } from './setup-card.tsx'
import { Upcoming } from './upcoming.tsx'

// The argument is needed: without it, React Router's types assume a server loader.
export function loader(_: LoaderFunctionArgs) {
  prefetch(homeQuery)
  return null
}

export function HomePage() {
  const user = useUser()
  const { offset } = useOutbox()
  const today = berlinDay(new Date(Date.now() + offset))
  const home = useQuery(homeQuery)
  const { missing = [], skipped = [], passkey } = home.data ?? {}
  const checksIn = can(user, 'checkIn')
  // For users who check in, offline is no error: the check-in works from the device.
  const isWithoutNetwork = checksIn && home.error?.type === 'NetworkError'
  const tiles = homeTiles.filter(({ roles }) => roles.some((role) => user?.roles.includes(role)))
  return (
    <Wrap>
      <PageHead title="Übersicht" lead={leadOf(today)} />
      {passkey && <PasskeyBanner passkey={passkey} today={today} />}
      {missing.length > 0 && (
        <SetupCard
          missing={missing}
          skipped={skipped}
          withPasskeys={passkey?.isOffered !== false}
        />
      )}
      {/* With the answer a new element, so that what appears above it does not push it down. */}
      <div
        key={home.isPending ? 'pending' : 'known'}
        className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-x-14 gap-y-8 max-lg:grid-cols-1"
      >
        <div className="grid grid-cols-1 gap-8">
          {isWithoutNetwork ? (
            <WithoutNetwork onRetry={() => void home.refetch()} busy={home.isFetching}>
              {home.data ? <Cockpit home={home.data} today={today} /> : <KeptParades />}
            </WithoutNetwork>
          ) : (
            <QuerySection query={home} waiting={<CockpitSkeleton hasTasks={can(user, 'write')} />}>
              {(data) => <Cockpit home={data} today={today} />}
            </QuerySection>
          )}
          {/* The lists are read late from the device, so they stand at the end and shift nothing. */}
          {!home.isPending && checksIn && <KeptLists />}
        </div>
        {/* Shown with the answer, since the passkey banner and the day's card would move it down. */}
        {!home.isPending && (
          <div className="grid grid-cols-1 gap-8">
            {tiles.length > 0 && <TileLinks title="Anmeldung" tiles={tiles} />}
            {can(user, 'keepTreasury') && <TileLinks title="Kasse" tiles={treasuryTiles} />}
            {home.data && <Upcoming home={home.data} today={today} />}
          </div>
        )}
      </div>
      {!home.isPending && (
        <p className="mt-10 flex gap-2.5 text-muted-foreground text-sm">
          <Hammer aria-hidden="true" className="mt-px" />
          <span>Hier entsteht die neue Verwaltungsdatenbank. Weitere Funktionen folgen.</span>
        </p>
      )}
    </Wrap>
  )
}

/** "Samstag, 21.11.2026. Noch 75 Tage bis zum Schmotzigen Donnerstag." */
function leadOf(today: Day): string {
  const days = daysBetween(today, nextSchmotziger(today))
  const left =
    days === 0
      ? 'Heute ist Schmotziger Donnerstag.'
      : `Noch ${days === 1 ? '1 Tag' : `${days} Tage`} bis zum Schmotzigen Donnerstag.`
  return `${weekdayName(today)}, ${germanDate(today)}. ${left}`
}

function TileLinks({ title, tiles }: { title: string; tiles: readonly Tile[] }) {
  return (
    <Section title={title}>
      <ul>
        {tiles.map(({ to, isOutside = false, title, icon: Icon }) => (
          <li key={to} className="border-t first:border-t-0">
            <Link
              to={to}
              reloadDocument={isOutside}
              className="flex min-h-11.5 items-center gap-3 py-1.5 text-inherit leading-[1.35] no-underline hover:underline"
            >
              <Icon
                aria-hidden="true"
                className="size-5 flex-none text-secondary-soft-foreground"
              />
              <span className="wrap-anywhere min-w-0 flex-1 hyphens-auto">{title}</span>
              <ChevronRight aria-hidden="true" className="size-4 text-muted-foreground" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The day until which the banner is hidden on this device. */
export const bannerHiddenUntilKey = 'passkeyBannerAgainOn'
const daysLater = 7

type PasskeyBannerProps = { passkey: NonNullable<Home['passkey']>; today: Day }

/** Shown to the management without a passkey, because the password alone grants all rights. */
function PasskeyBanner({ passkey, today }: PasskeyBannerProps) {
  const [againOn, setAgainOn] = useState(() => readStored(bannerHiddenUntilKey) ?? '')
  if (!passkey.isMissing || !supportsPasskeys() || isPutOff(againOn, today)) return null
  const putOff = () => {
    const day = addDays(today, daysLater)
    writeStored(bannerHiddenUntilKey, day)
    setAgainOn(day)
  }
  return (
    <Alert tone="info" icon={KeyRound} title="Du hast noch keinen Passkey" className="mb-8">
      <p className="text-pretty">
        {passkeyReason(passkey.askedFrom, today)} Ein Passkey schützt Deinen Zugang auch dann, wenn
        jemand Dein Passwort kennt.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild size="sm">
          <Link to={paths.profile}>Zu „Mein Account“</Link>
        </Button>
        <Button size="sm" variant="ghost" onClick={putOff}>
          In einer Woche erinnern
        </Button>
      </div>
    </Alert>
  )
}

// Whether the banner is put off. A day beyond the maximum comes from a wrong clock and is ignored.
function isPutOff(againOn: string, today: Day): boolean {
  return againOn > today && againOn <= addDays(today, daysLater)
}

function passkeyReason(askedFrom: Day | null, today: Day): string {
  if (askedFrom === null) return 'Du darfst verwalten und meldest Dich nur mit dem Passwort an.'
  return askedFrom <= today
    ? 'Wer verwalten darf, braucht hier ab der nächsten Anmeldung einen.'
    : `Wer verwalten darf, braucht hier ab ${germanDate(askedFrom)} einen.`
}

type Tile = {
  to: string
  /** A document outside the app, which needs a plain link. */
  isOutside?: boolean
  title: string
  icon: LucideIcon
}
type HomeTile = Tile & { roles: Role[] }

/** Reminders are written all year round, also when none is a pending task. */
const treasuryTiles: readonly Tile[] = [
  {
    to: `${paths.feeLetters}?kind=reminder&from=treasury`,
    title: 'Mahnung schreiben',
    icon: Mail,
  },
]

/** The tiles with titles, targets and roles of Spec §2, Home; payments and evening are added. */
const homeTiles: readonly HomeTile[] = [
  {
    to: paths.paradeEnrolment,
    isOutside: true,
    title: 'Umzugsanmeldung',
    icon: Ticket,
    roles: ['management', 'parades'],
  },
  {
    to: paths.internalParadeEnrolment,
    title: 'Umzugsanmeldung (im Stall)',
    icon: Users,
    roles: ['management', 'parades'],
  },
  {
    to: paths.enrolmentDataCleanup,
    title: 'Datenkorrektur nach Anmeldung',
    icon: UserCheck,
    roles: ['management', 'parades'],
  },
  {
    to: paths.checkInToday,
    title: 'Umzugsteilnahme abhaken',
    icon: ListChecks,
    roles: ['helper', 'parades'],
  },
  {
    to: paths.enrolmentPerParades,
    title: 'Auswertung der Umzugsanmeldungen',
    icon: ClipboardList,
    roles: ['helper', 'management', 'parades'],
  },
  { to: paths.orders, title: 'Zahlungen', icon: ReceiptEuro, roles: ['management', 'treasurer'] },
  {
    to: paths.enrolmentEvening,
    title: 'Anmeldeabend',
    icon: Activity,
    roles: ['management', 'parades'],
  },
]
