import type { ErrorCode } from './errors.ts'

/** The two doors of the public enrolment: whatever is refused there is counted. */
export const enrolmentDoors: readonly string[] = [
  'POST /api/parades/enrol',
  'POST /parade-enrolment',
]

/** Wrong words of somebody who wants in, answered with 422 since they stand in a form. */
const wrongWords: readonly ErrorCode[] = ['WrongPassword', 'PasskeyRefused', 'LinkInvalid']

/** @param status as it is answered */
export function isCounted(route: string, code: ErrorCode, status: number): boolean {
  return (
    [401, 403, 429].includes(status) || wrongWords.includes(code) || enrolmentDoors.includes(route)
  )
}

/**
 * What people do who try doors. Not what everybody meets: a sign-in that is over, "Bist Du es?", a
 * challenge, a hall that is told to wait.
 */
export const suspiciousCodes: readonly ErrorCode[] = [
  'InvalidCredentials',
  'Forbidden',
  ...wrongWords,
]

/** From this many a day, from one network or from all, the home page asks management to look. */
export const mostSuspicious = { ofNetwork: 50, inAll: 200 }

export const suspicionHours = 24

export function isSuspicious(counts: { ofNetwork: number; inAll: number } | undefined): boolean {
  const { ofNetwork = 0, inAll = 0 } = { ...counts }
  return ofNetwork >= mostSuspicious.ofNetwork || inAll >= mostSuspicious.inAll
}
