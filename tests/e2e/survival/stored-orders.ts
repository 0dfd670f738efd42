import { readRows } from '#tests/support/local-database.ts'

type StoredOrder = {
  state: string
  places: number
  placeStates: string
  paidPlaces: number
  events: number
}

/** A person's orders in the database with the states of their places. */
export function ordersOf(stateDir: string, lastName: string): StoredOrder[] {
  return readRows<StoredOrder>(
    stateDir,
    `SELECT o.state, count(p.id) AS places, group_concat(DISTINCT p.state) AS placeStates,
       coalesce(sum(p.participation_fee_payed), 0) AS paidPlaces,
       (SELECT count(*) FROM payment_events e WHERE e.order_id = o.id) AS events
     FROM orders o LEFT JOIN participations p ON p.order_id = o.id
     WHERE o.last_name = ? GROUP BY o.id ORDER BY o.id`,
    lastName,
  ).map((row) => ({ ...row }))
}

/** Orders whose places contradict them, of which there must be none. */
export function halfWritten(stateDir: string): unknown[] {
  return readRows(
    stateDir,
    `SELECT o.id, o.state, count(p.id) AS places FROM orders o
       LEFT JOIN participations p ON p.order_id = o.id
     GROUP BY o.id
     HAVING count(p.id) = 0 OR sum(p.price_in_cent) <> o.amount_in_cent
       OR count(DISTINCT p.state) > 1
       OR (o.state = 'pending') <> (max(p.state) = 'reserved')
       OR (o.state = 'paid') <> (max(p.state) = 'booked')
     UNION ALL
     SELECT id, state, 0 FROM participations WHERE state = 'reserved' AND order_id IS NULL`,
  )
}
