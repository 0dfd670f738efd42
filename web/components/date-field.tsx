import { Calendar } from 'lucide-react'
import { type ChangeEvent, type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import { notADate, type TypedDay, unreadableDay } from '#web/lib/typed-day.ts'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { EndButton, Input } from '#web/ui/input.tsx'
import { type Day, germanDate, parseTypedDate } from '#worker/domain/dates.ts'
import type { CalendarPopoverProps } from './calendar-popover.tsx'

type DateFieldProps = FieldProps & {
  /** `unreadableDay` while the text of the field is not a date. */
  value: TypedDay
  /** The text that the value was read from, shown in place of the formatted value. */
  typed?: string | undefined
  onChange: (value: TypedDay) => void
  /** Reference for two-digit years, and the day at which the calendar opens. */
  today: Day
  /** Birthdays are in the past: in 2026, `27` means 1927. Other dates may be in the future. */
  isBirthday?: boolean
  /** Selects the whole text on focus: a suggested date is rather replaced than edited. */
  isReplaced?: boolean
  autoComplete?: string
  name?: string
  disabled?: boolean
}

export function DateField({
  value,
  typed: readText,
  onChange,
  today,
  isBirthday = false,
  isReplaced = false,
  autoComplete = 'off',
  name,
  disabled,
  ...field
}: DateFieldProps) {
  const typed = useTypedDate({ value, readText, onChange, today, yearsAhead: isBirthday ? 0 : 20 })
  const calendar = useCalendar()
  const button = useRef<HTMLButtonElement>(null)
  const error = typed.error ?? field.error
  // An error of the typed text comes first: it is more precise than "the date is missing".
  const help = calendar.hasFailed ? calendarFailed : !typed.error && field.help
  return (
    <Field {...field} error={error} help={help}>
      {(ids) => (
        <span className="relative block">
          <Input
            {...ids}
            {...typed.input}
            name={name}
            disabled={disabled}
            autoComplete={autoComplete}
            onFocus={({ target }) => isReplaced && target.select()}
            inputMode="numeric"
            placeholder="TT.MM.JJJJ"
            className="pr-12 tabular-nums @max-[9.5rem]:px-2"
          />
          <EndButton
            ref={button}
            // In a narrow column the button would leave no room for the year.
            className="noscript:hidden @max-[9.5rem]:hidden"
            aria-label="Kalender öffnen"
            aria-haspopup="dialog"
            aria-expanded={calendar.Popover !== null}
            disabled={disabled}
            onClick={calendar.toggle}
          >
            <Calendar />
          </EndButton>
          {calendar.Popover && (
            <calendar.Popover
              anchor={button}
              selected={value === unreadableDay ? null : value}
              today={today}
              isBirthday={isBirthday}
              onClose={calendar.close}
              onPick={(day) => {
                typed.take(day)
                calendar.close()
              }}
            />
          )}
        </span>
      )}
    </Field>
  )
}

const calendarFailed = 'Der Kalender ließ sich nicht laden. Tippe das Datum ein.'

type Popover = ComponentType<CalendarPopoverProps>

/**
 * Loads the calendar when it is first opened. After a failure the user can still type, and the next click tries
 * again; React.lazy would keep the failure and break the page.
 */
function useCalendar() {
  const [Popover, setPopover] = useState<Popover | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const close = () => setPopover(null)
  const open = async () => {
    try {
      const { CalendarPopover } = await import('./calendar-popover.tsx')
      setPopover(() => CalendarPopover)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return { Popover, hasFailed, close, toggle: () => (Popover ? close() : void open()) }
}

type TypedDate = {
  value: TypedDay
  readText: string | undefined
  onChange: (value: TypedDay) => void
  today: Day
  yearsAhead: number
}

const shown = (value: TypedDay) => (value && value !== unreadableDay ? germanDate(value) : '')

/** A date as text: the typed text is kept until the field loses the focus with a readable date. */
function useTypedDate({ value, readText, onChange, today, yearsAhead }: TypedDate) {
  const textOf = readText ?? shown(value)
  const [text, setText] = useState(textOf)
  const [seen, setSeen] = useState(value)
  const [reported, setReported] = useState(value)
  const [isJudged, setJudged] = useState(false)

  // A value that this field has not reported itself comes from outside, and replaces the text.
  if (value !== seen) {
    setSeen(value)
    if (value !== reported) {
      setReported(value)
      setText(textOf)
      setJudged(false)
    }
  }

  const report = (typed: TypedDay) => {
    setReported(typed)
    if (typed !== value) onChange(typed)
  }
  const take = (day: Day) => {
    setText(shown(day))
    setJudged(false)
    report(day)
  }
  const validateText = () => {
    const day = parseTypedDate(text, today, yearsAhead)
    if (day) take(day)
    // The user has cleared the text, but the form may keep its value: then the value is shown again.
    else if (text.trim() === '') setText(shown(value))
    else setJudged(true)
  }
  return {
    take,
    error: isJudged ? problemOf(text) : undefined,
    input: {
      value: text,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        const day = isComplete(target.value)
          ? parseTypedDate(target.value, today, yearsAhead)
          : null
        const isEmpty = target.value.trim() === ''
        setText(target.value)
        if (day || isEmpty) setJudged(false)
        report(day ?? (isEmpty ? null : unreadableDay))
      },
      onBlur: validateText,
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && validateText(),
    },
  }
}

/** Whether the text has all digits of a date: "1.2.19" has not, because it may become "1.2.1990". */
function isComplete(text: string): boolean {
  return /\d{4}/.test(text) && !/^\d{1,7}$/.test(text.trim())
}

function problemOf(text: string): string {
  const year = /\b\d{4}$/.exec(text.trim())?.[0]
  const isOtherCentury = year !== undefined && (year < '1900' || year > '2099')
  return isOtherCentury ? 'Das Jahr muss zwischen 1900 und 2099 liegen.' : notADate
}
