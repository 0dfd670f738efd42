import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { causeOf, isInterruption } from './causes.ts'

/** What one request has had of its database so far. */
export type Tries = {
  /** Whether its writes may be sent again when nobody knows what became of them (http/repeatable.ts). */
  repeatsWrites: boolean
  /** How often it sent what it sent most often. */
  attempts: number
  /** Whether something is stored that was not before, or may be. */
  hasWritten: boolean
  /** Why it had to send something again. */
  interruption: string | null
}

export function newTries(): Tries {
  return { repeatsWrites: false, attempts: 1, hasWritten: false, interruption: null }
}

/** Before the second and the third time; the platform has tried a read more often by then. */
const waitsInMs = [40, 160]

/**
 * The same database, asked again when it lost its thread: reads twice more, writes only where the route
 * says that they may be repeated. An overload is not answered with more load.
 */
export function retrying(d1: D1Database, tries: Tries): D1Database {
  const originals = new WeakMap<object, { statement: D1PreparedStatement; isRead: boolean }>()

  const send = async <T>(isRead: boolean, run: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      tries.attempts = Math.max(tries.attempts, attempt)
      try {
        const answer = await run()
        if (!isRead) tries.hasWritten = true
        return answer
      } catch (error) {
        if (!isInterruption(error)) throw error
        tries.interruption = causeOf(error)
        if (!isRead) tries.hasWritten = true
        const wait = waitsInMs[attempt - 1]
        if (wait === undefined || !(isRead || tries.repeatsWrites)) throw error
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

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
