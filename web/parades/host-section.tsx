import { useController, useFormContext } from 'react-hook-form'
import { FormInput, useFieldError } from '#web/components/form-fields.tsx'
import { FormSection } from '#web/components/form-section.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { SuggestInput } from '#web/components/suggest-input.tsx'
import { Field } from '#web/ui/field.tsx'
import type { ParadeHost } from '#worker/parades/parades.contract.ts'
import { SuggestionsFailure } from './draft-fields.tsx'
import type { ParadeDraft } from './parade-draft.ts'

export function HostSection({ hosts }: { hosts: SectionQuery<ParadeHost[]> }) {
  return (
    <FormSection title="Gastgeber">
      <HostField hosts={hosts} />
      <SuggestionsFailure of={hosts} />
      <FormInput<ParadeDraft>
        name="hostPlz"
        label="PLZ"
        inputMode="numeric"
        inputClassName="tabular-nums"
        className="max-md:col-span-4 md:col-span-3"
      />
      <FormInput<ParadeDraft>
        name="hostTown"
        label="Ort"
        className="max-md:col-span-8 md:col-span-9"
      />
    </FormSection>
  )
}

/** Who has been host before comes with postcode and town. */
function HostField({ hosts }: { hosts: SectionQuery<ParadeHost[]> }) {
  const { setValue } = useFormContext<ParadeDraft>()
  const { field } = useController<ParadeDraft, 'host'>({ name: 'host' })
  const choose = ({ host, hostPlz, hostTown }: ParadeHost) => {
    field.onChange(host)
    setValue('hostPlz', hostPlz, { shouldDirty: true, shouldValidate: true })
    setValue('hostTown', hostTown, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Field label="Gastgeber" required error={useFieldError<ParadeDraft>('host')}>
      {(ids) => (
        <SuggestInput
          {...ids}
          name="host"
          value={field.value}
          onChange={field.onChange}
          suggestions={(hosts.data ?? []).map(asSuggestion)}
          onChoose={choose}
        />
      )}
    </Field>
  )
}

function asSuggestion(known: ParadeHost) {
  const place = [known.hostPlz, known.hostTown].filter(Boolean).join(' ')
  return { ...known, value: known.host, ...(place && { note: place }) }
}
