import { OpenCell, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import type { DutyHolder } from '#worker/statistics/statistics.contract.ts'
import { type Head, HeadRow, MemberCell, OnPhone, YearsCell } from './cells.tsx'

export const dutyHolderHeads: readonly Head[] = [
  { title: 'Name', width: '40%' },
  { title: 'Von' },
  { title: 'Bis' },
  { title: 'Dienstjahre', width: '16%', numeric: true },
]

/** On the phone both days stand in one line. */
export function DutyHoldersTable({ holders }: { holders: readonly DutyHolder[] }) {
  return (
    <Table>
      <HeadRow heads={dutyHolderHeads} />
      <TableBody>
        {holders.map(({ member, from, to, years }) => {
          const end = to ? germanDate(to) : 'heute'
          return (
            <TableRow key={`${member.id} ${from}`} opens>
              <MemberCell member={member} />
              <TableCell at="second" className="whitespace-nowrap tabular-nums">
                {germanDate(from)}
                <OnPhone>–{end}</OnPhone>
              </TableCell>
              <TableCell at="nowhere" className="whitespace-nowrap tabular-nums">
                {end}
              </TableCell>
              <YearsCell years={years} />
              <OpenCell />
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
