import { useQuery } from '@tanstack/react-query'
import {
  Link,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { firstClaimsQuery, runsQuery, yearsQuery } from '#web/data/billing.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { CloseYear } from './close-year.tsx'
import { CollectBand } from './collect-band.tsx'
import { feeColumns } from './fee-columns.tsx'
import { FeesGrid } from './fees-grid.tsx'
import { LateClaims } from './late-claims.tsx'
import { OverviewCard, sumsRowClass } from './overview-card.tsx'
import { Recompute } from './recompute.tsx'
import { RunsCard } from './runs-card.tsx'
import { UncollectedCard } from './uncollected-card.tsx'
import { type ShownFeeYear, useFeesOfYear } from './use-fees-of-year.ts'
import { YearSwitch, yearFromSearch } from './year-switch.tsx'

// Spec §9: fees use the current calendar year; other years are shown as they were closed.
export function loader({ request }: LoaderFunctionArgs) {
  const today = berlinDay(new Date())
  const currentYear = Number(today.slice(0, 4))
  const year = yearFromSearch(new URL(request.url).searchParams, currentYear)
  prefetch(yearsQuery, firstClaimsQuery(year), settingsQuery)
  if (year === currentYear) prefetch(runsQuery(year))
  return { today, year, currentYear }
}

/** Loads again when the year in the address changes, not for other changes of the search. */
export const shouldRevalidate: ShouldRevalidateFunction = (navigation) => {
  const yearIn = ({ searchParams }: URL) => searchParams.get('year')
  const isOther = yearIn(navigation.currentUrl) !== yearIn(navigation.nextUrl)
  return isOther || unlessOnlySearchChanged(navigation)
}

export function MembershipFeesPage() {
  const { today, year, currentYear } = useLoaderData<typeof loader>()
  const mayBook = can(useUser(), 'keepTreasury')
  const shown = useFeesOfYear(year, currentYear)
  const years = useQuery(yearsQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title={`Mitgliedsbeiträge ${year}`}
        lead="Wer wie viel zahlt, was da ist und was noch fehlt"
        back={{ to: `${paths.treasury}?year=${year}`, label: 'Kasse' }}
        actions={
          <YearSwitch
            year={year}
            currentYear={currentYear}
            years={(years.data ?? []).map((one) => one.year)}
          />
        }
      />
      {/* A new year remounts the page: input and ticks of one year do not apply to another. */}
      <div key={year} className="grid gap-6 *:min-w-0">
        <FeePages year={year} />
        <QuerySection query={shown} waiting={<FeesSkeleton today={today} />}>
          {(known) => <Year year={known} today={today} mayBook={mayBook} />}
        </QuerySection>
        <Runs shown={shown} year={year} isCurrent={year === currentYear} today={today} />
      </div>
    </Wrap>
  )
}

type YearProps = { year: ShownFeeYear; today: string; mayBook: boolean }

function Year({ year, today, mayBook }: YearProps) {
  const settings = useQuery(settingsQuery)
  if (year.rows.length === 0 && year.count === 0) return <NoFees year={year} />
  const hasList = year.rows.length > 0
  return (
    <>
      <OverviewCard year={year}>
        {!year.closed && <Closing year={year} mayBook={mayBook} />}
        {hasList && (
          <QuerySection query={settings} waiting={<div className="h-24 border-t" />}>
            {({ sepaLeadDays }) => (
              <CollectBand year={year} leadDays={sepaLeadDays} today={today} />
            )}
          </QuerySection>
        )}
      </OverviewCard>
      {/* Both may appear later than the rest, and push down only what stands below them. */}
      <LateClaims year={year} mayBook={mayBook} />
      <Recompute year={year} today={today} mayBook={mayBook} />
      {hasList && <FeesGrid year={year} today={today} mayBook={mayBook} />}
      {hasList && !year.closed && <UncollectedCard rows={year.rows} />}
    </>
  )
}

type ClosingProps = { year: ShownFeeYear; mayBook: boolean }

/** Says that the year is not closed, so its fees follow changes of members and fee table, and closes it. */
function Closing({ year, mayBook }: ClosingProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t px-6 py-4 max-md:px-4 print:hidden">
      <div className="min-w-0 flex-[1_1_18rem]">
        <p className="max-w-[62ch] text-muted-foreground">
          {year.year} ist noch nicht festgeschrieben: Die Beiträge folgen den Mitgliedern und der
          Beitragstabelle. Zahlungen lassen sich danach eintragen.
        </p>
      </div>
      {mayBook && (
        <CloseYear
          year={year}
          freeCount={year.figures.states.free}
          collectible={year.rows.length > 0 ? year.figures.collectible : undefined}
          variant="primary"
        />
      )}
    </div>
  )
}

