import { useEffect, useRef, useState } from 'react'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Button } from '#web/ui/button.tsx'
import { CardBody } from '#web/ui/card.tsx'
import { Table, TableBody, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import type { Standing } from './correction.ts'
import { PersonRow } from './person-row.tsx'
import { type Rows, standingOf } from './rows.ts'

/** Spec §2: the columns. */
export const peopleHeads = ['Person', 'Geburtstag', 'Zuordnung']

/** A section: more at once only make the page slow, and nobody works through them in one go. */
const sectionSize = 25

type PeopleTableProps = {
  rows: Rows
  /** Those of the people who are looked for. */
  found: readonly UnmatchedPerson[]
  members: readonly PickableMember[] | null
  onStanding: (id: number, next: Standing) => void
}

export function PeopleTable({ rows, found, members, onStanding }: PeopleTableProps) {
  const [size, setSize] = useState(sectionSize)
  const body = useFocusOnMore(size)
  const rest = found.length - size
  const [person, birthday, assignment] = peopleHeads
  return (
    <>
      <Table phone="flow">
        <TableHead>
          <TableRow>
            <TableHeadCell className="w-[30%]">{person}</TableHeadCell>
            <TableHeadCell>{birthday}</TableHeadCell>
            <TableHeadCell className="w-[55%]">{assignment}</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody ref={body}>
          {found.slice(0, size).map((one) => (
            <PersonRow
              key={one.id}
              person={one}
              members={members}
              standing={standingOf(rows, one)}
              onStanding={(next) => onStanding(one.id, next)}
            />
          ))}
        </TableBody>
      </Table>
      {rest > 0 && (
        <CardBody className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4">
          <Button className="max-md:w-full" onClick={() => setSize(size + sectionSize)}>
            {rest > sectionSize ? `Weitere ${sectionSize} zeigen` : `Die letzten ${rest} zeigen`}
          </Button>
          <p className="text-muted-foreground text-sm">
            {size} von {found.length} gezeigt
          </p>
        </CardBody>
      )}
    </>
  )
}

/** One reads on with the first row of the next section. */
function useFocusOnMore(size: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (size === sectionSize) return
    body.current?.rows[size - sectionSize]?.querySelector('p')?.focus()
  }, [size])
  return body
}
