import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { de } from 'react-day-picker/locale/de'
import type { Day } from '#worker/domain/dates.ts'
import { CalendarHead } from './calendar-head.tsx'
import { cn } from './cn.ts'
import { YearGrid } from './year-grid.tsx'

type CalendarProps = { selected: Day | null; today: Day; onPick: (day: Day) => void }

/** Years 1900 to 2099 (Spec §5). */
export function Calendar({ selected, today, onPick }: CalendarProps) {
  const [month, setMonth] = useState(() => startOfMonth(toDate(selected ?? today)))
  const [picksYear, setPicksYear] = useState(false)
  return (
    <div
      data-slot="calendar"
      className="w-[calc(7*var(--day))] [--day:min(2.75rem,(100vw-3.25rem)/7)]"
    >
      <CalendarHead
        month={month}
        onMonth={setMonth}
        picksYear={picksYear}
        onPicksYear={setPicksYear}
      />
      {picksYear ? (
        <YearGrid
          selected={month.getFullYear()}
          onPick={(year) => {
            setMonth(new Date(year, month.getMonth(), 1))
            setPicksYear(false)
          }}
        />
      ) : (
        <DayPicker
          mode="single"
          required
          autoFocus
          locale={de}
          month={month}
          onMonthChange={setMonth}
          startMonth={new Date(1900, 0)}
          endMonth={new Date(2099, 11)}
          today={toDate(today)}
          selected={selected ? toDate(selected) : undefined}
          onSelect={(date) => onPick(toDay(date))}
          hideNavigation
          classNames={look}
        />
      )}
    </div>
  )
}

const look = {
  month_caption: 'hidden',
  month_grid: 'border-collapse',
  weekday: 'size-(--day) h-8 p-0 font-medium text-xs text-muted-foreground',
  day: 'group size-(--day) p-0 text-center',
  day_button: cn(
    'grid size-full place-items-center rounded-md tabular-nums hover:bg-accent',
    'group-data-today:font-bold group-data-today:ring-1 group-data-today:ring-input group-data-today:ring-inset',
    'group-data-outside:text-muted-foreground',
    'group-data-selected:bg-secondary group-data-selected:font-semibold group-data-selected:text-secondary-foreground group-data-selected:hover:bg-secondary-hover',
    'focus-visible:outline-offset-0',
  ),
  disabled: 'opacity-50',
  hidden: 'invisible',
}

function toDate(day: Day): Date {
  return new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)))
}

function toDay(date: Date): Day {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function startOfMonth(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), 1)
}
