import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export function SettingsSkeleton() {
  return (
    <div className="grid gap-6 *:min-w-0">
      <Facts title="Verein" />
      <Facts title="Impressum und Datenschutz" />
      <Facts title="SEPA-Lastschrift" />
      <Card bleed>
        <CardHead title="Beiträge" />
        <TableSkeleton heads={['Status', 'Alter', 'Beitrag']} size="sm" />
      </Card>
      <Facts title="Generalversammlung" />
      <Card bleed>
        <CardHead title="Regeln für Ehrungen" />
        <TableSkeleton heads={['Ehrung', 'Grundlage', 'Schwelle', 'Gezählte Ämter']} size="sm" />
      </Card>
      <Facts title="Absagen durch die Angemeldeten" />
      <Facts title="Verwaltung nur mit Passkey" />
    </div>
  )
}

function Facts({ title }: { title: string }) {
  return (
    <Card bleed>
      <CardHead title={title} />
      <CardBody>
        <Loading>
          <Skeleton width="9rem" className="my-2 h-4" />
          <Skeleton width="60%" />
        </Loading>
      </CardBody>
    </Card>
  )
}
