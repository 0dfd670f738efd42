import type { CallFailure } from './call-failure.ts'
import type { Failure } from './result.ts'

export const unreachable =
  'Der Server ist nicht erreichbar. Prüfe, ob Du Internet hast, und versuche es noch einmal.'

/** What the server says beyond the sentence that is shown already. */
export function failureDetail(failure: Failure, shown: string): string | undefined {
  if (failure.type === 'NetworkError') return unreachable
  // An ended session has its own sentence beside every failure.
  if (failure.type === 'AuthenticationError') return undefined
  const said = failure.error?.message
  return said && !shown.includes(said) ? said : undefined
}

/** The same of a failure that brings its sentence along. */
export function detailOf(failure: CallFailure): string | undefined {
  return failureDetail(failure, failure.message)
}
