import { Link } from 'react-router'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { counted, germanCount } from '#web/lib/german-count.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { AssemblyReport, ReportYear } from '#worker/assembly/assembly.contract.ts'
import { type ComparedRow, ComparedTable, comparedHeads } from './compared-table.tsx'
import { signed, tenths } from './report-words.ts'

type ReportProps = { report: AssemblyReport }

/** The columns; of a year that runs it says so. */
export function headsOf(what: string, { year, before }: AssemblyReport) {
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
  const difference = signed(of(year) - of(before))
  return {
    label,
    year: germanCount(of(year)),
    before: germanCount(of(before)),
    difference,
    isResult,
  }
}

/** Who was there, who came and who went: start + came − went = end. */
export function MembersCard({ report }: ReportProps) {
  const { year, before } = report
  return (
    <Card bleed className="print:break-inside-avoid">
      <CardHead id="members" title="Mitglieder" className="print:py-0" />
      <ComparedTable
        heads={headsOf('Mitglieder', report)}
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

const inYears = (age: number | null) => (age === null ? '–' : tenths(age))

function ageDifference({ meanAge }: ReportYear, { meanAge: before }: ReportYear): string {
  if (meanAge === null || before === null) return '–'
  return signed(Math.round((meanAge - before) * 10) / 10, tenths)
}

/** What the figures leave out, and what is not known of former years. */
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

/** The parades, and how often members danced at them. */
export function ParadesCard({ report }: ReportProps) {
  return (
    <Card bleed className="print:break-inside-avoid">
      <CardHead id="parades" title="Umzüge" className="print:py-0" />
      <ComparedTable
        heads={headsOf('Umzüge', report)}
        aria-labelledby="parades"
        rows={[
          countRow(report, 'Umzüge', ({ parades }) => parades),
          countRow(report, 'Sprünge', ({ jumps }) => jumps),
        ]}
      />
    </Card>
  )
}

/** The first card before its figures are known. */
export function FiguresWaiting({ year }: { year: number }) {
  return (
    <Card bleed>
      <CardHead title="Mitglieder" />
      <TableSkeleton heads={comparedHeads(['', `${year}`, `${year - 1}`])} size="sm" />
    </Card>
  )
}
