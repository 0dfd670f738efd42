import { type ReactNode, useCallback, useMemo } from 'react'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { Failure } from '#web/components/failure.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { participantColumns, participantSearchKey } from './participant-columns.tsx'
import { type ParticipantAction, ParticipantMenu } from './participant-menu.tsx'

type ParticipantsGridProps = {
  participants: SectionQuery<Participation[]>
  paradeDay: Day | null
  takesCash: boolean
  head: (rows: readonly Participation[], found: number) => ReactNode
  /** null for those who may change nothing. */
  onAction: ((row: Participation, action: ParticipantAction) => void) | null
  /** What is done with those that are ticked. */
  acts: (chosen: readonly Participation[], clear: () => void) => ReactNode
}

export function ParticipantsGrid({ participants, head, ...grid }: ParticipantsGridProps) {
  const { data, error, isFetching, refetch } = participants
  if (error && !data) {
    return (
      <Card bleed>
        {head([], 0)}
        <Failure
          failure={error}
          busy={isFetching}
          onRetry={() => void refetch()}
          className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
        />
      </Card>
    )
  }
  // The costume types to filter by come with the rows: only then can the address be read.
  return (
    <QuerySection
      query={participants}
      waiting={<Grid key="waiting" rows={null} head={head} {...grid} />}
      className="print:hidden"
    >
      {(rows) =>
        rows.length === 0 ? (
          <Card bleed>
            {head([], 0)}
            <Empty title="Noch niemand angemeldet">
              Wer sich zu diesem Umzug anmeldet, steht dann hier.
            </Empty>
          </Card>
        ) : (
          <Grid key="there" rows={rows} head={head} {...grid} />
        )
      }
    </QuerySection>
  )
}

type GridProps = Omit<ParticipantsGridProps, 'participants'> & {
  rows: readonly Participation[] | null
}

function Grid({ rows, paradeDay, takesCash, head, onAction, acts }: GridProps) {
  const columns = useMemo(() => participantColumns({ rows, paradeDay }), [rows, paradeDay])
  const menu = useCallback(
    (row: Participation) => (
      <ParticipantMenu
        row={row}
        takesCash={takesCash}
        onAction={(action) => onAction?.(row, action)}
      />
    ),
    [onAction, takesCash],
  )
  return (
    <DataTable
      label="Teilnehmer"
      name="participants"
      columns={columns}
      rows={rows}
      searchKey={participantSearchKey}
      defaultSort={byName}
      head={(found) => head(rows ?? [], found.length)}
      {...(onAction && { rowActions: menu })}
      acts={acts}
      tickOff="Dabei"
      isPrintedElsewhere
      nothingFound="Kein Teilnehmer gefunden"
    />
  )
}

const byName = { column: 'name', direction: 'ascending' } as const
