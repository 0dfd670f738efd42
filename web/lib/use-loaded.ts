import { useEffect, useState } from 'react'
import type { Result } from './result.ts'

export type Loaded<T> = {
  /** null until the first answer; while it is asked again the last answer stays. */
  result: Result<T> | null
  isPending: boolean
  reload: () => void
}

/**
 * What the page's loader asked for without waiting, and how to ask again. (React's `use` would hold
 * every answer back for 300 ms once its fallback was mounted.)
 */
export function useLoaded<T>(
  asked: Promise<Result<T>>,
  askAgain: () => Promise<Result<T>>,
): Loaded<T> {
  const [again, setAgain] = useState({ after: asked, promise: asked })
  // When the loader itself ran anew, its promise is the newer one.
  const promise = again.after === asked ? again.promise : asked
  const [answer, setAnswer] = useState<{ to: Promise<Result<T>>; result: Result<T> } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void promise.then((result) => isCurrent && setAnswer({ to: promise, result }))
    return () => {
      isCurrent = false
    }
  }, [promise])
  return {
    result: answer?.result ?? null,
    isPending: answer?.to !== promise,
    reload: () => setAgain({ after: asked, promise: askAgain() }),
  }
}
