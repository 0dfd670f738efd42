import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { useFieldError } from '#web/components/form-fields.tsx'
import { membersQuery } from '#web/data/members.ts'
import { unreadable } from '#web/lib/typed.ts'
import { Field } from '#web/ui/field.tsx'
import type { MemberDraft } from './member-draft.ts'
import { fieldOf } from './member-sections.ts'
import { MemberPicker } from './shared/member-picker.tsx'

type PayerFieldProps = {
  /** Nobody is offered as their own payer; null for a new member. */
  ownId: number | null
  className: string
}

/** Who pays the fee of this member; empty = the member. */
export function PayerField({ ownId, className }: PayerFieldProps) {
  const { field } = useController<MemberDraft, 'payerId'>({ name: 'payerId' })
  const error = useFieldError<MemberDraft>('payerId')
  const { data, error: failure, isFetching, refetch } = useQuery(membersQuery)
  const { label, help } = fieldOf('payerId')
  if (failure && !data) {
    return (
      <Failure
        className="col-span-full"
        failure={failure}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const payerId = field.value === unreadable ? null : field.value
  const chosen = data?.find(({ id }) => id === payerId)
  return (
    <Field label={label} help={help} error={error} className={className}>
      {(ids) => (
        <MemberPicker
          {...ids}
          members={
            data?.filter(({ id, membershipState }) => id !== ownId && membershipState !== 'Died') ??
            null
          }
          // Until the names are there, who is stored must not look like nobody.
          chosen={payerId === null ? null : (chosen ?? numbered(payerId))}
          placeholder="zahlt selbst"
          onChoose={(member) => field.onChange(member?.id ?? null)}
          // A name that nobody has chosen is neither somebody nor nobody.
          onType={(text) => field.onChange(text.trim() === '' ? null : unreadable)}
        />
      )}
    </Field>
  )
}

const numbered = (id: number) => ({ firstName: '', lastName: `Mitglied ${id}` })
