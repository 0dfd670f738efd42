import type { Loaded } from '#web/lib/use-loaded.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { MemberPicker } from '#web/ui/member-picker.tsx'
import { Radio } from '#web/ui/tick.tsx'
import { type Member, membersNotLoaded } from './owners.api.ts'

export type NewOwner = { kind: 'guild' } | { kind: 'member'; member: Member | null }

type NewOwnerFieldsProps = {
  owner: NewOwner
  onChange: (owner: NewOwner) => void
  members: Loaded<Member[]>
  /** A deregistered costume gets no new owner. */
  mayGive: boolean
  /** Somebody has it now. */
  mayReturn: boolean
  error: string | undefined
}

export function NewOwnerFields({ owner, onChange, ...props }: NewOwnerFieldsProps) {
  const { mayGive, mayReturn, ...field } = props
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
          <Radio
            name="new-owner"
            checked={owner.kind === 'member'}
            onChange={() => onChange({ kind: 'member', member: null })}
          >
            Ein Mitglied
          </Radio>
          <Radio
            name="new-owner"
            checked={owner.kind === 'guild'}
            onChange={() => onChange({ kind: 'guild' })}
          >
            Zurück an die Zunft
          </Radio>
        </fieldset>
      )}
      {owner.kind === 'member' && (
        <MemberField
          {...field}
          chosen={owner.member}
          onChoose={(member) => onChange({ kind: 'member', member })}
        />
      )}
    </>
  )
}

type MemberFieldProps = Pick<NewOwnerFieldsProps, 'members' | 'error'> & {
  chosen: Member | null
  onChoose: (member: Member | null) => void
}

function MemberField({ members, error, chosen, onChoose }: MemberFieldProps) {
  const { result, isPending, reload } = members
  if (result?.ok === false) {
    return (
      <Failure
        message={membersNotLoaded}
        failure={result.failure}
        busy={isPending}
        onRetry={reload}
      />
    )
  }
  return (
    <Field label="Mitglied" required error={error} help={helpFor(chosen)}>
      {(ids) => (
        <MemberPicker {...ids} members={result?.data ?? null} chosen={chosen} onChoose={onChoose} />
      )}
    </Field>
  )
}

function helpFor(chosen: Member | null): string | undefined {
  if (!chosen) return 'Wähle ein Mitglied. Du findest es über seinen Namen oder seinen Ort.'
  if (chosen.membershipState === 'Left') return 'Dieses Mitglied ist ausgetreten.'
  return undefined
}
