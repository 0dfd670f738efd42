import { and, eq, gte, inArray, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { networkLoad, orders } from '#worker/db/schema.ts'
import {
  type Loads,
  loadKeys,
  networkKeyLength,
  networksDeletedUntil,
  oldestSlot,
  slotOf,
} from '#worker/domain/network.ts'

// The places that a network has reserved, counted in the batches that reserve, pay and cancel;
// domain/network.ts has the limits. Places of an expired order still count, so its release changes nothing.

/** The slots that count now for a request of this network, at most seven for each of its keys. */
export function selectLoad(db: Db, networkKey: string | null, now: Date) {
  const { slot, unpaid, paid } = networkLoad
  const keys = Object.values(loadKeys(networkKey))
  return db
    .select({ networkKey: networkLoad.networkKey, slot, unpaid, paid })
    .from(networkLoad)
    .where(and(inArray(networkLoad.networkKey, keys), gte(slot, oldestSlot(now))))
}

type Added = {
  networkKey: string
  now: Date
  places: number
  upTo: Loads<number>
  /** Whether the order is put on the waiting list. */
  isWaiting: boolean
}

/** Rejects `insertLoad` when other requests were stored since the loads were read and one is above `upTo`. */
export const loadGuard = 'loadsUpToStep'

/**
 * Counts the places of an order inserted by the same batch under each of its network's keys. An entry of the waiting
 * list holds no place and owes nothing, so it does not count for all networks together, whose load shortens the time
 * to pay for everyone; its own network's limit still ends a flood of entries.
 */
export function insertLoad(db: Db, { networkKey, now, places, upTo, isWaiting }: Added) {
  const { unpaid, paid, slot } = networkLoad
  const keys = loadKeys(networkKey)
  const areUpToStep = Object.entries(keys).map(([of, key]) => {
    const load = of === 'all' ? sql`${unpaid}` : sql`${unpaid} - ${paid}`
    const before = db
      .select({ load: sql`coalesce(sum(${load}), 0)` })
      .from(networkLoad)
      .where(and(eq(networkLoad.networkKey, key), gte(slot, oldestSlot(now))))
    return sql`(${before}) <= ${upTo[of as keyof Loads]}`
  })
  return [
    guard(loadGuard, sql.join(areUpToStep, sql` AND `)),
    ...Object.values(isWaiting ? ofNetworkAlone(keys) : keys).map((key) =>
      write
        .insert(networkLoad)
        .values({ networkKey: key, slot: slotOf(now), unpaid: places })
        .onConflictDoUpdate({
          target: [networkLoad.networkKey, slot],
          set: { unpaid: sql`${unpaid} + excluded.unpaid` },
        }),
    ),
  ]
}

const ofNetworkAlone = ({ all: _, ...keys }: Partial<Loads<string>>) => keys

// The slots in which the order was counted, one for each key of its network; none when the network is deleted.
const isOfOrder = (orderId: number | SQL) => {
  const of = (column: SQL) => sql`(SELECT ${column} FROM orders WHERE id = ${orderId})`
  return sql`slot = (SELECT substr(created_at, 1, 15) || '0:00.000Z'
    FROM orders WHERE id = ${orderId} AND network_key IS NOT NULL)
    AND network_key IN (${of(sql`substr(network_key, 1, ${sql.raw(String(networkKeyLength))})`)},
      ${of(sql`substr(network_key, ${sql.raw(String(networkKeyLength + 1))})`)},
      ${of(sql`iif(waiting_rank IS NULL, 'all', NULL)`)})`
}

const placesOf = (orderId: number, which: SQL) =>
  sql`(SELECT count(*) FROM participations WHERE order_id = ${orderId} AND ${which})`

/**
 * Has to run directly after the statement that marks the order as paid, since it asks changes(). Places
 * without a price stay counted as unpaid.
 */
export function countLoadPaid(orderId: number) {
  const places = placesOf(orderId, sql`price_in_cent > 0`)
  return write
    .update(networkLoad)
    .set({ unpaid: sql`unpaid - ${places}`, paid: sql`paid + ${places}` })
    .where(sql`changes() > 0 AND ${isOfOrder(orderId)}`)
}

/**
 * Has to run directly after the statement that marks a paid place of the order as unpaid, since it asks
 * changes().
 */
export function countLoadUnpaid(orderId: number | SQL) {
  return write
    .update(networkLoad)
    .set({ unpaid: sql`unpaid + 1`, paid: sql`paid - 1` })
    .where(sql`changes() > 0 AND ${isOfOrder(orderId)}`)
}

/**
 * Has to run directly after the statement that ends an order that could not be paid, since it asks changes().
 * Takes the places of the order off the load, and the network off the order, so that a later payment does not
 * count.
 */
export function removeLoad(orderId: number) {
  return [
    write
      .update(networkLoad)
      .set({ unpaid: sql`unpaid - ${placesOf(orderId, sql`1`)}` })
      .where(sql`changes() > 0 AND ${isOfOrder(orderId)}`),
    write
      .update(orders)
      .set({ networkKey: null })
      .where(sql`changes() > 0 AND ${orders.id} = ${orderId}`),
  ] as const
}

/** The cron's part: networks of orders are kept for an hour, loads as long as they count. */
export async function deleteOldNetworkLoads(db: Db, now: Date): Promise<void> {
  const until = networksDeletedUntil(now).toISOString()
  await commit(db, [
    write
      .update(orders)
      .set({ networkKey: null })
      .where(and(isNotNull(orders.networkKey), lte(orders.createdAt, until))),
    write.delete(networkLoad).where(lt(networkLoad.slot, oldestSlot(now))),
  ])
}
