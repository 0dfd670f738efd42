import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import {
  RowTick,
  SelectionBar,
  type Ticks,
  useTicks,
} from '#web/components/data-table/selection.tsx'
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
import { isComingForEnrolment } from '#worker/domain/parade.ts'
import { ashWednesday } from '#worker/domain/retention.ts'
import { seasonToPrepare } from '#worker/domain/season.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { ManyParades } from './many-parades.tsx'

type ParadesOfYearProps = {
  year: number
  today: Day
  /** Advice for an empty list. */
  hint: string
  /** Whether parades can be ticked and changed together. */
  mayWrite: boolean
}

export function ParadesOfYear({ year, today, hint, mayWrite }: ParadesOfYearProps) {
  const parades = useQuery(paradesOfYearQuery(year))
  const season = seasonToPrepare(today)
  const isNow = year === Number(today.slice(0, 4))
  // The parades of next year until Ash Wednesday, with which the season goes on.
  const rest = useQuery({ ...paradesOfYearQuery(season), enabled: isNow && season > year })
  return (
    <QuerySection
      query={parades}
      waiting={<TableSkeleton heads={paradesTableHeads} />}
      className="m-6 max-md:m-4"
    >
      {(known) =>
        known.length + (rest.data?.length ?? 0) > 0 ? (
          <ParadesTable
            groups={
              isNow
                ? groupsOfNow(known, rest.data ?? [], season, today)
                : [{ title: '', rows: known }]
            }
            today={today}
            isNow={isNow}
            mayWrite={mayWrite}
          />
        ) : (
          <Empty title="In diesem Jahr gibt es noch keinen Umzug">{hint}</Empty>
        )
      }
    </QuerySection>
  )
}

export const paradesTableHeads = ['Beschreibung', 'Gastgeber', 'Datum', 'Anmeldungen', 'Bestätigt']

/** Parades under a heading; "" = none. */
type Group = { title: string; rows: readonly Parade[] }

/** First the coming parades of this year, then those of the season's next year, last the past ones. */
function groupsOfNow(
  ofYear: readonly Parade[],
  ofNextYear: readonly Parade[],
  season: number,
  today: Day,
): Group[] {
  const known = new Set(ofYear.map(({ id }) => id))
  const rest = ofNextYear.filter(({ id, date }) => !known.has(id) && date <= ashWednesday(season))
  const groups = [
    { title: 'Kommt noch', rows: ofYear.filter(({ date }) => date >= today) },
    { title: `${season}, bis Aschermittwoch`, rows: rest },
    { title: 'Vorbei', rows: ofYear.filter(({ date }) => date < today) },
  ].filter(({ rows }) => rows.length > 0)
  return groups.length === 1 ? groups.map(({ rows }) => ({ title: '', rows })) : groups
}

type ParadesTableProps = {
  groups: readonly Group[]
  today: Day
  /** Whether it is the current year. */
  isNow: boolean
  mayWrite: boolean
}

function ParadesTable({ groups, today, isNow, mayWrite }: ParadesTableProps) {
  const parades = useMemo(() => groups.flatMap(({ rows }) => rows), [groups])
  const ticks = useTicks(parades)
  const next = isNow ? nextDay(parades, today) : null
  const [title, host, date, registrations, confirmed] = paradesTableHeads
  return (
    <>
      {mayWrite && (
        <SelectionBar
          count={ticks.chosen.length}
          total={parades.length}
          onAll={ticks.all}
          onClear={ticks.clear}
          range={ticks.range}
        >
          <ManyParades parades={ticks.chosen} today={today} clear={ticks.clear} />
        </SelectionBar>
      )}
      <Table stickyHead>
        <TableHead>
          <TableRow>
            {mayWrite && (
              <TableHeadCell data-at="tick" className="w-12">
                <span className="sr-only">Auswahl</span>
              </TableHeadCell>
            )}
            <TableHeadCell>{title}</TableHeadCell>
            <TableHeadCell>{host}</TableHeadCell>
            <TableHeadCell>{date}</TableHeadCell>
            <TableHeadCell numeric>{registrations}</TableHeadCell>
            <TableHeadCell numeric>{confirmed}</TableHeadCell>
            <OpenHead />
          </TableRow>
        </TableHead>
        {groups.map((group) => (
          <TableBody key={group.title}>
            {group.title && (
              <TableRow>
                <TableHeadCell colSpan={7} scope="rowgroup">
                  {group.title}
                </TableHeadCell>
              </TableRow>
            )}
            {group.rows.map((parade) => (
              <ParadeRow
                key={parade.id}
                parade={parade}
                mark={markOf(parade, today, next)}
                isToCome={parade.date > today}
                ticks={mayWrite ? ticks : null}
              />
            ))}
          </TableBody>
        ))}
      </Table>
    </>
  )
}

type Mark = 'Heute' | 'Nächster' | null

function markOf({ date, cancelledAt }: Parade, today: Day, next: Day | null): Mark {
  if (cancelledAt !== null) return null
  if (date === today) return 'Heute'
  return date === next ? 'Nächster' : null
}

/** The next day after today with a parade. */
function nextDay(parades: readonly Parade[], today: Day): Day | null {
  const coming = parades
    .filter(({ date, cancelledAt }) => date > today && cancelledAt === null)
    .map(({ date }) => date)
  return coming.toSorted()[0] ?? null
}

type ParadeRowProps = {
  parade: Parade
  mark: Mark
  isToCome: boolean
  /** null where nothing can be ticked. */
  ticks: Ticks<Parade> | null
}

// On phones the host follows the date, and there is one count: enrolments before the day,
// attendance from the day on.
function ParadeRow({ parade, mark, isToCome, ticks }: ParadeRowProps) {
  return (
    <TableRow opens>
      {ticks && (
        <TableCell at="tick">
          <RowTick
            label={parade.title}
            checked={ticks.isTicked(parade)}
            onPress={(event) => ticks.press(parade, event)}
          />
        </TableCell>
      )}
      <TableCell at="first" className="hyphens-auto">
        <RowLink to={paths.parade(parade.id)}>{parade.title}</RowLink>
        <CancelledBadge of={parade} />{' '}
        {mark && (
          <Badge tone={mark === 'Heute' ? 'blue' : 'grey'} className="md:ms-1.5">
            {mark}
          </Badge>
        )}
        <Opening parade={parade} />
      </TableCell>
      <TableCell at="nowhere">{parade.host}</TableCell>
      <TableCell at="second" className={cn('tabular-nums md:whitespace-nowrap', wholeLine)}>
        {germanDateWithWeekday(parade.date)}
        <span className="md:hidden"> · {parade.host}</span>
      </TableCell>
      <TableCell numeric at={isToCome ? 'right' : 'nowhere'} className={firstLine}>
        {parade.registrationCount}
        {parade.capacity !== null && (
          <span className="text-muted-foreground"> von {parade.capacity}</span>
        )}
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

/** "Anmeldung ab Fr 27.11.2026, 20:00 Uhr" while the enrolment is still to begin. */
function Opening({ parade }: { parade: Parade }) {
  const { dateEnrolmentStart: day, timeEnrolmentStart: time } = parade
  const isComing = isComingForEnrolment(parade, berlinMinute(new Date()))
  if (!isComing || parade.cancelledAt !== null) return null
  return (
    <span className="block text-muted-foreground text-sm tabular-nums">
      Anmeldung ab {germanDateWithWeekday(day)}
      {time !== null && `, ${time} Uhr`}
    </span>
  )
}

const wholeLine = 'max-md:[grid-area:2/1/auto/span_2]'
const firstLine = 'max-md:[grid-area:1/2]'
