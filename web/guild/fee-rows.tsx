import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { type FeeTableDraft, newFeeRow, readFees } from './fee-draft.ts'
import { FeeRow } from './fee-row.tsx'

type FeeRowsProps = {
  /** What saving would refuse, and for whom there is no row; both by `rows.1.ageFrom`. */
  problems: FieldMessages
  gaps: FieldMessages
}

export function FeeRows({ problems, gaps }: FeeRowsProps) {
  const { fields, append, remove } = useFieldArray<FeeTableDraft, 'rows'>({ name: 'rows' })
  const { clearErrors, getValues } = useFormContext<FeeTableDraft>()
  const all = useRef<HTMLFieldSetElement>(null)
  // What the server refused was said of rows that stood beside each other.
  const forget = () => 'body' in readFees(getValues(), []) && clearErrors('rows')
  const addRow = () => {
    forget()
    flushSync(() => append(newFeeRow, { shouldFocus: false }))
    all.current?.querySelector<HTMLSelectElement>('[data-fee-row]:last-of-type select')?.focus()
  }
  const removeRow = (index: number) => {
    forget()
    flushSync(() => remove(index))
    all.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus()
  }
  return (
    <fieldset ref={all} className="grid gap-3">
      <legend className="sr-only">Zeilen</legend>
      {fields.map(({ id }, index) => (
        <FeeRow
          key={id}
          index={index}
          problems={problems}
          gaps={gaps}
          onRemove={() => removeRow(index)}
        />
      ))}
      {fields.length === 0 && (
        <p className="text-muted-foreground">Ohne Zeile gibt es diese Tabelle nicht mehr.</p>
      )}
      <Button data-add size="sm" className="w-fit" onClick={addRow}>
        <Plus />
        Zeile
      </Button>
    </fieldset>
  )
}
