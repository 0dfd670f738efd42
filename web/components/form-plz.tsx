import { type FieldPath, type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { plzDoubt } from '#worker/domain/plz.ts'
import { FormInput } from './form-fields.tsx'

type FormPlzProps<Draft extends FieldValues> = { name: FieldPath<Draft>; className?: string }

/** A postcode. A postcode that does not look German gets a warning while it is typed, but is accepted. */
export function FormPlz<Draft extends FieldValues>({ name, className }: FormPlzProps<Draft>) {
  const typed: string = useWatch<Draft>({ name })
  const { defaultValues } = useFormState<Draft>()
  return (
    <FormInput<Draft>
      name={name}
      label="PLZ"
      inputMode="numeric"
      inputClassName="tabular-nums"
      className={className}
      warning={typed === defaultValues?.[name] ? null : plzDoubt(typed)}
    />
  )
}
