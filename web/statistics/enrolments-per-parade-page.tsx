import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { enrolmentsPerParadeQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import type { EnrolmentsOfParade } from '#worker/statistics/statistics.contract.ts'

export function loader() {
  prefetch(enrolmentsPerParadeQuery)
  return null
}

export function EnrolmentsPerParadePage() {
  const enrolments = useQuery(enrolmentsPerParadeQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Auswertung der Umzugsanmeldungen"
        lead="Wie viele zu den kommenden Umzügen angemeldet sind, und in welchem Kleid."
        actions={<PrintButton />}
      />
      <QuerySection query={enrolments} waiting={<EnrolmentsSkeleton className={columns} />}>
        {(parades) => (parades.length > 0 ? <Cards parades={parades} /> : <NothingAhead />)}
      </QuerySection>
    </Wrap>
  )
}

const columns =
  'grid items-start gap-6 max-md:gap-4 lg:grid-cols-2 print:grid-cols-2 print:gap-[8mm]'

function Cards({ parades }: { parades: readonly EnrolmentsOfParade[] }) {
  // The bars of all cards have the same scale, so that parades can be compared.
  const most = Math.max(0, ...parades.flatMap((one) => one.enrolments.map((row) => row.enrolments)))
  return (
    <>
      <Sum of={parades.filter(({ parade }) => parade.cancelledAt === null)} />
      <div className={columns}>
        {parades.map((one) => (
          <EnrolmentsCard key={one.parade.id} of={one} most={most} />
        ))}
      </div>
    </>
  )
}

/** The total of all upcoming parades; nothing for a single parade, whose card has its total. */
function Sum({ of: parades }: { of: readonly EnrolmentsOfParade[] }) {
  if (parades.length < 2) return null
  const sum = parades.reduce((count, { total }) => count + total, 0)
  return (
    <p className="mb-4 tabular-nums">
      Zusammen <b className="font-semibold">{sum}</b> {sum === 1 ? 'Anmeldung' : 'Anmeldungen'} zu{' '}
      {parades.length} Umzügen.
    </p>
  )
}

function NothingAhead() {
  return (
    <Card bleed>
      <Empty level="h2" title="Es steht kein Umzug an">
        Sobald ein kommender Umzug angelegt ist, steht hier, wie viele sich angemeldet haben.
      </Empty>
    </Card>
  )
}

type EnrolmentsCardProps = {
  of: EnrolmentsOfParade
  /** The number of enrolments for which a bar has its full length. */
  most: number
}

/** A parade with its total, and a bar for each costume type, the most frequent first. */
function EnrolmentsCard({ of: { parade, total, enrolments }, most }: EnrolmentsCardProps) {
  const titleId = useId()
  const rows = enrolments
    .filter((row) => row.enrolments > 0)
    .toSorted((a, b) => b.enrolments - a.enrolments)
  return (
    <Card bleed aria-labelledby={titleId} className={card}>
      <div className="flex items-start justify-between gap-6 max-md:gap-4">
        <div className="min-w-0">
          <h2 id={titleId} className="text-pretty">
            <ParadeTitle parade={parade} />
            <CancelledBadge of={parade} />
          </h2>
          <p className="mt-0.5 text-muted-foreground">
            <span className="whitespace-nowrap tabular-nums">
              {germanDateWithWeekday(parade.date)}
            </span>{' '}
            · {parade.host}
          </p>
        </div>
        <Total of={total} />
      </div>
      {rows.length > 0 && <Bars rows={rows} most={most} />}
    </Card>
  )
}

const card =
  'min-w-0 wrap-anywhere px-6 pt-5 pb-6 max-md:px-4 max-md:pb-5 print:mx-0 print:break-inside-avoid print:p-0'

/** The parade's title, linked to its page; plain text for helpers, who may not open the page. */
function ParadeTitle({ parade }: Pick<EnrolmentsOfParade, 'parade'>) {
  const maySee = can(useUser(), 'read')
  if (!maySee) return parade.title
  return (
    <Link to={paths.parade(parade.id)} className="text-inherit no-underline hover:underline">
      {parade.title}
    </Link>
  )
}

function Total({ of: total }: { of: number }) {
  return (
    <p className="flex-none text-right">
      <b className="block font-[680] font-display text-4xl tracking-[-0.015em] tabular-nums">
        {total}
      </b>{' '}
      <span className="text-muted-foreground text-sm">
        {total === 1 ? 'Anmeldung' : 'Anmeldungen'}
      </span>
    </p>
  )
}

type BarsProps = { rows: EnrolmentsOfParade['enrolments']; most: number }

function Bars({ rows, most }: BarsProps) {
  return (
    <table className="mt-2 w-full border-separate border-spacing-y-1.5">
      <caption className="sr-only">Anmeldungen je Kleidertyp</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Kleidertyp</th>
          <th scope="col">Anmeldungen</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ costumeType, enrolments }) => (
          <tr key={costumeType.id}>
            <th scope="row" className="w-2/5 pe-4 text-left font-normal md:w-1/3">
              <span className="block min-w-29 wrap-anywhere">{costumeType.name}</span>
            </th>
            <td>
              <span className="flex items-center gap-3">
                <span aria-hidden="true" className="block flex-1 rounded-full bg-muted">
                  <span
                    style={{ width: `${(enrolments / most) * 100}%` }}
                    className="block h-3 min-w-1 rounded-full bg-chart-1 [print-color-adjust:exact]"
                  />
                </span>
                <b className="min-w-8 text-right font-semibold tabular-nums">{enrolments}</b>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cards = [56, 40, 64, 48]
const bars = [88, 56, 36]

function EnrolmentsSkeleton({ className }: { className: string }) {
  return (
    <Loading>
      <div className={className}>
        {cards.map((width) => (
          <Card key={width} bleed className="px-6 pt-5 pb-6 max-md:px-4">
            <div className="flex items-start justify-between gap-6">
              <div className="grid flex-1 gap-3 pt-1.5">
                <Skeleton className="h-4" width={`${width}%`} />
                <Skeleton width={`${width + 16}%`} />
              </div>
              <Skeleton className="mt-1 h-8 w-14" />
            </div>
            <div className="mt-7 grid gap-5">
              {bars.map((bar) => (
                <Skeleton key={bar} width={`${bar}%`} />
              ))}
            </div>
          </Card>
        ))}
      </div>
    </Loading>
  )
}
