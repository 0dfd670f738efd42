import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { addPasskey } from '#web/data/auth-passkeys.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'

type Draft = { name: string }

export function NewPasskeyDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { name: '' },
    read: (draft: Draft) => ({ body: draft }),
    mutation: addPasskey,
    onSuccess: () => {
      toast('Passkey angelegt')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Passkey anlegen"
      description="Dein Gerät fragt gleich nach Fingerabdruck, Gesicht oder PIN. Damit meldest Du Dich künftig an, und nach Deinem Passwort wird auch danach gefragt."
      submitting={submitting}
      confirmLabel="Weiter"
      onClose={onClose}
    >
      <FormInput<Draft>
        name="name"
        label="Name"
        help="Daran erkennst Du ihn wieder, zum Beispiel „Mein Handy“. Ohne Namen heißt er wie dieses Gerät."
      />
    </SubmitDialog>
  )
}
