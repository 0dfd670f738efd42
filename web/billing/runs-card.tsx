import { Card, CardHead } from '#web/ui/card.tsx'
import { QuerySection, type SectionQuery } from '#web/ui/query-section.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { debitsInWords, whenMade } from './run-words.ts'

const heads = ['Erzeugt', 'Von', 'Fällig am', 'Lastschriften', 'Summe', 'Kennung']

/** Which files were made this year. */
export function RunsCard({ runs, year }: { runs: SectionQuery<SepaRun[]>; year: number }) {
  return (
    <Card bleed className="print:hidden">
      <CardHead id="runs" title="Erzeugte Dateien" />
      <QuerySection
        query={runs}
        waiting={<TableSkeleton heads={heads} size="sm" />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(all) =>
          all.length > 0 ? (
            <RunsTable runs={all} />
          ) : (
            <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5">
              Für {year} wurde noch keine Datei erzeugt.
            </p>
          )
        }
      </QuerySection>
    </Card>
  )
}

function RunsTable({ runs }: { runs: readonly SepaRun[] }) {
  return (
    <Table size="sm" aria-labelledby="runs">
      <TableHead>
        <TableRow>
          {heads.map((head) => (
            <TableHeadCell key={head} numeric={head === 'Lastschriften' || head === 'Summe'}>
              {head}
            </TableHeadCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {runs.map((run) => (
          <TableRow key={run.id}>
            <TableCell at="first" className="tabular-nums">
              {whenMade(run)}
            </TableCell>
            <TableCell at="second">{run.createdBy}</TableCell>
            <TableCell at="below" before="Fällig am" className="tabular-nums">
              {germanDate(run.dueDate)}
            </TableCell>
            <TableCell numeric at="rightBottom">
              {run.count}
              <span className="md:hidden"> {debitsInWords(run.count)}</span>
            </TableCell>
            <TableCell numeric at="rightTop">
              {germanEuro(run.sumInCent)}
            </TableCell>
            <TableCell at="below" before="Kennung" className="wrap-anywhere tabular-nums">
              {run.messageId}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
