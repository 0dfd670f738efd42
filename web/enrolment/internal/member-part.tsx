import type { Dispatch } from 'react'
import { membersNotLoaded } from '#web/enrolment/members.api.ts'
import type { LoadedMembers } from '#web/enrolment/use-pickable-members.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { MemberPicker } from '#web/ui/member-picker.tsx'
import { memberNote } from '#web/ui/member-picker-search.ts'
import type { InternalAction, InternalForm } from './internal-form.ts'
import { WardrobeNote } from './wardrobe-note.tsx'

type MemberPartProps = {
  form: InternalForm
  dispatch: Dispatch<InternalAction>
  members: LoadedMembers
}

/** The search for a member, and what is known of the one who was picked. */
export function MemberPart({ form: { member }, dispatch, members }: MemberPartProps) {
  const { result, isPending, reload, pickable } = members
  return (
    <div className="grid gap-2">
      {result?.ok === false && (
        <Failure
          message={membersNotLoaded}
          failure={result.failure}
          busy={isPending}
          onRetry={reload}
        />
      )}
      <Field label="Mitglied" help={member ? memberNote(member) : searchHelp}>
        {(ids) => (
          <MemberPicker
            {...ids}
            members={pickable ?? []}
            disabled={!pickable}
            chosen={member}
            onChoose={(chosen) => dispatch({ type: 'memberPicked', member: chosen })}
          />
        )}
      </Field>
      {member && <WardrobeNote key={member.id} memberId={member.id} dispatch={dispatch} />}
    </div>
  )
}

const searchHelp = 'Suche nach Name oder Adresse. Wer kein Mitglied ist, wird unten eingetragen.'
