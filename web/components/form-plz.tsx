import { type FieldPath, type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { plzDoubt } from '#worker/domain/plz.ts'
import { FormInput } from './form-fields.tsx'

type FormPlzProps<Draft extends FieldValues> = { name: FieldPath<Draft>; className?: string }

/** A postcode; one that is no German one is asked about while it is typed, not refused. */
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
