import { Trash2, TriangleAlert } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { FeeRule } from '#worker/domain/fees.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import type { FeeRowDraft, FeeTableDraft } from './fee-draft.ts'

type FeeRowProps = {
  index: number
  /** Of all rows, by `rows.1.ageFrom`: what saving would refuse, and for whom there is no row. */
  problems: FieldMessages
  gaps: FieldMessages
  onRemove: () => void
}

const states = ['Active', 'Passive'] as const satisfies readonly FeeRule['state'][]

/** Status, ages and amount beside each other; what is refused stands below them. */
export function FeeRow({ index, problems, gaps, onRemove }: FeeRowProps) {
  const id = useId()
  const { register, formState } = useFormContext<FeeTableDraft>()
  const errors = formState.errors.rows?.[index] ?? {}
  // What was refused, else what would be.
  const errorAt = (name: keyof FeeRowDraft) =>
    errors[name]?.message ?? problems[`rows.${index}.${name}`]
  const gapAt = (name: keyof FeeRowDraft) => gaps[`rows.${index}.${name}`]
  const input = (name: keyof FeeRowDraft) => ({
    ...register(`rows.${index}.${name}`),
    ...(gapAt(name) && { 'aria-describedby': `${id}-gap` }),
    ...(errorAt(name) && { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` }),
  })
  const fields = ['state', 'ageFrom', 'ageTo', 'amount'] as const
  const messages = [...new Set(fields.flatMap((name) => errorAt(name) ?? []))]
  const left = fields.flatMap((name) => gapAt(name) ?? [])
  const place = index + 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser.
    <div
      role="group"
      aria-label={`${place}. Zeile`}
      data-fee-row
      className="grid grid-cols-[minmax(0,1fr)_4rem_4rem_6rem_auto] items-end gap-2 max-[26rem]:grid-cols-3 max-md:border-b max-md:pb-3"
    >
      <Labelled label="Status" className="max-[26rem]:col-span-2">
        <Select {...input('state')}>
          {states.map((state) => (
            <option key={state} value={state}>
              {membershipStateLabels[state]}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled label="Alter von">
        <Short {...input('ageFrom')} inputMode="numeric" placeholder="0" />
      </Labelled>
      <Labelled label="bis">
        <Short {...input('ageTo')} inputMode="numeric" placeholder="–" />
      </Labelled>
      <Labelled label="Euro">
        <Short {...input('amount')} inputMode="decimal" />
      </Labelled>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${place}. Zeile entfernen`}
        className="justify-self-end max-[26rem]:col-start-3 max-[26rem]:row-start-1"
        onClick={onRemove}
      >
        <Trash2 />
      </Button>
      {messages.length > 0 && (
        <div className="col-span-full">
          <FieldError id={`${id}-error`}>{messages.join(' ')}</FieldError>
        </div>
      )}
      {left.length > 0 && (
        <p
          id={`${id}-gap`}
          className="col-span-full flex items-start gap-1.5 font-medium text-warning-soft-foreground text-xs max-md:text-sm"
        >
          <TriangleAlert className="mt-px size-4" />
          Keine Zeile gibt es für: {left.join('; ')}.
        </p>
      )}
    </div>
  )
}

function Labelled({ label, className, children }: ComponentProps<'label'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller puts the control inside.
    <label className={className}>
      <span className="mb-1 block font-semibold text-xs max-md:text-sm">{label}</span>
      {children}
    </label>
  )
}

function Short(props: ComponentProps<'input'>) {
  return <Input autoComplete="off" className="px-2! text-right tabular-nums" {...props} />
}
