import { useMemo } from 'react'
import { CardHead } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import type { FeeRow } from '#worker/billing/billing.contract.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { feeColumns, feeSearchKey } from './fee-columns.tsx'
import { sumOf } from './fee-groups.ts'

/** Every fee of the year; the head adds up what is found. */
export function FeesGrid({ rows }: { rows: readonly FeeRow[] }) {
  const withIds = useMemo(() => rows.map((row) => ({ ...row, id: row.memberId })), [rows])
  return (
    <DataTable
      label="Beiträge"
      name="fees"
      columns={feeColumns}
      rows={withIds}
      searchKey={feeSearchKey}
      defaultSort={byName}
      opens
      head={(found) => (
        <CardHead title="Alle Beiträge" tally={`${found.length} · ${germanEuro(sumOf(found))}`} />
      )}
      nothingFound="Kein Beitrag gefunden"
    />
  )
}

const byName = { column: 'name', direction: 'ascending' } as const
