import { useState } from 'react'
import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveView } from '#web/data/views.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { SavedView } from '#worker/views/views.contract.ts'

type Name = { name: string }

const shared = {
  units: [],
  words: { name: { label: 'Name' } },
  draftOf: ({ name }: Name) => ({ name }),
}

/** The name alone. */
export function RenameViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const toast = useToast()
  // As it was when the dialog opened.
  const [stored] = useState<Name>({ name: view.name })
  const submitting = useSubmitForm({
    initial: stored,
    stored,
    shared,
    read: (body: Name) => ({ body }),
    mutation: saveView(view.id),
    onSuccess: (_saved, _body, wayBack) => {
      toast('Ansicht umbenannt', wayBack)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Ansicht umbenennen"
      submitting={submitting}
      confirmLabel="Speichern"
      onClose={onClose}
    >
      <FormInput<Name> name="name" label="Name" required />
    </SubmitDialog>
  )
}
