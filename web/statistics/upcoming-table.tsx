import type { ReactNode } from 'react'
import { useHonorLabels } from '#web/data/guild.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { OpenCell, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import { dutyLabels } from '#worker/domain/labels.ts'
import { fullName } from '#worker/domain/names.ts'
import type { UpcomingHonor } from '#worker/statistics/statistics.contract.ts'
import { AlsoDueNote } from './also-due.tsx'
import { BirthdayCell, EnterCell, type Head, HeadRow, MemberCell, YearsCell } from './cells.tsx'
import type { Honoree } from './honoree.ts'

export const membershipHeads: readonly Head[] = [
  { title: 'Name', width: '18%' },
  { title: 'Geburtstag', width: '10%' },
  { title: 'Geehrte Jahre', width: '11%', numeric: true },
  { title: 'Ehrung' },
]

export const dutyHonorHeads: readonly Head[] = [
  ...membershipHeads.slice(0, 3),
  // Narrow screens leave the offices to the reason, which names them too.
  { title: 'Geehrte Ämter', width: '17%', className: 'max-lg:hidden print:table-cell' },
  { title: 'Ehrung' },
]

type UpcomingTableProps = {
  rows: readonly UpcomingHonor[]
  enter: ((honoree: Honoree) => ReactNode) | null
  withOffices?: boolean
}

export function UpcomingTable({ rows, enter, withOffices = false }: UpcomingTableProps) {
  return (
    <Table data-many>
      <HeadRow heads={withOffices ? dutyHonorHeads : membershipHeads} canEnter={enter !== null} />
      <TableBody>
        {rows.map((row) => (
          <TableRow key={`${row.member.id} ${row.honor}`} opens>
            <MemberCell member={row.member} />
            <BirthdayCell birthday={row.member.birthday} />
            <YearsCell years={row.years} />
            {withOffices && (
              <TableCell at="nowhere" className="py-2 max-lg:hidden print:table-cell">
                {row.duties.map((duty) => dutyLabels[duty]).join(', ')}
              </TableCell>
            )}
            <HonorCell row={row} />
            {enter && <EnterCell>{enter(honoreeOf(row))}</EnterCell>}
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The honor, and in a quiet line why it is due. */
function HonorCell({ row: { honor, reason, alsoDue } }: { row: UpcomingHonor }) {
  const labels = useHonorLabels()
  return (
    <TableCell className="max-md:mt-1.5 max-md:[grid-column:1/-1] md:py-2">
      <HonorLabel>{labels[honor]}</HonorLabel>
      <span className="block ps-[1.375rem] text-muted-foreground text-sm">
        {reason}
        <AlsoDueNote types={alsoDue} />
      </span>
    </TableCell>
  )
}

function honoreeOf({ member, honor, alsoDue }: UpcomingHonor): Honoree {
  return {
    memberId: member.id,
    name: fullName(member),
    honor,
    alsoDue,
  }
}
