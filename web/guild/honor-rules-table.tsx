import { Pencil } from 'lucide-react'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { Button } from '#web/ui/button.tsx'
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
import type { HonorRule } from '#worker/domain/honors.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import { basisLabels, dutiesInWords } from './honor-rule-words.ts'

type HonorRulesTableProps = {
  rules: readonly HonorRule[]
  /** null for those who only read. */
  onChange: ((rule: HonorRule) => void) | null
}

export function HonorRulesTable({ rules, onChange }: HonorRulesTableProps) {
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
  const usual = honorLabels[type]
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
          {dutiesInWords(duties)}
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
