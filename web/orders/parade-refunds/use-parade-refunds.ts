import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { refundParade } from '#web/data/orders.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import type { Reading } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { isLeftOver, sorted } from './refund-progress.ts'

/** `stuck`: the provider takes its time; the rest goes on by itself. */
export type Work = { isWorking: boolean; isStuck: boolean; failure: CallFailure | null }

/**
 * The paid places of a parade, and the work on their refunds. What was left over by a reload goes on
 * at once for those who may act. That asks for nothing new.
 */
export function useParadeRefunds(
  paradeId: number,
  query: Reading<ParadeRefunds>,
  mayWrite: boolean,
) {
  const refunds = useQuery(query)
  const isHere = useIsHere()
  const { submit, isPending, failure, data } = useSubmit(refundParade(paradeId, query))
  const goOn = () => submit({ countPending, isHere })

  const hasLooked = useRef(false)
  const known = refunds.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when they are known.
  useEffect(() => {
    if (!known || hasLooked.current) return
    hasLooked.current = true
    const isCancelled = known.parade.cancelledAt !== null
    if (mayWrite && isCancelled && isLeftOver(sorted(known))) void goOn()
  }, [known])

  const work: Work = { isWorking: isPending, isStuck: data === 'stuck', failure }
  return { refunds, work, goOn }
}

const countPending = (refunds: ParadeRefunds) => sorted(refunds).pending.length

/** False once the page is left. */
function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(() => isHere.current, [])
}
