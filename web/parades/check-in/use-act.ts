import { useCallback, useRef, useState } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import type { Also, Draft } from './outbox/acts.ts'
import { outbox } from './outbox/use-outbox.ts'

/**
 * What a tap says, kept on the device before it is shown. No sheet waits for a network; only where the
 * browser keeps nothing it is sent at once, and can fail.
 */
async function addAct(draft: Draft, replaces?: string, also?: Also): Promise<CallFailure | null> {
  const added = await outbox.addAct(draft, replaces, also)
  if (added.as === 'failed') return added.failure
  navigator.vibrate?.(20)
  return null
}

/** The same for a sheet: one tap at a time, and what came of the last one. */
export function useAct() {
  const isRunning = useRef(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  /** Whether it is kept, or sent. */
  const act = async (draft: Draft, replaces?: string, also?: Also): Promise<boolean> => {
    // Two presses can come before the button is drawn busy.
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

/** What a row is doing: its tick is on the way, or has failed. */
export type Sending = 'sending' | CallFailure

/** Ticks side by side: nobody waits for the last one before the next. */
export function useRowActs() {
  const running = useRef(new Set<number>())
  const [sendings, setSendings] = useState<ReadonlyMap<number, Sending>>(new Map())

  const act = useCallback(async (id: number, draft: Draft, also?: Also): Promise<void> => {
    const note = (sending: Sending | null) =>
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

/** Helpers take back what is their own, the management anything. */
export function useMayTakeBack(): (isMine: boolean) => boolean {
  const isManagement = hasRole(useUser(), 'management')
  return (isMine) => isMine || isManagement
}

const ignoredForMs = 250

/**
 * The second tap of a double tap must not do what the first one only asked for: what a sheet shows
 * listens a moment later than it appears.
 */
export function useDoubleTapGuard(view = '') {
  const [shown, setShown] = useState(() => ({ view, at: performance.now() }))
  if (shown.view !== view) setShown({ view, at: performance.now() })
  return (act: () => void) => () => {
    if (performance.now() - shown.at >= ignoredForMs) act()
  }
}
