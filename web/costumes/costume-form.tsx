import type { Result } from '#web/lib/result.ts'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Failure } from '#web/ui/failure.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { SaveForm } from '#web/ui/save-form.tsx'
import type {
  CostumeDraft as Body,
  Costume,
  CostumeType,
} from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type CostumeDraft, readDraft } from './costume-draft.ts'
import { CommentField, DayField, NumberField, TypeField } from './costume-fields.tsx'
import { costumeTypesNotLoaded } from './costume-types.api.ts'

type CostumeFormProps = {
  initial: CostumeDraft
  /** The costume that is changed; null for a new one. */
  stored: Costume | null
  types: Loaded<CostumeType[]>
  today: Day
  save: (body: Body) => Promise<Result<Costume>>
  notSaved: string
  cancelTo: string
  onSaved: (saved: Costume) => void
}

export function CostumeForm({ stored, types, today, ...props }: CostumeFormProps) {
  return (
    <SaveForm {...props} read={readDraft}>
      <FormSection title="Kleid">
        <NumberField className="max-md:col-span-5 md:col-span-4" />
        <TypeField
          types={types}
          stored={stored?.type ?? null}
          className="max-md:col-span-7 md:col-span-8"
        />
        {types.result?.ok === false && (
          <Failure
            message={costumeTypesNotLoaded}
            failure={types.result.failure}
            busy={types.isPending}
            onRetry={types.reload}
          />
        )}
        <DayField
          name="registeredSince"
          label="Angemeldet seit"
          today={today}
          className="md:col-span-6"
        />
        <DayField
          name="registeredUntil"
          label="Abgemeldet am"
          today={today}
          help={stored && untilHelp}
          className="md:col-span-6"
        />
        <CommentField />
      </FormSection>
    </SaveForm>
  )
}

const untilHelp = 'Dann ist die Nummer wieder frei. Ein Besitzer bleibt, bis Du ihn änderst.'
