import { useDeferredValue, useState } from 'react'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import { nameMatches, namesOf } from '#worker/domain/names.ts'
import type { Standing } from './correction.ts'
import { PeopleTable } from './people-table.tsx'
import { isSettled, standingOf } from './rows.ts'
import { SureMatches } from './sure-matches.tsx'
import type { CorrectionRows } from './use-rows.ts'

type PeopleCardProps = { list: CorrectionRows; members: SectionQuery<PickableMember[]> }

/** Who is matched to nobody: all at once where it is sure, one after the other where it is not. */
export function PeopleCard({ list, members }: PeopleCardProps) {
  const { rows } = list
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const { people } = rows
  if (people.length === 0) return <Done />
  const found = wanted
    ? people.filter(({ memberName }) => nameMatches(namesOf(memberName), wanted))
    : people
  const settled = people.filter((person) => isSettled(rows, person))
  return (
    <Card bleed>
      <CardHead
        title="Teilnehmer"
        tally={tallyText(
          people.length,
          settled.map((person) => standingOf(rows, person)),
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
          onStanding={list.setStanding}
        />
      ) : (
        <Empty title="Niemand gefunden">Unter diesem Namen ist hier niemand offen.</Empty>
      )}
    </Card>
  )
}

/** A guest was settled, and matched with nobody. */
function tallyText(all: number, settled: readonly Standing[]): string {
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
