import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useOffices } from '#web/data/guild.ts'
import { useUser } from '#web/lib/session.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import {
  ActionsCell,
  ActionsHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { isBuiltInHonor } from '#worker/domain/codes.ts'
import { assemblyDay, type HonorRule } from '#worker/domain/honors.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import { can } from '#worker/domain/rights.ts'
import { HonorRuleDialog } from './honor-rule-dialog.tsx'
import { basisLabels, dutiesInWords } from './honor-rule-words.ts'
import type { SettingsCardProps } from './settings-card.tsx'

export function HonorRulesCard({ stored, today }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
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

type HonorRulesTableProps = {
  rules: readonly HonorRule[]
  /** null for users who may only read. */
  onChange: ((rule: HonorRule) => void) | null
}

function HonorRulesTable({ rules, onChange }: HonorRulesTableProps) {
  return (
    <Table size="sm" phone="flow" aria-label="Regeln für Ehrungen">
      <TableHead>
        <TableRow>
          <TableHeadCell>Ehrung</TableHeadCell>
          <TableHeadCell>Grundlage</TableHeadCell>
          <TableHeadCell numeric>Schwelle</TableHeadCell>
          <TableHeadCell>Gezählte Ämter</TableHeadCell>
          {onChange && <ActionsHead />}
        </TableRow>
      </TableHead>
      <TableBody>
        {rules.map((rule) => (
          <RuleRow key={rule.type} rule={rule} onChange={onChange} />
        ))}
      </TableBody>
    </Table>
  )
}

type RuleRowProps = { rule: HonorRule; onChange: HonorRulesTableProps['onChange'] }

function RuleRow({ rule, onChange }: RuleRowProps) {
  const { type, basis, threshold, duties, label, issuer } = rule
  const offices = useOffices()
  const usual = isBuiltInHonor(type) ? honorLabels[type] : label
  return (
    <TableRow>
      <TableCell className="md:py-1.5">
        <HonorLabel>{label}</HonorLabel>
        {label !== usual && (
          <span className="block ps-5.5 text-muted-foreground text-xs">sonst: {usual}</span>
        )}
        {issuer && (
          <span className="block ps-5.5 text-muted-foreground text-xs">verliehen von {issuer}</span>
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap">{basisLabels[basis]}</TableCell>
      {threshold === null ? (
        <TableCell numeric at="nowhere">
          –
        </TableCell>
      ) : (
        <TableCell numeric before="ab">
          {threshold}
        </TableCell>
      )}
      {basis === 'dutyYears' ? (
        <TableCell before="Ämter:" className="md:py-1.5">
          {dutiesInWords(duties, offices)}
        </TableCell>
      ) : (
        <TableCell at="nowhere">–</TableCell>
      )}
      {onChange && (
        <ActionsCell>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`${label} ändern`}
            onClick={() => onChange(rule)}
          >
            <Pencil />
          </Button>
        </ActionsCell>
      )}
    </TableRow>
  )
}
