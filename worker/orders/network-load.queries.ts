import { and, eq, gte, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { networkLoad, orders } from '#worker/db/schema.ts'
import { networksForgottenUntil, oldestSlot, slotOf } from '#worker/domain/network-load.ts'

// What a network holds, kept in the batches that reserve, pay and give up: domain/network-load.ts says
// what follows from it. A place that lapsed counts on, so its release moves nothing.

/** The slots of a network that count now, seven at most. */
export function selectLoad(db: Db, networkKey: string, now: Date) {
  const { slot, unpaid, paid } = networkLoad
  return db.select({ slot, unpaid, paid }).from(networkLoad).where(counts(networkKey, now))
}

function counts(networkKey: string, now: Date) {
  return and(eq(networkLoad.networkKey, networkKey), gte(networkLoad.slot, oldestSlot(now)))
}

/**
 * The places of an order that is written in the same batch. Others of the network may have come
 * first since its load was read: past `upTo` the NOT NULL constraint refuses the whole batch.
 */
export function insertLoad(
  db: Db,
  {
    networkKey,
    now,
    places,
    upTo,
  }: { networkKey: string; now: Date; places: number; upTo: number },
) {
  const before = db
    .select({ load: sql`coalesce(sum(${networkLoad.unpaid} - ${networkLoad.paid}), 0)` })
    .from(networkLoad)
    .where(counts(networkKey, now))
  const unpaid = sql`CASE WHEN (${before}) <= ${upTo} THEN ${places} END`
  return db
    .insert(networkLoad)
    .values({ networkKey, slot: slotOf(now), unpaid })
    .onConflictDoUpdate({
      target: [networkLoad.networkKey, networkLoad.slot],
      set: { unpaid: sql`${networkLoad.unpaid} + excluded.unpaid` },
    })
}

/** The column by which `insertLoad` refuses. */
export const loadRefusal = 'network_load.unpaid'

// The slot of the order's creation; an order whose network is forgotten moves nothing.
const isOfOrder = (orderId: number | SQL) =>
  sql`(network_key, slot) = (SELECT network_key, substr(created_at, 1, 15) || '0:00.000Z'
    FROM orders WHERE id = ${orderId} AND network_key IS NOT NULL)`

const placesOf = (orderId: number, which: SQL) =>
  sql`(SELECT count(*) FROM participations WHERE order_id = ${orderId} AND ${which})`

/** The statement before it in the batch has paid the order; places that cost nothing stay unpaid. */
export function payLoad(db: Db, orderId: number) {
  const places = placesOf(orderId, sql`price_in_cent > 0`)
  return db
    .update(networkLoad)
    .set({ unpaid: sql`unpaid - ${places}`, paid: sql`paid + ${places}` })
    .where(sql`changes() > 0 AND ${isOfOrder(orderId)}`)
}

/** The statement before it in the batch has made a paid place of the order one that nobody paid for. */
export function unpayLoad(db: Db, orderId: number | SQL) {
  return db
    .update(networkLoad)
    .set({ unpaid: sql`unpaid + 1`, paid: sql`paid - 1` })
    .where(sql`changes() > 0 AND ${isOfOrder(orderId)}`)
}

/**
 * The statement before it in the batch has ended an order that nobody was able to pay: it counts for
 * nothing. Should it be paid all the same, it is no longer of this network.
 */
export function forgetLoad(db: Db, orderId: number) {
  return [
    db
      .update(networkLoad)
      .set({ unpaid: sql`unpaid - ${placesOf(orderId, sql`1`)}` })
      .where(sql`changes() > 0 AND ${isOfOrder(orderId)}`),
    db
      .update(orders)
      .set({ networkKey: null })
      .where(sql`changes() > 0 AND ${orders.id} = ${orderId}`),
  ] as const
}

/** The cron's: nobody's network is known for longer than an hour, nor a load for longer than it counts. */
export async function forgetNetworks(db: Db, now: Date): Promise<void> {
  const until = networksForgottenUntil(now).toISOString()
  await db.batch([
    db
      .update(orders)
      .set({ networkKey: null })
      .where(and(isNotNull(orders.networkKey), lte(orders.createdAt, until))),
    db.delete(networkLoad).where(lt(networkLoad.slot, oldestSlot(now))),
  ])
}
