import type { ErrorCode } from './errors.ts'

/** The two routes of the public enrolment; all their rejections are counted. */
export const publicEnrolmentRoutes: readonly string[] = [
  'POST /api/parades/enrol',
  'POST /parade-enrolment',
]

/** The codes of failed sign-ins that have the status 422, since their message stands at a field of a form. */
const wrongWords: readonly ErrorCode[] = ['WrongPassword', 'PasskeyRefused', 'LinkInvalid']

/** Whether a rejected request is counted. @param status the status of the response */
export function isCounted(route: string, code: ErrorCode, status: number): boolean {
  return (
    [401, 403, 429].includes(status) ||
    wrongWords.includes(code) ||
    publicEnrolmentRoutes.includes(route)
  )
}

/**
 * Codes that indicate an attempt to gain access. Rejections that ordinary users meet (expired
 * session, confirmation of identity, challenge, waiting) are not among them.
 */
export const suspiciousCodes: readonly ErrorCode[] = [
  'InvalidCredentials',
  'Forbidden',
  ...wrongWords,
]

/** The counts of suspicious rejections in `suspicionHours` from which on the home page warns management. */
const mostSuspicious = { ofNetwork: 50, inAll: 200 }

export const suspicionHours = 24

export function isSuspicious(counts: { ofNetwork: number; inAll: number } | undefined): boolean {
  const { ofNetwork = 0, inAll = 0 } = { ...counts }
  return ofNetwork >= mostSuspicious.ofNetwork || inAll >= mostSuspicious.inAll
}

const minuteInMs = 60_000

/** How many minutes the page "Anmeldeabend" shows. */
const minutesShown = 60

/** The start of a minute: "2027-01-16T18:04:00.000Z" at 18:04:31. */
export function minuteOf(instant: Date): string {
  return new Date(Math.floor(instant.getTime() / minuteInMs) * minuteInMs).toISOString()
}

/** When each of the last `minutesShown` minutes began, the current minute included, oldest first. */
export function lastMinutes(now: Date): string[] {
  return Array.from({ length: minutesShown }, (_, index) =>
    minuteOf(new Date(now.getTime() - (minutesShown - 1 - index) * minuteInMs)),
  )
}

const patienceInMs = 10 * minuteInMs

/**
 * Whether the payment provider seems down: payments are open, and for ten minutes no message
 * arrived since the last one or since the oldest payment was opened.
 */
export function isProviderSilent(
  { lastMessageAt, oldestOpenAt }: { lastMessageAt: string | null; oldestOpenAt: string | null },
  now: Date,
): boolean {
  if (oldestOpenAt === null) return false
  const since = Math.max(Date.parse(oldestOpenAt), Date.parse(lastMessageAt ?? oldestOpenAt))
  return now.getTime() - since >= patienceInMs
}
