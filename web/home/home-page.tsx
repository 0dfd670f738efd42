import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Hammer } from 'lucide-react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { homeQuery } from '#web/data/home.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useOutbox } from '#web/parades/check-in/outbox/use-outbox.ts'
import { berlinDay, type Day, daysBetween, germanDate, weekdayName } from '#worker/domain/dates.ts'
import { nextSchmotziger } from '#worker/domain/season.ts'
import { Cockpit, CockpitSkeleton } from './cockpit.tsx'
import { KeptLists, KeptParades, WithoutNetwork } from './kept-lists.tsx'
import { PasskeyBanner } from './passkey-banner.tsx'
import { People } from './people.tsx'
import { Section } from './pieces.tsx'
import { SetupCard } from './setup-card.tsx'
import { type HomeTile, homeTiles } from './tiles.ts'

// Takes an argument: without one, React Router's types believe that it runs on a server.
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
  const checksIn = hasRole(user, 'helper', 'management')
  // No fault: in the street there is no line, and what is needed there is on the device.
  const isWithoutNetwork = checksIn && home.error?.type === 'NetworkError'
  const tiles = homeTiles.filter(({ roles }) => hasRole(user, ...roles))
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
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-x-14 gap-y-8 max-lg:grid-cols-1">
        <div className="grid grid-cols-1 gap-8">
          {isWithoutNetwork ? (
            <WithoutNetwork onRetry={() => void home.refetch()} busy={home.isFetching}>
              {home.data ? <Cockpit home={home.data} today={today} /> : <KeptParades />}
            </WithoutNetwork>
          ) : (
            <QuerySection
              query={home}
              waiting={<CockpitSkeleton isManagement={hasRole(user, 'management')} />}
            >
              {(data) => <Cockpit home={data} today={today} />}
            </QuerySection>
          )}
          {/* The device tells them late: what stands above does not jump. */}
          {checksIn && <KeptLists />}
        </div>
        <div className="grid grid-cols-1 gap-8">
          {tiles.length > 0 && <Ways tiles={tiles} />}
          {home.data && <People home={home.data} today={today} />}
        </div>
      </div>
      <p className="mt-10 flex gap-2.5 text-muted-foreground text-sm">
        <Hammer aria-hidden="true" className="mt-px" />
        <span>Hier entsteht die neue Verwaltungsdatenbank. Weitere Funktionen folgen.</span>
      </p>
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

function Ways({ tiles }: { tiles: readonly HomeTile[] }) {
  return (
    <Section title="Anmeldung">
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
