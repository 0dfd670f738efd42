import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { CostumeType } from './chosen-parades.ts'
import type { Costume } from './enrolment-form.ts'

type CostumeFieldsProps = {
  costume: Costume | undefined
  costumeTypes: readonly CostumeType[] | null
  numberProblem: string | undefined
  typeProblem: string | undefined
  onChange: (change: Partial<Costume>) => void
}

export function CostumeFields({
  costume,
  costumeTypes,
  onChange,
  ...problems
}: CostumeFieldsProps) {
  const types = costumeTypes ?? []
  const chosenType = types.find((type) => type.id === costume?.costumeTypeId)
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] items-start gap-4 px-5 pt-1 pb-5 max-md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-md:gap-3 max-md:px-4 max-md:pt-0 max-md:pb-4 max-[22.4375rem]:grid-cols-1 md:pl-30.5">
      <Field label="Kleidernummer" required error={problems.numberProblem}>
        {(ids) => (
          <Input
            {...ids}
            inputMode="text"
            autoComplete="off"
            value={costume?.costumeNumber ?? ''}
            onChange={(event) => onChange({ costumeNumber: event.target.value })}
          />
        )}
      </Field>
      <Field label="Kleidertyp" required error={problems.typeProblem}>
        {(ids) => (
          <Select
            {...ids}
            disabled={!costumeTypes}
            value={chosenType?.id ?? ''}
            onChange={(event) => onChange({ costumeTypeId: Number(event.target.value) || null })}
          >
            <option value="">Bitte wählen</option>
            {types.map((type) => (
              <option key={type.id} value={type.id}>
                {type.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
