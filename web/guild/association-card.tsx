import { Fact, Facts } from '#web/components/facts.tsx'
import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { setGuildName } from '#web/lib/guild-name.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { ChangeButton, type SettingsCardProps, useChangeDialog } from './settings-card.tsx'
import { settingsConflictRules } from './settings-words.ts'

/** The guild's name and place. */
export function AssociationCard({ stored }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useChangeDialog('association')
  return (
    <Card bleed>
      <CardHead
        title="Verein"
        actions={
          mayWrite && <ChangeButton onClick={() => setOpen(true)}>Verein ändern</ChangeButton>
        }
      />
      <CardBody>
        <Facts>
          <Fact label="Name">{stored.name}</Fact>
          <Fact label="Anschrift">{stored.address}</Fact>
        </Facts>
      </CardBody>
      {isOpen && <AssociationDialog stored={stored} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type Association = Pick<GuildSettings, 'name' | 'address'>

type AssociationDialogProps = { stored: Association; onClose: () => void }

function AssociationDialog({ stored, onClose }: AssociationDialogProps) {
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared: { ...settingsConflictRules, draftOf },
    read: (body: Association) => ({ body }),
    mutation: saveSettings,
    onSuccess: (saved, _body, undoAction) => {
      setGuildName(saved.name)
      toast(
        'Verein gespeichert',
        undoAction && { ...undoAction, afterUndo: () => setGuildName(stored.name) },
      )
      onClose()
    },
  })
  return (
    <SubmitDialog title="Verein ändern" submitting={submitting} onClose={onClose}>
      <FormInput<Association>
        name="name"
        label="Name"
        inputClassName="tabular-nums"
        help="Steht oben auf jeder Seite, auf Ausdrucken und bei der öffentlichen Anmeldung; auch im Impressum und als Empfänger der Beiträge, solange dort kein anderer steht."
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
