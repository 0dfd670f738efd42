import { useId } from 'react'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tick } from '#web/ui/tick.tsx'
import { type Duty, duties, type HonorBasis, honorBases } from '#worker/domain/codes.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import type { HonorRuleDraft } from './honor-rule-draft.ts'
import { basisLabels } from './honor-rule-words.ts'

type HonorRuleFieldsProps = {
  draft: HonorRuleDraft
  onChange: (changes: Partial<HonorRuleDraft>) => void
  errors: FieldMessages
}

export function HonorRuleFields({ draft, onChange, errors }: HonorRuleFieldsProps) {
  const { label, basis, threshold } = draft
  return (
    <>
      <Field label="Name der Ehrung" required error={errors.label}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            value={label}
            onChange={({ target }) => onChange({ label: target.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Grundlage" error={errors.basis}>
          {(ids) => (
            <Select
              {...ids}
              value={basis}
              onChange={({ target }) => onChange({ basis: target.value as HonorBasis })}
            >
              {honorBases.map((each) => (
                <option key={each} value={each}>
                  {basisLabels[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {basis !== 'manual' && (
          <Field
            label={basis === 'parades' ? 'Ab so vielen Sprüngen' : 'Ab so vielen Jahren'}
            required
            error={errors.threshold}
          >
            {(ids) => (
              <Input
                {...ids}
                inputMode="numeric"
                autoComplete="off"
                className="tabular-nums"
                value={threshold}
                onChange={({ target }) => onChange({ threshold: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {basis === 'dutyYears' && (
        <DutyTicks
          counted={draft.duties}
          onChange={(counted) => onChange({ duties: counted })}
          error={errors.duties}
        />
      )}
    </>
  )
}

type DutyTicksProps = {
  counted: readonly Duty[]
  onChange: (counted: Duty[]) => void
  error: string | undefined
}

function DutyTicks({ counted, onChange, error }: DutyTicksProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1 font-semibold text-sm max-md:text-[0.9375rem]">
        Ämter, die zählen
      </legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className="grid grid-cols-2 gap-x-4 max-[22rem]:grid-cols-1">
        {duties.map((duty) => (
          <Tick
            key={duty}
            labelClassName="min-h-9"
            checked={counted.includes(duty)}
            onChange={({ target }) =>
              onChange(
                duties.filter((each) => (each === duty ? target.checked : counted.includes(each))),
              )
            }
          >
            {dutyLabels[duty]}
          </Tick>
        ))}
      </div>
    </fieldset>
  )
}
