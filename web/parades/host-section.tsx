import { useController, useFormContext } from 'react-hook-form'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Field } from '#web/ui/field.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import type { ParadeHost } from '#worker/parades/parades.contract.ts'
import { LineField, useFieldError } from './draft-fields.tsx'
import type { ParadeDraft } from './parade-draft.ts'
import { hostsNotLoaded } from './parades.api.ts'
import { SuggestionsFailure } from './suggestions-failure.tsx'

export function HostSection({ hosts }: { hosts: Loaded<ParadeHost[]> }) {
  return (
    <FormSection title="Gastgeber">
      <HostField hosts={hosts} />
      <SuggestionsFailure loaded={hosts} message={hostsNotLoaded} />
      <LineField
        name="hostPlz"
        label="PLZ"
        inputMode="numeric"
        className="max-md:col-span-4 md:col-span-3"
      />
      <LineField name="hostTown" label="Ort" className="max-md:col-span-8 md:col-span-9" />
    </FormSection>
  )
}

/** Who has been host before comes with postcode and town. */
function HostField({ hosts }: { hosts: Loaded<ParadeHost[]> }) {
  const { setValue } = useFormContext<ParadeDraft>()
  const { field } = useController<ParadeDraft, 'host'>({ name: 'host' })
  const known = hosts.result?.ok ? hosts.result.data : []
  const choose = ({ host, hostPlz, hostTown }: ParadeHost) => {
    field.onChange(host)
    setValue('hostPlz', hostPlz, { shouldDirty: true, shouldValidate: true })
    setValue('hostTown', hostTown, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Field label="Gastgeber" required error={useFieldError('host')}>
      {(ids) => (
        <SuggestInput
          {...ids}
          name="host"
          value={field.value}
          onChange={field.onChange}
          suggestions={known.map(asSuggestion)}
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
