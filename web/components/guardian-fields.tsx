import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError, type FieldProps } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { maxLength } from '#worker/domain/limits.ts'
import {
  type Accompaniment,
  type Guardian,
  guardianTexts,
  noGuardian,
} from '#worker/domain/minors.ts'

/** What staff have typed: a guardian, or the confirmation that the child has none. */
export type TypedGuardian = { guardian: Guardian; withoutGuardian: boolean }

export const noTypedGuardian: TypedGuardian = { guardian: noGuardian, withoutGuardian: false }

/** What the server gets; `guardian` is null when nothing was typed or staff confirm that there is none. */
export function accompanimentOf({
  guardian,
  withoutGuardian,
}: TypedGuardian): Required<Accompaniment> {
  const { name, phone, consent } = guardian
  const isNone = withoutGuardian || (name.trim() === '' && phone.trim() === '' && !consent)
  return { guardian: isNone ? null : guardian, withoutGuardian }
}

type GuardianFieldsProps = {
  value: TypedGuardian
  onChange: (value: TypedGuardian) => void
  errors?: FieldMessages
  size?: FieldProps['size']
}

/** The fields for the guardian of a child who is too young to take part alone, in staff's forms. */
export function GuardianFields({ value, onChange, errors = {}, size }: GuardianFieldsProps) {
  const { guardian, withoutGuardian } = value
  const change = (part: Partial<Guardian>) =>
    onChange({ ...value, guardian: { ...guardian, ...part } })
  const noConsent = errors['guardian.consent']
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">Begleitung</legend>
      {!withoutGuardian && (
        <>
          {guardianTexts.map(({ field, label, type }) => (
            <Field
              key={field}
              label={label}
              required
              size={size}
              error={errors[`guardian.${field}`]}
            >
              {(ids) => (
                <Input
                  {...ids}
                  type={type}
                  autoComplete="off"
                  maxLength={maxLength.name}
                  value={guardian[field]}
                  onChange={(event) => change({ [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <div>
            <Checkbox
              checked={guardian.consent}
              onChange={(event) => change({ consent: event.target.checked })}
              labelClassName="font-medium"
            >
              Einwilligung liegt vor
            </Checkbox>
            {noConsent && <FieldError>{noConsent}</FieldError>}
          </div>
        </>
      )}
      <Checkbox
        checked={withoutGuardian}
        onChange={(event) => onChange({ ...value, withoutGuardian: event.target.checked })}
        labelClassName="font-medium"
      >
        Ohne Begleitung eintragen
      </Checkbox>
    </fieldset>
  )
}
