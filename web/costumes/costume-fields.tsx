import { useController, useFormContext } from 'react-hook-form'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { CostumeDay, CostumeDraft } from './costume-draft.ts'

/** The sentence beside a field, ours or the server's. */
function useFieldError(name: Exclude<keyof CostumeDraft, 'isBroken'>): string | undefined {
  return useFormContext<CostumeDraft>().formState.errors[name]?.message
}

export function NumberField({ className }: { className: string }) {
  const { register } = useFormContext<CostumeDraft>()
  return (
    <Field label="Nummer" required error={useFieldError('number')} className={className}>
      {(ids) => (
        <Input
          {...ids}
          {...register('number')}
          inputMode="text"
          autoComplete="off"
          className="tabular-nums"
        />
      )}
    </Field>
  )
}

type TypeFieldProps = {
  types: Loaded<CostumeType[]>
  /** The stored one can be shown before all are known. */
  stored: CostumeType | null
  className: string
}

export function TypeField({ types, stored, className }: TypeFieldProps) {
  const { register } = useFormContext<CostumeDraft>()
  const known = types.result?.ok ? types.result.data : stored ? [stored] : []
  const hasNone = types.result?.ok === true && known.length === 0
  return (
    <Field
      label="Kleidertyp"
      required
      error={useFieldError('costumeTypeId')}
      help={hasNone && 'Noch gibt es keinen Kleidertyp. Lege auf der Seite „Kleider“ einen an.'}
      className={className}
    >
      {(ids) => (
        // Drawn anew when the types arrive: before, its value was none of the options.
        <Select key={known.length} {...ids} {...register('costumeTypeId')}>
          <option value="">Kleidertyp wählen</option>
          {known.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type DayFieldProps = FieldProps & { name: CostumeDay; today: Day }

export function DayField({ name, today, ...field }: DayFieldProps) {
  const { setValue } = useFormContext<CostumeDraft>()
  const { field: input } = useController<CostumeDraft, CostumeDay>({ name })
  return (
    <DateField
      {...field}
      name={name}
      today={today}
      error={useFieldError(name)}
      value={input.value}
      onChange={input.onChange}
      onInvalid={(isInvalid) => setValue(`isBroken.${name}`, isInvalid)}
    />
  )
}

export function CommentField() {
  const { register } = useFormContext<CostumeDraft>()
  return (
    <Field label="Kommentar" error={useFieldError('comment')}>
      {(ids) => <Textarea {...ids} {...register('comment')} rows={3} className="min-h-24" />}
    </Field>
  )
}
