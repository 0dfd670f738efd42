import { useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { selfCancelLabels } from '#worker/domain/labels.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { ChangeButton } from './change-button.tsx'
import { SelfCancelDialog } from './self-cancel-dialog.tsx'
import { daysInWords } from './sepa-draft.ts'
import type { SettingsCardProps } from './settings-card.ts'

/** Whether payers may give places back by themselves, under "Meine Anmeldung". */
export function SelfCancelCard({ stored }: SettingsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card bleed>
      <CardHead
        title="Absagen durch die Angemeldeten"
        actions={
          mayWrite && <ChangeButton onClick={() => setOpen(true)}>Absagen ändern</ChangeButton>
        }
      />
      <CardBody>
        <p className="font-semibold text-lg">{selfCancelLabels[stored.selfCancel]}</p>
        <p className="max-w-[62ch] text-muted-foreground">{whatItMeans(stored)}</p>
      </CardBody>
      {isOpen && <SelfCancelDialog stored={stored} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type Rule = Pick<GuildSettings, 'selfCancel' | 'selfCancelDays'>

function whatItMeans({ selfCancel, selfCancelDays }: Rule): string {
  if (selfCancel === 'off') return 'Wer nicht kommen kann, meldet sich bei der Zunft.'
  const money =
    selfCancel === 'refund'
      ? 'Die Gebühr geht von selbst zurück.'
      : 'Die Gebühr bleibt bei der Zunft.'
  return `Wer sich öffentlich angemeldet hat, kann einen Platz ${untilWhen(selfCancelDays)} selbst absagen. ${money}`
}

function untilWhen(days: number): string {
  return days === 0 ? 'bis zum Tag des Umzugs' : `bis ${daysInWords(days)} vor dem Umzug`
}
