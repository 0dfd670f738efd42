import { useState } from 'react'
import { Fact, Facts } from '#web/components/facts.tsx'
import { groupedIban } from '#web/lib/iban.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { ChangeButton } from './change-button.tsx'
import { SepaDialog } from './sepa-dialog.tsx'
import { daysInWords, sepaLabels } from './sepa-draft.ts'
import type { SettingsCardProps } from './settings-card.ts'

/** Where the membership fees go to. */
export function SepaCard({ stored }: SettingsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card bleed>
      <CardHead
        title="SEPA-Lastschrift"
        actions={
          mayWrite && <ChangeButton onClick={() => setOpen(true)}>Konto ändern</ChangeButton>
        }
      />
      <CardBody>
        <p className="mb-3.5 max-w-[62ch] text-muted-foreground">
          Auf dieses Konto zieht die SEPA-Datei die Mitgliedsbeiträge ein.
        </p>
        <Facts>
          <Fact label={sepaLabels.creditorName}>{stored.creditorName}</Fact>
          <Fact label={sepaLabels.creditorId}>{stored.creditorId}</Fact>
          <Fact label={sepaLabels.creditorIban}>{groupedIban(stored.creditorIban)}</Fact>
          <Fact label={sepaLabels.creditorBic}>{stored.creditorBic}</Fact>
          <Fact label={sepaLabels.sepaLeadDays}>{daysInWords(stored.sepaLeadDays)}</Fact>
        </Facts>
      </CardBody>
      {isOpen && <SepaDialog stored={stored} onClose={() => setOpen(false)} />}
    </Card>
  )
}
