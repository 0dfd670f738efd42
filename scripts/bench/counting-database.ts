import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'

export type Cost = { trips: number; rowsRead: number }

/** The database, and what a use of it cost: round trips and rows that SQLite looked at. */
export function countingDatabase(db: D1Database): { db: D1Database; cost: Cost } {
  const cost = { trips: 0, rowsRead: 0 }
  const counted = <Result extends D1Result>(results: readonly Result[]) => {
    cost.trips += 1
    for (const { meta } of results) cost.rowsRead += meta.rows_read
    return results
  }
  const batch = async (statements: D1PreparedStatement[]) => counted(await db.batch(statements))
  const proxy = new Proxy(db, {
    get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name).bind(target)),
  })
  return { db: proxy, cost }
}
