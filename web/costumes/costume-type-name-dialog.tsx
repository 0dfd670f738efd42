import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import type { Writing } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'

type Name = { name: string }

type CostumeTypeNameDialogProps = Name & {
  title: string
  mutation: Writing<Name, CostumeType>
  /** The toast afterwards. */
  saved: string
  onClose: () => void
}

export function CostumeTypeNameDialog({ title, onClose, ...props }: CostumeTypeNameDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { name: props.name },
    read: (body: Name) => ({ body }),
    mutation: props.mutation,
    onSuccess: (_saved, _body, wayBack) => {
      toast(props.saved, wayBack)
      onClose()
    },
  })
  return (
    <SubmitDialog title={title} submitting={submitting} confirmLabel="Speichern" onClose={onClose}>
      <FormInput<Name> name="name" label="Name" required />
    </SubmitDialog>
  )
}
