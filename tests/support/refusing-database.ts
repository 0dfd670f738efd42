import { env } from 'cloudflare:workers'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/** Which statement is refused, counted from 0 as they are sent; what it was, once it was its turn. */
export type Refusal = { at: number; refused: string | null }

/** The real database, which refuses one statement where it runs it, whatever batch it stands in. */
export function refusingDatabase(refusal: Refusal): D1Database {
  const db = env.DB
  const originals = new WeakMap<object, { query: string; statement: D1PreparedStatement }>()
  let count = 0

  // What stands in for it is well-formed, so it is its turn that fails, and what stood before it in the
  // batch was done.
  function turnOf(query: string, statement: D1PreparedStatement): D1PreparedStatement {
    if (count++ !== refusal.at) return statement
    refusal.refused = query
    return db.prepare(`SELECT json('{')`)
  }

  function wrap(query: string, statement: D1PreparedStatement): D1PreparedStatement {
    const one = () => turnOf(query, statement)
    const wrapped = {
      bind: (...values: unknown[]) => wrap(query, statement.bind(...values)),
      all: async () => one().all(),
      run: async () => one().run(),
      raw: async (options?: { columnNames?: false }) => one().raw(options),
      first: async (column?: string) =>
        column === undefined ? one().first() : one().first(column),
    } as unknown as D1PreparedStatement
    originals.set(wrapped, { query, statement })
    return wrapped
  }

  return {
    prepare: (query: string) => wrap(query, db.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      const known = statements.map((one) => originals.get(one) ?? { query: '', statement: one })
      return db.batch(known.map(({ query, statement }) => turnOf(query, statement)))
    },
  } as unknown as D1Database
}
