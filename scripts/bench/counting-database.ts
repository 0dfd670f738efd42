import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'

export type Cost = { trips: number; rowsRead: number; rowsWritten: number }

/**
 * Counts round trips and rows read and written, those of indexes included.
 * @param isCounted false for statements to leave out, if a batch has only such ones
 */
export function countingDatabase(
  db: D1Database,
  isCounted: (sql: string) => boolean = () => true,
): { db: D1Database; cost: Cost } {
  const cost: Cost = { trips: 0, rowsRead: 0, rowsWritten: 0 }
  const originals = new WeakMap<object, D1PreparedStatement>()
  const count = (results: readonly D1Result[]) => {
    cost.trips += 1
    for (const { meta } of results) {
      cost.rowsRead += meta.rows_read
      cost.rowsWritten += meta.rows_written
    }
  }

  function wrap(sql: string, statement: D1PreparedStatement): D1PreparedStatement {
    const all = async <Row>() => {
      const result = await statement.all<Row>()
      count([result])
      return result
    }
    const wrapped = {
      bind: (...values: unknown[]) => wrap(sql, statement.bind(...values)),
      all,
      run: all,
      first: async (column?: string) => {
        const [row] = (await all<Record<string, unknown>>()).results
        return (column === undefined ? row : row?.[column]) ?? null
      },
      // `raw` is the only answer without costs. A SELECT is repeated with `all` for them; other statements
      // return columns of one table, whose names differ.
      raw: async () => {
        if (!/^\s*select\b/i.test(sql)) {
          return (await all<Record<string, unknown>>()).results.map((row) => Object.values(row))
        }
        count(await db.batch([statement]))
        return statement.raw()
      },
    } as unknown as D1PreparedStatement
    originals.set(wrapped, statement)
    return wrapped
  }

  const counting = {
    prepare: (sql: string) => {
      const statement = db.prepare(sql)
      return isCounted(sql) ? wrap(sql, statement) : statement
    },
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await db.batch(statements.map((one) => originals.get(one) ?? one))
      if (statements.some((one) => originals.has(one))) count(results)
      return results
    },
  } as unknown as D1Database
  return { db: counting, cost }
}
