import { useQuery } from '@tanstack/react-query'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { paradesOfYearQuery } from '#web/data/parades.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import {
  OpenCell,
  OpenHead,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'

type ParadesOfYearProps = {
  year: number
  today: Day
  /** Advice for an empty list. */
  hint: string
}

export function ParadesOfYear({ year, today, hint }: ParadesOfYearProps) {
  const parades = useQuery(paradesOfYearQuery(year))
  return (
    <QuerySection
      query={parades}
      waiting={<TableSkeleton heads={paradesTableHeads} />}
      className="m-6 max-md:m-4"
    >
      {(known) =>
        known.length > 0 ? (
          <ParadesTable parades={known} today={today} />
        ) : (
          <Empty title="In diesem Jahr gibt es noch keinen Umzug">{hint}</Empty>
        )
      }
    </QuerySection>
  )
}

const paradesTableHeads = ['Beschreibung', 'Gastgeber', 'Datum', 'Anmeldungen', 'Bestätigt']

type ParadesTableProps = { parades: readonly Parade[]; today: Day }

function ParadesTable({ parades, today }: ParadesTableProps) {
  const next = nextDay(parades, today)
  const [title, host, date, registrations, confirmed] = paradesTableHeads
  return (
    <Table stickyHead>
      <TableHead>
        <TableRow>
          <TableHeadCell>{title}</TableHeadCell>
          <TableHeadCell>{host}</TableHeadCell>
          <TableHeadCell>{date}</TableHeadCell>
          <TableHeadCell numeric>{registrations}</TableHeadCell>
          <TableHeadCell numeric>{confirmed}</TableHeadCell>
          <OpenHead />
        </TableRow>
      </TableHead>
      <TableBody>
        {parades.map((parade) => (
          <ParadeRow
            key={parade.id}
            parade={parade}
            mark={markOf(parade, today, next)}
            isToCome={parade.date > today}
          />
        ))}
      </TableBody>
    </Table>
  )
}

type Mark = 'Heute' | 'Nächster' | null

function markOf({ date, cancelledAt }: Parade, today: Day, next: Day | null): Mark {
  if (cancelledAt !== null) return null
  if (date === today) return 'Heute'
  return date === next ? 'Nächster' : null
}

/** The next day after today with a parade; null when the list shows another year. */
function nextDay(parades: readonly Parade[], today: Day): Day | null {
  const sameYear = parades.filter(({ date }) => date.slice(0, 4) === today.slice(0, 4))
  const coming = sameYear
    .filter(({ date, cancelledAt }) => date > today && cancelledAt === null)
    .map(({ date }) => date)
  return coming.toSorted()[0] ?? null
}

type ParadeRowProps = { parade: Parade; mark: Mark; isToCome: boolean }

// On phones the host follows the date, and there is one count: enrolments before the day,
// attendance from the day on.
function ParadeRow({ parade, mark, isToCome }: ParadeRowProps) {
  return (
    <TableRow opens>
      <TableCell at="first">
        <RowLink to={paths.parade(parade.id)}>{parade.title}</RowLink>
        <CancelledBadge of={parade} />
        {mark && (
          <Badge tone={mark === 'Heute' ? 'blue' : 'grey'} className="ms-2.5">
            {mark}
          </Badge>
        )}
      </TableCell>
      <TableCell at="nowhere">{parade.host}</TableCell>
      <TableCell at="second" className={cn('tabular-nums md:whitespace-nowrap', wholeLine)}>
        {germanDateWithWeekday(parade.date)}
        <span className="md:hidden"> · {parade.host}</span>
      </TableCell>
      <TableCell numeric at={isToCome ? 'right' : 'nowhere'} className={firstLine}>
        {parade.registrationCount}
        <span className="md:hidden"> angemeldet</span>
      </TableCell>
      <TableCell numeric at={isToCome ? 'nowhere' : 'right'} className={firstLine}>
        {parade.participationCount}
        <span className="md:hidden"> bestätigt</span>
      </TableCell>
      <OpenCell />
    </TableRow>
  )
}

const wholeLine = 'max-md:[grid-area:2/1/auto/span_2]'
const firstLine = 'max-md:[grid-area:1/2]'
