import { Badge } from '#web/ui/badge.tsx'
import { OpenCell, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import { nextBirthday } from '#worker/domain/birthdays.ts'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import type { UpcomingBirthday } from '#worker/statistics/statistics.contract.ts'
import { type Head, HeadRow, MemberCell, OnPhone } from './cells.tsx'

export const birthdayHeads: readonly Head[] = [
  { title: 'Name', width: '40%' },
  { title: 'Geburtstag' },
  { title: 'Alter', width: '16%', numeric: true },
]

/** In the order of the days to come; the age is the one that is reached then. */
export function BirthdaysTable({ birthdays }: { birthdays: readonly UpcomingBirthday[] }) {
  const today = berlinDay(new Date())
  return (
    <Table>
      <HeadRow heads={birthdayHeads} />
      <TableBody>
        {birthdays.map(({ member, age }) => (
          <TableRow key={member.id} opens>
            <MemberCell member={member} />
            <TableCell at="second" className="whitespace-nowrap tabular-nums">
              {member.birthday && <Birthday birthday={member.birthday} today={today} />}
            </TableCell>
            <TableCell numeric at="right">
              <OnPhone>wird </OnPhone>
              {age}
            </TableCell>
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Birthday({ birthday, today }: { birthday: Day; today: Day }) {
  if (nextBirthday(birthday, today) !== today) return germanDate(birthday)
  return (
    <>
      {germanDate(birthday)}{' '}
      <Badge tone="gold" className="ms-2">
        heute
      </Badge>
    </>
  )
}
