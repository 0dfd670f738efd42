import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { requestDisclosure } from '#web/data/privacy.ts'
import { read } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { periodInWords, retention } from '#worker/domain/retention.ts'

type Draft = { emailAddress: string }

/** Somebody asks what is stored of them: the answer goes to their address, whatever is stored. */
export function DisclosureDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { emailAddress: '' },
    read: (draft: Draft) => read(draft, {}),
    mutation: requestDisclosure,
    onSuccess: ({ sent }) => {
      toast(
        sent
          ? 'Auskunft ist unterwegs'
          : 'Auskunft vorbereitet, aber E-Mails sind nicht eingerichtet',
      )
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Auskunft per E-Mail"
      description={`An diese Adresse geht ein Link zu allem, was unter ihr gespeichert ist. Er gilt ${periodInWords(retention.disclosures)}.`}
      submitting={submitting}
      confirmLabel="Link verschicken"
      blocked={submitting.form.watch('emailAddress').trim() === ''}
      onClose={onClose}
    >
      <FormInput<Draft>
        name="emailAddress"
        label="E-Mail Adresse"
        inputMode="email"
        help="Ob etwas gespeichert ist, erfährt nur, wer die E-Mail liest."
        required
      />
    </SubmitDialog>
  )
}
