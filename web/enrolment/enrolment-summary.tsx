import { CircleDashed } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { ageClass } from '#worker/domain/age.ts'
import type { Day } from '#worker/domain/dates.ts'
import { Amount } from './amount.tsx'
import { pricesFor, type Sum } from './chosen-parades.ts'
import { ParadeLines } from './parade-lines.tsx'

type EnrolmentSummaryProps = {
  title: string
  sum: Sum
  birthday: Day | null
  today: Day
  missing: string
  /** Below the button, where something is to be paid. */
  note?: string
  busy?: boolean
  className?: string
}

/** Beside the form on the desktop; below it on smaller screens, a bar with sum and button. */
export function EnrolmentSummary({
  title,
  sum,
  birthday,
  today,
  missing,
  ...rest
}: EnrolmentSummaryProps) {
  const prices = pricesFor[ageClass(birthday, today)]
  return (
    <aside aria-label={title} className={cn(card, bar, rest.className)}>
      <div className="max-lg:hidden lg:min-h-0 lg:overflow-y-auto">
        <h2>{title}</h2>
        <p className="text-muted-foreground text-xs">{prices}</p>
        <ParadeLines lines={sum.lines} className="mt-4" />
      </div>
      <p className="flex items-baseline justify-between font-semibold max-lg:block lg:border-foreground lg:border-t-2 lg:pt-3.5">
        <span className="max-lg:block max-lg:font-normal max-lg:text-muted-foreground max-lg:text-xs">
          Summe
        </span>
        <output>
          <Amount cents={sum.totalInCent} className="max-lg:block max-lg:text-[1.625rem]" />
        </output>
      </p>
      <Missing sentence={missing} />
      <Button
        type="submit"
        variant="primary"
        block
        busy={rest.busy ?? false}
        disabled={missing !== ''}
        className="min-h-12 flex-none px-5 text-[1rem] max-lg:min-h-14 max-lg:rounded-lg max-lg:text-[1.0625rem] lg:mt-5"
      >
        {buttonText(sum.lines.length)}
      </Button>
      {rest.note && sum.totalInCent > 0 && (
        <p className="mt-3 text-muted-foreground text-xs max-lg:hidden">{rest.note}</p>
      )}
    </aside>
  )
}

const card =
  'lg:sticky lg:top-6 lg:flex lg:max-h-[calc(100dvh-3rem)] lg:flex-col lg:self-start lg:rounded-xl lg:border lg:bg-card lg:p-6'

const bar =
  'max-lg:sticky max-lg:-bottom-px max-lg:z-20 max-lg:-mx-6 max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)] max-lg:items-center max-lg:gap-x-5 max-lg:border-border-strong max-lg:border-t max-lg:bg-card max-lg:px-6 max-lg:pt-3 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-lg:shadow-[0_-6px_20px_oklch(0.25_0.03_40/0.08)] max-md:-mx-4 max-md:px-4 max-[22.4375rem]:grid-cols-1 max-[22.4375rem]:gap-y-2'

/** A disabled button stands beside the sentence that explains it. */
function Missing({ sentence }: { sentence: string }) {
  return (
    <p role="status" className="max-lg:order-first max-lg:col-span-full">
      {sentence && (
        <span className="flex gap-2 font-[550] text-sm text-warning-soft-foreground max-lg:mb-2 lg:mt-4">
          <CircleDashed aria-hidden="true" className="mt-0.5 size-4" />
          <span>{sentence}</span>
        </span>
      )}
    </p>
  )
}

function buttonText(count: number): string {
  if (count === 0) return 'Für Umzüge anmelden'
  return count === 1 ? 'Für 1 Umzug anmelden' : `Für ${count} Umzüge anmelden`
}
