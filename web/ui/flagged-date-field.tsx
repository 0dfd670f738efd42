import { Calendar } from 'lucide-react'
import { useRef } from 'react'
import type { Day } from '#worker/domain/dates.ts'
import { Field, type FieldProps } from './field.tsx'
import { EndButton, Input } from './input.tsx'
import { useCalendar } from './use-calendar.ts'
import { useTypedDate } from './use-flagged-date.ts'

type DateFieldProps = FieldProps & {
  value: Day | null
  onChange: (value: Day | null) => void
  /** Two-digit years are read from here, and the calendar opens here. */
  today: Day
  /** A birthday lies in the past: `27` means 1927 in 2026. Other dates may lie ahead. */
  isBirthday?: boolean
  /** The typed text is no date, so `value` is null although the field is not empty. */
  onInvalid?: ((isInvalid: boolean) => void) | undefined
  autoComplete?: string
  name?: string
  disabled?: boolean
}

export function DateField({
  value,
  onChange,
  today,
  isBirthday = false,
  onInvalid,
  autoComplete = 'off',
  name,
  disabled,
  ...field
}: DateFieldProps) {
  const typed = useTypedDate({ value, onChange, onInvalid, today, yearsAhead: isBirthday ? 0 : 20 })
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
            className="pr-12 tabular-nums"
          />
          <EndButton
            ref={button}
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
              selected={value}
              today={today}
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
