import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { phonesQuery } from '#web/data/parades-check-in.ts'
import { useQuietMoment } from '#web/lib/quiet-moment.ts'
import {
  type CheckInFilter,
  hidesConfirmedRows,
  isConfirmedOnServer,
  mergeRows,
  visibleRows,
} from './list.ts'
import { type ShownRow, withActs } from './outbox/acts.ts'
import { signedIn, useListUpdates, useOutbox } from './outbox/use-outbox.ts'

/** The stored list of the parade with the acts of this device applied; refreshed while online. */
export function useCheckInList(paradeId: number) {
  useListUpdates(paradeId)
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
 * The rows that match the filter. With "Bestätigte ausblenden", rows confirmed meanwhile stay until
 * the user pauses, so that rows do not move under a finger. A changed search or filter applies at
 * once.
 */
export function useShownRows(
  rows: readonly ShownRow[],
  filter: CheckInFilter,
): readonly ShownRow[] {
  const whenQuiet = useQuietMoment({ stillForMs: 3000, waitsForDialog: true })
  const [last, setLast] = useState({ rows, filter, stay: noIds })
  if (last.filter !== filter) setLast({ rows, filter, stay: noIds })
  else if (last.rows !== rows) setLast({ rows, filter, stay: justConfirmedIds(last, rows) })

  const hasLeaving = hidesConfirmedRows(filter) && last.stay.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait restarts with each tick.
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

function justConfirmedIds(last: Last, rows: readonly ShownRow[]): ReadonlySet<number> {
  const open = new Set(last.rows.filter((row) => !isConfirmedOnServer(row)).map(({ id }) => id))
  const ticked = rows.filter((row) => isConfirmedOnServer(row) && open.has(row.id))
  return ticked.length > 0 ? new Set([...last.stay, ...ticked.map(({ id }) => id)]) : last.stay
}

/** Finds a row by id, also by the former id of a person entered here, whom the next list gives a new one. */
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

/** Telephone numbers by participation, loaded for the missing. Online only: they are not stored. */
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
