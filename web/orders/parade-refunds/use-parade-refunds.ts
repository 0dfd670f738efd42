import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { refundParade } from '#web/data/orders.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import type { QueryDefinition } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { ParadeRefundRow, ParadeRefunds } from '#worker/orders/orders.contract.ts'

/** `isStuck`: the provider is slow; the server continues on its own. */
export type RefundProgress = { isWorking: boolean; isStuck: boolean; failure: CallFailure | null }

/**
 * The paid places of a cancelled parade and their refunds. Requested refunds that a reload has
 * interrupted are continued at once for users with the right; no new refunds are requested.
 */
export function useParadeRefunds(
  paradeId: number,
  query: QueryDefinition<ParadeRefunds>,
  mayWrite: boolean,
) {
  const refunds = useQuery(query)
  const isHere = useIsMounted()
  const { submit, isPending, failure, data } = useSubmit(refundParade(paradeId, query))
  const goOn = () => submit({ countPending, isHere })

  const hasLooked = useRef(false)
  const known = refunds.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the data is loaded.
  useEffect(() => {
    if (!known || hasLooked.current) return
    hasLooked.current = true
    const isCancelled = known.parade.cancelledAt !== null
    if (mayWrite && isCancelled && hasInterruptedRefunds(groupByRefund(known))) void goOn()
  }, [known])

  const work: RefundProgress = { isWorking: isPending, isStuck: data === 'stuck', failure }
  return { refunds, work, goOn }
}

const countPending = (refunds: ParadeRefunds) => groupByRefund(refunds).pending.length

/** False after the page was left. */
function useIsMounted() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(() => isHere.current, [])
}

/** The places of a parade by the state of their refund. */
export type RefundGroups = {
  online: ParadeRefundRow[]
  cash: ParadeRefundRow[]
  unpaid: ParadeRefundRow[]
  /** Cash that was not given back yet. */
  owed: ParadeRefundRow[]
  /** Paid online, refund not requested yet. */
  unrequested: ParadeRefundRow[]
  pending: ParadeRefundRow[]
  failed: ParadeRefundRow[]
  done: ParadeRefundRow[]
}

export function groupByRefund({ places }: Pick<ParadeRefunds, 'places'>): RefundGroups {
  const paid = (how: ParadeRefundRow['paid']) => places.filter((place) => place.paid === how)
  const [online, cash] = [paid('online'), paid('cash')]
  const inState = (...states: ParadeRefundRow['refund'][]) =>
    online.filter(({ refund }) => states.includes(refund))
  return {
    online,
    cash,
    unpaid: paid('unpaid'),
    owed: cash.filter(({ cashReturnedAt }) => cashReturnedAt === null),
    unrequested: inState(null),
    pending: inState('pending'),
    failed: inState('failed'),
    done: inState('done', 'byHand'),
  }
}

/** Whether everything is refunded; false also when there was nothing to refund. */
export function isFullyRefunded({ online, cash, owed, done }: RefundGroups): boolean {
  return online.length + cash.length > 0 && done.length === online.length && owed.length === 0
}

/** Whether all refunds are requested but some are pending, as when the page was left too early. */
export function hasInterruptedRefunds({ unrequested, pending }: RefundGroups): boolean {
  return unrequested.length === 0 && pending.length > 0
}
