import { useMemo, useState } from 'react'
import { mergeRows } from './list.ts'
import { withActs } from './outbox/acts.ts'
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
