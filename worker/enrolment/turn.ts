/** How many enrolments use the database at once; the others wait in order of arrival. */
const atOnce = 8
/** A request that ends without leaving the queue is skipped after this time. */
const mostInMs = 6_000
/** A waiting request that has missed its next look by this much is gone. */
const lateInMs = 3_000
const leastWaitInMs = 4
const mostWaitInMs = 1_000

type Ticket = { enteredAt: number | null; looksAgainAt: number }

/** The queue of this isolate in order of arrival: requests being served and requests that wait. */
const line: Ticket[] = []

/** Moving average of the time between two requests leaving. */
let paceInMs = 5
let leftAt = 0

/**
 * Waits for one's turn, so that of many enrolments at once the first are answered while the last still wait: each
 * asks the database several times, and without an order all would be done at the end (docs/decisions/public-page.md).
 * The runtime does not allow one request to resolve a promise of another, so each polls its own position.
 * @param signal of a request that its browser gives up
 * @returns how to leave; to be called once the database has been asked, and harmless when called again
 */
export async function takeTurn(signal?: AbortSignal): Promise<() => void> {
  const ticket: Ticket = { enteredAt: null, looksAgainAt: Date.now() }
  const leave = () => remove(ticket)
  line.push(ticket)
  signal?.addEventListener('abort', leave)
  for (let before = countBefore(ticket); before >= atOnce; before = countBefore(ticket)) {
    const wait = waitFor(before - atOnce + 1)
    ticket.looksAgainAt = Date.now() + wait
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  ticket.enteredAt = Date.now()
  return leave
}

/** Half of the expected wait: the nearer the turn, the more often a request looks. */
function waitFor(turns: number): number {
  return Math.min(mostWaitInMs, Math.max(leastWaitInMs, (turns * paceInMs) / 2))
}

/** How many requests before this one are alive. One that was removed as gone and comes back goes in at once. */
function countBefore(ticket: Ticket): number {
  const now = Date.now()
  for (const other of line.slice(0, line.indexOf(ticket))) if (isGone(other, now)) remove(other)
  return Math.max(0, line.indexOf(ticket))
}

function isGone({ enteredAt, looksAgainAt }: Ticket, now: number): boolean {
  return enteredAt === null ? now - looksAgainAt > lateInMs : now - enteredAt > mostInMs
}

function remove(ticket: Ticket): void {
  const index = line.indexOf(ticket)
  if (index < 0) return
  line.splice(index, 1)
  const now = Date.now()
  paceInMs += (Math.min(now - leftAt, 100) - paceInMs) / 10
  leftAt = now
}
