import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { type FeeRowDraft, newFeeRow } from './fee-draft.ts'
import { FeeRow } from './fee-row.tsx'

type FeeRowsProps = {
  rows: readonly FeeRowDraft[]
  /** Under `2.ageFrom` for the third row. */
  errors: FieldMessages
  onChange: (rows: FeeRowDraft[]) => void
}

export function FeeRows({ rows, errors, onChange }: FeeRowsProps) {
  const all = useRef<HTMLFieldSetElement>(null)
  const add = () => {
    flushSync(() => onChange([...rows, newFeeRow(rows)]))
    all.current?.querySelector<HTMLSelectElement>('[data-fee-row]:last-of-type select')?.focus()
  }
  const remove = (key: number) => {
    flushSync(() => onChange(rows.filter((row) => row.key !== key)))
    all.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus()
  }
  return (
    <fieldset ref={all} className="grid gap-3">
      <legend className="sr-only">Zeilen</legend>
      {rows.map((row, index) => (
        <FeeRow
          key={row.key}
          row={row}
          place={index + 1}
          errors={errorsOfRow(errors, index)}
          onChange={(changes) =>
            onChange(rows.map((each) => (each === row ? { ...row, ...changes } : each)))
          }
          onRemove={() => remove(row.key)}
        />
      ))}
      {rows.length === 0 && (
        <p className="text-muted-foreground">Ohne Zeile gibt es diese Tabelle nicht mehr.</p>
      )}
      <Button data-add size="sm" className="w-fit" onClick={add}>
        <Plus />
        Zeile
      </Button>
    </fieldset>
  )
}

function errorsOfRow(errors: FieldMessages, index: number): FieldMessages {
  const own = Object.entries(errors).filter(([place]) => place.startsWith(`${index}.`))
  return Object.fromEntries(own.map(([place, message]) => [place.split('.')[1], message]))
}
