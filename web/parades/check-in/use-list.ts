import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useQuietMoment } from '#web/lib/quiet-moment.ts'
import type { Result } from '#web/lib/result.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { useWhileVisible } from '#web/lib/use-while-visible.ts'
import { loadParticipants } from '#web/parades/parades.api.ts'
import { checkInListReducer, emptyList, type Participant } from './list.ts'

const refreshEveryInMs = 30_000

/** The parade's rows, kept up to date with what other helpers do meanwhile. */
export function useCheckInList(paradeId: number, asked: Promise<Result<Participant[]>>) {
  const [list, dispatch] = useReducer(checkInListReducer, emptyList)
  const { result, isPending, reload } = useLoaded(asked, () => loadParticipants(paradeId))
  const quietMoment = useQuietMoment()
  const lastChange = useRef(0)
  const isRefreshing = useRef(false)

  useEffect(() => {
    if (result?.ok) dispatch({ type: 'loaded', rows: result.data, asOf: 0 })
  }, [result])

  // A refresh that fails is silent: the list stays, and the next one comes soon.
  const refresh = useCallback(async () => {
    if (isRefreshing.current) return
    isRefreshing.current = true
    const asOf = lastChange.current
    const fresh = await loadParticipants(paradeId)
    await quietMoment()
    isRefreshing.current = false
    if (fresh.ok) dispatch({ type: 'loaded', rows: fresh.data, asOf })
  }, [paradeId, quietMoment])
  useWhileVisible(refresh, refreshEveryInMs)

  const enter = useCallback((row: Participant) => {
    lastChange.current += 1
    dispatch({ type: 'entered', row, change: lastChange.current })
  }, [])
  const change = useCallback((id: number, fields: Partial<Participant>) => {
    lastChange.current += 1
    dispatch({ type: 'changed', id, fields, change: lastChange.current })
  }, [])

  const failure = list.rows || !result || result.ok ? null : result.failure
  return { rows: list.rows, failure, isPending, reload, refresh, enter, change }
}
