import { useState } from 'react'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import type { Correction } from './use-correction.ts'

type MemberChoiceProps = {
  label: string
  members: readonly PickableMember[] | null
  correction: Correction
}

/** Any member, with a button that confirms the choice. */
export function MemberChoice({ label, members, correction }: MemberChoiceProps) {
  const [chosen, setChosen] = useState<PickableMember | null>(null)
  const { running, run } = correction
  const isRunning = running?.kind === 'assign' && running.member === chosen
  return (
    <div className="flex flex-[1_1_18rem] items-end gap-2">
      <Field label={label} className="flex-1">
        {(ids) => (
          <MemberPicker
            {...ids}
            members={members ?? []}
            disabled={!members}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
      </Field>
      <Button
        variant="secondary"
        busy={isRunning}
        disabled={!chosen || (running !== null && !isRunning)}
        onClick={() => chosen && run({ kind: 'assign', member: chosen })}
      >
        Zuordnen
      </Button>
    </div>
  )
}
