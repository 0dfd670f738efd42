import { useState } from 'react'
import { membersNotLoaded } from '#web/enrolment/members.api.ts'
import type { LoadedMembers } from '#web/enrolment/use-pickable-members.ts'
import { CardHead } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Table, TableBody, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { PersonRow } from './person-row.tsx'

/** Spec §2: the columns. */
export const peopleHeads = ['Person', 'Geburtstag', 'Zuordnung']

type PeopleTableProps = { people: readonly UnmatchedPerson[]; members: LoadedMembers }

export function PeopleTable({ people, members }: PeopleTableProps) {
  const [matched, setMatched] = useState<readonly number[]>([])
  const { result, isPending, reload } = members
  const [person, birthday, assignment] = peopleHeads
  return (
    <>
      <CardHead title="Teilnehmer" tally={tallyText(people.length, matched.length)} />
      {result?.ok === false && (
        <Failure
          message={membersNotLoaded}
          failure={result.failure}
          busy={isPending}
          onRetry={reload}
          className="mx-6 mb-4 max-md:mx-4"
        />
      )}
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
              members={members.pickable}
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
