import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { takeGuildName } from '#web/lib/guild-name.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { sharedSettings } from './settings-words.ts'

type Association = Pick<GuildSettings, 'name' | 'address'>

type AssociationDialogProps = { stored: Association; onClose: () => void }

export function AssociationDialog({ stored, onClose }: AssociationDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared: { ...sharedSettings, draftOf },
    read: (body: Association) => ({ body }),
    mutation: saveSettings,
    onSuccess: (saved, _body, wayBack) => {
      takeGuildName(saved.name)
      toast('Verein gespeichert', wayBack && { ...wayBack, also: () => takeGuildName(stored.name) })
      onClose()
    },
  })
  return (
    <SubmitDialog title="Verein ändern" submitting={submitting} onClose={onClose}>
      <FormInput<Association>
        name="name"
        label="Name"
        inputClassName="tabular-nums"
        help="Steht oben auf jeder Seite, auf Ausdrucken und bei der öffentlichen Anmeldung."
      />
      <FormInput<Association>
        name="address"
        label="Anschrift"
        inputClassName="tabular-nums"
        help="Straße, Hausnummer, PLZ und Ort in einer Zeile."
      />
    </SubmitDialog>
  )
}

const draftOf = ({ name, address }: Association): Association => ({ name, address })
