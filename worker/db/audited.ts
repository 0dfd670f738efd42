import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import type { AuditVia } from '#worker/domain/codes.ts'

/** Who writes; one object a request, which is told more of it as more is known. */
export type Audit = {
  via: AuditVia
  userId: number | null
  requestId: string
  /** Method and route, or what the cron or a command does. */
  act: string
  now: Date
}

export const enterContext = `UPDATE audit_context
  SET via = ?, user_id = ?, request_id = ?, act = ?, at = ? WHERE id = 1`
export const leaveContext = `UPDATE audit_context
  SET via = NULL, user_id = NULL, request_id = NULL, act = NULL, at = NULL WHERE id = 1`

/** The values of `enterContext`. */
export function contextOf({ via, userId, requestId, act, now }: Audit) {
  return [via, userId, requestId, act, now.toISOString()] as const
}

/**
 * The same database, which knows who writes: whatever writes runs as a batch that begins with filling
 * the one row of `audit_context` and ends with emptying it, so that the triggers of the history read it,
 * and nobody else's write does. What reads goes untouched.
 */
export function auditedDatabase(d1: D1Database, audit: Audit): D1Database {
  const originals = new WeakMap<object, { statement: D1PreparedStatement; writes: boolean }>()

  async function write(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    const results = await d1.batch([
      d1.prepare(enterContext).bind(...contextOf(audit)),
      ...statements,
      d1.prepare(leaveContext).bind(),
    ])
    return results.slice(1, -1)
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const alone = async () => (await write([statement]))[0] as D1Result<Record<string, unknown>>
    const first = async (column?: string) => {
      const [row] = (await alone()).results
      return (column === undefined ? row : row?.[column]) ?? null
    }
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      run: alone,
      all: alone,
      first,
      // Columns of one table, whose names differ: a row keeps them in their order.
      raw: async () => (await alone()).results.map((row) => Object.values(row)),
    } as unknown as D1PreparedStatement
    originals.set(wrapped, { statement, writes: true })
    return wrapped
  }

  return {
    prepare: (query: string) => {
      const statement = d1.prepare(query)
      return isWriting(query) ? wrap(statement) : statement
    },
    batch: (statements: D1PreparedStatement[]) => {
      const known = statements.map((one) => originals.get(one))
      const bare = statements.map((one, index) => known[index]?.statement ?? one)
      return known.some((one) => one?.writes) ? write(bare) : d1.batch(bare)
    },
  } as unknown as D1Database
}

function isWriting(query: string): boolean {
  const [, first = ''] = /^\s*(\w+)/.exec(query) ?? []
  return first.toLowerCase() === 'with'
    ? /\b(insert|replace)\s+into\b|\bupdate\b|\bdelete\s+from\b/i.test(query)
    : !/^(select|explain|pragma|values)$/i.test(first)
}
