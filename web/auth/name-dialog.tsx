import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveName } from '#web/data/auth.ts'
import { updateSession } from '#web/lib/session.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { CurrentUser } from '#worker/auth/auth.contract.ts'

type Draft = Pick<CurrentUser, 'firstName' | 'lastName'>

/** Everybody's own name; addresses and roles are changed by the management. */
export function NameDialog({ user, onClose }: { user: Draft; onClose: () => void }) {
  const toast = useToast()
  const { firstName, lastName } = user
  const submitting = useSubmitForm({
    initial: { firstName, lastName },
    read: (draft: Draft) => ({ body: draft }),
    mutation: saveName,
    onSuccess: (me) => {
      updateSession({ firstName: me.firstName, lastName: me.lastName })
      toast('Name geändert')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Namen ändern"
      confirmLabel="Speichern"
      submitting={submitting}
      onClose={onClose}
    >
      <FormInput<Draft> name="firstName" label="Vorname" required autoComplete="given-name" />
      <FormInput<Draft> name="lastName" label="Nachname" required autoComplete="family-name" />
    </SubmitDialog>
  )
}
