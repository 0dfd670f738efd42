import { cn } from '#web/lib/cn.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import {
  type FeeReport,
  proofInWords,
  reportLineLabels,
  reportLines,
  type Sum,
} from '#worker/domain/fee-report.ts'
import { germanEuro } from '#worker/domain/money.ts'

export const sumHeads = ['Posten', 'Anzahl', 'Betrag']

/** What was due, how it was settled, and what is left; the sums must balance. */
export function SumsCard({ report }: { report: FeeReport<unknown, unknown> }) {
  const { lines, open, credit, isEven } = report
  return (
    <Card bleed className="print:break-inside-avoid">
      <CardHead id="sums" title="Summen" className="print:py-0" />
      <Table size="sm" aria-labelledby="sums">
        <TableHead>
          <TableRow>
            {sumHeads.map((head) => (
              <TableHeadCell key={head} numeric={head !== 'Posten'}>
                {head}
              </TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {reportLines.map((line) => (
            <SumRow key={line} label={reportLineLabels[line]} sum={lines[line]} />
          ))}
          <SumRow label="Offen" sum={open} isResult />
          <SumRow label="Guthaben" sum={credit} isResult />
        </TableBody>
      </Table>
      <div className="px-6 py-4 max-md:px-4 print:px-0 print:py-2">
        <p className="text-muted-foreground tabular-nums">
          <span className="font-semibold">Probe:</span> {proofInWords(report)}
        </p>
        {!isEven && (
          <Alert tone="error" className="mt-3">
            Die Summen gehen nicht auf. Lade die Seite neu; bleibt es dabei, melde es.
          </Alert>
        )}
      </div>
    </Card>
  )
}

type SumRowProps = { label: string; sum: Sum; isResult?: boolean }

function SumRow({ label, sum: { count, inCent }, isResult = false }: SumRowProps) {
  const look = cn('tabular-nums', isResult && 'font-semibold')
  return (
    <TableRow>
      <TableCell at="first" className={cn(isResult && 'font-semibold')}>
        {label}
      </TableCell>
      <TableCell numeric at="second" className={look}>
        {count}
        <span className="md:hidden print:hidden"> Posten</span>
      </TableCell>
      <TableCell numeric at="right" className={look}>
        {germanEuro(inCent)}
      </TableCell>
    </TableRow>
  )
}
