import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import {
  type FeeReport,
  type ReportRun,
  runStateInWords,
  type Sum,
} from '#worker/domain/fee-report.ts'
import { germanEuro } from '#worker/domain/money.ts'

type ReportRunsCardProps = { runs: FeeReport<unknown, ReportRun>['runs'] }

/** The columns, wide enough to keep dates and references on one line in print. */
const heads = [
  { title: 'Fällig am', width: '12%' },
  { title: 'Kennung', width: '26%' },
  { title: 'Beiträge', width: '10%', numeric: true },
  { title: 'Summe', width: '12%', numeric: true },
  { title: 'Stand' },
  { title: 'Zurückgegeben', width: '20%', numeric: true },
]

/** The year's SEPA files: what they collected and what was returned. */
export function ReportRunsCard({ runs }: ReportRunsCardProps) {
  return (
    <Card bleed>
      <CardHead id="runs" title="Einzüge" className="print:py-0" />
      {runs.length > 0 ? (
        <Table size="sm" aria-labelledby="runs">
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
            {runs.map(({ run, returns, bankChargesInCent }) => (
              <TableRow key={run.id}>
                <TableCell at="first" className="whitespace-nowrap tabular-nums">
                  {germanDate(run.dueDate)}
                </TableCell>
                <TableCell at="second" className="wrap-anywhere tabular-nums">
                  {run.messageId}
                </TableCell>
                <TableCell numeric at="rightBottom">
                  {run.count}
                  <span className="md:hidden print:hidden">
                    {run.count === 1 ? ' Beitrag' : ' Beiträge'}
                  </span>
                </TableCell>
                <TableCell numeric at="rightTop">
                  {germanEuro(run.sumInCent)}
                </TableCell>
                <TableCell at="below" before="Stand" className="md:min-w-40!">
                  {runStateInWords(run)}
                </TableCell>
                <TableCell
                  numeric
                  className="whitespace-normal!"
                  {...(returns.count > 0
                    ? { at: 'below', before: 'Zurückgegeben' }
                    : { at: 'nowhere' })}
                >
                  {returnsInWords(returns, bankChargesInCent)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : (
        <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5 print:p-0">
          In diesem Jahr wurde nichts eingezogen.
        </p>
      )}
    </Card>
  )
}

/** "2: 40,00 €, Gebühren 7,00 €"; "–" without returns. */
function returnsInWords({ count, inCent }: Sum, bankChargesInCent: number): string {
  if (count === 0) return '–'
  const charges = bankChargesInCent > 0 ? `, Gebühren ${germanEuro(bankChargesInCent)}` : ''
  return `${count}: ${germanEuro(inCent)}${charges}`
}
