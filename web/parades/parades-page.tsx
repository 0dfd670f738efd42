import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  CalendarPlus,
  ChevronLeft,
  ChevronRight,
  ReceiptEuro,
  Search,
} from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { discardDraft, draftsQuery, paradesOfYearQuery, proposeDrafts } from '#web/data/parades.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { addDays, berlinDay, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { seasonToPrepare } from '#worker/domain/season.ts'
import type { ParadeDrafts as Drafts } from '#worker/parades/parades.contract.ts'
import { ParadesOfYear, paradesTableHeads } from './parades-of-year.tsx'

export function loader() {
  const today = berlinDay(new Date())
  const year = selectedYear(today)
  prefetch(paradesOfYearQuery(year))
  return { today, year }
}

/**
 * Whether what stands above the list and in it is known: buttons, proposals and both years of the season. They are
 * shown together, so that nothing is pushed down by what arrives later.
 */
function useIsKnown(today: Day, year: number, mayWrite: boolean): boolean {
  const thisYear = Number(today.slice(0, 4))
  const enabled = mayWrite || year === thisYear
  const ofYear = useQuery({ ...paradesOfYearQuery(thisYear), enabled })
  const ofSeason = useQuery({ ...paradesOfYearQuery(seasonToPrepare(today)), enabled })
  const drafts = useQuery({ ...draftsQuery, enabled: mayWrite })
  return !(ofYear.isLoading || ofSeason.isLoading || drafts.isLoading)
}

export function ParadesPage() {
  const { today, ...opened } = useLoaderData<typeof loader>()
  const [year, setYear] = useState(opened.year)
  const user = useUser()
  const mayWrite = can(user, 'keepParades')
  const isKnown = useIsKnown(today, opened.year, mayWrite)
  const show = (next: number) => {
    selectYear(next)
    setYear(next)
  }
  if (!isKnown) {
    return (
      <Wrap>
        <PageHead title="Umzüge" />
        <TableSkeleton heads={paradesTableHeads} />
      </Wrap>
    )
  }
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Umzüge"
        actions={
          <>
            {mayWrite && <EveningLink today={today} />}
            <PrintButton />
            <HostsLink />
            {!can(user, 'keepTreasury') && <PaymentsLink />}
            {mayWrite && <CreateLink />}
          </>
        }
      />
      {mayWrite && <ParadeDrafts />}
      <Card bleed>
        <YearSwitch year={year} onYear={show} />
        <ParadesOfYear
          key={year}
          year={year}
          today={today}
          mayWrite={mayWrite}
          hint={mayWrite ? 'Lege ihn an oder wähle ein anderes Jahr.' : 'Wähle ein anderes Jahr.'}
        />
      </Card>
    </Wrap>
  )
}

const daysBeforeOpening = 7
const daysAfterOpening = 3

/** A link to the enrolment evening, in the days around an opening of this season. */
function EveningLink({ today }: { today: Day }) {
  // The same queries as in `ParadesOfYear`, so nothing is loaded twice.
  const { data: ofYear = [] } = useQuery(paradesOfYearQuery(Number(today.slice(0, 4))))
  const { data: ofSeason = [] } = useQuery(paradesOfYearQuery(seasonToPrepare(today)))
  const from = addDays(today, -daysAfterOpening)
  const until = addDays(today, daysBeforeOpening)
  const opensNow = [...ofYear, ...ofSeason].some(
    ({ cancelledAt, dateEnrolmentStart: day }) =>
      cancelledAt === null && day >= from && day <= until,
  )
  if (!opensNow) return null
  return (
    <Button asChild>
      <Link to={paths.enrolmentEvening}>
        <Activity />
        Anmeldeabend
      </Link>
    </Button>
  )
}

function HostsLink() {
  return (
    <Button asChild>
      <Link to={paths.paradeHosts}>
        <Search />
        Gastgeber suchen
      </Link>
    </Button>
  )
}

/** A link to the payments; users with the right `keepTreasury` have it on the overview. */
function PaymentsLink() {
  return (
    <Button asChild>
      <Link to={paths.orders}>
        <ReceiptEuro />
        Zahlungen
      </Link>
    </Button>
  )
}

function CreateLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.paradeCreate}>+ Umzug Anlegen</Link>
    </Button>
  )
}

type YearSwitchProps = { year: number; onYear: (year: number) => void }

function YearSwitch({ year, onYear }: YearSwitchProps) {
  return (
    <div className="flex items-center gap-1 border-b py-3 pr-3 pl-4 max-md:justify-between max-md:pr-4 print:border-0">
      <Button
        size="icon"
        aria-label="Vorheriges Jahr"
        disabled={year <= firstYear}
        onClick={() => onYear(year - 1)}
      >
        <ChevronLeft />
      </Button>
      <h2 aria-live="polite" className="min-w-20 text-center tabular-nums">
        {year}
      </h2>
      <Button
        size="icon"
        aria-label="Nächstes Jahr"
        disabled={year >= lastYear}
        onClick={() => onYear(year + 1)}
      >
        <ChevronRight />
      </Button>
    </div>
  )
}

const yearKey = 'currently-selected-year'

const firstYear = 1900
const lastYear = 2099

/** The stored year, or the current one when none or an invalid one is stored. */
function selectedYear(today: Day): number {
  const stored = readStored(yearKey)?.trim() ?? ''
  const year = /^\d{4}$/.test(stored) ? Number(stored) : 0
  return year >= firstYear && year <= lastYear ? year : Number(today.slice(0, 4))
}

function selectYear(year: number): void {
  writeStored(yearKey, String(year))
}

/** The proposals for the coming season, and the button that creates proposals; empty without both. */
function ParadeDrafts() {
  const query = useQuery(draftsQuery)
  const { goal, markRemoved } = useRemovalFocus<HTMLDivElement>(query.data?.drafts)
  return (
    <div ref={goal} tabIndex={-1} className="outline-none print:hidden">
      <QuerySection query={query} waiting={null} className="mb-6">
        {({ season, drafts, proposable }) => (
          <>
            {drafts.length > 0 && (
              <Card bleed className="mb-6">
                <CardHead title={`Vorschläge für ${season}`} tally={drafts.length} />
                <ul>
                  {drafts.map((draft) => (
                    <Row key={draft.id} draft={draft} onDiscarded={() => markRemoved(draft.id)} />
                  ))}
                </ul>
              </Card>
            )}
            {proposable > 0 && <Propose />}
          </>
        )}
      </QuerySection>
    </div>
  )
}

type RowProps = { draft: Drafts['drafts'][number]; onDiscarded: () => void }

function Row({ draft, onDiscarded }: RowProps) {
  const mayDiscard = can(useUser(), 'manage')
  const { submit, isPending, failure } = useSubmit(discardDraft, () => {
    toast('Vorschlag verworfen')
    onDiscarded()
  })
  const name = <span className="sr-only">: {draft.title}</span>
  return (
    <li className="border-t px-6 py-2.5 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="wrap-anywhere font-semibold">{draft.title}</p>
          <p className="wrap-anywhere text-muted-foreground text-sm tabular-nums">
            {`${germanDateWithWeekday(draft.date)} · ${draft.host}`}
          </p>
        </div>
        <div className="flex gap-2">
          {mayDiscard && (
            <Button
              size="sm"
              variant="ghost"
              busy={isPending}
              onClick={() => void submit(draft.id)}
            >
              Verwerfen{name}
            </Button>
          )}
          <Button asChild size="sm">
            <Link to={paths.paradeOfDraft(draft.id)}>Anlegen{name}</Link>
          </Button>
        </div>
      </div>
      {failure && <Failure className="mt-2" failure={failure} />}
    </li>
  )
}

/** Shown while a parade of the last season is neither proposed nor entered for the next. */
function Propose() {
  const { submit, isPending, failure } = useSubmit(proposeDrafts, ({ season }) => {
    toast(`Vorschläge für ${season} stehen bereit`)
  })
  return (
    <div className="mb-6">
      {failure && <Failure className="mb-4" failure={failure} />}
      <Button className="max-md:w-full" busy={isPending} onClick={() => void submit()}>
        <CalendarPlus />
        Umzüge der letzten Saison übernehmen
      </Button>
    </div>
  )
}
