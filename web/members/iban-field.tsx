import { isValidIBAN } from 'ibantools'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from '#web/components/form-fields.tsx'
import { ibanProblem } from '#web/lib/iban.ts'
import { Field } from '#web/ui/field.tsx'
import type { MemberDraft } from './member-draft.ts'
import { memberFields } from './member-sections.ts'
import { IbanInput } from './shared/iban-input.tsx'

type IbanFieldProps = { onIban: (iban: string) => void; className: string }

/** Checked while it is written; what is wrong is said and still may be sent. */
export function IbanField({ onIban, className }: IbanFieldProps) {
  const { field } = useController<MemberDraft, 'bankingIban'>({ name: 'bankingIban' })
  const { clearErrors } = useFormContext<MemberDraft>()
  const [isFinished, setFinished] = useState(true)
  const refused = useFieldError<MemberDraft>('bankingIban')
  const problem = ibanProblem(field.value, isFinished)
  return (
    <Field
      label={memberFields.bankingIban.label}
      className={className}
      error={refused ?? problem}
      help={isValidIBAN(field.value) && 'Die Prüfziffer stimmt.'}
    >
      {(ids) => (
        <IbanInput
          {...ids}
          name="bankingIban"
          value={field.value}
          onChange={(iban) => {
            setFinished(false)
            field.onChange(iban)
            // It may have been this IBAN that the mandate did not fit.
            clearErrors('bankingSepaAllowedDate')
            onIban(iban)
          }}
          onBlur={() => setFinished(true)}
        />
      )}
    </Field>
  )
}
