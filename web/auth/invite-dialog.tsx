import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { inviteUser } from '#web/data/auth-users.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { type UserDraft, UserFields } from './user-fields.tsx'
import { type ShownLink, shownLink } from './user-link-dialog.tsx'

type InviteDialogProps = { onLink: (shown: ShownLink) => void; onClose: () => void }

export function InviteDialog({ onLink, onClose }: InviteDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { firstName: '', lastName: '', emailAddress: '', roles: [] },
    read: (draft: UserDraft) => ({ body: draft }),
    mutation: inviteUser,
    onSuccess: (invited) => {
      const shown = shownLink(invited, invited)
      if (shown) return onLink(shown)
      toast('Einladung verschickt')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Jemanden einladen"
      description="Die Einladung gilt 7 Tage. Das Passwort wählt jeder selbst."
      submitting={submitting}
      confirmLabel="Einladung senden"
      onClose={onClose}
    >
      <UserFields />
    </SubmitDialog>
  )
}
