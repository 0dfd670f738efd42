import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { changeOwner } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { type Read, read, requiredDay } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type {
  Costume,
  NewOwner as NewOwnerBody,
  Ownership,
} from '#worker/costumes/costumes.contract.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import { costumeName } from './costume-columns.tsx'
import { type NewOwner, NewOwnerFields, newMemberIdOf } from './new-owner-fields.tsx'

type ChangeOwnerDialogProps = {
  costume: Costume
  current: Ownership | null
  today: Day
  onClose: () => void
}

/** From some day on the costume belongs to somebody else, or lies with the guild. */
export function ChangeOwnerDialog({ costume, current, today, onClose }: ChangeOwnerDialogProps) {
  const members = useFirstAnswer(membersQuery)
  const mayGive = costume.registeredUntil === null
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { kind: mayGive ? 'member' : 'guild', member: null, from: today },
    read: readNewOwner,
    placeOf: (place) => (place === 'newMemberId' ? 'member' : place),
    mutation: changeOwner(costume.id),
    onSuccess: (_, { newMemberId }) => {
      toast(newMemberId === null ? 'Kleid zurückgegeben' : 'Besitzer geändert')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Besitzer ändern"
      description={`${costumeName(costume)} gehört ${ownerWords(current)}.`}
      submitting={submitting}
      blocked={newMemberIdOf(submitting.form.watch()) === undefined}
      onClose={onClose}
    >
      <NewOwnerFields members={members} mayGive={mayGive} current={current} today={today} />
    </SubmitDialog>
  )
}

function readNewOwner({ kind, member, ...since }: NewOwner): Read<NewOwnerBody> {
  const newMemberId = newMemberIdOf({ kind, member })
  if (newMemberId === undefined) return { problems: { member: 'Wähle ein Mitglied.' } }
  const typed = read(since, { from: requiredDay('Gib an, seit wann.') })
  return 'body' in typed ? { body: { newMemberId, ...typed.body } } : typed
}

function ownerWords(current: Ownership | null): string {
  if (!current) return 'der Zunft'
  const { member, ownedFrom } = current
  return `seit ${germanDate(ownedFrom)} ${fullName(member)}`
}
