import { useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { AssemblyDialog } from './assembly-dialog.tsx'
import { ChangeButton } from './change-button.tsx'
import type { SettingsCardProps } from './settings-card.ts'

export function AssemblyCard({ stored, today }: SettingsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [isOpen, setOpen] = useState(false)
  const { assemblyDate } = stored
  const change = mayWrite && <ChangeButton onClick={() => setOpen(true)}>Datum ändern</ChangeButton>
  return (
    <Card bleed>
      <CardHead title="Generalversammlung" actions={change} className="print:px-0" />
      <CardBody className="print:px-0">
        <p className="font-semibold text-lg tabular-nums">
          {germanDateWithWeekday(assemblyDay(assemblyDate, today))}
        </p>
        <p className="max-w-[62ch] text-muted-foreground">
          {whyThisDay(assemblyDate, today)} Zu diesem Tag zeigen die Listen, wer zu ehren ist.
        </p>
      </CardBody>
      {isOpen && (
        <AssemblyDialog assemblyDate={assemblyDate} today={today} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

function whyThisDay(stored: Day | null, today: Day): string {
  if (stored === null) return 'Es ist kein Datum eingetragen, deshalb der nächste 11. November.'
  if (stored >= today) return ''
  const past = germanDateWithWeekday(stored)
  return `Eingetragen ist ${past}, das ist vorbei, deshalb der nächste 11. November.`
}
