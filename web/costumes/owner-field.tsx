import { useController } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { useFieldError } from '#web/components/form-fields.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Field } from '#web/ui/field.tsx'

/** A chosen owner; of the owner of a stored entry only the name is known. */
export type ChosenOwner = Pick<PickableMember, 'id' | 'firstName' | 'lastName'> &
  Partial<PickableMember>

/** The form fields of an `OwnerField`; null while no member is chosen. */
export type OwnerDraft = { member: ChosenOwner | null }

type OwnerFieldProps = {
  members: SectionQuery<PickableMember[]>
  label: string
  /** True for an owner from now on, who has to be alive; the owner of an earlier time may have died since. */
  onlyLiving?: boolean
  required?: boolean
  help: string | undefined
  className?: string
}

/** The field for the form's `member`. */
export function OwnerField({ members, onlyLiving = false, ...rest }: OwnerFieldProps) {
  const { field } = useController<OwnerDraft, 'member'>({ name: 'member' })
  const error = useFieldError<OwnerDraft>('member')
  if (members.error) {
    return <Failure failure={members.error} busy={members.isFetching} onRetry={members.refetch} />
  }
  return (
    <Field {...rest} error={error}>
      {(ids) => (
        <MemberPicker
          {...ids}
          data-first-focus
          members={members.data ?? null}
          onlyLiving={onlyLiving}
          chosen={field.value}
          onChoose={field.onChange}
        />
      )}
    </Field>
  )
}

/** Advice about the chosen member's state. */
export function newOwnerHelp(chosen: ChosenOwner | null): string | undefined {
  if (!chosen) return 'Wähle ein Mitglied. Du findest es über seinen Namen oder seinen Ort.'
  if (chosen.membershipState === 'Left') return 'Dieses Mitglied ist ausgetreten.'
  return undefined
}
