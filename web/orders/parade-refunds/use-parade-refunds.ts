import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '#web/lib/result.ts'
import { type Loaded, useLoaded } from '#web/lib/use-loaded.ts'
import { loadParadeRefunds, refundParade } from '#web/orders/orders.api.ts'
import type { ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { isLeftOver, sorted } from './refund-progress.ts'

/** `stuck`: the provider takes its time; the rest goes on by itself. */
type Work = { state: 'idle' | 'working' | 'stuck' } | { state: 'failed'; failure: Failure }

type Edited = { after: Result<ParadeRefunds> | null; refunds: ParadeRefunds }

/**
 * The server works off a part with every call: it is called again as long as the rest shrinks.
 * What was left over by a reload goes on at once for those who may act. That asks for nothing new.
 */
export function useParadeRefunds(
  paradeId: number,
  asked: Promise<Result<ParadeRefunds>>,
  mayWrite: boolean,
) {
  const loaded = useLoaded(asked, () => loadParadeRefunds(paradeId))
  const { result } = loaded
  const [edited, setEdited] = useState<Edited | null>(null)
  const [work, setWork] = useState<Work>({ state: 'idle' })
  const isHere = useIsHere()
  // Two presses can come before the dialog is closed.
  const isRunning = useRef(false)

  const workOff = useCallback(
    async (cancelPlaces: boolean) => {
      setWork({ state: 'working' })
      let rest = Number.POSITIVE_INFINITY
      while (isHere.current) {
        const answer = await refundParade(paradeId, cancelPlaces)
        if (!answer.ok) return setWork({ state: 'failed', failure: answer.failure })
        setEdited({ after: result, refunds: answer.data })
        const left = sorted(answer.data).pending.length
        if (left === 0) return setWork({ state: 'idle' })
        if (left >= rest) return setWork({ state: 'stuck' })
        rest = left
      }
    },
    [paradeId, result, isHere],
  )

  const goOn = useCallback(
    async (cancelPlaces: boolean) => {
      if (isRunning.current) return
      isRunning.current = true
      await workOff(cancelPlaces)
      isRunning.current = false
    },
    [workOff],
  )

  const hasLooked = useRef(false)
  useEffect(() => {
    if (!result?.ok || hasLooked.current) return
    hasLooked.current = true
    if (mayWrite && isLeftOver(sorted(result.data))) void goOn(false)
  }, [result, mayWrite, goOn])

  const refunds: Loaded<ParadeRefunds> =
    result?.ok && edited?.after === result
      ? { ...loaded, result: { ...result, data: edited.refunds } }
      : loaded
  return { refunds, work, goOn }
}

export type ParadeRefundWork = ReturnType<typeof useParadeRefunds>

/** False once the page is left: nobody works on behind it. */
function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
