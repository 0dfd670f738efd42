import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { paymentsOf } from './payments.ts'

/** Where the money of a parade is: with whom, online, or still to come. */
export function CashCard({ participants }: { participants: readonly Participation[] }) {
  const { takers, online, unpaid } = paymentsOf(participants)
  const lines = [
    ...takers.map(({ id, name, rows }) => ({ key: `${id}`, label: `Bar bei ${name}`, rows })),
    { key: 'online', label: 'Online bezahlt', rows: online },
    { key: 'unpaid', label: 'Nicht bezahlt', rows: unpaid },
  ].filter(({ rows }) => rows.length > 0)
  if (lines.length === 0) return null
  const inCash = takers.flatMap(({ rows }) => rows)
  return (
    <Card bleed className="print:hidden">
      <CardHead
        id="cash"
        title="Kasse"
        tally={inCash.length > 0 && `${germanEuro(sumOfPrices(inCash))} in bar`}
      />
      <Table size="sm" aria-labelledby="cash">
        <TableHead>
          <TableRow>
            <TableHeadCell>Bezahlung</TableHeadCell>
            <TableHeadCell numeric>Anmeldungen</TableHeadCell>
            <TableHeadCell numeric>Betrag</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map(({ key, label, rows }) => (
            <TableRow key={key}>
              <TableCell at="first" className="wrap-anywhere">
                {label}
              </TableCell>
              <TableCell numeric at="second">
                {rows.length}
                <span className="md:hidden">
                  {rows.length === 1 ? ' Anmeldung' : ' Anmeldungen'}
                </span>
              </TableCell>
              <TableCell numeric at="right">
                {germanEuro(sumOfPrices(rows))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
