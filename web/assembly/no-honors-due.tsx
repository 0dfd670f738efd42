import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'

export function NoHonorsDue({ date }: { date: Day }) {
  return (
    <Card bleed>
      <Empty level="h2" title="Niemand ist zu ehren">
        {`Bis ${germanDateWithWeekday(date)} wird keine Ehrung fällig.`}
      </Empty>
    </Card>
  )
}
