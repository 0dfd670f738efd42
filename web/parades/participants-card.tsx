import { useState } from 'react'
import { nextSort, type Sort } from '#web/lib/sort-rows.ts'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { countTypes } from './check-in-list.ts'
import { participantsNotLoaded } from './parades.api.ts'
import {
  columnLabels,
  type ParticipantColumn,
  sortParticipants,
  visibleColumns,
} from './participant-columns.ts'
import { findParticipants } from './participants.ts'
import { ParticipantsTable } from './participants-table.tsx'
import { ParticipantsToolbar } from './participants-toolbar.tsx'

type ParticipantsCardProps = { participants: Loaded<Participation[]>; paradeDay: Day | null }

export function ParticipantsCard({ participants, paradeDay }: ParticipantsCardProps) {
  const [typed, setTyped] = useState('')
  const rows = participants.result?.ok ? participants.result.data : []
  const found = findParticipants(rows, typed)
  return (
    <Card bleed>
      <CardHead title="Teilnehmer" tally={<Tally found={found.length} of={rows.length} />} />
      <WhenLoaded
        loaded={participants}
        message={participantsNotLoaded}
        waiting={<TableSkeleton heads={Object.values(columnLabels)} />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(all) =>
          all.length === 0 ? (
            <Empty title="Noch niemand angemeldet">
              Wer sich zu diesem Umzug anmeldet, steht dann hier.
            </Empty>
          ) : (
            <ParticipantsGrid
              all={all}
              found={found}
              typed={typed}
              onTyped={setTyped}
              paradeDay={paradeDay}
            />
          )
        }
      </WhenLoaded>
    </Card>
  )
}

function Tally({ found, of }: { found: number; of: number }) {
  return <span role="status">{of > 0 && (found < of ? `${found} von ${of}` : of)}</span>
}

type GridProps = {
  all: readonly Participation[]
  found: readonly Participation[]
  typed: string
  onTyped: (typed: string) => void
  paradeDay: Day | null
}

function ParticipantsGrid({ all, found, typed, onTyped, paradeDay }: GridProps) {
  const [sort, setSort] = useState<Sort<ParticipantColumn>>({
    column: 'memberName',
    direction: 'ascending',
  })
  const columns = visibleColumns(all)
  return (
    <>
      <ParticipantsToolbar
        typed={typed}
        onTyped={onTyped}
        columns={columns}
        sort={sort}
        onSort={setSort}
        counts={countTypes(all)}
      />
      {found.length > 0 ? (
        <ParticipantsTable
          rows={sortParticipants(found, sort)}
          columns={columns}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          paradeDay={paradeDay}
        />
      ) : (
        <Empty
          title="Kein Teilnehmer gefunden"
          action={<Button onClick={() => onTyped('')}>Suche leeren</Button>}
        >
          {`Zur Suche „${typed.trim()}“ passt niemand.`}
        </Empty>
      )}
    </>
  )
}
