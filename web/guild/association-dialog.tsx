import { useState } from 'react'
import { takeGuildName } from '#web/lib/guild-name.ts'
import { useAct } from '#web/lib/use-act.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { saveSettings, settingsNotSaved } from './guild.api.ts'
import { TextField } from './text-field.tsx'

type AssociationDialogProps = {
  stored: Pick<GuildSettings, 'name' | 'address'>
  onClose: () => void
  onDone: () => void
}

export function AssociationDialog({ stored, onClose, onDone }: AssociationDialogProps) {
  const [name, setName] = useState(stored.name)
  const [address, setAddress] = useState(stored.address)
  const toast = useToast()
  const { run, isBusy, failure } = useAct(saveSettings, (saved) => {
    takeGuildName(saved.name)
    toast('Verein gespeichert')
    onDone()
    onClose()
  })
  const errors = failure?.error?.fields ?? {}
  return (
    <FormDialog
      title="Verein ändern"
      notSaved={settingsNotSaved}
      failure={failure}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void run({ name, address })}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        error={errors.name}
        help="Steht oben auf jeder Seite, auf Ausdrucken und bei der öffentlichen Anmeldung."
      />
      <TextField
        label="Anschrift"
        value={address}
        onChange={setAddress}
        error={errors.address}
        help="Straße, Hausnummer, PLZ und Ort in einer Zeile."
      />
    </FormDialog>
  )
}
