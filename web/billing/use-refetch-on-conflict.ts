import { useEffect } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { queryClient } from '#web/lib/query.ts'

const changed: readonly string[] = ['FeesChanged', 'YearClosed', 'RunFinal', 'AlreadyBooked']

/** Somebody else was faster: what is shown behind the refusal is asked for again. */
export function useRefetchOnConflict(failure: CallFailure | null): void {
  useEffect(() => {
    if (failure && isOvertaken(failure)) {
      void queryClient.invalidateQueries({ queryKey: ['billing'] })
    }
  }, [failure])
}

/** Also when a line does not fit the account any more: it was shown as it stood before. */
function isOvertaken({ error }: CallFailure): boolean {
  if (!error) return false
  const places = Object.keys(error.fields ?? {})
  return changed.includes(error.code) || places.some((place) => place.startsWith('bookings.'))
}
