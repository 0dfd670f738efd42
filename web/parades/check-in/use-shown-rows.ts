import { useEffect, useState } from 'react'
import { useQuietMoment } from '#web/lib/quiet-moment.ts'
import { type CheckInFilter, hidesDone, isDone, visibleRows } from './list.ts'
import type { ShownRow } from './outbox/acts.ts'

const nobody: ReadonlySet<number> = new Set()

/**
 * The rows that pass the filter. With "Bestätigte ausblenden", who is confirmed meanwhile stays
 * until a quiet moment: the next row does not slip under a finger. Whoever changes search or filter
 * expects another list, and gets it at once.
 */
export function useShownRows(
  rows: readonly ShownRow[],
  filter: CheckInFilter,
): readonly ShownRow[] {
  const whenQuiet = useQuietMoment({ stillForMs: 3000, waitsForDialog: true })
  const [last, setLast] = useState({ rows, filter, stay: nobody })
  if (last.filter !== filter) setLast({ rows, filter, stay: nobody })
  else if (last.rows !== rows) setLast({ rows, filter, stay: stillThere(last, rows) })

  const hasLeaving = hidesDone(filter) && last.stay.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the next tick the wait begins anew.
  useEffect(() => {
    if (!hasLeaving) return
    let isOver = false
    void whenQuiet().then(() => {
      if (!isOver) setLast((now) => ({ ...now, stay: nobody }))
    })
    return () => {
      isOver = true
    }
  }, [hasLeaving, last.stay, whenQuiet])
  return visibleRows(rows, filter, last.stay)
}

type Last = { rows: readonly ShownRow[]; stay: ReadonlySet<number> }

function stillThere(last: Last, rows: readonly ShownRow[]): ReadonlySet<number> {
  const open = new Set(last.rows.filter((row) => !isDone(row)).map(({ id }) => id))
  const ticked = rows.filter((row) => isDone(row) && open.has(row.id))
  return ticked.length > 0 ? new Set([...last.stay, ...ticked.map(({ id }) => id)]) : last.stay
}
