import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type CheckInFilter, isConfirmedOnServer, noFilter, visibleRows } from './list.ts'
import type { ShownRow, StoredAct } from './outbox/acts.ts'
import type { OnRejectedButton } from './rejected-acts.tsx'
import { CheckInRow } from './row.tsx'
import type { SendingState } from './use-act.ts'

type CheckInRowsProps = {
  rows: readonly ShownRow[]
  /** The rows to show. */
  shown: readonly ShownRow[]
  filter: CheckInFilter
  onFilter: (filter: CheckInFilter) => void
  sendings: ReadonlyMap<number, SendingState>
  rejected: ReadonlyMap<number, readonly StoredAct[]>
  /** Telephone numbers by participation id; empty unless the missing are shown. */
  phones: ReadonlyMap<number, string>
  /** null when the parade is cancelled. */
  onAsk: ((id: number) => void) | null
  onTakeBack: (row: ShownRow) => void
  onRejectedButton: OnRejectedButton
}

export function CheckInRows(props: CheckInRowsProps) {
  const { rows, shown, filter, onFilter, sendings, rejected, phones, ...on } = props
  if (shown.length === 0) return <NoRows all={rows} filter={filter} onFilter={onFilter} />
  return (
    <>
      <p role="status" className="sr-only">
        {filter !== noFilter && `Angezeigt: ${shown.length}`}
      </p>
      <ul>
        {shown.map((row) => (
          <CheckInRow
            key={row.id}
            row={row}
            sending={sendings.get(row.id)}
            rejected={rejected.get(row.id)}
            phone={phones.get(row.id)}
            {...on}
          />
        ))}
      </ul>
    </>
  )
}

const noHiding = { hidesConfirmed: false, showsMissing: false }

type NoRowsProps = {
  all: readonly ShownRow[]
  filter: CheckInFilter
  onFilter: (filter: CheckInFilter) => void
}

function NoRows({ all, filter, onFilter }: NoRowsProps) {
  if (all.length === 0) {
    return (
      <Empty level="h2" title="Für diesen Umzug ist noch niemand angemeldet">
        Wer trotzdem mitläuft, lässt sich vor Ort eintragen.
      </Empty>
    )
  }
  const isAllDone = !filter.search.trim() && all.every(isConfirmedOnServer)
  const hidden = visibleRows(all, { ...filter, ...noHiding }).length
  if (!isAllDone && hidden > 0) {
    return (
      <Empty
        level="h2"
        title={
          hidden === 1 ? '1 Treffer ist schon bestätigt' : `${hidden} Treffer sind schon bestätigt`
        }
        action={
          // Search and costume type stay; only filters that hide rows are reset.
          <Button size="xl" onClick={() => onFilter({ ...filter, ...noHiding })}>
            Bestätigte zeigen
          </Button>
        }
      >
        Bestätigte sind gerade ausgeblendet.
      </Empty>
    )
  }
  return (
    <Empty
      level="h2"
      title={isAllDone ? 'Alle sind bestätigt' : 'Niemand passt zu Suche und Filter'}
      action={
        <Button size="xl" onClick={() => onFilter(noFilter)}>
          Alle zeigen
        </Button>
      }
    >
      {isAllDone
        ? 'Bestätigte sind gerade ausgeblendet.'
        : 'Prüfe, wie der Name oder die Nummer geschrieben ist.'}
    </Empty>
  )
}

export function RowsSkeleton() {
  return (
    <Loading>
      {[44, 36, 48, 40, 52, 38].map((width) => (
        <div
          key={width}
          className="flex min-h-19 items-center justify-between gap-3 border-border-strong border-b px-4"
        >
          <div className="grid flex-1 gap-3">
            <Skeleton width={`${width}%`} className="h-4" />
            <Skeleton width={`${width - 8}%`} />
          </div>
          <Skeleton className="h-14 w-28 rounded-xl" />
        </div>
      ))}
    </Loading>
  )
}
