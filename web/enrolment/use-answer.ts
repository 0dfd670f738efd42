import { useEffect, useState } from 'react'
import { CallFailure } from '#web/lib/call-failure.ts'
import type { Result } from '#web/lib/result.ts'
import type { SectionQuery } from '#web/ui/query-section.tsx'

type Known<T> = Pick<SectionQuery<T>, 'data' | 'error' | 'dataUpdatedAt'>

const nothing = { data: undefined, error: null, dataUpdatedAt: 0 }

/**
 * The public page's `useQuery`, without the staff's library: what its loader asked for without
 * waiting, and how to ask again. (React's `use` would hold every answer back for 300 ms once its
 * fallback was mounted.)
 */
export function useAnswer<T>(
  first: Promise<Result<T>>,
  askAgain: () => Promise<Result<T>>,
  notLoaded: string,
): SectionQuery<T> {
  const [again, setAgain] = useState({ after: first, promise: first })
  // When the loader itself ran anew, its promise is the newer one.
  const promise = again.after === first ? again.promise : first
  const [answer, setAnswer] = useState<{ to: typeof promise | null; known: Known<T> }>({
    to: null,
    known: nothing,
  })
  useEffect(() => {
    let isCurrent = true
    void promise.then((result) => {
      if (!isCurrent) return
      setAnswer(({ known }) => ({ to: promise, known: learnt(known, result, notLoaded) }))
    })
    return () => {
      isCurrent = false
    }
  }, [promise, notLoaded])
  return {
    ...answer.known,
    isFetching: answer.to !== promise,
    refetch: () => setAgain({ after: first, promise: askAgain() }),
  }
}

/** What is known stays when asking again fails. */
function learnt<T>(known: Known<T>, result: Result<T>, notLoaded: string): Known<T> {
  if (!result.ok) return { ...known, error: new CallFailure(notLoaded, result.failure) }
  return { data: result.data, error: null, dataUpdatedAt: Date.now() }
}
