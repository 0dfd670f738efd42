import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { AssemblyReport } from '#worker/assembly/assembly.contract.ts'
import type { FeesOfYear } from '#worker/domain/assembly-report.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { ComparedTable } from './compared-table.tsx'
import { headsOf } from './figures-cards.tsx'
import { signed } from './report-words.ts'

const lines: readonly { of: keyof FeesOfYear; label: string; isRare?: true }[] = [
  { of: 'dueInCent', label: 'Soll' },
  { of: 'receivedInCent', label: 'Eingegangen' },
  { of: 'waivedInCent', label: 'Erlassen', isRare: true },
  { of: 'openInCent', label: 'Offen' },
  { of: 'creditInCent', label: 'Guthaben', isRare: true },
]

/** The fees, as the Kassenbericht has them: due = received + waived + open − credit. */
export function FeesCard({ report }: { report: AssemblyReport }) {
  const { year, before } = report
  const shown = lines.filter(({ of, isRare }) => !isRare || year.fees?.[of] || before.fees?.[of])
  return (
    <Card bleed className="print:break-inside-avoid">
      <CardHead
        id="fees"
        title="Beiträge"
        className="print:py-0"
        actions={
          <Link
            to={year.fees ? `${paths.feeReport}?year=${year.year}` : paths.feeReport}
            className="me-2 text-sm max-md:me-1 print:hidden"
          >
            Kassenbericht
          </Link>
        }
      />
      {(year.fees || before.fees) && (
        <ComparedTable
          heads={headsOf('Beiträge', report)}
          aria-labelledby="fees"
          rows={shown.map(({ of, label }) => ({
            label,
            year: inEuro(year.fees?.[of]),
            before: inEuro(before.fees?.[of]),
            difference:
              year.fees && before.fees ? signed(year.fees[of] - before.fees[of], germanEuro) : '–',
          }))}
        />
      )}
      <Note report={report} />
    </Card>
  )
}

const inEuro = (cents: number | undefined) => (cents === undefined ? '–' : germanEuro(cents))

/** What is not closed has no sums yet. */
function Note({ report: { year, before } }: { report: AssemblyReport }) {
  const open = [year, before].filter(({ fees }) => fees === null).map((one) => one.year)
  const [first, second] = open
  if (first === undefined) return null
  return (
    <p className="px-6 py-4 text-muted-foreground max-md:px-4 print:px-0 print:py-2">
      {second === undefined
        ? `${first} ist nicht festgeschrieben.`
        : `Weder ${second} noch ${first} ist festgeschrieben.`}
    </p>
  )
}
