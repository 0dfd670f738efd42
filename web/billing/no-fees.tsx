import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { ShownFeeYear } from './use-fee-year.ts'

export function NoFees({ year: { year, isCurrent } }: { year: ShownFeeYear }) {
  return (
    <Card bleed>
      <Empty title={isCurrent ? 'Noch keine Beiträge' : `Keine Beiträge für ${year}`} level="h2">
        {isCurrent
          ? 'Sobald es aktive oder passive Mitglieder gibt, steht hier, wer was schuldet.'
          : 'Dieses Jahr ist nicht festgeschrieben. Was ein Jahr bringt, steht hier, sobald es das ist.'}
      </Empty>
    </Card>
  )
}
