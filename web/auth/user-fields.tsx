import { useFormContext } from 'react-hook-form'
import { FormInput, useFieldError } from '#web/components/form-fields.tsx'
import { roleLabels } from '#web/lib/role-labels.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { type Role, roles } from '#worker/domain/codes.ts'
import { roleRights } from './user-words.ts'

export type UserDraft = {
  firstName: string
  lastName: string
  emailAddress: string
  roles: Role[]
}

/** Name, address and roles; `isOwn`: the user's own account. */
export function UserFields({ isOwn = false }: { isOwn?: boolean }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <FormInput<UserDraft> name="firstName" label="Vorname" required />
        <FormInput<UserDraft> name="lastName" label="Nachname" required />
      </div>
      <FormInput<UserDraft> name="emailAddress" label="E-Mail Adresse" required inputMode="email" />
      <RoleTicks isOwn={isOwn} />
    </>
  )
}

function RoleTicks({ isOwn }: { isOwn: boolean }) {
  const { register } = useFormContext<UserDraft>()
  const error = useFieldError<UserDraft>('roles')
  return (
    <fieldset className="grid gap-2" aria-describedby={error && 'roles-error'}>
      <legend className="mb-1.5 font-semibold text-sm max-md:text-[0.9375rem]">
        Rollen
        <span aria-hidden="true" className="ms-0.5 text-primary dark:text-primary-soft-foreground">
          *
        </span>
      </legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          {...register('roles')}
          value={role}
          aria-invalid={error ? true : undefined}
          labelClassName="group items-start! cursor-pointer rounded-md border border-border-strong px-3.5 py-2.5 has-checked:border-secondary has-checked:bg-secondary-soft has-checked:ring-1 has-checked:ring-secondary"
        >
          <span className="grid">
            <span className="font-semibold">{roleLabels[role]}</span>
            <span className="text-muted-foreground text-sm group-has-checked:text-secondary-soft-foreground">
              {roleRights[role].short}
            </span>
          </span>
        </Checkbox>
      ))}
      {isOwn && (
        <p className="text-muted-foreground text-xs max-md:text-sm">
          Deine eigene Rolle „Verwaltung“ kann Dir nur jemand anderes aus der Verwaltung nehmen.
        </p>
      )}
      {error && <FieldError id="roles-error">{error}</FieldError>}
    </fieldset>
  )
}
