import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'
import { Button } from './button.tsx'
import { Select } from './select.tsx'

const months =
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

type CalendarHeadProps = {
  month: Date
  /** No month after this day's. */
  latest: Date
  onMonth: (month: Date) => void
  picksYear: boolean
  onPicksYear: (picksYear: boolean) => void
}

export function CalendarHead({ month, latest, onMonth, ...years }: CalendarHeadProps) {
  const { picksYear, onPicksYear } = years
  const year = month.getFullYear()
  const index = month.getMonth()
  return (
    <div className="mb-1 flex items-center gap-1 [--control:2.25rem] max-[22rem]:gap-0">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Vorheriger Monat"
        disabled={year === 1900 && index === 0}
        onClick={() => onMonth(new Date(year, index - 1, 1))}
      >
        <ChevronLeft />
      </Button>
      <Select
        aria-label="Monat"
        value={index}
        onChange={(event) => onMonth(new Date(year, Number(event.target.value), 1))}
        wrapperClassName="min-w-0 flex-1"
        className="border-transparent! bg-transparent! pr-7! pl-2! font-semibold hover:border-transparent! hover:bg-accent"
      >
        {months.map((name, number) => (
          <option key={name} value={number} disabled={new Date(year, number, 1) > latest}>
            {name}
          </option>
        ))}
      </Select>
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={picksYear}
        aria-label={`Jahr ${year}, ändern`}
        onClick={() => onPicksYear(!picksYear)}
        className="gap-1! px-2! text-base! tabular-nums max-[22rem]:gap-0! max-[22rem]:px-1!"
      >
        {year}
        <ChevronDown
          className={cn('text-muted-foreground transition-transform', picksYear && 'rotate-180')}
        />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Nächster Monat"
        disabled={new Date(year, index + 1, 1) > latest}
        onClick={() => onMonth(new Date(year, index + 1, 1))}
      >
        <ChevronRight />
      </Button>
    </div>
  )
}
