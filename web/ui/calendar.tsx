import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { de } from 'react-day-picker/locale/de'
import { cn } from '#web/lib/cn.ts'
import type { Day } from '#worker/domain/dates.ts'
import { Button } from './button.tsx'
import { Select } from './select.tsx'

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

function CalendarHead({ month, latest, onMonth, ...years }: CalendarHeadProps) {
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

const firstYear = 1900

type YearGridProps = { selected: number; latest: number; onPick: (year: number) => void }

/** Four years a row, scrolled to the chosen one (Spec §9). */
function YearGrid({ selected, latest, onPick }: YearGridProps) {
  const years = Array.from({ length: latest - firstYear + 1 }, (_, index) => firstYear + index)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' })
    current.current?.focus({ preventScroll: true })
  }, [])
  return (
    <fieldset className="grid h-72 grid-cols-4 gap-1 overflow-y-auto overscroll-contain p-0.5">
      <legend className="sr-only">Jahr</legend>
      {years.map((year) => (
        <button
          key={year}
          type="button"
          ref={year === selected ? current : undefined}
          aria-pressed={year === selected}
          onClick={() => onPick(year)}
          className={cn(
            'min-h-11 rounded-md tabular-nums focus-visible:outline-offset-0',
            year === selected
              ? 'bg-secondary font-semibold text-secondary-foreground hover:bg-secondary-hover'
              : 'hover:bg-accent',
          )}
        >
          {year}
        </button>
      ))}
    </fieldset>
  )
}
