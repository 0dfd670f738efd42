import { useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { assemblyDay, type HonorRule } from '#worker/domain/honors.ts'
import { HonorRuleDialog } from './honor-rule-dialog.tsx'
import { HonorRulesTable } from './honor-rules-table.tsx'
import type { SettingsCardProps } from './settings-card.ts'

export function HonorRulesCard({ stored, today }: SettingsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [changing, setChanging] = useState<HonorRule | null>(null)
  const { honorRules, assemblyDate } = stored
  return (
    <Card bleed>
      <CardHead title="Regeln für Ehrungen" className="print:px-0" />
      <p className="max-w-[62ch] px-6 pb-2 text-muted-foreground max-md:px-4 print:hidden">
        Danach zeigen die Listen, wer zu ehren ist. Eingetragen wird jede Ehrung von Hand.
      </p>
      <HonorRulesTable rules={honorRules} onChange={mayWrite ? setChanging : null} />
      {changing && (
        <HonorRuleDialog
          rules={honorRules}
          stored={changing}
          date={assemblyDay(assemblyDate, today)}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  )
}
