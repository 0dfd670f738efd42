import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Undo2 } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { matchedQuery, matchMany, undoMatchAct, unmatchedQuery } from '#web/data/enrolment.ts'
import { membersQuery } from '#web/data/members.ts'
import { usePickableMembers } from '#web/enrolment/use-pickable-members.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import { maxMatches } from '#worker/domain/limits.ts'
import { nameMatches, parseListName } from '#worker/domain/names.ts'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import type { RowState } from './correction.ts'
import {
  type CorrectionRows,
  countActMatches,
  isSettled,
  peopleWithSureMatch,
  rowStateOf,
  useRows,
} from './correction-rows.ts'
import { LastMatches } from './last-matches.tsx'
import { PeopleTable, peopleHeads } from './people-table.tsx'

export function loader() {
  // Spec §4: a matched row stays, so the list is not refetched while the user works through it.
  const people = queryOnce(unmatchedQuery)
  prefetch(people, membersQuery, matchedQuery)
  return { people }
}

export function DataCorrectionPage() {
  const opened = useLoaderData<ReturnType<typeof loader>>()
  const people = useQuery(opened.people)
  const members = usePickableMembers()
  return (
    <Wrap>
      <PageHead
        title="Datenkorrektur nach Anmeldung"
        lead="Wer sich angemeldet hat und noch keinem aktiven oder passiven Mitglied zugeordnet ist."
      />
      <QuerySection query={people} waiting={<Waiting />} className="mb-6">
        {(first) => <Corrections first={first} members={members} />}
      </QuerySection>
    </Wrap>
  )
}

type CorrectionsProps = {
  first: readonly UnmatchedPerson[]
  members: SectionQuery<PickableMember[]>
}

function Corrections({ first, members }: CorrectionsProps) {
  const list = useRows(first)
  return (
    <div className="grid gap-6 *:min-w-0">
      <PeopleCard list={list} members={members} />
      <LastMatches onUndone={list.undone} />
    </div>
  )
}

function Waiting() {
  return (
    <Card bleed>
      <TableSkeleton heads={peopleHeads} />
    </Card>
  )
}

type PeopleCardProps = { list: CorrectionRows; members: SectionQuery<PickableMember[]> }

/** The unmatched people: sure matches all at once, the others one by one. */
function PeopleCard({ list, members }: PeopleCardProps) {
  const { rows } = list
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const { people } = rows
  if (people.length === 0) return <Done />
  const found = wanted
    ? people.filter(({ memberName }) => nameMatches(parseListName(memberName), wanted))
    : people
  const settled = people.filter((person) => isSettled(rows, person))
  return (
    <Card bleed>
      <CardHead
        title="Teilnehmer"
        tally={tallyText(
          people.length,
          settled.map((person) => rowStateOf(rows, person)),
        )}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-6 pb-4 max-md:px-4">
        <SearchInput
          placeholder="Suchen"
          aria-label="Suchen"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          wrapperClassName="w-72 max-md:w-full"
        />
        <p role="status" className="text-muted-foreground text-sm empty:hidden">
          {wanted && `${found.length} von ${people.length} gefunden`}
        </p>
        <SureMatches list={list} />
      </div>
      <QuerySection query={members} waiting={null} className="mx-6 mb-4 max-md:mx-4">
        {() => null}
      </QuerySection>
      {found.length > 0 ? (
        <PeopleTable
          key={wanted}
          rows={rows}
          found={found}
          members={members.data ?? null}
          onRowState={list.setRowState}
        />
      ) : (
        <Empty title="Niemand gefunden">Unter diesem Namen ist hier niemand offen.</Empty>
      )}
    </Card>
  )
}

/** "3 von 12 zugeordnet", or "erledigt" with a guest among them, who has no match. */
function tallyText(all: number, settled: readonly RowState[]): string {
  if (settled.length === 0) return String(all)
  const word = settled.some(({ isGuest }) => isGuest) ? 'erledigt' : 'zugeordnet'
  return `${settled.length} von ${all} ${word}`
}

function Done() {
  return (
    <Card bleed>
      <Empty level="h2" title="Alles zugeordnet">
        Wer sich anmeldet und zu keinem Mitglied passt, steht dann hier.
      </Empty>
    </Card>
  )
}

type Matched = { act: number; people: readonly UnmatchedPerson[] }

/** Matches all people with a sure suggestion with one click; another click undoes that. */
function SureMatches({ list }: { list: CorrectionRows }) {
  const [asked, setAsked] = useState<readonly UnmatchedPerson[] | null>(null)
  const [done, setDone] = useState<Matched | null>(null)
  const [timesBack, setTimesBack] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  // The pressed button is gone, so the focus moves to the button that repeats the action.
  useEffect(() => {
    if (timesBack > 0) button.current?.focus()
  }, [timesBack])
  const sure = peopleWithSureMatch(list.rows).slice(0, maxMatches)
  const matching = useSubmit(matchMany, ({ act, open }) => {
    if (!asked) return
    // When every member already took part, nothing was matched and there is no act to undo.
    list.matchedTogether(asked, act ?? 0, open)
    setDone(act === null ? null : { act, people: asked })
    setAsked(null)
  })
  const close = () => {
    matching.reset()
    setAsked(null)
  }
  return (
    <>
      {sure.length > 0 && (
        <Button
          ref={button}
          variant="secondary"
          className="ms-auto max-md:w-full"
          onClick={() => setAsked(sure)}
        >
          <CheckCheck />
          Alle sicheren übernehmen ({sure.length})
        </Button>
      )}
      {done && (
        <UndoAllMatches
          key={done.act}
          done={done}
          list={list}
          onBack={() => setTimesBack(timesBack + 1)}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={asked.length === 1 ? '1 Person zuordnen?' : `${asked.length} Personen zuordnen?`}
          busy={matching.isPending}
          failure={matching.failure}
          onConfirm={() => void matching.submit(asked.flatMap(firstSuggestion))}
        >
          Name und Geburtstag sind dieselben wie bei genau einem Mitglied. Jede Person wird mit
          allen ihren Umzügen zugeordnet. Danach lässt sich das mit einem Klick rückgängig machen.
        </ConfirmDialog>
      )}
    </>
  )
}

function firstSuggestion({ id, suggestions: [member] }: UnmatchedPerson) {
  return member ? { id, memberId: member.id } : []
}

type AllBackProps = { done: Matched; list: CorrectionRows; onBack: () => void }

/** The result of matching several people, with the undo. It takes the focus, as the pressed button is gone. */
function UndoAllMatches({ done: { act, people }, list, onBack }: AllBackProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { submit, isPending, failure } = useSubmit(undoMatchAct, ({ open }) => {
    list.undone(people, open)
    onBack()
  })
  useEffect(() => ref.current?.focus(), [])
  const count = countActMatches(list.rows, act)
  if (count === 0) return null
  return (
    <div ref={ref} tabIndex={-1} className="grid basis-full gap-2 rounded-lg">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-success-soft py-1.5 ps-4 pe-2 text-success-soft-foreground">
        <p className="py-1.5 font-semibold">
          {count === 1 ? '1 Person ist zugeordnet.' : `${count} Personen sind zugeordnet.`}
        </p>
        <Button variant="ghost" size="sm" busy={isPending} onClick={() => void submit(act)}>
          <Undo2 />
          Alle rückgängig
        </Button>
      </div>
      {failure && <Failure failure={failure} detail={detailOf(failure)} />}
    </div>
  )
}
