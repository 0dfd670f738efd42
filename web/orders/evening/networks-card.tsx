import { useState } from 'react'
import { counted } from '#web/lib/german-count.ts'
import { useUser } from '#web/lib/session.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { can } from '#worker/domain/rights.ts'
import type { Evening, EveningNetwork } from '#worker/orders/orders.contract.ts'
import { EndButton, EndPaymentsQuestion } from './open-payments-card.tsx'

/** Networks with many enrolments: a hall, a home, or a user who holds places without paying. */
export function NetworksCard({ evening: { networks, open } }: { evening: Evening }) {
  const [ending, setEnding] = useState<EveningNetwork | null>(null)
  const mayEnd = can(useUser(), 'keepTreasury')
  const shown = networks.filter(({ orders, holdMinutes }) => orders > 1 || holdMinutes === 0)
  if (shown.length === 0) return null
  const idsOf = ({ network }: EveningNetwork) =>
    open.orders.filter((order) => order.network === network).map(({ id }) => id)
  return (
    <Card bleed aria-labelledby="networks">
      <CardHead id="networks" title="Offen je Anschluss" tally={shown.length} />
      <Table size="sm" aria-labelledby="networks">
        <TableHead>
          <TableRow>
            <TableHeadCell>Anschluss</TableHeadCell>
            <TableHeadCell>Zahlungen</TableHeadCell>
            <TableHeadCell numeric>Plätze</TableHeadCell>
            <TableHeadCell>Weitere Plätze</TableHeadCell>
            {mayEnd && (
              <TableHeadCell>
                <span className="sr-only">Alle beenden</span>
              </TableHeadCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((network) => (
            <TableRow key={network.network}>
              <TableCell at="first" className="tabular-nums">
                {network.network}
              </TableCell>
              <TableCell at="second">
                {network.orders}
                <span className="md:hidden"> offene Zahlungen</span>
              </TableCell>
              <TableCell at="rightTop" numeric>
                {network.places}
                <span className="md:hidden"> Plätze</span>
              </TableCell>
              <TableCell at="rightBottom">{holdWords(network)}</TableCell>
              {mayEnd && (
                <EndButton
                  label={`Alle Zahlungen von ${network.network} beenden`}
                  onClick={() => setEnding(network)}
                >
                  Alle beenden
                </EndButton>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="border-t px-6 py-3.5 text-muted-foreground text-sm max-md:px-4">
        Ein Anschluss kann eine Halle voller Leute sein. Welche Adresse er hat, weiß hier niemand;
        die Zeichen sagen nur, was zusammengehört.
      </p>
      {ending && (
        <EndPaymentsQuestion
          ids={idsOf(ending)}
          title="Alle Zahlungen beenden?"
          onClose={() => setEnding(null)}
        >
          {`${counted(idsOf(ending).length, 'offene Zahlung', 'offene Zahlungen')} dieses Anschlusses ${idsOf(ending).length === 1 ? 'wird' : 'werden'} beim Zahlungsdienst geschlossen, die Plätze werden frei. Was schon bezahlt ist, bleibt, wie es ist.`}
        </EndPaymentsQuestion>
      )}
    </Card>
  )
}

function holdWords({ holdMinutes }: EveningNetwork): string {
  if (holdMinutes === null) return 'wie immer'
  return holdMinutes === 0 ? 'keine' : `für ${holdMinutes} Minuten`
}
