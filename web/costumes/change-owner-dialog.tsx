import { changeOwner } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { SubmitDialog } from '#web/ui/submit-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Costume, Ownership } from '#worker/costumes/costumes.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { costumeName } from './costume-columns.tsx'
import { type NewOwner, NewOwnerFields, newMemberIdOf } from './new-owner-fields.tsx'

type ChangeOwnerDialogProps = {
  costume: Costume
  current: Ownership | null
  onClose: () => void
}

/** From today on the costume belongs to somebody else, or lies with the guild. */
export function ChangeOwnerDialog({ costume, current, onClose }: ChangeOwnerDialogProps) {
  const members = useFirstAnswer(membersQuery)
  const mayGive = costume.registeredUntil === null
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { kind: mayGive ? 'member' : 'guild', member: null },
    read: (owner: NewOwner) => {
      const newMemberId = newMemberIdOf(owner)
      return newMemberId === undefined
        ? { problems: { newMemberId: 'Wähle ein Mitglied.' } }
        : { body: { newMemberId } }
    },
    mutation: changeOwner(costume.id),
    onSuccess: (_, { newMemberId }) => {
      toast(newMemberId === null ? 'Kleid zurückgegeben' : 'Besitzer geändert')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Besitzer ändern"
      description={`${costumeName(costume)} gehört ${ownerWords(current)}. Die Änderung gilt ab heute.`}
      submitting={submitting}
      blocked={newMemberIdOf(submitting.form.watch()) === undefined}
      onClose={onClose}
    >
      <NewOwnerFields
        members={members}
        mayGive={mayGive}
        mayReturn={current !== null}
        error={submitting.failure?.error?.fields?.newMemberId}
      />
    </SubmitDialog>
  )
}

function ownerWords(current: Ownership | null): string {
  if (!current) return 'der Zunft'
  const { member, ownedFrom } = current
  return `seit ${germanDate(ownedFrom)} ${member.firstName} ${member.lastName}`
}
