import { type ComponentProps, useState } from 'react'
import { DateField } from '#web/components/date-field.tsx'
import { type TypedDay, unreadableDay } from '#web/lib/typed-day.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro, parseTypedEuro } from '#worker/domain/money.ts'
import {
  type AnyColumn,
  canBeEmpty,
  germanNumber,
  type Option,
  parseTypedNumber,
} from './column.ts'
import { type EmptyFilter, emptyFilter, type Filter } from './filter.ts'

type FilterFieldProps = {
  column: AnyColumn
  /** A filter of the column's kind, or an `EmptyFilter`. */
  filter: Filter
  today: Day
  onChange: (filter: Filter) => void
}

export function FilterField({ filter, ...props }: FilterFieldProps) {
  const { column, onChange } = props
  const isPresence = filter.kind === 'presence'
  return (
    <div className="grid gap-2">
      <ValueFilter {...props} filter={isPresence ? emptyFilter(column.kind) : filter} />
      {canBeEmpty(column) && (
        <PresenceFilter
          label={column.header}
          filter={isPresence ? filter : null}
          onChange={(next) => onChange(next ?? emptyFilter(column.kind))}
        />
      )}
    </div>
  )
}

type PresenceFilterProps = {
  label: string
  filter: EmptyFilter | null
  onChange: (filter: EmptyFilter | null) => void
}

const presences = [
  { isEmpty: true, words: 'Leer' },
  { isEmpty: false, words: 'Nicht leer' },
]

/** The ticks "leer" and "nicht leer"; a tick replaces the column's filter by value. */
function PresenceFilter({ label, filter, onChange }: PresenceFilterProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">{label}: leer oder nicht</legend>
      {presences.map(({ isEmpty, words }) => {
        const isSet = filter?.isEmpty === isEmpty
        return (
          <Checkbox
            key={words}
            checked={isSet}
            onChange={() => onChange(isSet ? null : { kind: 'presence', isEmpty })}
          >
            {words}
          </Checkbox>
        )
      })}
    </fieldset>
  )
}

type ValueFilterProps = FilterFieldProps & { filter: Exclude<Filter, EmptyFilter> }

function ValueFilter({ column, filter, today, onChange }: ValueFilterProps) {
  switch (filter.kind) {
    case 'text':
      return <TextFilter filter={filter} onChange={onChange} />
    case 'date': {
      const isPast = column.kind === 'date' && column.past === true
      return <DateFilter filter={filter} today={today} isPast={isPast} onChange={onChange} />
    }
    case 'number':
    case 'money':
      return <NumberFilter filter={filter} onChange={onChange} />
    case 'choice': {
      const options = column.kind === 'choice' ? column.options : []
      return (
        <ChoiceFilter label={column.header} options={options} filter={filter} onChange={onChange} />
      )
    }
  }
}

type Of<Kind extends Filter['kind']> = {
  filter: Extract<Filter, { kind: Kind }>
  onChange: (filter: Filter) => void
}

function TextFilter({ filter, onChange }: Of<'text'>) {
  return (
    <Field label="Enthält">
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          value={filter.text}
          onChange={(event) => onChange({ kind: 'text', text: event.target.value })}
        />
      )}
    </Field>
  )
}

type DateFilterProps = Of<'date'> & { today: Day; isPast: boolean }

function DateFilter({ filter, today, isPast, onChange }: DateFilterProps) {
  const isTurnedRound = filter.from !== null && filter.to !== null && filter.from > filter.to
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
      <FilterDay
        label="Von"
        value={filter.from}
        today={today}
        isBirthday={isPast}
        onChange={(from) => onChange({ ...filter, from })}
      />
      <FilterDay
        label="Bis"
        value={filter.to}
        today={today}
        isBirthday={isPast}
        error={isTurnedRound && 'Das liegt vor „Von“.'}
        onChange={(to) => onChange({ ...filter, to })}
      />
    </div>
  )
}

type FilterDayProps = Omit<ComponentProps<typeof DateField>, 'value' | 'onChange'> & {
  value: Day | null
  onChange: (value: Day | null) => void
}

/** A limit of a date filter. An incomplete date stays as typed, and the list is not filtered by it. */
function FilterDay({ value, onChange, ...field }: FilterDayProps) {
  const [typed, setTyped] = useState<TypedDay>(value)
  return (
    <DateField
      {...field}
      value={value === null && typed === unreadableDay ? unreadableDay : value}
      onChange={(changed) => {
        setTyped(changed)
        onChange(changed === unreadableDay ? null : changed)
      }}
    />
  )
}

function NumberFilter({ filter, onChange }: Of<'number' | 'money'>) {
  const isTurnedRound = filter.from !== null && filter.to !== null && filter.from > filter.to
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      <NumberField
        label="Von"
        kind={filter.kind}
        value={filter.from}
        onChange={(from) => onChange({ ...filter, from })}
      />
      <NumberField
        label="Bis"
        kind={filter.kind}
        value={filter.to}
        error={isTurnedRound && 'Das ist weniger als „Von“.'}
        onChange={(to) => onChange({ ...filter, to })}
      />
    </div>
  )
}

type ChoiceFilterProps = Of<'choice'> & { label: string; options: readonly Option[] }

function ChoiceFilter({ label, options, filter, onChange }: ChoiceFilterProps) {
  const toggled = (value: string) =>
    options
      .map((option) => option.value)
      .filter((one) => filter.chosen.includes(one) !== (one === value))
  return (
    <fieldset className="grid">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, label: words }) => (
        <Checkbox
          key={value}
          checked={filter.chosen.includes(value)}
          onChange={() => onChange({ kind: 'choice', chosen: toggled(value) })}
        >
          {words}
        </Checkbox>
      ))}
    </fieldset>
  )
}

const kinds = {
  number: {
    read: parseTypedNumber,
    write: germanNumber,
    unreadable: 'Das ist keine Zahl. Schreib sie so: 12',
  },
  money: {
    read: parseTypedEuro,
    write: (cents: number) => germanEuro(cents).replace('\u00a0€', ''),
    unreadable: 'Das ist kein Betrag. Schreib ihn so: 10,00',
  },
}

type NumberFieldProps = {
  label: string
  /** `money`: the user types euros, and `value` and `onChange` have cents. */
  kind: keyof typeof kinds
  value: number | null
  error?: string | false
  onChange: (value: number | null) => void
}

/** A number in German notation; other text is reported as null and shown as an error. */
function NumberField({ label, kind, value, error, onChange }: NumberFieldProps) {
  const { read, write, unreadable } = kinds[kind]
  const written = value === null ? '' : write(value)
  const [typed, setTyped] = useState(written)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    // The user has not typed this value: the filter was removed, or the URL changed.
    setKnown(value)
    setTyped(written)
  }
  // A comma at the end is ignored, so that "12," is no error on the way to "12,50".
  const readTyped = (text: string) => read(text.trim().replace(/,$/, ''))
  const isUnreadable = typed.trim() !== '' && readTyped(typed) === null
  return (
    <Field label={label} error={isUnreadable ? unreadable : error}>
      {(ids) => (
        <Input
          {...ids}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            const text = event.target.value
            const next = readTyped(text)
            setTyped(text)
            setKnown(next)
            if (next !== value) onChange(next)
          }}
        />
      )}
    </Field>
  )
}
