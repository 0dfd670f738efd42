import { cn } from '#web/lib/cn.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { CostumeType } from './chosen-parades.ts'
import { fieldNames } from './form-fields.ts'
import type { Costume } from './person-form.ts'

type CostumeFieldsProps = {
  paradeId: number
  costume: Costume | undefined
  costumeTypes: readonly CostumeType[] | null
  numberProblem: string | undefined
  typeProblem: string | undefined
  onChange: (change: Partial<Costume>) => void
  className?: string | undefined
}

export function CostumeFields({
  paradeId,
  costume,
  costumeTypes,
  onChange,
  className,
  ...problems
}: CostumeFieldsProps) {
  const types = costumeTypes ?? []
  const chosenType = types.find((type) => type.id === costume?.costumeTypeId)
  return (
    <div
      className={cn(
        'grid grid-cols-[9rem_minmax(0,1fr)] items-start gap-4 pt-1 max-md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-md:gap-3 max-md:pt-0 max-md:pb-4 max-[22.4375rem]:grid-cols-1',
        className,
      )}
    >
      <Field label="Kleidernummer" required error={problems.numberProblem}>
        {(ids) => (
          <Input
            {...ids}
            name={fieldNames.costumeNumber(paradeId)}
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
            name={fieldNames.costumeTypeId(paradeId)}
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
