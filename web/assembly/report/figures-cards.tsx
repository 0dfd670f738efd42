import { Fragment } from 'react'
import { Link } from 'react-router'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { cn } from '#web/lib/cn.ts'
import { counted, germanCount } from '#web/lib/german-count.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { AssemblyReport, ReportYear } from '#worker/assembly/assembly.contract.ts'
import { fullName } from '#worker/domain/names.ts'
import { formatOneDecimal, formatWithSign } from './report-words.ts'

type ReportProps = { report: AssemblyReport }

/** The column heads: `what`, and the two years; "bis heute" marks a year that has not ended. */
export function yearColumnHeads(what: string, { year, before }: AssemblyReport) {
  const name = ({ year: of, until }: ReportYear) =>
    until === `${of}-12-31` ? `${of}` : `${of} bis heute`
  return [what, name(year), name(before)] as const
}

function countRow(
  { year, before }: AssemblyReport,
  label: string,
  of: (year: ReportYear) => number,
  isResult = false,
): ComparedRow {
  const difference = formatWithSign(of(year) - of(before))
  return {
    label,
    year: germanCount(of(year)),
    before: germanCount(of(before)),
    difference,
    isResult,
  }
}

/** Members at the start and end of the year: start + joined − left = end. */
export function MembersCard({ report }: ReportProps) {
  const { year, before } = report
  return (
    <Card bleed className="print:break-inside-avoid">
      <CardHead id="members" title="Mitglieder" className="print:py-0" />
      <ComparedTable
        heads={yearColumnHeads('Mitglieder', report)}
        aria-labelledby="members"
        rows={[
          countRow(report, 'Am Anfang', ({ start }) => start),
          countRow(report, 'Eingetreten', ({ entries }) => entries),
          countRow(report, 'Wieder eingetreten', ({ reentries }) => reentries),
          countRow(report, 'Ausgetreten', ({ exits }) => exits),
          countRow(report, 'Verstorben', ({ deaths }) => deaths),
          countRow(report, 'Am Ende', ({ end }) => end, true),
          {
            label: 'Alter im Durchschnitt',
            year: inYears(year.meanAge),
            before: inYears(before.meanAge),
            difference: ageDifference(year, before),
          },
        ]}
      />
      <Notes report={report} />
    </Card>
  )
}

const inYears = (age: number | null) => (age === null ? '–' : formatOneDecimal(age))

function ageDifference({ meanAge }: ReportYear, { meanAge: before }: ReportYear): string {
  if (meanAge === null || before === null) return '–'
  return formatWithSign(Math.round((meanAge - before) * 10) / 10, formatOneDecimal)
}

/** Says which members the figures leave out, because a date of joining, of leaving or a birthday is missing. */
function Notes({ report: { year, today, withoutDates } }: ReportProps) {
  const { dateJoined, dateLeft } = withoutDates
  const { withoutBirthday } = year
  return (
    <div className="grid gap-1 px-6 py-4 text-muted-foreground max-md:px-4 print:px-0 print:py-2">
      <p>
        Heute sind {germanCount(today.active)} aktiv und {germanCount(today.passive)} passiv. Für
        frühere Tage ist das nicht bekannt.
      </p>
      {withoutBirthday > 0 && (
        <p>
          Im Altersdurchschnitt {withoutBirthday === 1 ? 'fehlt' : 'fehlen'}{' '}
          {counted(withoutBirthday, 'Mitglied', 'Mitglieder')} ohne Geburtsdatum.
        </p>
      )}
      {dateJoined > 0 && (
        <p>
          {counted(dateJoined, 'Mitglied', 'Mitglieder')} ohne Eintrittsdatum{' '}
          {dateJoined === 1 ? 'steht' : 'stehen'} in keinem Jahr.{' '}
          <Link to={paths.upcomingHonors} className="print:hidden">
            Wer das ist
          </Link>
        </p>
      )}
      {dateLeft > 0 && (
        <p>
          {counted(dateLeft, 'früheres Mitglied', 'frühere Mitglieder')} ohne Austrittsdatum{' '}
          {dateLeft === 1 ? 'steht' : 'stehen'} in keinem Jahr.
        </p>
      )}
    </div>
  )
}

/** The parades and the participations of members. */
export function ParadesCard({ report }: ReportProps) {
  return (
    <Card bleed className="print:break-inside-avoid">
      <CardHead id="parades" title="Umzüge" className="print:py-0" />
      <ComparedTable
        heads={yearColumnHeads('Umzüge', report)}
        aria-labelledby="parades"
        rows={[
          countRow(report, 'Umzüge', ({ parades }) => parades),
          countRow(report, 'Sprünge', ({ jumps }) => jumps),
        ]}
      />
    </Card>
  )
}

