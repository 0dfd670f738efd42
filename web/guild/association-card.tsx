import { useState } from 'react'
import { Fact, Facts } from '#web/components/facts.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { AssociationDialog } from './association-dialog.tsx'
import { ChangeButton } from './change-button.tsx'
import type { SettingsCardProps } from './settings-card.ts'

/** What the guild is called and where it is at home. */
export function AssociationCard({ stored }: SettingsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [isOpen, setOpen] = useState(false)
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
