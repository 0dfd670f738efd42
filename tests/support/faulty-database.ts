import { env } from 'cloudflare:workers'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/** A call to the database: the statements of a batch, or a single one. */
export type Call = { queries: string[]; isRead: boolean }

/**
 * When the connection breaks: `before` the statements run, or `after` they ran but before their result
 * arrives.
 */
export type Fault = 'before' | 'after' | null

export const lost = () => {
  const words = 'Network connection lost.'
  return new Error(`D1_ERROR: ${words}`, { cause: new Error(words) })
}

/** A returned promise delays the call until it resolves. */
type FaultOf = (call: Call, index: number) => Fault | Promise<Fault>

/**
 * A database that delays the first matching call and all later ones until `open()`. Delayed calls are then
 * executed, even if the caller has given up.
 */
export function stalledDatabase(isStalled: (call: Call, index: number) => boolean) {
  const opened = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  let isOpen = false
  const { database, calls, settled } = faultyDatabase(async (call, index) => {
    if (isOpen || !isStalled(call, index)) return null
    reached.resolve()
    await opened.promise
    return null
  })
  return {
    database,
    calls,
    /** Resolves when a call is delayed. */
    reached: reached.promise,
    /** Executes the delayed calls; resolves when they are done. */
    async open() {
      isOpen = true
      opened.resolve()
      await settled()
    },
  }
}

/** The real database behind a connection that breaks where `fault` says so. */
export function faultyDatabase(fault: FaultOf, error = lost) {
  const calls: Call[] = []
  const running: Promise<unknown>[] = []
  let busy = 0
  const queriesOf = new WeakMap<object, { statement: D1PreparedStatement; query: string }>()
  const run = async <T>(queries: string[], send: () => Promise<T>): Promise<T> => {
    const call = { queries, isRead: queries.every((query) => /^\(*(select|with)\b/i.test(query)) }
    const index = calls.push(call) - 1
    const exchange = (async () => {
      const what = await fault(call, index)
      if (what === 'before') throw error()
      busy += 1
      const answer = await send().finally(() => {
        busy -= 1
      })
      if (what === 'after') throw error()
      return answer
    })()
    running.push(exchange)
    return exchange
  }
  const wrap = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, key) {
        if (key === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), query)
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => run([query], () => value.apply(target, args))
      },
    })
    queriesOf.set(wrapped, { statement, query })
    return wrapped
  }
  const database = new Proxy(env.DB as D1Database, {
    get(target, key) {
      if (key === 'prepare') return (query: string) => wrap(target.prepare(query), query)
      if (key === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          const own = statements.flatMap((one) => queriesOf.get(one) ?? [])
          return run(
            own.map(({ query }) => query),
            () => target.batch(own.map(({ statement }) => statement)),
          )
        }
      }
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    database,
    calls,
    /** Whether the real database is executing a call. */
    isBusy: () => busy > 0,
    /** Resolves when all calls have ended. */
    settled: () => Promise.allSettled(running),
  }
}
