import { desc, gte } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { orders, parades } from '#worker/db/schema.ts'
import { berlinMidnight, type Day } from '#worker/domain/dates.ts'
import { seasonDays, seasonYear } from '#worker/domain/season.ts'
import type { SearchIndex } from './search.contract.ts'

/** The index that helpers get: parades only, without payments. */
export async function readParadeIndex(db: Db): Promise<SearchIndex> {
  return { parades: await selectParades(db) }
}

export async function readSearchIndex(db: Db, today: Day): Promise<SearchIndex> {
  const { first } = seasonDays(seasonYear(today) - 1)
  const since = berlinMidnight(first).toISOString()
  const [paradeRows, orderRows] = await db.batch([
    selectParades(db),
    db
      .select({
        id: orders.id,
        firstName: orders.firstName,
        lastName: orders.lastName,
        createdAt: orders.createdAt,
        amountInCent: orders.amountInCent,
      })
      .from(orders)
      .where(gte(orders.createdAt, since))
      .orderBy(desc(orders.createdAt), desc(orders.id)),
  ])
  return { parades: paradeRows, orders: orderRows }
}

function selectParades(db: Db) {
  return db
    .select({
      id: parades.id,
      title: parades.title,
      host: parades.host,
      hostTown: parades.hostTown,
      hostPlz: parades.hostPlz,
      date: parades.date,
    })
    .from(parades)
    .orderBy(desc(parades.date), desc(parades.paradeNumber))
}
