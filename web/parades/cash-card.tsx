import { Printer } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#web/lib/german-count.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { Parade, Participation } from '#worker/parades/parades.contract.ts'
import { CountSheets } from './count-sheets.tsx'
import { spokenName } from './participants.ts'
import { paymentsOf } from './payments.ts'

/** Where the money of a parade is: with whom, online, or still to come. */
type CashCardProps = {
  parade: Pick<Parade, 'title' | 'host' | 'hostTown' | 'date'>
  participants: readonly Participation[]
}

export function CashCard({ parade, participants }: CashCardProps) {
  const [isPrinting, setPrinting] = useState(false)
  const { takers, online, unpaid } = paymentsOf(participants)
  const lines = [
    ...takers.map(({ id, name, rows }) => ({ key: `${id}`, label: `Bar bei ${name}`, rows })),
    { key: 'online', label: 'Online bezahlt', rows: online },
    { key: 'unpaid', label: 'Nicht bezahlt', rows: unpaid },
  ].filter(({ rows }) => rows.length > 0)
  if (lines.length === 0) return null
  const inCash = takers.flatMap(({ rows }) => rows)
  const late = inCash.filter(({ cashWhileOff }) => cashWhileOff)
  return (
    <Card bleed className="print:hidden">
      <CardHead
        id="cash"
        title="Kasse"
        tally={inCash.length > 0 && `${germanEuro(sumOfPrices(inCash))} in bar`}
        actions={
          inCash.length > 0 && (
            <Button variant="ghost" size="sm" onClick={() => setPrinting(true)}>
              <Printer />
              Zählprotokolle drucken
            </Button>
          )
        }
      />
      {late.length > 0 && (
        <CardBody>
          <Alert tone="warn" title="Vermerkt, als das Bargeld ausgeschaltet war">
            {`${counted(late.length, 'Anmeldung', 'Anmeldungen')}, ${germanEuro(sumOfPrices(late))}: ${late
              .map(
                ({ memberName, feePayedBy }) =>
                  `${spokenName(memberName)} (bei ${feePayedBy?.name})`,
              )
              .join(', ')}.`}
          </Alert>
        </CardBody>
      )}
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
      {isPrinting && (
        <CountSheets parade={parade} takers={takers} onDone={() => setPrinting(false)} />
      )}
    </Card>
  )
}
