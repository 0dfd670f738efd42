import { Check } from 'lucide-react'
import type { Sort } from '#web/lib/sort-rows.ts'
import { PaymentState } from '#web/ui/state.tsx'
import { SortHead, Table, TableBody, TableCell, TableHead, TableRow } from '#web/ui/table.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { columnLabels, type ParticipantColumn } from './participant-columns.ts'
import { confirmedWhen } from './participants.ts'

type ParticipantsTableProps = {
  rows: readonly Participation[]
  columns: readonly ParticipantColumn[]
  sort: Sort<ParticipantColumn>
  onSort: (column: ParticipantColumn) => void
  paradeDay: Day | null
}

export function ParticipantsTable({ rows, columns, sort, ...props }: ParticipantsTableProps) {
  return (
    <Table stickyHead>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <SortHead
              key={column}
              label={columnLabels[column]}
              direction={sort.column === column ? sort.direction : undefined}
              onSort={() => props.onSort(column)}
            />
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <ParticipantRow
            key={row.id}
            row={row}
            withBirthday={columns.includes('birthday')}
            paradeDay={props.paradeDay}
          />
        ))}
      </TableBody>
    </Table>
  )
}

type ParticipantRowProps = { row: Participation; withBirthday: boolean; paradeDay: Day | null }

// On the phone the number follows the type, payment and confirmation stand at the right.
function ParticipantRow({ row, withBirthday, paradeDay }: ParticipantRowProps) {
  return (
    <TableRow>
      <TableCell at="first" className="font-semibold">
        {row.memberName}
      </TableCell>
      <TableCell at="second">
        {row.costumeType.name}
        <span className="md:hidden"> {row.costumeNumber}</span>
      </TableCell>
      <TableCell at="nowhere" className="tabular-nums">
        {row.costumeNumber || '–'}
      </TableCell>
      {withBirthday && (
        <TableCell at="nowhere" className="tabular-nums">
          {row.birthday ? germanDate(row.birthday) : '–'}
        </TableCell>
      )}
      <TableCell at="right" className="max-md:text-right max-md:[grid-area:1/2/auto/span_2]">
        <PaymentState payed={row.participationFeePayed} />
      </TableCell>
      <TableCell
        at="right"
        className="tabular-nums max-md:text-right max-md:[grid-area:2/2/auto/span_2]"
      >
        {row.participationConfirmed ? (
          <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle">
            <Check className="text-success-soft-foreground" />
            <span className="sr-only">Bestätigt: </span>
            {confirmedWhen(row, paradeDay)}
          </span>
        ) : (
          <span className="max-md:hidden">–</span>
        )}
      </TableCell>
    </TableRow>
  )
}
