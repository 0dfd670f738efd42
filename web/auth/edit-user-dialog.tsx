import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { changeUser } from '#web/data/auth-users.ts'
import { updateSession, useUser } from '#web/lib/session.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { CurrentUser } from '#worker/auth/auth.contract.ts'
import type { User } from '#worker/auth/users.contract.ts'
import { type UserDraft, UserFields } from './user-fields.tsx'
import { type ShownLink, shownLink } from './user-link-dialog.tsx'

type EditUserDialogProps = {
  user: User
  onLink: (shown: ShownLink) => void
  onClose: () => void
}

export function EditUserDialog({ user, onLink, onClose }: EditUserDialogProps) {
  const toast = useToast()
  const { firstName, lastName, emailAddress, roles } = user
  const isOwn = useUser()?.emailAddress === emailAddress
  const submitting = useSubmitForm({
    initial: { firstName, lastName, emailAddress, roles },
    stored: user,
    read: (draft: UserDraft) => ({ body: draft }),
    mutation: changeUser(user.id),
    onSuccess: (changed) => {
      if (isOwn) updateSession(meOf(changed))
      // Somebody invited who gets another address is invited anew.
      const shown = shownLink(changed, changed)
      if (shown) return onLink(shown)
      toast(changed.sent ? 'Zugang geändert, Einladung verschickt' : 'Zugang geändert')
      onClose()
    },
  })
  return (
    <SubmitDialog title="Zugang ändern" submitting={submitting} onClose={onClose}>
      <UserFields isOwn={isOwn} />
    </SubmitDialog>
  )
}

/** What the browser keeps of who is signed in. */
function meOf({ firstName, lastName, emailAddress, roles }: User): CurrentUser {
  return { firstName, lastName, emailAddress, roles }
}
