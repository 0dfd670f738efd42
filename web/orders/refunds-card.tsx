import { hasRole, useUser } from '#web/lib/session.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { RefundRow } from './refund-row.tsx'
import { isUnfinished } from './refunded-thing.ts'
import { RowButtonHead } from './row-button.tsx'

type RefundsCardProps = { order: OrderDetails }

/** What went back or shall go back; absent when nothing does. */
export function RefundsCard({ order }: RefundsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const { refunds } = order
  if (refunds.length === 0) return null
  const hasButtons = mayWrite && refunds.some(isUnfinished)
  return (
    <Card bleed>
      <CardHead id="refunds" title="Erstattungen" tally={refunds.length} />
      <Table size="sm" aria-labelledby="refunds">
        <TableHead>
          <TableRow>
            <TableHeadCell>Wofür</TableHeadCell>
            <TableHeadCell>Veranlasst</TableHeadCell>
            <TableHeadCell numeric>Betrag</TableHeadCell>
            <TableHeadCell>Stand</TableHeadCell>
            {hasButtons && <RowButtonHead />}
          </TableRow>
        </TableHead>
        <TableBody>
          {refunds.map((refund) => (
            <RefundRow key={refund.key} refund={refund} order={order} hasButtons={hasButtons} />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
