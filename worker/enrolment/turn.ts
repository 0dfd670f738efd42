/** How many enrolments are with the database at once. The others wait in the order in which they came. */
const atOnce = 8
/** What is broken off without a word never leaves: after so long others pass it. */
const mostInMs = 6_000
/** Who has not looked for so long after the time for it is not there any more. */
const lateInMs = 3_000
const leastWaitInMs = 4
const mostWaitInMs = 1_000

type Ticket = { enteredAt: number | null; looksAgainAt: number }

/** Of this copy of the worker, whoever came first in front: those inside as those who wait. */
const line: Ticket[] = []

/** How long it took of late from one that left to the next. */
let paceInMs = 5
let leftAt = 0

/**
 * Waits for one's turn, so that of many enrolments at once the first are answered while the last still wait: each
 * asks the database several times, and without an order all would be done at the end (docs/decisions.md, 264).
 * Nobody is woken by another request, whose promises are its own: each looks by itself how many are before it.
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

/** Half as long as that many will take: the nearer, the more often one looks. */
function waitFor(turns: number): number {
  return Math.min(mostWaitInMs, Math.max(leastWaitInMs, (turns * paceInMs) / 2))
}

/** Those in front that are still there. Who was taken for gone and comes back has nobody in front. */
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
