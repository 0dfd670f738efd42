import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FormInput, FormSelect, FormTextarea } from '#web/components/form-fields.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { usualCertificates } from '#worker/domain/certificates.ts'
import { duties, honorBases } from '#worker/domain/codes.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import type { HonorRuleDraft } from './honor-rule-draft.ts'
import { basisLabels, placeholderHelp } from './honor-rule-words.ts'

/** @param problems by the field: `threshold` */
export function HonorRuleFields({ problems }: { problems: FieldMessages }) {
  const basis = useFormContext<HonorRuleDraft>().watch('basis')
  return (
    <>
      <FormInput<HonorRuleDraft>
        name="label"
        label="Name der Ehrung"
        required
        problem={problems.label}
      />
      <div className="grid grid-cols-2 gap-4">
        <FormSelect<HonorRuleDraft> name="basis" label="Grundlage" problem={problems.basis}>
          {honorBases.map((each) => (
            <option key={each} value={each}>
              {basisLabels[each]}
            </option>
          ))}
        </FormSelect>
        {basis !== 'manual' && (
          <FormInput<HonorRuleDraft>
            name="threshold"
            label={basis === 'parades' ? 'Ab so vielen Sprüngen' : 'Ab so vielen Jahren'}
            required
            inputMode="numeric"
            inputClassName="tabular-nums"
            problem={problems.threshold}
          />
        )}
      </div>
      {basis === 'dutyYears' && <DutyTicks error={problems.duties} />}
      <FormInput<HonorRuleDraft>
        name="issuer"
        label="Verliehen von"
        help="Ein Verband wie „VSAN“; leer verleiht sie die Zunft selbst."
        problem={problems.issuer}
      />
      <FormTextarea<HonorRuleDraft>
        name="certificateText"
        label="Text der Urkunde"
        rows={3}
        placeholder={usualCertificates[basis]}
        help={placeholderHelp(basis)}
        problem={problems.certificateText}
      />
    </>
  )
}

function DutyTicks({ error }: { error: string | undefined }) {
  const errorId = useId()
  const { field } = useController<HonorRuleDraft, 'duties'>({ name: 'duties' })
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1 font-semibold text-sm max-md:text-[0.9375rem]">
        Ämter, die zählen
      </legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className="grid grid-cols-2 gap-x-4 max-[22rem]:grid-cols-1">
        {duties.map((duty) => (
          <Checkbox
            key={duty}
            labelClassName="min-h-9!"
            checked={field.value.includes(duty)}
            onChange={({ target }) =>
              field.onChange(
                duties.filter((each) =>
                  each === duty ? target.checked : field.value.includes(each),
                ),
              )
            }
          >
            {dutyLabels[duty]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
