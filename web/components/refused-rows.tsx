import { useRef } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { RejectedRow } from '#worker/domain/errors.ts'
import { maxRowsAtOnce } from '#worker/domain/limits.ts'

/** The rows for which the server rejects a bulk action; empty for any other failure. */
function refusedIn(failure: CallFailure | null): readonly RejectedRow[] {
  return failure?.error?.code === 'RowsRefused' ? failure.error.rows : []
}

type RefusalsProps = {
  failure: CallFailure | null
  /** The ids of all rows of the bulk action. */
  ids: readonly number[]
  /** The most rows that the action accepts. */
  most?: number
  /** The page of a row. */
  pathOf: (id: number) => string
  /** The button that repeats the action without the rejected rows; absent when no row would remain. */
  goOn: {
    label: (count: { refused: number; others: number }) => string
    busy: boolean
    onPress: (others: readonly number[]) => void
  }
}

/** The reasons why a bulk action was rejected; the user's input is kept. */
export function RefusedRowsAlerts({
  failure,
  ids,
  most = maxRowsAtOnce,
  pathOf,
  goOn,
}: RefusalsProps) {
  const refused = refusedIn(failure)
  const others = ids.filter((id) => !refused.some((row) => row.id === id))
  return (
    <>
      {ids.length > most && (
        <Alert tone="warn">
          Auf einmal gehen höchstens {most}. Ausgewählt sind {ids.length}: Wähle weniger aus.
        </Alert>
      )}
      {refused.length > 0 && (
        <div className="grid justify-items-start gap-3">
          <RefusedRows rows={refused} pathOf={pathOf} />
          {others.length > 0 && (
            <Button size="sm" busy={goOn.busy} onClick={() => goOn.onPress(others)}>
              {goOn.label({ refused: refused.length, others: others.length })}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/**
 * The rows of a bulk action: all, until `excludeAllBut` leaves out the rows that the server has rejected.
 */
export function useExcludedIds(all: readonly number[]) {
  const leftOut = useRef<readonly number[]>([])
  const remainingIds = () => all.filter((id) => !leftOut.current.includes(id))
  const excludeAllBut = (others: readonly number[]) => {
    leftOut.current = all.filter((id) => !others.includes(id))
  }
  return { remainingIds, excludeAllBut }
}

type RefusedRowsProps = Pick<RefusalsProps, 'pathOf'> & { rows: readonly RejectedRow[] }

/** The rejected rows, each with its reason and a link to its page. */
function RefusedRows({ rows, pathOf }: RefusedRowsProps) {
  return (
    <ul className="max-h-56 w-full divide-y divide-border overflow-y-auto rounded-lg border border-border">
      {rows.map(({ id, code, message }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 px-3 py-1">
          <span id={`refused-${id}`} className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
            {message}
          </span>
          {code !== 'NotFound' && (
            // Opens a new tab, so that input and ticks of this page are not lost.
            <a
              href={pathOf(id)}
              target="_blank"
              rel="noreferrer"
              aria-describedby={`refused-${id}`}
              className="inline-flex min-h-9 items-center max-md:min-h-11"
            >
              Ansehen
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Whether the count exceeds the limit of a bulk action. */
export const isTooMany = (count: number) => count > maxRowsAtOnce
