import { Card, CardHead } from '#web/ui/card.tsx'
import { FactsSkeleton } from '#web/ui/facts.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
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
