import { type FormEvent, useRef, useState } from 'react'
import type { Failure } from '#web/lib/result.ts'
import { enterAtParade } from './check-in.api.ts'
import type { Participant } from './list.ts'
import { atParadeRequest, emptyEntry, type OnSiteEntry, onSiteProblems } from './on-site-entry.ts'

export function useCheckInOnSite(paradeId: number, onEntered: (row: Participant) => void) {
  const [entry, setEntry] = useState(emptyEntry)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Two taps can come before the button is drawn busy.
  const isRunning = useRef(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = atParadeRequest(entry)
    if (!body || isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    const result = await enterAtParade(paradeId, body)
    isRunning.current = false
    setBusy(false)
    if (result.ok) onEntered(result.data)
    else setFailure(result.failure)
  }

  return {
    entry,
    /** What was refused is no longer what stands there. */
    change(change: Partial<OnSiteEntry>) {
      setFailure(null)
      setEntry((last) => ({ ...last, ...change }))
    },
    failure,
    problems: onSiteProblems(failure),
    isBusy,
    submit,
  }
}
