import { useState } from 'react'
import { FormCheckbox, FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { createView, saveView } from '#web/data/views.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { toast } from '#web/ui/toast.tsx'
import type { GridName } from '#worker/domain/codes.ts'
import type { SavedView } from '#worker/views/views.contract.ts'

type Draft = { name: string; shared: boolean }

type SaveViewDialogProps = { grid: GridName; search: string; onClose: () => void }

/** Saves search, filters, sorting and columns under a name. */
export function SaveViewDialog({ grid, search, onClose }: SaveViewDialogProps) {
  const submitting = useSubmitForm({
    initial: { name: '', shared: false },
    read: (draft: Draft) => ({ body: { ...draft, grid, search } }),
    mutation: createView,
    onSuccess: ({ name }, _body, undoAction) => {
      toast(`Ansicht „${name}“ gespeichert`, undoAction)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Ansicht speichern"
      description="Suche, Filter, Reihenfolge und Spalten, wie sie jetzt stehen."
      submitting={submitting}
      confirmLabel="Speichern"
      onClose={onClose}
    >
      <FormInput<Draft> name="name" label="Name" required />
      <FormCheckbox<Draft> name="shared">Für alle</FormCheckbox>
    </SubmitDialog>
  )
}

type Name = { name: string }

const shared = {
  units: [],
  words: { name: { label: 'Name' } },
  draftOf: ({ name }: Name) => ({ name }),
}

export function RenameViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  // The name when the dialog opened, kept when the view is renamed elsewhere meanwhile.
  const [stored] = useState<Name>({ name: view.name })
  const submitting = useSubmitForm({
    initial: stored,
    stored,
    shared,
    read: (body: Name) => ({ body }),
    mutation: saveView(view.id),
    onSuccess: (_saved, _body, undoAction) => {
      toast('Ansicht umbenannt', undoAction)
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
