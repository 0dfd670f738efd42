import type { ErrorCode } from './errors.ts'

/** The two doors of the public enrolment: whatever is refused there is counted. */
export const enrolmentDoors: readonly string[] = [
  'POST /api/parades/enrol',
  'POST /parade-enrolment',
]

/** Failed sign-in attempts, answered with 422 since they stand in a form. */
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
const mostSuspicious = { ofNetwork: 50, inAll: 200 }

export const suspicionHours = 24

export function isSuspicious(counts: { ofNetwork: number; inAll: number } | undefined): boolean {
  const { ofNetwork = 0, inAll = 0 } = { ...counts }
  return ofNetwork >= mostSuspicious.ofNetwork || inAll >= mostSuspicious.inAll
}

const minuteInMs = 60_000

/** So many minutes the evening's page looks back. */
const minutesShown = 60

/** The instant a minute begins: "2027-01-16T18:04:00.000Z" at 18:04:31. */
export function minuteOf(instant: Date): string {
  return new Date(Math.floor(instant.getTime() / minuteInMs) * minuteInMs).toISOString()
}

/** The last minutes, the running one included, oldest first. */
export function lastMinutes(now: Date): string[] {
  return Array.from({ length: minutesShown }, (_, index) =>
    minuteOf(new Date(now.getTime() - (minutesShown - 1 - index) * minuteInMs)),
  )
}

const patienceInMs = 10 * minuteInMs

/**
 * Payments are open, and for ten minutes the provider has told us nothing: neither since its last
 * message nor since the oldest of them was opened.
 */
export function isProviderSilent(
  { lastMessageAt, oldestOpenAt }: { lastMessageAt: string | null; oldestOpenAt: string | null },
  now: Date,
): boolean {
  if (oldestOpenAt === null) return false
  const since = Math.max(Date.parse(oldestOpenAt), Date.parse(lastMessageAt ?? oldestOpenAt))
  return now.getTime() - since >= patienceInMs
}
