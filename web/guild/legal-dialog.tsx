import { FormInput, FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { type Legal, legalLabels } from '#worker/domain/legal.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { sharedSettings } from './settings-words.ts'

type LegalDialogProps = { stored: GuildSettings; onClose: () => void }

export function LegalDialog({ stored, onClose }: LegalDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared: { ...sharedSettings, draftOf },
    read: (body: Legal) => ({ body }),
    mutation: saveSettings,
    onSuccess: (_saved, _body, wayBack) => {
      toast('Angaben gespeichert', wayBack)
      onClose()
    },
  })
  return (
    <SubmitDialog title="Impressum und Datenschutz" submitting={submitting} onClose={onClose}>
      <Line name="legalName" help="Wie er im Vereinsregister steht, mit „e.V.“" />
      <Line name="street" help="Eine Adresse, an der Post ankommt, kein Postfach." />
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-3">
        <Line name="plz" inputMode="numeric" />
        <Line name="town" />
      </div>
      <Line name="representatives" help="Vor- und Nachnamen des Vorstands nach § 26 BGB." />
      <Line name="contactEmail" inputMode="email" />
      <Line name="contactPhone" inputMode="tel" />
      <Line name="registerCourt" help="Zum Beispiel Amtsgericht Stuttgart." />
      <Line name="registerNumber" help="Zum Beispiel VR 100." />
      <Line name="vatId" help="Nur, wenn der Verein eine hat." />
      <Line name="privacyContact" help="Leer: der Verein unter der E-Mail Adresse oben." />
      <OwnText
        name="imprintText"
        help="Leer: wird aus den Angaben geschrieben. Sonst steht nur dieser Text da; eine leere Zeile trennt Absätze."
      />
      <OwnText
        name="privacyText"
        help="Leer: wird aus den Angaben und dem, was das Programm tut, geschrieben. Sonst steht nur dieser Text da."
      />
      <OwnText
        name="accessibilityText"
        help="Leer: was das Programm selbst prüft, und wie man Euch Hindernisse meldet. Sonst steht nur dieser Text da."
      />
    </SubmitDialog>
  )
}

function draftOf(stored: GuildSettings): Legal {
  const { legalName, street, plz, town, representatives, contactEmail, contactPhone } = stored
  const { registerCourt, registerNumber, vatId, privacyContact } = stored
  const { imprintText, privacyText, accessibilityText } = stored
  return {
    legalName,
    street,
    plz,
    town,
    representatives,
    contactEmail,
    contactPhone,
    registerCourt,
    registerNumber,
    vatId,
    privacyContact,
    imprintText,
    privacyText,
    accessibilityText,
  }
}

type LineProps = {
  name: keyof Legal
  inputMode?: 'numeric' | 'email' | 'tel'
  help?: string
}

function Line({ name, ...props }: LineProps) {
  return (
    <FormInput<Legal>
      name={name}
      label={legalLabels[name]}
      inputClassName="tabular-nums"
      {...props}
    />
  )
}

function OwnText({ name, help }: { name: keyof Legal; help: string }) {
  return <FormTextarea<Legal> name={name} label={legalLabels[name]} rows={5} help={help} />
}
