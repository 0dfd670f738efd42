import { Calendar } from 'lucide-react'
import { useRef } from 'react'
import { type TypedDay, unreadable } from '#web/lib/typed-day.ts'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { EndButton, Input } from '#web/ui/input.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { useCalendar } from './use-calendar.ts'
import { useTypedDate } from './use-typed-date.ts'

type DateFieldProps = FieldProps & {
  /** `unreadable` while the field holds a text that is no date. */
  value: TypedDay
  /** What stood in the field when its value was read from there; shown with that value. */
  typed?: string | undefined
  onChange: (value: TypedDay) => void
  /** Two-digit years are read from here, and the calendar opens here. */
  today: Day
  /** A birthday lies in the past: `27` means 1927 in 2026. Other dates may lie ahead. */
  isBirthday?: boolean
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
  autoComplete = 'off',
  name,
  disabled,
  ...field
}: DateFieldProps) {
  const typed = useTypedDate({ value, readText, onChange, today, yearsAhead: isBirthday ? 0 : 20 })
  const calendar = useCalendar()
  const button = useRef<HTMLButtonElement>(null)
  const error = typed.error ?? field.error
  // What is no date says more than that a date is missing.
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
            inputMode="numeric"
            placeholder="TT.MM.JJJJ"
            className="pr-12 tabular-nums @max-[9.5rem]:px-2"
          />
          <EndButton
            ref={button}
            // In a column as narrow as this the year would have no room beside it.
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
              selected={value === unreadable ? null : value}
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
