import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { de } from 'react-day-picker/locale/de'
import { cn } from '#web/lib/cn.ts'
import type { Day } from '#worker/domain/dates.ts'
import { CalendarHead } from './calendar-head.tsx'
import { YearGrid } from './year-grid.tsx'

type CalendarProps = {
  selected: Day | null
  today: Day
  isBirthday: boolean
  onPick: (day: Day) => void
}

/** Where nobody knows better, the years of a birthday are shown from here on. */
const usualAge = 25

/** Years 1900 to 2099 (Spec §5). */
export function Calendar({ selected, today, isBirthday, onPick }: CalendarProps) {
  const [month, setMonth] = useState(() => {
    const isFar = isBirthday && !selected
    return startOfMonth(toDate(selected ?? today), isFar ? usualAge : 0)
  })
  const [picksYear, setPicksYear] = useState(isBirthday)
  const latest = isBirthday ? toDate(today) : new Date(2099, 11, 31)
  return (
    <div
      data-slot="calendar"
      className="w-[calc(7*var(--day))] [--day:min(2.75rem,(100vw-3.25rem)/7)]"
    >
      <CalendarHead
        month={month}
        latest={latest}
        onMonth={setMonth}
        picksYear={picksYear}
        onPicksYear={setPicksYear}
      />
      {picksYear ? (
        <YearGrid
          selected={month.getFullYear()}
          latest={latest.getFullYear()}
          onPick={(year) => {
            setMonth(earlier(new Date(year, month.getMonth(), 1), startOfMonth(latest)))
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
          endMonth={latest}
          disabled={{ after: latest }}
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

function startOfMonth(date: Date, yearsBefore = 0): Date {
  return new Date(date.getFullYear() - yearsBefore, date.getMonth(), 1)
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
