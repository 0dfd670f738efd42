import { useFormContext } from 'react-hook-form'
import { FormDate } from '#web/components/form-fields.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import type { TypedDay } from '#web/lib/typed.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Radio } from '#web/ui/checkbox.tsx'
import type { Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import { helpForNewOwner, OwnerField, type WithMember } from './owner-field.tsx'

/** Who is to have it, and since when. */
export type NewOwner = WithMember & { kind: 'guild' | 'member'; from: TypedDay }

/** null = the guild, undefined = not chosen yet. */
export function newMemberIdOf({
  kind,
  member,
}: Pick<NewOwner, 'kind' | 'member'>): number | null | undefined {
  return kind === 'guild' ? null : member?.id
}

type NewOwnerFieldsProps = {
  members: SectionQuery<PickableMember[]>
  /** A deregistered costume gets no new owner. */
  mayGive: boolean
  /** Who has it now. */
  current: Ownership | null
  today: Day
}

export function NewOwnerFields({ members, mayGive, current, today }: NewOwnerFieldsProps) {
  const { register, watch } = useFormContext<NewOwner>()
  const { kind, member, from } = watch()
  return (
    <>
      {!mayGive && (
        <p>
          Das Kleid ist abgemeldet und bekommt keinen neuen Besitzer. Mit „OK“ geht es zurück an die
          Zunft.
        </p>
      )}
      {mayGive && current && (
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
      {kind === 'member' && (
        <OwnerField members={members} label="Mitglied" required help={helpForNewOwner(member)} />
      )}
      <FormDate<NewOwner>
        name="from"
        label="Seit"
        required
        today={today}
        help={current?.ownedFrom === from && withoutADay(current.member)}
      />
    </>
  )
}

function withoutADay({ firstName, lastName }: Ownership['member']): string {
  return `${fullName({ firstName, lastName })} hatte das Kleid dann an keinem Tag und steht nicht mehr in der Liste.`
}
