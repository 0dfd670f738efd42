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

/** The real database behind a line that is cut where `fault` says so. */
export function faultyDatabase(fault: (call: Call, index: number) => Fault, error = lost) {
  const calls: Call[] = []
  const queriesOf = new WeakMap<object, { statement: D1PreparedStatement; query: string }>()
  const run = async <T>(queries: string[], send: () => Promise<T>): Promise<T> => {
    const call = { queries, isRead: queries.every((query) => /^\(*(select|with)\b/i.test(query)) }
    const what = fault(call, calls.push(call) - 1)
    if (what === 'before') throw error()
    const answer = await send()
    if (what === 'after') throw error()
    return answer
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
  return { database, calls }
}
