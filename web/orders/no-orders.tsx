import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { seasonName } from './order-season.ts'

export function NoOrders({ season }: { season: number }) {
  return (
    <Card bleed>
      <Empty title={`Keine Zahlung in der Saison ${seasonName(season)}`} level="h2">
        Wer sich öffentlich zu einem Umzug anmeldet, steht dann hier.
      </Empty>
    </Card>
  )
}
