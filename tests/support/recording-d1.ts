import { env } from 'cloudflare:workers'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { fillAuditContext } from '#worker/db/connection.ts'

/**
 * A statement sent to the database, with the values of its first binding, how often it was sent, and how
 * often in a commit: a batch that begins by filling the audit context.
 */
export type Sent = { query: string; values: readonly unknown[]; times: number; committed: number }

const sent = new Map<string, Sent>()
const sentAs = new WeakMap<object, Sent>()

/** The distinct statements that the worker has sent in this file so far. */
export const sentStatements = (): Sent[] => [...sent.values()]

/** To be called at the end of a file. */
export const forgetStatements = (): void => sent.clear()

/** The real database, recording each bound statement (Drizzle binds all of them). */
export function recordedDatabase(): D1Database {
  const prepare = (query: string) =>
    replaced(env.DB.prepare(query), 'bind', (statement) => (...values: unknown[]) => {
      // Lists of different lengths count as the same statement.
      const key = query.replaceAll(/\?(?:, \?)+/g, '?+')
      const one = sent.get(key) ?? { query, values, times: 0, committed: 0 }
      one.times += 1
      sent.set(key, one)
      const bound = statement.bind(...values)
      sentAs.set(bound, one)
      return bound
    })
  const batch = <T>(statements: D1PreparedStatement[]) => {
    const known = statements.flatMap((one) => sentAs.get(one) ?? [])
    if (known[0]?.query === fillAuditContext) for (const one of known) one.committed += 1
    return env.DB.batch<T>(statements)
  }
  const database = replaced(env.DB as D1Database, 'prepare', () => prepare)
  return replaced(database, 'batch', () => batch)
}

/** The same object with one method replaced. */
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
