import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { germanEuro, parseTypedEuro } from '#worker/domain/money.ts'
import { germanNumber, parseTypedNumber } from './german-number.ts'

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
  /** Money is typed in euros and told in cents. */
  kind: keyof typeof kinds
  value: number | null
  error?: string | false
  onChange: (value: number | null) => void
}

/** A number as it is written in German; what is none counts as nothing, and is said to be none. */
export function NumberField({ label, kind, value, error, onChange }: NumberFieldProps) {
  const { read, write, unreadable } = kinds[kind]
  const written = value === null ? '' : write(value)
  const [typed, setTyped] = useState(written)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    // Not typed here: the filter was taken back, or the address is another one.
    setKnown(value)
    setTyped(written)
  }
  // "12," is on its way to "12,50".
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
