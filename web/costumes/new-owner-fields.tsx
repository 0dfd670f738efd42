import { useController, useFormContext } from 'react-hook-form'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { MemberPicker } from '#web/ui/member-picker.tsx'
import type { PickableMember } from '#web/ui/member-picker-search.ts'
import type { SectionQuery } from '#web/ui/query-section.tsx'
import { Radio } from '#web/ui/tick.tsx'

/** Who is to have it; `member` null = nobody chosen yet. */
export type NewOwner = { kind: 'guild' | 'member'; member: PickableMember | null }

/** null = the guild, undefined = not chosen yet. */
export function newMemberIdOf({ kind, member }: NewOwner): number | null | undefined {
  return kind === 'guild' ? null : member?.id
}

type NewOwnerFieldsProps = {
  members: SectionQuery<PickableMember[]>
  /** A deregistered costume gets no new owner. */
  mayGive: boolean
  /** Somebody has it now. */
  mayReturn: boolean
  error: string | undefined
}

export function NewOwnerFields({ mayGive, mayReturn, ...field }: NewOwnerFieldsProps) {
  const { register, watch } = useFormContext<NewOwner>()
  if (!mayGive) {
    return (
      <p>
        Das Kleid ist abgemeldet und bekommt keinen neuen Besitzer. Mit „OK“ geht es zurück an die
        Zunft.
      </p>
    )
  }
  return (
    <>
      {mayReturn && (
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="font-semibold text-sm max-md:text-[0.9375rem]">Neuer Besitzer</legend>
          <Radio {...register('kind')} value="member">
            Ein Mitglied
          </Radio>
          <Radio {...register('kind')} value="guild">
            Zurück an die Zunft
          </Radio>
        </fieldset>
      )}
      {watch('kind') === 'member' && <MemberField {...field} />}
    </>
  )
}

function MemberField({ members, error }: Pick<NewOwnerFieldsProps, 'members' | 'error'>) {
  const { field } = useController<NewOwner, 'member'>({ name: 'member' })
  if (members.error) {
    return <Failure failure={members.error} busy={members.isFetching} onRetry={members.refetch} />
  }
  return (
    <Field label="Mitglied" required error={error} help={helpFor(field.value)}>
      {(ids) => (
        <MemberPicker
          {...ids}
          members={members.data ?? null}
          chosen={field.value}
          onChoose={field.onChange}
        />
      )}
    </Field>
  )
}

function helpFor(chosen: PickableMember | null): string | undefined {
  if (!chosen) return 'Wähle ein Mitglied. Du findest es über seinen Namen oder seinen Ort.'
  if (chosen.membershipState === 'Left') return 'Dieses Mitglied ist ausgetreten.'
  return undefined
}
