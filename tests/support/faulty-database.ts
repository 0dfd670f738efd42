import { env } from 'cloudflare:workers'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/**
 * `refused`: one statement fails where the database runs it, whatever batch it stands in.
 * `answerLost`: a call that writes is done, and nobody hears of it: the connection is lost behind it.
 */
export type FaultKind = 'refused' | 'answerLost'

/** @param at which statement or writing call, counted from 0 as they are sent */
export type Fault = { kind: FaultKind; at: number; isHit: boolean; sql: string }

export const faultAt = (kind: FaultKind, at: number): Fault => ({ kind, at, isHit: false, sql: '' })

/** The real database, which fails once. */
export function faultyDatabase(fault: Fault): D1Database {
  const db = env.DB
  const originals = new WeakMap<object, { query: string; statement: D1PreparedStatement }>()
  let count = -1

  const isHit = (sql: string) => {
    count += 1
    if (count !== fault.at || fault.isHit) return false
    Object.assign(fault, { isHit: true, sql })
    return true
  }
  // It is well-formed, so it is its turn that fails, and what stood before it in the batch was done.
  const failing = () => db.prepare(`SELECT json('{')`)

  function statementFor(query: string, statement: D1PreparedStatement): D1PreparedStatement {
    return fault.kind === 'refused' && isHit(query) ? failing() : statement
  }

  async function heard<Answer>(queries: string[], answer: Promise<Answer>): Promise<Answer> {
    const result = await answer
    const isWrite = queries.some((query) => !/^\s*(select|with)\b/i.test(query))
    if (fault.kind === 'answerLost' && isWrite && isHit(queries.join(';\n'))) {
      throw new Error('D1_ERROR: Network connection lost.')
    }
    return result
  }

  function wrap(query: string, statement: D1PreparedStatement): D1PreparedStatement {
    const one = () => statementFor(query, statement)
    const wrapped = {
      bind: (...values: unknown[]) => wrap(query, statement.bind(...values)),
      all: () => heard([query], one().all()),
      run: () => heard([query], one().run()),
      raw: (options?: { columnNames?: false }) => heard([query], one().raw(options)),
      first: (column?: string) =>
        heard([query], column === undefined ? one().first() : one().first(column)),
    } as unknown as D1PreparedStatement
    originals.set(wrapped, { query, statement })
    return wrapped
  }

  return {
    prepare: (query: string) => wrap(query, db.prepare(query)),
    batch: (statements: D1PreparedStatement[]) => {
      const known = statements.map((one) => originals.get(one) ?? { query: '', statement: one })
      return heard(
        known.map(({ query }) => query),
        db.batch(known.map(({ query, statement }) => statementFor(query, statement))),
      )
    },
  } as unknown as D1Database
}
