import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { feeColumns } from './fee-columns.tsx'
import { sumsInARow } from './overview-card.tsx'

const sums = ['Summe', 'Bezahlt', 'Eingezogen', 'Noch nicht da']

export function FeesSkeleton({ today }: { today: Day }) {
  const columns = feeColumns(today)
  return (
    <>
      <Loading>
        <Card bleed className={sumsInARow}>
          {sums.map((title) => (
            <div key={title} className="px-6 pt-5 pb-4 max-md:px-4">
              <span className="text-muted-foreground text-sm">{title}</span>
              <Skeleton width="8rem" className="my-1.5 h-6" />
              <Skeleton width="60%" className="my-1.25" />
            </div>
          ))}
        </Card>
      </Loading>
      <Card bleed>
        <CardHead title="Alle Beiträge" />
        <TableSkeleton
          heads={columns.filter((one) => !one.hiddenAtFirst).map(({ header }) => header)}
        />
      </Card>
    </>
  )
}
