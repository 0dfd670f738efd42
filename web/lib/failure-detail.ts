import type { CallFailure } from './call-failure.ts'
import type { Failure } from './result.ts'

export const unreachable =
  'Der Server ist nicht erreichbar. Prüfe, ob Du Internet hast, und versuche es noch einmal.'

/**
 * What to show below `shown`, the sentence of a failed call: the server's message, unless `shown` contains it.
 */
export function failureDetail(failure: Failure, shown: string): string | undefined {
  if (failure.type === 'NetworkError') return unreachable
  // An expired session is announced separately.
  if (failure.type === 'AuthenticationError') return undefined
  const message = failure.error?.message
  return message && !shown.includes(message) ? message : undefined
}

/** `failureDetail` of a `CallFailure`, whose `message` is the sentence. */
export function detailOf(failure: CallFailure): string | undefined {
  return failureDetail(failure, failure.message)
}
