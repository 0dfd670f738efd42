import { useState } from 'react'
import { Link } from 'react-router'
import { Fact, Facts } from '#web/components/facts.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { legalLabels, missingInImprint, missingInPrivacy } from '#worker/domain/legal.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { ChangeButton } from './change-button.tsx'
import { LegalDialog } from './legal-dialog.tsx'
import type { SettingsCardProps } from './settings-card.ts'

/** What stands on the two pages that every public page leads to. */
export function LegalCard({ stored }: SettingsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [isOpen, setOpen] = useState(false)
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
          Steht öffentlich unter <a href={paths.imprint}>Impressum</a>,{' '}
          <a href={paths.privacy}>Datenschutz</a> und{' '}
          <a href={paths.accessibility}>Barrierefreiheit</a>, am Fuß der Anmeldung; die ersten
          beiden auch in jeder E-Mail dazu. Wie lange was gespeichert bleibt, steht unter{' '}
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
          <Fact label="Impressum">{whoseText(stored.imprintText)}</Fact>
          <Fact label="Datenschutz">{whoseText(stored.privacyText)}</Fact>
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

const whoseText = (text: string) => (text ? 'Eigener Text' : 'Aus diesen Angaben geschrieben')
