import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useController } from 'react-hook-form'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Field } from '#web/ui/field.tsx'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { CostumePicker } from './costume-picker.tsx'
import { offeredCostumes, type PickableCostume } from './costume-search.ts'

export type Entry = { member: PickableMember | null; costume: PickableCostume | null }

export const nothingChosen: Entry = { member: null, costume: null }

type EnterFieldsProps = {
  members: readonly PickableMember[]
  costumes: readonly PickableCostume[]
  errors: FieldMessages
}

export function EnterFields({ members, costumes, errors }: EnterFieldsProps) {
  const living = useMemo(() => members.filter(isActiveOrPassive), [members])
  const { field: memberField } = useController<Entry, 'member'>({ name: 'member' })
  const { field: costumeField } = useController<Entry, 'costume'>({ name: 'costume' })
  const member = memberField.value
  const offered = useMemo(() => offeredCostumes(costumes, member?.id ?? 0), [costumes, member?.id])
  // Only the own costume is proposed: somebody else's is lent by a person, not by a program.
  const chooseMember = (next: PickableMember | null) => {
    const { own } = offeredCostumes(costumes, next?.id ?? 0)
    memberField.onChange(next)
    costumeField.onChange(own.length === 1 ? (own[0] ?? null) : null)
  }
  return (
    <FocusFirst>
      <Field label="Mitglied" required error={errors.memberId}>
        {(ids) => (
          <MemberPicker {...ids} members={living} chosen={member} onChoose={chooseMember} />
        )}
      </Field>
      <Field
        label="Kleid"
        required
        error={errors.costumeId}
        help={member ? ownWords(offered.own.length) : 'Wähle zuerst das Mitglied.'}
      >
        {(ids) => (
          <CostumePicker
            {...ids}
            costumes={offered.all}
            chosen={costumeField.value}
            onChoose={costumeField.onChange}
            disabled={!member}
          />
        )}
      </Field>
    </FocusFirst>
  )
}

function isActiveOrPassive({ membershipState }: PickableMember): boolean {
  return membershipState === 'Active' || membershipState === 'Passive'
}

function ownWords(count: number): string {
  if (count === 0) return 'Das Mitglied hat kein eigenes Kleid.'
  if (count === 1) return 'Das eigene Kleid ist vorgeschlagen.'
  return `Die ${count} eigenen Kleider stehen oben in der Liste.`
}

/** The fields come when the dialog is open already. */
function FocusFirst({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box} className="contents">
      {children}
    </div>
  )
}
