import { Check, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { cn } from '#web/lib/cn.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CardBody } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanDate, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { CandidatesDialog } from './candidates-dialog.tsx'
import type { PersonMatch, RowState } from './correction.ts'
import { type CorrectionList, rowStateOf } from './correction-rows.ts'
import { type Correction, useCorrection } from './use-correction.ts'
import { WaysToMatch } from './ways-to-match.tsx'

export const peopleHeads = ['Person', 'Geburtstag', 'Zuordnung']

/** Number of rows shown at first and added at a time; more would slow the page down. */
const sectionSize = 25

type PeopleTableProps = {
  rows: CorrectionList
  /** The people who match the search. */
  found: readonly UnmatchedPerson[]
  members: readonly PickableMember[] | null
  onRowState: (id: number, next: RowState) => void
}

export function PeopleTable({ rows, found, members, onRowState }: PeopleTableProps) {
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
              rowState={rowStateOf(rows, one)}
              onRowState={(next) => onRowState(one.id, next)}
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

/** Focuses the first row of the section that was added. */
function useFocusOnMore(size: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (size === sectionSize) return
    body.current?.rows[size - sectionSize]?.querySelector('p')?.focus()
  }, [size])
  return body
}

type PersonRowProps = {
  person: UnmatchedPerson
  /** null until loaded. */
  members: readonly PickableMember[] | null
  rowState: RowState
  onRowState: (next: RowState) => void
}

/** A person who enrolled, with the actions on them. */
function PersonRow({ person, members, rowState, onRowState }: PersonRowProps) {
  const nameId = useId()
  const correction = useCorrection(person, rowState, onRowState)
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
          <RowResult correction={correction} />
          {failure && <Failure failure={failure} detail={detailOf(failure)} />}
          <WaysToMatch person={person} nameId={nameId} members={members} correction={correction} />
        </div>
        {candidates && <CandidatesDialog candidates={candidates} correction={correction} />}
      </TableCell>
    </TableRow>
  )
}

const cell = 'align-top md:py-4'

/** Number of parades shown at first; a single further parade is shown without a button. */
const newest = 5

function Parades({ parades }: Pick<UnmatchedPerson, 'parades'>) {
  const [isOpen, setOpen] = useState(false)
  const listRef = useRef<HTMLUListElement>(null)
  const hidden = isOpen || parades.length <= newest + 1 ? 0 : parades.length - newest
  const open = () => {
    setOpen(true)
    // The pressed button disappears, so the focus moves to the list.
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

/** The result of the row's action, with its undo button. */
function RowResult({ correction }: { correction: Correction }) {
  const { match, isGuest, note } = correction.rowState
  if (!match && !isGuest && !note) return null
  return (
    <FocusedResult key={`${match?.member.id} ${isGuest} ${note}`} leads={correction.isOwn}>
      {match && <Matched match={match} correction={correction} />}
      {isGuest && (
        <Settled
          isBusy={correction.running !== null}
          onUndo={() => correction.run({ kind: 'guest', isGuest: false })}
        >
          Gast, kein Mitglied
        </Settled>
      )}
      {note && (
        <p className="rounded-lg bg-warning-soft px-4 py-2.5 text-warning-soft-foreground">
          {note}
        </p>
      )}
    </FocusedResult>
  )
}

function Matched({ match, correction }: { match: PersonMatch; correction: Correction }) {
  const { run, running } = correction
  const { member, isNew } = match
  return (
    <Settled isBusy={running !== null} onUndo={() => run({ kind: 'undo', match })}>
      {isNew ? 'Neu angelegt: ' : 'Zugeordnet: '}
      <Link to={paths.member(member.id)} className="text-inherit">
        {listName(member)}
      </Link>
    </Settled>
  )
}

type SettledProps = { isBusy: boolean; onUndo: () => void; children: ReactNode }

function Settled({ isBusy, onUndo, children }: SettledProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-success-soft py-1.5 ps-4 pe-2 text-success-soft-foreground">
      <p className="flex gap-2.5 py-1.5 font-semibold">
        <Check className="mt-0.5" />
        <span>{children}</span>
      </p>
      <Button variant="ghost" size="sm" busy={isBusy} onClick={onUndo}>
        <Undo2 />
        Rückgängig
      </Button>
    </div>
  )
}

/** The pressed button is disabled or gone, so the focus moves to the result. */
function FocusedResult({ leads, children }: { leads: boolean; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (leads) ref.current?.focus()
  }, [leads])
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-2 rounded-lg">
      {children}
    </div>
  )
}
