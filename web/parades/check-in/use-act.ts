import { useCallback, useRef, useState } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { useUser } from '#web/lib/session.ts'
import { can } from '#worker/domain/rights.ts'
import type { Draft, FurtherActs } from './outbox/acts.ts'
import { outbox } from './outbox/use-outbox.ts'

/**
 * Stores the act on the device, which needs no network. Only when the browser stores nothing, the
 * act is sent at once and can fail.
 */
async function addAct(
  draft: Draft,
  replaces?: string,
  also?: FurtherActs,
): Promise<CallFailure | null> {
  const added = await outbox.addAct(draft, replaces, also)
  if (added.as === 'failed') return added.failure
  navigator.vibrate?.(20)
  return null
}

/** Runs one act at a time, and returns the failure of the last one. */
export function useAct() {
  const isRunning = useRef(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  /** @returns whether the act was stored or sent */
  const act = async (draft: Draft, replaces?: string, also?: FurtherActs): Promise<boolean> => {
    // A second tap may arrive before the disabled button is rendered.
    if (isRunning.current) return false
    isRunning.current = true
    setPending(true)
    const failed = await addAct(draft, replaces, also)
    isRunning.current = false
    setPending(false)
    setFailure(failed)
    return failed === null
  }
  return { act, isPending, failure }
}

/** A row whose tick is being sent, or has failed. */
export type SendingState = 'sending' | CallFailure

/** Runs the acts of rows in parallel: a tick does not wait for those of other rows. */
export function useRowActs() {
  const running = useRef(new Set<number>())
  const [sendings, setSendings] = useState<ReadonlyMap<number, SendingState>>(new Map())

  const act = useCallback(async (id: number, draft: Draft, also?: FurtherActs): Promise<void> => {
    const note = (sending: SendingState | null) =>
      setSendings((last) => {
        const next = new Map(last)
        if (sending) next.set(id, sending)
        else next.delete(id)
        return next
      })
    if (running.current.has(id)) return
    running.current.add(id)
    note('sending')
    note(await addAct(draft, undefined, also))
    running.current.delete(id)
  }, [])

  return { sendings, act }
}

/** Helpers may undo their own acts, the management any. */
export function useMayUndo(): (isMine: boolean) => boolean {
  const isManagement = can(useUser(), 'checkInOnAnyDay')
  return (isMine) => isMine || isManagement
}

const ignoredForMs = 250

/** Guards against double taps: a sheet ignores taps for a moment after it has appeared or changed. */
export function useDoubleTapGuard(view = '') {
  const [shown, setShown] = useState(() => ({ view, at: performance.now() }))
  if (shown.view !== view) setShown({ view, at: performance.now() })
  return (act: () => void) => () => {
    if (performance.now() - shown.at >= ignoredForMs) act()
  }
}
