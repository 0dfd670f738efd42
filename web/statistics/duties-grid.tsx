import { useMemo } from 'react'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { useHonorLabels } from '#web/data/guild.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { DutyStatistic } from '#worker/statistics/statistics.contract.ts'
import { type DutiesFilter, filterDuties, noFilter, useDutiesFilter } from './duties-filter.ts'
import { DutiesFilterBar } from './duties-filter-bar.tsx'
import { dutiesColumns, dutiesSearchKey } from './duty-columns.tsx'

/** @param statistics null while they are on their way */
export function DutiesGrid({ statistics }: { statistics: readonly DutyStatistic[] | null }) {
  const { filter, change } = useDutiesFilter()
  const rows = useMemo(
    () => statistics && filterDuties(statistics, filter).map(withId),
    [statistics, filter],
  )
  const labels = useHonorLabels()
  const columns = useMemo(() => dutiesColumns(labels), [labels])
  return (
    <div className="grid gap-6 *:min-w-0">
      <DutiesFilterBar filter={filter} onChange={change} />
      {rows?.length === 0 ? (
        <NobodyLeft filter={filter} onReset={() => change(noFilter)} />
      ) : (
        <DataTable
          label="Ämter"
          name="duties"
          columns={columns}
          rows={rows}
          searchKey={dutiesSearchKey}
          defaultSort={byName}
          opens
          nothingFound="Kein Mitglied gefunden"
        />
      )}
    </div>
  )
}

function NobodyLeft({ filter, onReset }: { filter: DutiesFilter; onReset: () => void }) {
  return (
    <Card bleed>
      <Empty
        title="Kein Mitglied gefunden"
        level="h2"
        action={<Button onClick={onReset}>Auswahl zurücksetzen</Button>}
      >
        {filter.shown.length > 0
          ? 'Zu dieser Auswahl passt niemand.'
          : 'Es ist kein Amt ausgewählt.'}
      </Empty>
    </Card>
  )
}

const withId = (row: DutyStatistic) => ({ ...row, id: row.member.id })

const byName = { column: 'member', direction: 'ascending' } as const
