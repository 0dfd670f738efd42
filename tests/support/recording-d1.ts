import { env } from 'cloudflare:workers'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/** A statement as it reached the database, with the values it was bound to first, and how often it came. */
export type Sent = { query: string; values: readonly unknown[]; times: number }

const sent = new Map<string, Sent>()

/** What the worker sent to the database in this file so far, each statement once. */
export const sentStatements = (): Sent[] => [...sent.values()]

/** The next file begins with none. */
export const forgetStatements = (): void => sent.clear()

/** The real database; what is bound for it is written down. (Drizzle binds every statement it sends.) */
export function recordedDatabase(): D1Database {
  const prepare = (query: string) =>
    replaced(env.DB.prepare(query), 'bind', (statement) => (...values: unknown[]) => {
      // The same statement, however many values a list of it has.
      const key = query.replaceAll(/\?(?:, \?)+/g, '?+')
      const times = (sent.get(key)?.times ?? 0) + 1
      sent.set(key, { query, values, ...sent.get(key), times })
      return statement.bind(...values)
    })
  return replaced(env.DB, 'prepare', () => prepare)
}

/** The same object with another method of this name. */
function replaced<T extends D1Database | D1PreparedStatement, Name extends keyof T>(
  object: T,
  name: Name,
  method: (object: T) => T[Name],
): T {
  return new Proxy(object, {
    get(target, key) {
      if (key === name) return method(target)
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
