import { useId } from 'react'
import { useGuildName } from '#web/lib/guild-name.ts'
import { Card } from '#web/ui/card.tsx'
import { HonorLabel } from '#web/ui/state.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { CalledHonor } from './call-up.ts'
import { CallUpTable } from './call-up-table.tsx'

type SheetProps = {
  honors: readonly CalledHonor[]
  /** Name the honors. */
  rules: readonly HonorRule[]
  date: Day
}

/** One series of honors; on paper it begins a new page. */
export function Sheet({ honors, rules, date }: SheetProps) {
  const titleId = useId()
  return (
    <Card
      bleed
      aria-labelledby={titleId}
      className="px-8 pt-6 pb-8 max-md:px-4 print:table print:w-full print:break-after-page print:p-0 print:last:break-after-auto"
    >
      <SheetHead date={date} />
      <div className="grid gap-7 pt-5 print:table-row-group">
        {honors.map(({ rule, people }, index) => (
          <div key={rule.type} className="min-w-0 print:pt-[7mm]">
            <h2
              id={index === 0 ? titleId : undefined}
              className="mb-1 break-after-avoid text-2xl print:text-[20pt]"
            >
              <HonorLabel>{rule.label}</HonorLabel>
            </h2>
            <CallUpTable rule={rule} people={people} rules={rules} />
          </div>
        ))}
      </div>
    </Card>
  )
}

/**
 * Like the head of a table: paper repeats it when a series is longer than a sheet. Browsers do so
 * only when it cannot break.
 */
function SheetHead({ date }: { date: Day }) {
  const guildName = useGuildName()
  return (
    <div className="print:table-header-group print:break-inside-avoid">
      <p className={headLine}>
        <span>{guildName}</span>
        <span>Generalversammlung am {germanDateWithWeekday(date)}</span>
      </p>
    </div>
  )
}

const headLine =
  'flex flex-wrap justify-between gap-x-6 border-border-strong border-b pb-2 text-muted-foreground text-sm print:border-black print:border-b-[1.5pt] print:font-semibold print:text-[11pt] print:text-black'