type RunsProps = {
  shown: SectionQuery<ShownFeeYear>
  year: number
  isCurrent: boolean
  today: string
}

/** The SEPA files of a year; the current year also offers to adopt one made elsewhere. */
function Runs({ shown, year, isCurrent, today }: RunsProps) {
  const mayBook = can(useUser(), 'keepTreasury')
  const current = useQuery({ ...runsQuery(year), enabled: isCurrent })
  const others: SectionQuery<readonly FeeRunSummary[]> = { ...shown, data: shown.data?.runs }
  const collectible = shown.data?.figures.collectible
  const isThere = mayBook && collectible !== undefined && collectible.count > 0
  if (!isCurrent && !shown.data) return null
  return (
    <RunsCard
      runs={isCurrent ? current : others}
      year={year}
      today={today}
      mayBook={mayBook}
      adoptable={isThere ? collectible : null}
      returnedRuns={new Set(shown.data?.figures.returnedRuns)}
    />
  )
}

function FeePages({ year }: { year: number }) {
  const mayBook = can(useUser(), 'keepTreasury')
  return (
    <nav aria-label="Rund um die Beiträge" className="-mb-2 print:hidden">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {mayBook && (
          <li>
            <PageLink to={`${paths.feeStatement}?year=${year}`}>Kontoauszug einlesen</PageLink>
          </li>
        )}
        <li>
          <PageLink to={`${paths.feeLetters}?year=${year}`}>Schreiben an Zahler</PageLink>
        </li>
        <li>
          <PageLink to={`${paths.feeReport}?year=${year}`}>Beitragsabrechnung</PageLink>
        </li>
      </ul>
    </nav>
  )
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-9 items-center max-md:min-h-11">
      {children}
    </Link>
  )
}

function NoFees({ year: { year, isCurrent } }: { year: ShownFeeYear }) {
  return (
    <Card bleed>
      <Empty title={isCurrent ? 'Noch keine Beiträge' : `Keine Beiträge für ${year}`} level="h2">
        {isCurrent
          ? 'Sobald es aktive oder passive Mitglieder gibt, steht hier, wer was schuldet.'
          : 'Dieses Jahr ist nicht festgeschrieben. Was ein Jahr bringt, steht hier, sobald es das ist.'}
      </Empty>
    </Card>
  )
}

const skeletonSums = ['Summe', 'Bezahlt', 'Eingezogen', 'Noch nicht da']

function FeesSkeleton({ today }: { today: Day }) {
  const columns = feeColumns(today, can(useUser(), 'seeBankData'))
  return (
    <>
      <Loading>
        <Card bleed className={sumsRowClass}>
          {skeletonSums.map((title) => (
            <div key={title} className="px-6 pt-5 pb-4 max-md:px-4">
              <span className="text-muted-foreground text-sm">{title}</span>
              <Skeleton width="8rem" className="my-1.5 h-6" />
              <Skeleton width="60%" className="my-1.25" />
            </div>
          ))}
        </Card>
      </Loading>
      <Card bleed>
        <CardHead title="Alle Beiträge" />
        <TableSkeleton
          heads={columns.filter((one) => !one.hiddenAtFirst).map(({ header }) => header)}
        />
      </Card>
    </>
  )
}
