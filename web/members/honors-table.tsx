import { HonorLabel } from '#web/ui/state.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import type { Honor } from '#worker/members/members.contract.ts'
import type { EntryAct } from './entry-act.ts'
import { ActionsHead, EntryActions } from './entry-actions.tsx'

export const honorHeads = ['Ehrung', 'Datum', 'Kommentar']

type HonorsTableProps = {
  rows: readonly Honor[]
  /** null for those who only read. */
  onAct: ((act: EntryAct<Honor>) => void) | null
}

export function HonorsTable({ rows, onAct }: HonorsTableProps) {
  return (
    <Table size="sm" phone="flow">
      <TableHead>
        <TableRow>
          {honorHeads.map((head) => (
            <TableHeadCell key={head}>{head}</TableHeadCell>
          ))}
          {onAct && <ActionsHead />}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((entry) => (
          <TableRow key={entry.id}>
            <TableCell>
              <HonorLabel>{honorLabels[entry.type]}</HonorLabel>
            </TableCell>
            <TableCell className="tabular-nums">{germanDate(entry.date)}</TableCell>
            <TableCell
              {...(!entry.comment && { at: 'nowhere' })}
              className="wrap-anywhere whitespace-pre-line py-2"
            >
              {entry.comment || '–'}
            </TableCell>
            {onAct && (
              <EntryActions
                name={honorLabels[entry.type]}
                onEdit={() => onAct({ kind: 'edit', entry })}
                onDelete={() => onAct({ kind: 'delete', entry })}
              />
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
