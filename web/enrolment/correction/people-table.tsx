import { useState } from 'react'
import { CardHead } from '#web/ui/card.tsx'
import type { PickableMember } from '#web/ui/member-picker-search.ts'
import { QuerySection, type SectionQuery } from '#web/ui/query-section.tsx'
import { Table, TableBody, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { PersonRow } from './person-row.tsx'

/** Spec §2: the columns. */
export const peopleHeads = ['Person', 'Geburtstag', 'Zuordnung']

type PeopleTableProps = {
  people: readonly UnmatchedPerson[]
  members: SectionQuery<PickableMember[]>
}

export function PeopleTable({ people, members }: PeopleTableProps) {
  const [matched, setMatched] = useState<readonly number[]>([])
  const [person, birthday, assignment] = peopleHeads
  return (
    <>
      <CardHead title="Teilnehmer" tally={tallyText(people.length, matched.length)} />
      <QuerySection query={members} waiting={null} className="mx-6 mb-4 max-md:mx-4">
        {() => null}
      </QuerySection>
      <Table phone="flow">
        <TableHead>
          <TableRow>
            <TableHeadCell className="w-[30%]">{person}</TableHeadCell>
            <TableHeadCell>{birthday}</TableHeadCell>
            <TableHeadCell className="w-[55%]">{assignment}</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {people.map((one) => (
            <PersonRow
              key={one.id}
              person={one}
              members={members.data ?? null}
              onMatched={(isMatched) => {
                setMatched((ids) => [
                  ...ids.filter((id) => id !== one.id),
                  ...(isMatched ? [one.id] : []),
                ])
              }}
            />
          ))}
        </TableBody>
      </Table>
    </>
  )
}

function tallyText(all: number, matched: number): string {
  return matched > 0 ? `${matched} von ${all} zugeordnet` : String(all)
}
