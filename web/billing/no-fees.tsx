import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'

export function NoFees() {
  return (
    <Card bleed>
      <Empty title="Noch keine Beiträge" level="h2">
        Es gibt kein aktives oder passives Mitglied.
      </Empty>
    </Card>
  )
}
