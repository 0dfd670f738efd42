import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Costume, Ownership } from '#worker/costumes/costumes.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { costumeName } from './costume-columns.tsx'
import { type NewOwner, NewOwnerFields } from './new-owner-fields.tsx'
import { changeOwner, loadMembers, ownerNotChanged } from './owners.api.ts'

type ChangeOwnerDialogProps = {
  costume: Costume
  current: Ownership | null
  onClose: () => void
  onDone: () => void
}

/** From today on the costume belongs to somebody else, or lies with the guild. */
export function ChangeOwnerDialog({ costume, current, onClose, onDone }: ChangeOwnerDialogProps) {
  const [asked] = useState(loadMembers)
  const members = useLoaded(asked, loadMembers)
  const mayGive = costume.registeredUntil === null
  const [owner, setOwner] = useState<NewOwner>(
    mayGive ? { kind: 'member', member: null } : { kind: 'guild' },
  )
  const newMemberId = owner.kind === 'guild' ? null : owner.member?.id
  const toast = useToast()
  const { run, isBusy, failure } = useAct(changeOwner, () => {
    toast(newMemberId === null ? 'Kleid zurückgegeben' : 'Besitzer geändert')
    onDone()
    onClose()
  })
  return (
    <FormDialog
      title="Besitzer ändern"
      description={`${costumeName(costume)} gehört ${ownerWords(current)}. Die Änderung gilt ab heute.`}
      notSaved={ownerNotChanged}
      failure={failure}
      busy={isBusy}
      blocked={newMemberId === undefined}
      onClose={onClose}
      onConfirm={() => newMemberId !== undefined && void run(costume.id, newMemberId)}
    >
      <NewOwnerFields
        owner={owner}
        onChange={setOwner}
        members={members}
        mayGive={mayGive}
        mayReturn={current !== null}
        error={failure?.error?.fields?.newMemberId}
      />
    </FormDialog>
  )
}

function ownerWords(current: Ownership | null): string {
  if (!current) return 'der Zunft'
  const { member, ownedFrom } = current
  return `seit ${germanDate(ownedFrom)} ${member.firstName} ${member.lastName}`
}
