import { useHonorLabels } from '#web/data/guild.ts'
import { germanCount } from '#web/lib/german-count.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { AssemblyReport } from '#worker/assembly/assembly.contract.ts'
import { ComparedTable } from './compared-table.tsx'
import { headsOf } from './figures-cards.tsx'
import { signed } from './report-words.ts'

/** What was given, by kind, as the guild names it. */
export function HonorsCard({ report }: { report: AssemblyReport }) {
  const labels = useHonorLabels()
  const { year, before, honors } = report
  const row = (label: string, count: number, countBefore: number) => ({
    label,
    year: germanCount(count),
    before: germanCount(countBefore),
    difference: signed(count - countBefore),
  })
  return (
    <Card bleed>
      <CardHead id="honors" title="Ehrungen" className="print:py-0" />
      {honors.length > 0 ? (
        <ComparedTable
          heads={headsOf('Ehrung', report)}
          aria-labelledby="honors"
          rows={[
            ...honors.map((honor) => ({
              id: honor.type,
              ...row(labels[honor.type], honor.count, honor.before),
            })),
            { ...row('Zusammen', year.honors, before.honors), isResult: true },
          ]}
        />
      ) : (
        <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5 print:p-0">
          {before.year} und {year.year} wurde niemand geehrt.
        </p>
      )}
    </Card>
  )
}
