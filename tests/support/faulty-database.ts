import { env } from 'cloudflare:workers'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/** A call to the database: the statements of a batch, or a single one. */
export type Call = { queries: string[]; isRead: boolean }

/** What becomes of a call: `before` it did nothing, `after` it did everything and nobody heard of it. */
export type Fault = 'before' | 'after' | null

export const lost = () => {
  const words = 'Network connection lost.'
  return new Error(`D1_ERROR: ${words}`, { cause: new Error(words) })
}

/** A promise: until then the call waits at the database's door. */
type FaultOf = (call: Call, index: number) => Fault | Promise<Fault>

/**
 * A database that answers nothing from the first call that fits until it is opened again. What waits is
 * done then, whether or not anybody waits for it still.
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
    /** Something waits. */
    reached: reached.promise,
    /** All that waited is done when it returns. */
    async open() {
      isOpen = true
      opened.resolve()
      await settled()
    },
  }
}

/** The real database behind a line that is cut where `fault` says so. */
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
    /** Whether the real one is at something. */
    isBusy: () => busy > 0,
    /** All that was sent has come to something. */
    settled: () => Promise.allSettled(running),
  }
}
