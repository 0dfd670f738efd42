import { useId, useRef, useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { cn } from '#web/lib/cn.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Button } from '#web/ui/button.tsx'
import { TableCell, TableRow } from '#web/ui/table.tsx'
import { germanDate, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { CandidatesDialog } from './candidates-dialog.tsx'
import type { Standing } from './correction.ts'
import { RowStanding } from './row-standing.tsx'
import { useCorrection } from './use-correction.ts'
import { WaysToMatch } from './ways-to-match.tsx'

type PersonRowProps = {
  person: UnmatchedPerson
  /** null while they are not known. */
  members: readonly PickableMember[] | null
  standing: Standing
  onStanding: (next: Standing) => void
}

/** Somebody who enrolled, and what can be done about it. */
export function PersonRow({ person, members, standing, onStanding }: PersonRowProps) {
  const nameId = useId()
  const correction = useCorrection(person, standing, onStanding)
  const { failure, candidates } = correction
  return (
    <TableRow>
      <TableCell className={cell}>
        <p
          id={nameId}
          tabIndex={-1}
          className="min-h-9 content-center font-semibold text-[1.0625rem]"
        >
          {person.memberName}
        </p>
        <p className="-mt-1 mb-1.5 text-muted-foreground tabular-nums md:hidden">
          {person.birthday ? `geboren am ${germanDate(person.birthday)}` : 'ohne Geburtstag'}
        </p>
        <Parades parades={person.parades} />
      </TableCell>
      <TableCell at="nowhere" className={cell}>
        <span className="block min-h-9 content-center whitespace-nowrap tabular-nums">
          {person.birthday ? germanDate(person.birthday) : '–'}
        </span>
      </TableCell>
      <TableCell
        className={cn(cell, 'max-md:mt-3 max-md:basis-full max-md:pb-2 max-md:text-foreground')}
      >
        <div className="grid gap-3">
          <RowStanding correction={correction} />
          {failure && <Failure failure={failure} detail={detailOf(failure)} />}
          <WaysToMatch person={person} nameId={nameId} members={members} correction={correction} />
        </div>
        {candidates && <CandidatesDialog candidates={candidates} correction={correction} />}
      </TableCell>
    </TableRow>
  )
}

const cell = 'align-top md:py-4'

/** So many are shown at once; one more alone is not worth a button. */
const newest = 5

function Parades({ parades }: Pick<UnmatchedPerson, 'parades'>) {
  const [isOpen, setOpen] = useState(false)
  const listRef = useRef<HTMLUListElement>(null)
  const hidden = isOpen || parades.length <= newest + 1 ? 0 : parades.length - newest
  const open = () => {
    setOpen(true)
    // The button goes: whoever pressed it goes on reading at the list.
    listRef.current?.focus()
  }
  return (
    <>
      {hidden > 0 && (
        <Button variant="ghost" size="sm" className="-ms-3" onClick={open}>
          {hidden} frühere zeigen
        </Button>
      )}
      <ul
        ref={listRef}
        tabIndex={-1}
        className="grid gap-1 text-muted-foreground text-sm outline-none"
      >
        {parades.slice(hidden).map(({ id, title, date }) => (
          <li key={id} className="flex gap-2">
            <span className="whitespace-nowrap tabular-nums">{germanDateWithWeekday(date)}</span>{' '}
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
