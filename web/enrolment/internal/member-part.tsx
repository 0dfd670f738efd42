import type { Dispatch } from 'react'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import { memberNote, type PickableMember } from '#web/members/shared/member-search.ts'
import { Field } from '#web/ui/field.tsx'
import { EnrolledIn } from './enrolled-in.tsx'
import type { InternalAction, InternalForm } from './internal-form.ts'
import { WardrobeNote } from './wardrobe-note.tsx'

type MemberPartProps = {
  form: InternalForm
  dispatch: Dispatch<InternalAction>
  members: SectionQuery<PickableMember[]>
}

/** The search for a member, and what is known of the one who was picked. */
export function MemberPart({ form: { member }, dispatch, members }: MemberPartProps) {
  return (
    <div className="grid gap-2">
      <QuerySection query={members} waiting={null}>
        {() => null}
      </QuerySection>
      <Field label="Mitglied" help={member ? memberNote(member) : searchHelp}>
        {(ids) => (
          <MemberPicker
            {...ids}
            members={members.data ?? []}
            disabled={!members.data}
            chosen={member}
            onChoose={(chosen) => dispatch({ type: 'memberPicked', member: chosen })}
          />
        )}
      </Field>
      {member && <WardrobeNote key={member.id} memberId={member.id} dispatch={dispatch} />}
      {member && <EnrolledIn key={`in ${member.id}`} memberId={member.id} dispatch={dispatch} />}
    </div>
  )
}

const searchHelp = 'Suche nach Name oder Adresse. Wer kein Mitglied ist, wird unten eingetragen.'
