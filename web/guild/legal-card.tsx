import { Link } from 'react-router'
import { Fact, Facts } from '#web/components/facts.tsx'
import { FormInput, FormTextarea } from '#web/components/form-fields.tsx'
import { FormPlz } from '#web/components/form-plz.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths, staffQuery } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  type Legal,
  legalLabels,
  missingInImprint,
  missingInPrivacy,
} from '#worker/domain/legal.ts'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { ChangeButton, type SettingsCardProps, useChangeDialog } from './settings-card.tsx'
import { settingsConflictRules } from './settings-words.ts'

/** The content of imprint and privacy notice. */
export function LegalCard({ stored }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useChangeDialog('legal')
  return (
    <Card bleed>
      <CardHead
        title="Impressum und Datenschutz"
        actions={
          mayWrite && <ChangeButton onClick={() => setOpen(true)}>Angaben ändern</ChangeButton>
        }
      />
      <CardBody>
        <p className="mb-3.5 max-w-[62ch] text-muted-foreground">
          Steht öffentlich unter <a href={paths.imprint + staffQuery}>Impressum</a>,{' '}
          <a href={paths.privacy + staffQuery}>Datenschutz</a> und{' '}
          <a href={paths.accessibility + staffQuery}>Barrierefreiheit</a>, am Fuß der Anmeldung; die
          ersten beiden auch in jeder E-Mail dazu. Wie lange was gespeichert bleibt, steht unter{' '}
          <Link to={paths.retention}>Aufbewahrung</Link>.
        </p>
        <Missing stored={stored} />
        <Facts>
          <Fact label={legalLabels.legalName}>{stored.legalName}</Fact>
          <Fact label="Anschrift">{addressOf(stored)}</Fact>
          <Fact label={legalLabels.representatives}>{stored.representatives}</Fact>
          <Fact label={legalLabels.contactEmail}>{stored.contactEmail}</Fact>
          <Fact label={legalLabels.contactPhone}>{stored.contactPhone}</Fact>
          <Fact label="Vereinsregister">
            {[stored.registerCourt, stored.registerNumber].filter(Boolean).join(', ')}
          </Fact>
          <Fact label={legalLabels.vatId}>{stored.vatId}</Fact>
          <Fact label={legalLabels.privacyContact}>{stored.privacyContact}</Fact>
          <Fact label="Impressum">{textSource(stored.imprintText)}</Fact>
          <Fact label="Datenschutz">{textSource(stored.privacyText)}</Fact>
          <Fact label="Barrierefreiheit">
            {stored.accessibilityText ? 'Eigener Text' : 'Vom Programm geschrieben'}
          </Fact>
        </Facts>
      </CardBody>
      {isOpen && <LegalDialog stored={stored} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Missing({ stored }: { stored: GuildSettings }) {
  const missing = new Set([...missingInImprint(stored), ...missingInPrivacy(stored)])
  if (missing.size === 0) return null
  const labels = [...missing].map((field) => legalLabels[field])
  return (
    <Alert tone="warn" title="Es fehlt noch etwas" className="mb-4">
      {labels.join(', ')}.
    </Alert>
  )
}

function addressOf({ street, plz, town }: GuildSettings): string {
  return [street, [plz, town].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

const textSource = (text: string) => (text ? 'Eigener Text' : 'Aus diesen Angaben geschrieben')

type LegalDialogProps = { stored: GuildSettings; onClose: () => void }

function LegalDialog({ stored, onClose }: LegalDialogProps) {
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared: { ...settingsConflictRules, draftOf },
    read: (body: Legal) => ({ body }),
    mutation: saveSettings,
    onSuccess: (_saved, _body, undoAction) => {
      toast('Angaben gespeichert', undoAction)
      onClose()
    },
  })
  return (
    <SubmitDialog title="Impressum und Datenschutz" submitting={submitting} onClose={onClose}>
      <Line name="legalName" help="Wie er im Vereinsregister steht, mit „e.V.“" />
      <Line name="street" help="Eine Adresse, an der Post ankommt, kein Postfach." />
      <div className="grid grid-cols-[9rem_minmax(0,1fr)] items-start gap-3">
        <FormPlz<Legal> name="plz" />
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
  inputMode?: 'email' | 'tel'
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
