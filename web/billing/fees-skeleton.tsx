import { Card, CardHead } from '#web/ui/card.tsx'
import { FactBox } from '#web/ui/facts.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { feeColumns } from './fee-columns.tsx'
import { sumAboveGroups } from './groups-card.tsx'

const groups = ['Summe', 'Einziehbar', 'Nicht einziehbar']

export function FeesSkeleton() {
  return (
    <>
      <Loading>
        <Card bleed className={sumAboveGroups}>
          {groups.map((title) => (
            <FactBox key={title} title={title}>
              <Skeleton width="8rem" className="my-2 h-6" />
              <Skeleton width="60%" className="my-1.25" />
            </FactBox>
          ))}
        </Card>
      </Loading>
      <Card bleed>
        <CardHead title="Alle Beiträge" />
        <TableSkeleton heads={feeColumns.map(({ header }) => header)} />
      </Card>
    </>
  )
}