/** The card "Mitglieder" without figures, while the report loads. */
export function FiguresWaiting({ year }: { year: number }) {
  return (
    <Card bleed>
      <CardHead title="Mitglieder" />
      <TableSkeleton heads={comparedHeads(['', `${year}`, `${year - 1}`])} size="sm" />
    </Card>
  )
}

type ComparedRow = {
  /** The React key, for rows whose labels are equal; by default the label. */
  id?: string
  label: string
  year: string
  before: string
  difference: string
  /** A sum of the rows above. */
  isResult?: boolean
}

type ComparedTableProps = {
  /** The subject of the rows, and the two years. */
  heads: readonly [what: string, year: string, before: string]
  rows: readonly ComparedRow[]
  'aria-labelledby': string
}

/** The headings of a table that compares two years. */
const comparedHeads = (heads: ComparedTableProps['heads']) => [...heads, 'Unterschied']

/** A table that compares a year with the year before; all tables of the report have equal column widths. */
export function ComparedTable({ heads, rows, ...rest }: ComparedTableProps) {
  const [, , beforeHead] = heads
  return (
    <Table size="sm" className="print:[&_:is(th,td)]:py-[0.35mm]!" {...rest}>
      <TableHead>
        <TableRow>
          {comparedHeads(heads).map((head, column) => (
            <TableHeadCell
              key={head}
              numeric={column > 0}
              style={{ width: column > 0 ? '18%' : undefined }}
            >
              {/* Only for screen readers: on the screen the card's heading names the subject. */}
              {column > 0 ? head : <span className="sr-only">{head}</span>}
            </TableHeadCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ id, label, year, before, difference, isResult = false }) => (
          <TableRow key={id ?? label}>
            <TableCell at="first" className={cn(isResult && 'font-semibold')}>
              {label}
            </TableCell>
            <TableCell numeric at="rightTop" className={cn(isResult && 'font-semibold')}>
              {year}
            </TableCell>
            <TableCell numeric at="second" className={cn(isResult && 'md:font-semibold')}>
              <span className="md:hidden print:hidden">{beforeHead}: </span>
              {before}
            </TableCell>
            <TableCell numeric at="rightBottom" className="text-muted-foreground">
              {difference}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

type Active = AssemblyReport['mostActive']

const heads = [
  { title: 'Platz', width: '12%' },
  { title: 'Sprünge', width: '14%', numeric: true },
  { title: 'Mitglied' },
]

/** The ten members with the most Sprünge in the year; equal numbers share a place. */
export function ActiveCard({ report: { mostActive } }: { report: AssemblyReport }) {
  if (mostActive.length === 0) return null
  return (
    <Card bleed>
      <CardHead id="active" title="Die Aktivsten" className="print:py-0" />
      <Table
        size="sm"
        aria-labelledby="active"
        className="print:[&_:is(th,td)]:py-[0.35mm]! print:[&_td]:text-[8pt]! print:[&_td]:leading-[1.3]!"
      >
        <TableHead>
          <TableRow>
            {heads.map(({ title, width, numeric = false }) => (
              <TableHeadCell key={title} numeric={numeric} style={{ width }}>
                {title}
              </TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {placesOf(mostActive).map(({ place, jumps, members }) => (
            <TableRow key={jumps}>
              <TableCell at="second" className="tabular-nums">
                <span className="md:hidden print:hidden">Platz </span>
                {place}
              </TableCell>
              <TableCell numeric at="right">
                {germanCount(jumps)}
                <span className="md:hidden print:hidden">
                  {jumps === 1 ? ' Sprung' : ' Sprünge'}
                </span>
              </TableCell>
              <TableCell at="first" className="md:py-2">
                {members.map((member, index) => (
                  <Fragment key={member.id}>
                    {index > 0 && ', '}
                    <Link to={paths.member(member.id)}>{fullName(member)}</Link>
                  </Fragment>
                ))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

/** The members by place; equal numbers of Sprünge share a place, and the places after it are left out: 1, 2, 2, 4. */
function placesOf(active: Active) {
  return [...Map.groupBy(active, ({ jumps }) => jumps)].map(([jumps, rows]) => ({
    place: active.findIndex((row) => row.jumps === jumps) + 1,
    jumps,
    members: rows.map(({ member }) => member),
  }))
}
