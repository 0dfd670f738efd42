import { useRef, useState } from 'react'
import type { Failure, Result } from './result.ts'

/** One request that changes something: once at a time, and what came of the last try. */
export function useAct<Args extends unknown[], T>(
  act: (...args: Args) => Promise<Result<T>>,
  onDone: (data: T) => void,
) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Two presses can come before the button is drawn busy.
  const isRunning = useRef(false)

  const run = async (...args: Args) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    const result = await act(...args)
    isRunning.current = false
    setBusy(false)
    if (result.ok) onDone(result.data)
    else setFailure(result.failure)
  }

  return { run, isBusy, failure }
}
