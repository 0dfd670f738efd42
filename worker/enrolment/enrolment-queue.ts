/** How many enrolments use the database at once; the others wait in order of arrival. */
const atOnce = 8
/** A request that ends without leaving the queue is skipped after this time. */
const mostInMs = 6_000
/** A waiting request whose next look is overdue by this much counts as ended. */
const lateInMs = 3_000
const leastWaitInMs = 4
const mostWaitInMs = 1_000

type Ticket = { enteredAt: number | null; looksAgainAt: number }

/** The queue of this isolate in order of arrival: requests being served and requests that wait. */
const queue: Ticket[] = []

/** Moving average of the time between two requests leaving. */
let paceInMs = 5
let leftAt = 0

/**
 * Waits until only a few earlier requests use the database. So the first of many simultaneous requests are
 * answered while the last wait; without a queue all would end late, since each needs several reads
 * (docs/decisions/public-page.md). The runtime does not allow one request to resolve another's promise, so each
 * polls its own position.
 * @param signal aborted when the browser gives up
 * @returns leaves the queue; call it after the last read, a second call is harmless
 */
export async function waitInQueue(signal?: AbortSignal): Promise<() => void> {
  const ticket: Ticket = { enteredAt: null, looksAgainAt: Date.now() }
  const leave = () => remove(ticket)
  queue.push(ticket)
  signal?.addEventListener('abort', leave)
  for (let before = countBefore(ticket); before >= atOnce; before = countBefore(ticket)) {
    const wait = waitFor(before - atOnce + 1)
    ticket.looksAgainAt = Date.now() + wait
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  ticket.enteredAt = Date.now()
  return leave
}

/** Time until the next look, half of the expected wait: the nearer the turn, the more often a request looks. */
function waitFor(turns: number): number {
  return Math.min(mostWaitInMs, Math.max(leastWaitInMs, (turns * paceInMs) / 2))
}

/** How many live requests are ahead. A request that was wrongly removed as ended goes on at once (0). */
function countBefore(ticket: Ticket): number {
  const now = Date.now()
  for (const other of queue.slice(0, queue.indexOf(ticket))) if (isGone(other, now)) remove(other)
  return Math.max(0, queue.indexOf(ticket))
}

function isGone({ enteredAt, looksAgainAt }: Ticket, now: number): boolean {
  return enteredAt === null ? now - looksAgainAt > lateInMs : now - enteredAt > mostInMs
}

function remove(ticket: Ticket): void {
  const index = queue.indexOf(ticket)
  if (index < 0) return
  queue.splice(index, 1)
  const now = Date.now()
  paceInMs += (Math.min(now - leftAt, 100) - paceInMs) / 10
  leftAt = now
}
