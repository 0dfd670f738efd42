import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import type { DutyEntry } from '#worker/members/members.contract.ts'
import type { EntryAct } from './entry-act.ts'
import { ActionsHead, EntryActions } from './entry-actions.tsx'

export const dutyHeads = ['Amt', 'Von', 'Bis', 'Kommentar']

type DutiesTableProps = {
  rows: readonly DutyEntry[]
  /** null for those who only read. */
  onAct: ((act: EntryAct<DutyEntry>) => void) | null
}

export function DutiesTable({ rows, onAct }: DutiesTableProps) {
  return (
    <Table size="sm" phone="flow">
      <TableHead>
        <TableRow>
          {dutyHeads.map((head) => (
            <TableHeadCell key={head}>{head}</TableHeadCell>
          ))}
          {onAct && <ActionsHead />}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((entry) => (
          <DutyRow key={entry.id} entry={entry} onAct={onAct} />
        ))}
      </TableBody>
    </Table>
  )
}

function DutyRow({ entry, onAct }: { entry: DutyEntry } & Pick<DutiesTableProps, 'onAct'>) {
  return (
    <TableRow>
      <TableCell className="font-semibold">{dutyLabels[entry.duty]}</TableCell>
      <TableCell className="tabular-nums">{germanDate(entry.from)}</TableCell>
      <TableCell before="–" className="tabular-nums max-md:-ms-2">
        {entry.to ? germanDate(entry.to) : 'heute'}
      </TableCell>
      <TableCell
        {...(!entry.comment && { at: 'nowhere' })}
        className="wrap-anywhere whitespace-pre-line py-2"
      >
        {entry.comment || '–'}
      </TableCell>
      {onAct && (
        <EntryActions
          name={`${dutyLabels[entry.duty]} ab ${germanDate(entry.from)}`}
          onEdit={() => onAct({ kind: 'edit', entry })}
          onDelete={() => onAct({ kind: 'delete', entry })}
        />
      )}
    </TableRow>
  )
}
