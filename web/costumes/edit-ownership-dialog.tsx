import { FormDate } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveOwnership } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { day, type Read, read, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { Costume, Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { costumeName } from './costume-columns.tsx'
import { OwnerField, type WithMember } from './owner-field.tsx'

type EditOwnershipDialogProps = {
  costume: Costume
  ownership: Ownership
  today: Day
  onClose: () => void
}

type Draft = WithMember & { ownedFrom: TypedDay; ownedTo: TypedDay }
type Body = { memberId: number; ownedFrom: Day; ownedTo: Day | null }

/** Who had the costume when is put right: somebody was wrong. */
export function EditOwnershipDialog({
  costume,
  ownership: { id, member, ownedFrom, ownedTo },
  today,
  onClose,
}: EditOwnershipDialogProps) {
  const members = useFirstAnswer(membersQuery)
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { member, ownedFrom, ownedTo },
    stored: { memberId: member.id, ownedFrom, ownedTo },
    read: readDraft,
    placeOf: (place) => (place === 'memberId' ? 'member' : place),
    mutation: saveOwnership(costume.id, id),
    onSuccess: () => {
      toast('Eintrag gespeichert')
      onClose()
    },
  })
  const chosen = submitting.form.watch('member')
  return (
    <SubmitDialog
      title="Besitzer berichtigen"
      description={`Wer ${costumeName(costume)} in dieser Zeit hatte.`}
      submitting={submitting}
      blocked={chosen === null}
      onClose={onClose}
    >
      <OwnerField
        members={members}
        label="Mitglied"
        required
        help={chosen ? undefined : 'Wähle ein Mitglied.'}
      />
      <div className="grid grid-cols-2 items-start gap-3 max-[22rem]:grid-cols-1">
        <FormDate<Draft> name="ownedFrom" label="Von" required today={today} />
        <FormDate<Draft> name="ownedTo" label="Bis" help="Leer: hat es noch" today={today} />
      </div>
    </SubmitDialog>
  )
}

function readDraft({ member, ...days }: Draft): Read<Body> {
  const typed = read(days, { ownedFrom: requiredDay('Gib an, seit wann.'), ownedTo: day })
  if ('problems' in typed) return typed
  if (!member) return { problems: { member: 'Wähle ein Mitglied.' } }
  return { body: { memberId: member.id, ...typed.body } }
}
