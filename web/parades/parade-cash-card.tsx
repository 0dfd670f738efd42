import { Printer } from 'lucide-react'
import { useState } from 'react'
import { PrintSheets } from '#web/components/print/print-sheets.tsx'
import { counted } from '#web/lib/german-count.ts'
import { useGuildName } from '#web/lib/guild-name.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { Parade, Participation } from '#worker/parades/parades.contract.ts'
import { spokenName } from './participant-words.ts'

/** For the card with the money of a parade: cash by helper, paid online, and still open. */
type ParadeCashCardProps = {
  parade: Pick<Parade, 'title' | 'host' | 'hostTown' | 'date'>
  participants: readonly Participation[]
}

export function ParadeCashCard({ parade, participants }: ParadeCashCardProps) {
  const [isPrinting, setPrinting] = useState(false)
  const { takers: cashTakers, online, unpaid } = paymentsOf(participants)
  const lines = [
    ...cashTakers.map(({ id, name, rows }) => ({ key: `${id}`, label: `Bar bei ${name}`, rows })),
    { key: 'online', label: 'Online bezahlt', rows: online },
    { key: 'unpaid', label: 'Nicht bezahlt', rows: unpaid },
  ].filter(({ rows }) => rows.length > 0)
  if (lines.length === 0) return null
  const inCash = cashTakers.flatMap(({ rows }) => rows)
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
        <CountSheets parade={parade} takers={cashTakers} onDone={() => setPrinting(false)} />
      )}
    </Card>
  )
}

type CountSheetsProps = {
  parade: Pick<Parade, 'title' | 'host' | 'hostTown' | 'date'>
  takers: Payments['takers']
  onDone: () => void
}

/** A sheet for each helper with cash: recorded sum, counted sum, difference and signatures. */
function CountSheets({ parade, takers, onDone }: CountSheetsProps) {
  return (
    <PrintSheets onDone={onDone}>
      {takers.map((taker) => (
        <CountSheet key={taker.id} parade={parade} taker={taker} />
      ))}
    </PrintSheets>
  )
}

/** All denominations of the euro, in cents. */
const notes = [20_000, 10_000, 5000, 2000, 1000, 500]
const coins = [200, 100, 50, 20, 10, 5, 2, 1]

type CountSheetProps = Pick<CountSheetsProps, 'parade'> & { taker: Payments['takers'][number] }

function CountSheet({ parade, taker }: CountSheetProps) {
  const guildName = useGuildName()
  const byPrice = [...Map.groupBy(taker.rows, ({ priceInCent }) => priceInCent)]
  const late = taker.rows.filter(({ cashWhileOff }) => cashWhileOff)
  return (
    <div className="letter-frame">
      <article className="letter-sheet count-sheet" aria-label={`Zählprotokoll ${taker.name}`}>
        <p>{guildName}</p>
        <h2>Zählprotokoll</h2>
        <p>{[parade.title, germanDate(parade.date), parade.hostTown].filter(Boolean).join(', ')}</p>
        <p>
          Bar angenommen von <b>{taker.name}</b>
        </p>
        <h3>Vermerkt</h3>
        <table>
          <tbody>
            {byPrice
              .toSorted(([a], [b]) => b - a)
              .map(([price, rows]) => (
                <Line
                  key={price}
                  label={`${rows.length} × ${germanEuro(price)}`}
                  amount={germanEuro(price * rows.length)}
                />
              ))}
            <Line label="Summe vermerkt" amount={germanEuro(sumOfPrices(taker.rows))} isSum />
          </tbody>
        </table>
        {late.length > 0 && (
          <p>{`Davon ${germanEuro(sumOfPrices(late))} vermerkt, als das Bargeld ausgeschaltet war.`}</p>
        )}
        <h3>Gezählt</h3>
        <div className="count-columns">
          {[notes, coins].map((values) => (
            <table key={values[0]}>
              <thead>
                <tr>
                  <th>{values === notes ? 'Schein' : 'Münze'}</th>
                  <th>Anzahl</th>
                  <th>Betrag</th>
                </tr>
              </thead>
              <tbody>
                {values.map((value) => (
                  <tr key={value}>
                    <td>{germanEuro(value)}</td>
                    <td />
                    <td />
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
        <table>
          <tbody>
            <Line label="Summe gezählt" isSum />
            <Line label="Davon Wechselgeld vom Anfang" />
            <Line label="Bleibt" />
            <Line label="Summe vermerkt" amount={germanEuro(sumOfPrices(taker.rows))} />
            <Line label="Differenz (Bleibt minus Summe vermerkt)" isSum />
          </tbody>
        </table>
        <p>Grund der Differenz:</p>
        <div className="count-signatures">
          <span>Ort, Tag</span>
          <span>{taker.name}</span>
          <span>Kassier</span>
        </div>
      </article>
    </div>
  )
}

type LineProps = { label: string; amount?: string; isSum?: boolean }

function Line({ label, amount = '', isSum = false }: LineProps) {
  return (
    <tr data-sum={isSum || undefined}>
      <th scope="row">{label}</th>
      <td>{amount}</td>
    </tr>
  )
}

type Rows = readonly Participation[]

type Payments = {
  /** Cash by helper, the largest sum first. */
  takers: { id: number; name: string; rows: Rows }[]
  online: Rows
  unpaid: Rows
}

/** Groups the paid places by payment; places without a fee are left out. */
function paymentsOf(participants: Rows): Payments {
  const dear = participants.filter(({ priceInCent }) => priceInCent > 0)
  const paid = dear.filter(({ participationFeePayed }) => participationFeePayed)
  const byTaker = Map.groupBy(paid, ({ feePayedBy }) => feePayedBy?.id ?? null)
  const takers = [...byTaker.values()].flatMap((rows) => {
    const taker = rows[0]?.feePayedBy
    return taker ? [{ ...taker, rows }] : []
  })
  return {
    takers: takers.sort((a, b) => sumOfPrices(b.rows) - sumOfPrices(a.rows)),
    online: byTaker.get(null) ?? [],
    unpaid: dear.filter(({ participationFeePayed }) => !participationFeePayed),
  }
}
