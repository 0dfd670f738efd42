import { type ReactNode, useCallback, useMemo } from 'react'
import { participantsNotLoaded } from '#web/parades/parades.api.ts'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { participantColumns, participantSearchKey } from './participant-columns.tsx'
import { type ParticipantAct, ParticipantMenu } from './participant-menu.tsx'
import type { Participants } from './use-participants.ts'

type ParticipantsGridProps = {
  participants: Participants
  paradeDay: Day | null
  head: (rows: readonly Participation[], found: number) => ReactNode
  /** null for those who may change nothing. */
  onAct: ((row: Participation, act: ParticipantAct) => void) | null
}

export function ParticipantsGrid({ participants, head, ...grid }: ParticipantsGridProps) {
  const { result, isPending, reload } = participants
  if (result && !result.ok) {
    return (
      <Card bleed>
        {head([], 0)}
        <Failure
          message={participantsNotLoaded}
          failure={result.failure}
          busy={isPending}
          onRetry={reload}
          className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
        />
      </Card>
    )
  }
  if (result?.data.length === 0) {
    return (
      <Card bleed>
        {head([], 0)}
        <Empty title="Noch niemand angemeldet">
          Wer sich zu diesem Umzug anmeldet, steht dann hier.
        </Empty>
      </Card>
    )
  }
  // The costume types to filter by come with the rows: only then can the address be read.
  return (
    <Grid key={result ? 'there' : 'waiting'} rows={result?.data ?? null} head={head} {...grid} />
  )
}

type GridProps = Omit<ParticipantsGridProps, 'participants'> & {
  rows: readonly Participation[] | null
}

function Grid({ rows, paradeDay, head, onAct }: GridProps) {
  const columns = useMemo(() => participantColumns({ rows, paradeDay }), [rows, paradeDay])
  const menu = useCallback(
    (row: Participation) => <ParticipantMenu row={row} onAct={(act) => onAct?.(row, act)} />,
    [onAct],
  )
  return (
    <DataTable
      label="Teilnehmer"
      columns={columns}
      rows={rows}
      searchKey={participantSearchKey}
      defaultSort={byName}
      head={(found) => head(rows ?? [], found.length)}
      {...(onAct && { rowActions: menu })}
      tickOff="Dabei"
      nothingFound="Kein Teilnehmer gefunden"
    />
  )
}

const byName = { column: 'name', direction: 'ascending' } as const
