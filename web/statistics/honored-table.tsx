import { paths } from '#web/paths.ts'
import { OpenCell, RowLink, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import type { HonorType } from '#worker/domain/codes.ts'
import { fullName, namesOf } from '#worker/domain/names.ts'
import type { HonoredPerson } from '#worker/statistics/statistics.contract.ts'
import { AlsoDueNote } from './also-due.tsx'
import { BirthdayCell, EnterCell, type Head, HeadRow, OnPhone } from './cells.tsx'
import type { Enter } from './honor-entry.tsx'
import type { Honoree } from './honoree.ts'
import { useThreshold } from './use-order-steps.ts'

export const honoredHeads: readonly Head[] = [
  { title: 'Name', width: '28%' },
  { title: 'Geburtstag' },
  { title: 'Bestätigte Umzüge', numeric: true },
  { title: 'Maximal erreichbar*', numeric: true },
]

type HonoredTableProps = {
  honor: HonorType
  people: readonly HonoredPerson[]
  enter: Enter | null
}

export function HonoredTable({ honor, people, enter }: HonoredTableProps) {
  const threshold = useThreshold(honor)
  return (
    <Table data-many>
      <HeadRow heads={honoredHeads} canEnter={enter !== null} />
      <TableBody>
        {people.map((person) => (
          <TableRow key={person.memberId} opens>
            <TableCell at="first">
              <RowLink to={paths.member(person.memberId)}>{person.memberName}</RowLink>
              <AlsoDueNote types={person.alsoDue} reached={person.reached} />
            </TableCell>
            <BirthdayCell birthday={person.birthday} />
            <TableCell numeric at="rightTop">
              <b className="font-bold">{person.numberParades}</b>
              {!person.reached && threshold !== null && ` von ${threshold}`}
              <OnPhone> bestätigt</OnPhone>
            </TableCell>
            <TableCell numeric at="rightBottom">
              <OnPhone>maximal </OnPhone>
              {person.numberMaxAchievableParades}
              <OnPhone>*</OnPhone>
            </TableCell>
            {enter && <EnterCell>{enter(honoreeOf(honor, person, threshold))}</EnterCell>}
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function honoreeOf(
  honor: HonorType,
  { memberId, memberName, alsoDue, reached, numberParades }: HonoredPerson,
  threshold: number | null,
): Honoree {
  const { firstName, lastName } = namesOf(memberName)
  const name = fullName({ firstName, lastName })
  const notYet = { confirmed: numberParades, threshold }
  return { memberId, name, honor, alsoDue, ...(!reached && { notYet }) }
}
