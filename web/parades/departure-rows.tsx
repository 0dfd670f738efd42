import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray } from 'react-hook-form'
import { FormInput, useFieldError } from '#web/components/form-fields.tsx'
import { eachRow, type FieldReader, notATime, readFields } from '#web/lib/typed.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { maxDepartures } from '#worker/domain/limits.ts'
import { type Departure, parseTypedTime, type Time } from '#worker/domain/times.ts'

type Departures = { departures: Departure[] }

const departureTime: FieldReader<string, Time> = (typed) => {
  const value = parseTypedTime(typed)
  return value === null ? { problem: notATime } : { value }
}

export const departuresReader = eachRow((row: Departure) =>
  readFields(row, { time: departureTime }),
)

/** The stops of a departure, in the surrounding form. */
export function DepartureRows() {
  const rows = useFieldArray<Departures, 'departures'>({ name: 'departures' })
  const all = useRef<HTMLFieldSetElement>(null)
  const error = useFieldError<Departures>('departures')
  const add = () => {
    flushSync(() => rows.append({ time: '', place: '' }, { shouldFocus: false }))
    all.current?.querySelector<HTMLInputElement>('[data-departure]:last-of-type input')?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => rows.remove(index))
    all.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus()
  }
  return (
    <fieldset ref={all} className="grid gap-3">
      <legend className="mb-1.5 font-semibold text-sm max-md:text-[0.9375rem]">Abfahrt</legend>
      {rows.fields.map(({ id }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser.
        <div
          key={id}
          role="group"
          aria-label={`${index + 1}. Abfahrt`}
          data-departure
          className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-start gap-3 max-md:gap-2"
        >
          <FormInput<Departures>
            name={`departures.${index}.time`}
            label="Uhrzeit"
            placeholder="11:30"
            inputClassName="tabular-nums"
          />
          <FormInput<Departures> name={`departures.${index}.place`} label="Wo" />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`${index + 1}. Abfahrt entfernen`}
            className="mt-6.5"
            onClick={() => remove(index)}
          >
            <Trash2 />
          </Button>
        </div>
      ))}
      {error && <FieldError>{error}</FieldError>}
      {rows.fields.length < maxDepartures && (
        <Button data-add size="sm" className="w-fit" onClick={add}>
          <Plus />
          Abfahrt
        </Button>
      )}
    </fieldset>
  )
}
