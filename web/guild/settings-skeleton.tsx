import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'

export function SettingsSkeleton() {
  return (
    <div className="grid gap-6 *:min-w-0">
      <Card bleed>
        <CardHead title="Generalversammlung" />
        <CardBody>
          <Loading>
            <Skeleton width="9rem" className="my-2 h-4" />
            <Skeleton width="60%" />
          </Loading>
        </CardBody>
      </Card>
      <Card bleed>
        <CardHead title="Regeln für Ehrungen" />
        <TableSkeleton heads={['Ehrung', 'Grundlage', 'Schwelle', 'Gezählte Ämter']} size="sm" />
      </Card>
    </div>
  )
}
