import { FactsSkeleton } from '#web/components/facts.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { eventsHeads } from './events-card.tsx'

export function SetupSkeleton() {
  return (
    <div className="grid gap-6">
      <FactsSkeleton boxes={boxes} />
      <Card bleed>
        <CardHead title="Letzte Meldungen des Zahlungsdienstes" />
        <TableSkeleton heads={eventsHeads} size="sm" />
      </Card>
    </div>
  )
}

const boxes = {
  Zahlungsdienst: ['Eingerichtet', 'Betrieb', 'Verbindung'],
  'E-Mails': ['Absender', 'Warten', 'Fehlgeschlagen'],
}
