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
