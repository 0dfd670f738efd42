import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'

type Bound = { query: string; values: readonly unknown[] }
/** One call of the database: its statements, its duration and its costs. */
export type Trip = { statements: Bound[]; ms: number; rowsRead: number; rowsWritten: number }

/** Measures each call of the database; `asideMs` is the time spent on measuring. */
export function timedDatabase(db: D1Database) {
  const seen = { trips: [] as Trip[], asideMs: 0 }
  const originals = new WeakMap<object, Bound & { statement: D1PreparedStatement }>()
  const note = (statements: Bound[], ms: number, results: readonly D1Result[]) => {
    const sumOf = (kind: 'rows_read' | 'rows_written') =>
      results.reduce((sum, { meta }) => sum + meta[kind], 0)
    const cost = { rowsRead: sumOf('rows_read'), rowsWritten: sumOf('rows_written') }
    seen.trips.push({ statements, ms, ...cost })
  }
  const wrap = (bound: Bound, statement: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => {
      const began = performance.now()
      const result = await statement.all<Record<string, unknown>>()
      note([bound], performance.now() - began, [result])
      return result
    }
    const wrapped = {
      bind: (...values: unknown[]) => wrap({ ...bound, values }, statement.bind(...values)),
      all,
      run: all,
      first: async (column?: string) => {
        const [row] = (await all()).results
        return (column === undefined ? row : row?.[column]) ?? null
      },
      // `raw` returns no costs, so the statement is repeated for them; that time is not counted.
      raw: async () => {
        const began = performance.now()
        const rows = await statement.raw()
        const ended = performance.now()
        note([bound], ended - began, [await statement.all()])
        seen.asideMs += performance.now() - ended
        return rows
      },
    } as unknown as D1PreparedStatement
    originals.set(wrapped, { ...bound, statement })
    return wrapped
  }
  const prepare = (query: string) => wrap({ query, values: [] }, db.prepare(query))
  const batch = async (statements: D1PreparedStatement[]) => {
    const known = statements.flatMap((one) => originals.get(one) ?? [])
    if (known.length < statements.length) throw new Error('a statement of another database')
    const began = performance.now()
    const results = await db.batch(known.map(({ statement }) => statement))
    note(known, performance.now() - began, results)
    return results
  }
  return { db: { prepare, batch } as unknown as D1Database, seen }
}

/** Repeats the same calls without the worker; returns milliseconds. */
export async function sendBare(db: D1Database, trips: readonly Trip[]): Promise<number> {
  const began = performance.now()
  for (const { statements } of trips) {
    await db.batch(statements.map(({ query, values }) => db.prepare(query).bind(...values)))
  }
  return performance.now() - began
}
