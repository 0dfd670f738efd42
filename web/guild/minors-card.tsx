import { FormInput, FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useUser } from '#web/lib/session.ts'
import { optionalNumber, readFields } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { ChangeButton, type SettingsCardProps, useChangeDialog } from './settings-card.tsx'
import { settingsConflictRules } from './settings-words.ts'

/** The rules of age for all parades that have none of their own. */
export function MinorsCard({ stored }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useChangeDialog('minors')
  return (
    <Card bleed>
      <CardHead
        title="Kinder und Jugendliche"
        actions={
          mayWrite && <ChangeButton onClick={() => setOpen(true)}>Altersregeln ändern</ChangeButton>
        }
      />
      <CardBody>
        <p className="font-semibold text-lg">{rulesInWords(stored)}</p>
        <p className="max-w-[62ch] text-muted-foreground">
          Es zählt das Alter am Umzugstag. Ein Umzug kann eigene Regeln haben.
        </p>
      </CardBody>
      {isOpen && <MinorsDialog stored={stored} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type Rules = Pick<GuildSettings, 'minAge' | 'guardianBelow'>

function rulesInWords({ minAge, guardianBelow }: Rules): string {
  const rules = [
    minAge !== null && `Mindestens ${minAge} Jahre`,
    guardianBelow !== null && `Begleitung nötig unter ${guardianBelow} Jahren`,
  ].filter(Boolean)
  return rules.join(', ') || 'Keine Altersregel'
}

type Draft = Record<keyof Rules | 'guardianConsentText', string>

function MinorsDialog({ stored, onClose }: { stored: GuildSettings; onClose: () => void }) {
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared: { ...settingsConflictRules, draftOf },
    read: readMinorsForm,
    mutation: saveSettings,
    onSuccess: (_saved, _body, undoAction) => {
      toast('Altersregeln gespeichert', undoAction)
      onClose()
    },
  })
  return (
    <SubmitDialog title="Kinder und Jugendliche" submitting={submitting} onClose={onClose}>
      <FormInput<Draft>
        name="minAge"
        label="Mindestalter"
        inputMode="numeric"
        inputClassName="max-w-40 tabular-nums"
        help="In Jahren. Leer: keine Regel"
      />
      <FormInput<Draft>
        name="guardianBelow"
        label="Begleitung nötig unter"
        inputMode="numeric"
        inputClassName="max-w-40 tabular-nums"
        help="In Jahren, üblich sind 16 oder 18. Leer: keine Regel"
      />
      <FormTextarea<Draft>
        name="guardianConsentText"
        label="Text der Einwilligung"
        rows={4}
        help="Dem stimmt die Begleitung bei der Anmeldung zu."
      />
    </SubmitDialog>
  )
}

function draftOf({ minAge, guardianBelow, guardianConsentText }: GuildSettings): Draft {
  return { minAge: typed(minAge), guardianBelow: typed(guardianBelow), guardianConsentText }
}

const typed = (age: number | null) => (age === null ? '' : String(age))
const yearsOnly = 'Gib ganze Jahre an, nur mit Ziffern.'

function readMinorsForm(draft: Draft) {
  return readFields(draft, {
    minAge: optionalNumber(null, yearsOnly),
    guardianBelow: optionalNumber(null, yearsOnly),
  })
}
