import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { phonesQuery } from '#web/data/parades-check-in.ts'
import { useQuietMoment } from '#web/lib/quiet-moment.ts'
import { type CheckInFilter, hidesDone, isDone, mergeRows, visibleRows } from './list.ts'
import { type ShownRow, withActs } from './outbox/acts.ts'
import { signedIn, useKeptUpToDate, useOutbox } from './outbox/use-outbox.ts'

/** The kept list of the parade, and on it what was done here; up to date as long as there is a line. */
export function useCheckInList(paradeId: number) {
  useKeptUpToDate(paradeId)
  const { lists, acts } = useOutbox()
  const list = lists.find((one) => one.paradeId === paradeId)
  const me = signedIn()?.id ?? 0
  const fresh = useMemo(() => {
    if (!list) return
    const ofThis = acts.filter((act) => act.paradeId === paradeId)
    return withActs(list.rows, ofThis, me)
  }, [list, acts, paradeId, me])
  const [last, setLast] = useState({ fresh, rows: fresh })
  if (last.fresh !== fresh) setLast({ fresh, rows: fresh && mergeRows(last.rows, fresh) })
  return { list, rows: last.rows }
}

const noIds: ReadonlySet<number> = new Set()

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
  const [last, setLast] = useState({ rows, filter, stay: noIds })
  if (last.filter !== filter) setLast({ rows, filter, stay: noIds })
  else if (last.rows !== rows) setLast({ rows, filter, stay: stillThere(last, rows) })

  const hasLeaving = hidesDone(filter) && last.stay.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the next tick the wait begins anew.
  useEffect(() => {
    if (!hasLeaving) return
    let isOver = false
    void whenQuiet().then(() => {
      if (!isOver) setLast((now) => ({ ...now, stay: noIds }))
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

/**
 * Finds a row by its id. Who was entered here has another one as soon as the list knows them; a sheet
 * that is open stays theirs.
 */
export function useRowOf(rows: readonly ShownRow[]) {
  const { acts } = useOutbox()
  const known = useRef(new Map<number, number>())
  for (const { kind, seq, result } of acts) {
    if (kind === 'enter' && result?.participationId) known.current.set(-seq, result.participationId)
  }
  return (id: number | null): ShownRow | undefined =>
    rows.find((row) => row.id === id) ??
    (id === null ? undefined : rows.find((row) => row.id === known.current.get(id)))
}

/** By participation, as long as somebody asks who is missing. With a line only: the device keeps none. */
export function usePhones(paradeId: number, isAsked: boolean) {
  const { data, error } = useQuery({ ...phonesQuery(paradeId), enabled: isAsked })
  const phones = useMemo(
    () =>
      new Map(
        isAsked ? data?.map(({ participationId, phone }) => [participationId, phone]) : undefined,
      ),
    [data, isAsked],
  )
  return { phones, error: isAsked ? error : null }
}
