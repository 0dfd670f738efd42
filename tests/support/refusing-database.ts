import { env } from 'cloudflare:workers'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/** `at`: the index of the statement to fail, counted from 0; `refused`: that statement once it was reached. */
export type Refusal = { at: number; refused: string | null }

/** The real database, in which one statement fails when it is executed, even inside a batch. */
export function refusingDatabase(refusal: Refusal): D1Database {
  const db = env.DB
  const originals = new WeakMap<object, { query: string; statement: D1PreparedStatement }>()
  let count = 0

  // The replacement is valid SQL that fails only when it runs, after the statements before it in the batch.
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
