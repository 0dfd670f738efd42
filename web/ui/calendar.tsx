import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { type ChevronProps, DayPicker, type DropdownProps, useDayPicker } from 'react-day-picker'
import { de } from 'react-day-picker/locale/de'
import { flushSync } from 'react-dom'
import { cn } from '#web/lib/cn.ts'
import type { Day } from '#worker/domain/dates.ts'
import { Button } from './button.tsx'

type CalendarProps = {
  selected: Day | null
  today: Day
  isBirthday: boolean
  onPick: (day: Day) => void
}

/** The age at which the calendar of a birthday opens: that many years ago. */
const usualAge = 25

/** A calendar of one month, with the years 1900 to 2099 to choose from (Spec §5); for a birthday until today. */
export function Calendar({ selected, today, isBirthday, onPick }: CalendarProps) {
  const shown = toDate(selected ?? today)
  if (isBirthday && !selected)
    shown.setFullYear(shown.getFullYear() - usualAge, shown.getMonth(), 1)
  const latest = isBirthday ? toDate(today) : new Date(2099, 11, 31)
  return (
    <DayPicker
      data-slot="calendar"
      mode="single"
      required
      locale={de}
      captionLayout="dropdown"
      navLayout="around"
      defaultMonth={shown}
      startMonth={new Date(1900, 0)}
      endMonth={latest}
      disabled={{ after: latest }}
      today={toDate(today)}
      selected={selected ? toDate(selected) : undefined}
      onSelect={(date) => onPick(toDay(date))}
      components={isBirthday ? yearsFirst : daysFirst}
      classNames={look}
    />
  )
}

const look = {
  root: 'w-[calc(7*var(--day))] [--day:min(2.75rem,(100vw-3.25rem)/7)]',
  month:
    'relative grid grid-cols-[auto_minmax(0,1fr)_auto] content-start has-[fieldset]:min-h-82 max-md:has-[fieldset]:min-h-84 has-[fieldset]:[&_table]:invisible items-center gap-1 max-[22rem]:gap-0',
  dropdowns: 'flex items-center gap-1 max-[22rem]:gap-0',
  dropdown_root:
    'relative flex min-h-9 min-w-0 flex-1 items-center rounded-md pl-2 hover:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring max-md:min-h-11',
  dropdown:
    'absolute inset-0 cursor-pointer appearance-none bg-popover text-popover-foreground opacity-0',
  caption_label: 'flex flex-1 items-center justify-between font-semibold',
  month_grid: 'col-span-3 border-collapse',
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

function MonthButton(props: ComponentProps<'button'>) {
  return <Button variant="ghost" size="icon-sm" {...props} />
}

/** The icons of react-day-picker are filled, unlike all others in the app. */
function Chevron({ orientation }: ChevronProps) {
  if (orientation === 'left') return <ChevronLeft />
  if (orientation === 'right') return <ChevronRight />
  return <ChevronDown className="text-muted-foreground" />
}

const months = { Chevron, PreviousMonthButton: MonthButton, NextMonthButton: MonthButton }
const daysFirst = { ...months, YearsDropdown: (props: DropdownProps) => <Years {...props} /> }
const yearsFirst = {
  ...months,
  YearsDropdown: (props: DropdownProps) => <Years {...props} isFirst />,
}

/**
 * The list of years over the days, four in a row, scrolled to the chosen year (Spec §9). The last row in view is
 * cut off, which shows that the list goes on.
 */
function Years({ value, options, isFirst = false }: DropdownProps & { isFirst?: boolean }) {
  const { goToMonth, months } = useDayPicker()
  const [isOpen, setOpen] = useState(isFirst)
  const button = useRef<HTMLButtonElement>(null)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    current.current?.scrollIntoView({ block: 'center' })
    current.current?.focus({ preventScroll: true })
  }, [isOpen])
  const pick = (year: number) => {
    flushSync(() => {
      goToMonth(new Date(year, months[0]?.date.getMonth() ?? 0))
      setOpen(false)
    })
    button.current
      ?.closest('[data-slot="calendar"]')
      ?.querySelector<HTMLElement>('table [tabindex="0"]')
      ?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        aria-label={`Jahr ${value}, ändern`}
        onClick={() => setOpen(!isOpen)}
        className="gap-1! px-2! text-base! tabular-nums max-[22rem]:gap-0! max-[22rem]:px-1!"
      >
        {value}
        <ChevronDown
          className={cn('text-muted-foreground transition-transform', isOpen && 'rotate-180')}
        />
      </Button>
      {isOpen && (
        <fieldset className="absolute inset-x-0 top-10 grid h-72 grid-cols-4 gap-1 overflow-y-auto overscroll-contain p-0.5 max-md:top-12">
          <legend className="sr-only">Jahr</legend>
          {options?.map(({ value: year }) => (
            <button
              key={year}
              type="button"
              ref={year === value ? current : undefined}
              aria-pressed={year === value}
              onClick={() => pick(year)}
              className={cn(
                'min-h-11 rounded-md tabular-nums focus-visible:outline-offset-0',
                year === value
                  ? 'bg-secondary font-semibold text-secondary-foreground hover:bg-secondary-hover'
                  : 'hover:bg-accent',
              )}
            >
              {year}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}
