import { type FormEvent, useRef, useState } from 'react'
import type { Failure, Result } from '#web/lib/result.ts'

/** A form of somebody who is not signed in: one try at a time, and what came of the last one. */
export function useAttempt<T>(send: () => Promise<Result<T>>, onSuccess: (data: T) => unknown) {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ failure: Failure; attempt: number } | null>(null)
  const isRunning = useRef(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    const result = await send()
    isRunning.current = false
    setBusy(false)
    if (result.ok) onSuccess(result.data)
    else {
      const { failure } = result
      setRefused((last) => ({ failure, attempt: (last?.attempt ?? 0) + 1 }))
    }
  }

  return { submit, isBusy, refused, forget: () => setRefused(null) }
}
