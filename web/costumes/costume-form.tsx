import type { ReactNode } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { FormDate, FormInput, FormSelect, FormTextarea } from '#web/components/form-fields.tsx'
import { FormSection } from '#web/components/form-section.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { SubmitForm } from '#web/components/submit-form.tsx'
import type { SubmittedForm } from '#web/lib/use-submit-form.ts'
import type { Costume, CostumeType } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { CostumeDraft } from './costume-draft.ts'

type CostumeFormProps<Draft extends CostumeDraft> = {
  submitting: SubmittedForm<Draft>
  /** The costume to edit; null for a new one. */
  stored: Costume | null
  types: SectionQuery<CostumeType[]>
  today: Day
  cancelTo: string
  /** Additional sections. */
  children?: ReactNode
}

export function CostumeForm<Draft extends CostumeDraft>({
  stored,
  types,
  today,
  children,
  ...form
}: CostumeFormProps<Draft>) {
  return (
    <SubmitForm {...form}>
      <FormSection title="Kleid">
        <FormInput<CostumeDraft>
          name="number"
          label="Nummer"
          required
          inputMode="text"
          inputClassName="tabular-nums"
          className="max-md:col-span-5 md:col-span-4"
        />
        <TypeField types={types.data ?? null} stored={stored?.type ?? null} />
        {types.error && (
          <Failure failure={types.error} busy={types.isFetching} onRetry={types.refetch} />
        )}
        <FormDate<CostumeDraft>
          name="registeredSince"
          label="Angemeldet seit"
          today={today}
          className="md:col-span-6"
        />
        <FormDate<CostumeDraft>
          name="registeredUntil"
          label="Abgemeldet am"
          today={today}
          help={stored && untilHelp}
          className="md:col-span-6"
        />
        <FormTextarea<CostumeDraft>
          name="comment"
          label="Kommentar"
          rows={3}
          inputClassName="min-h-24!"
        />
      </FormSection>
      {children}
    </SubmitForm>
  )
}

const untilHelp = 'Dann ist die Nummer wieder frei. Ein Besitzer bleibt, bis Du ihn änderst.'

type TypeFieldProps = {
  /** null until loaded. */
  types: readonly CostumeType[] | null
  /** The stored type can be shown before the list is loaded. */
  stored: CostumeType | null
}

function TypeField({ types, stored }: TypeFieldProps) {
  const known = types ?? (stored ? [stored] : [])
  return (
    <FormSelect<CostumeDraft>
      // A new key remounts the select when the types are loaded: its value was no option before.
      key={known.length}
      name="costumeTypeId"
      label="Kleidertyp"
      required
      help={
        types?.length === 0 &&
        'Noch gibt es keinen Kleidertyp. Lege auf der Seite „Kleider“ einen an.'
      }
      className="max-md:col-span-7 md:col-span-8"
    >
      <option value="">Kleidertyp wählen</option>
      {known.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FormSelect>
  )
}
