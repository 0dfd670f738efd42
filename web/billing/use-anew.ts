import { useEffect } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { queryClient } from '#web/lib/query.ts'

const changed: readonly string[] = ['FeesChanged', 'YearClosed', 'RunFinal', 'AlreadyBooked']

/** Somebody else was faster: what is shown behind the refusal is asked for again. */
export function useAnewWhenChanged(failure: CallFailure | null): void {
  useEffect(() => {
    const code = failure?.error?.code
    if (code && changed.includes(code)) {
      void queryClient.invalidateQueries({ queryKey: ['billing'] })
    }
  }, [failure])
}
