import { useEffect } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { queryClient } from '#web/lib/query.ts'

const changed: readonly string[] = [
  'FeesChanged',
  'YearClosed',
  'YearOpen',
  'RunFinal',
  'AlreadyBooked',
]

/** Refetches the lists behind the dialog when the write was rejected because of another user's change. */
export function useRefetchOnConflict(failure: CallFailure | null): void {
  useEffect(() => {
    if (failure && isConflict(failure)) {
      void queryClient.invalidateQueries({ queryKey: ['billing'] })
    }
  }, [failure])
}

/** Whether the page shows an older state; a booking that no longer fits its account shows that, too. */
function isConflict({ error }: CallFailure): boolean {
  if (!error) return false
  const places = Object.keys(error.fields ?? {})
  return changed.includes(error.code) || places.some((place) => place.startsWith('bookings.'))
}
