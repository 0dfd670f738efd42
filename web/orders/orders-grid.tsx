import { DataTable } from '#web/components/data-table/data-table.tsx'
import { CardHead } from '#web/ui/card.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderRow } from '#worker/orders/orders.contract.ts'
import { orderColumns, orderSearchKey } from './order-columns.tsx'

/** @param rows null while they are on their way */
export function OrdersGrid({ rows }: { rows: readonly OrderRow[] | null }) {
  return (
    <DataTable
      label="Zahlungen"
      name="orders"
      columns={orderColumns}
      rows={rows}
      searchKey={orderSearchKey}
      defaultSort={newestFirst}
      opens
      head={(found) => <CardHead title="Alle Zahlungen" tally={rows && tallyOf(found)} />}
      nothingFound="Keine Zahlung gefunden"
    />
  )
}

const newestFirst = { column: 'date', direction: 'descending' } as const

/** How many, and what of it stays with the guild. */
function tallyOf(rows: readonly OrderRow[]): string {
  const kept = rows.reduce((sum, row) => sum + (row.receivedInCent ?? 0) - row.refundedInCent, 0)
  return `${rows.length} · ${germanEuro(kept)} eingenommen`
}
