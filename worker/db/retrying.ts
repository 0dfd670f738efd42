import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { causeOf, isInterruption, noAnswer } from './causes.ts'

/** What one request has had of its database so far. */
export type Tries = {
  /** Whether its writes may be sent again when nobody knows what became of them (http/repeatable.ts). */
  repeatsWrites: boolean
  /** Whether the whole request may be sent again then. */
  isKnownAgain: boolean
  /** How often it sent what it sent most often. */
  attempts: number
  /** Whether something is stored that was not before, or may be. */
  hasWritten: boolean
  /** Why it had to send something again. */
  interruption: string | null
  /** How long it may wait for its database until something is written. */
  patienceInMs: number
  /** What is left of that. */
  leftInMs: number
}

/**
 * How long a request waits for its database, all of its calls together. Shorter than what asks: the page
 * waits half a minute (web/lib/ask-server.ts), a phone at the check-in 15 s (outbox/sender.ts).
 */
export const requestPatienceInMs = 12_000

/** @param patienceInMs what nobody waits for, the cron and the commands, has all the time */
export function newTries(patienceInMs = Number.POSITIVE_INFINITY): Tries {
  return {
    repeatsWrites: false,
    isKnownAgain: false,
    attempts: 1,
    hasWritten: false,
    interruption: null,
    patienceInMs,
    leftInMs: patienceInMs,
  }
}

/** Before the second and the third time; the platform has tried a read more often by then. */
const waitsInMs = [40, 160]

/**
 * The same database, asked again when it lost its thread: reads twice more, writes only where the route
 * says that they may be repeated. An overload is not answered with more load. A database that does not
 * answer is given up once the request has waited for long enough; what was sent may still be done then.
 */
export function retrying(d1: D1Database, tries: Tries): D1Database {
  const originals = new WeakMap<object, { statement: D1PreparedStatement; isRead: boolean }>()

  const send = async <T>(isRead: boolean, run: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      // Not sent at all: nothing of it can be stored.
      if (tries.leftInMs <= 0) throw noAnswer()
      tries.attempts = Math.max(tries.attempts, attempt)
      try {
        const answer = await inTime(tries, run)
        if (!isRead) {
          tries.hasWritten = true
          // An import writes for longer than that, and each of its writes shows that it goes on.
          tries.leftInMs = tries.patienceInMs
        }
        return answer
      } catch (error) {
        if (!isInterruption(error)) throw error
        tries.interruption = causeOf(error)
        if (!isRead) tries.hasWritten = true
        const wait = waitsInMs[attempt - 1]
        const mayRepeat = (isRead || tries.repeatsWrites) && tries.leftInMs > 0
        if (wait === undefined || !mayRepeat) throw error
        // All that were interrupted at once do not come back at once.
        await sleep(wait * (0.5 + Math.random()))
      }
    }
  }

  const wrap = (statement: D1PreparedStatement, isRead: boolean): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        if (key === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), isRead)
        return (...args: unknown[]) => send(isRead, () => value.apply(target, args))
      },
    })
    originals.set(wrapped, { statement, isRead })
    return wrapped
  }

  const batch = (statements: D1PreparedStatement[]) => {
    const own = statements.map((one) => originals.get(one) ?? { statement: one, isRead: false })
    return send(
      own.every(({ isRead }) => isRead),
      () => d1.batch(own.map(({ statement }) => statement)),
    )
  }

  return new Proxy(d1, {
    get(target, key) {
      if (key === 'prepare') return (query: string) => wrap(target.prepare(query), isReading(query))
      if (key === 'batch') return batch
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Only what is certain to change nothing. */
export function isReading(query: string): boolean {
  if (/^[\s(]*select\b/i.test(query)) return true
  return /^\s*with\b/i.test(query) && !/\)\s*(insert|replace|update|delete)\b/i.test(query)
}

/** What comes of it, as long as there is patience left. */
async function inTime<T>(tries: Tries, run: () => Promise<T>): Promise<T> {
  if (tries.leftInMs === Number.POSITIVE_INFINITY) return run()
  const since = Date.now()
  const tooLate = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    tries.leftInMs = 0
    tooLate.reject(noAnswer())
  }, tries.leftInMs)
  try {
    return await Promise.race([run(), tooLate.promise])
  } finally {
    clearTimeout(timer)
    tries.leftInMs = Math.max(0, tries.leftInMs - (Date.now() - since))
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
