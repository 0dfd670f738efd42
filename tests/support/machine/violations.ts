import { rows } from '#tests/support/api.ts'
import type { World } from './world.ts'

type OrderFacts = {
  id: number
  token: string
  ref: string | null
  state: string
  attention: string | null
  received: number
  booked: number
  withoutPlace: number
  isAccepted: number
  /** Refunds in the app's books: through the provider, by hand, and failed. */
  done: number
  byHand: number
  failed: number
  outside: number
  settled: number
  mails: number
}

/** The provider's books of one payment. */
type Money = { token: string; kept: number; refunded: number }

/** All deviations from the expected state after the run has come to rest; empty = correct. */
export async function findViolations(world: World): Promise<string[]> {
  const orders = await ordersOf(world)
  const money = await moneyOf(world)
  const violations = orders.flatMap((order) => {
    const own = money.get(order.ref ?? '') ?? { token: '', kept: 0, refunded: 0 }
    const facts = JSON.stringify({ ...order, ...own })
    return violationsOfOrder(order, own).map((wrong) => `${wrong}: ${facts}`)
  })
  for (const [ref, { kept }] of money) {
    const isOwn = orders.some((order) => order.ref === ref)
    if (!isOwn && kept !== 0) violations.push(`money that belongs to no order: ${ref}`)
  }
  return [
    ...violations,
    ...(await twice(world)),
    ...(await givenBack(world)),
    ...(await otherLoads()),
    ...(await overfull()),
    ...(await wrongEntries()),
  ]
}

const late = 'Zu spät'

/** Marks places inserted into a cancelled parade until the end of the test; later states do not show it. */
export async function markLatePlaces(): Promise<void> {
  await rows(`CREATE TRIGGER machine_late_places AFTER INSERT ON participations
    WHEN (SELECT cancelled_at FROM parades WHERE id = NEW.parade_id) IS NOT NULL
    BEGIN UPDATE participations SET first_name = '${late}' WHERE id = NEW.id; END`)
}

/**
 * Holds at any moment: unpaid orders of a cancelled parade have ended, however late their place was
 * inserted or their payment opened. Empty = right.
 */
export async function listHeldTooLong({ parades }: World): Promise<{ id: number }[]> {
  return rows<{ id: number }>(
    `SELECT o.id FROM parades d JOIN participations p ON p.parade_id = d.id AND p.state = 'reserved'
      JOIN orders o ON o.id = p.order_id
    WHERE d.id IN (${parades.map(({ id }) => id).join()}) AND d.cancelled_at IS NOT NULL
      AND o.state = 'pending' AND o.hold_until > '${new Date().toISOString()}'`,
  )
}

function violationsOfOrder(order: OrderFacts, { kept, refunded }: Money): string[] {
  const violations: string[] = []
  const must = (isRight: boolean, claim: string) => void (isRight || violations.push(claim))
  const given = order.booked + order.withoutPlace
  must(order.state !== 'pending', 'the order is no longer pending')
  // By now the webhooks and the cron have brought the app's and the provider's books together.
  must(order.done === refunded, 'recorded refunds equal the refunds at the provider')
  if (order.failed > 0)
    must(order.attention === 'refundFailed', 'a rejected refund needs attention')
  if (order.state === 'review')
    must(order.attention === 'review', 'an order in review needs attention')
  if (order.state === 'paid') {
    must(order.mails === 1, 'one confirmation mail')
    must(
      order.withoutPlace === 0 || order.attention !== null || order.settled > 0,
      'a paid place without a place needs attention',
    )
  }
  if (['expired', 'cancelled', 'failed', 'waiting'].includes(order.state)) {
    must(kept === 0 && given === 0, 'a closed order keeps neither money nor places')
  }
  if (order.state === 'refunded')
    must(kept <= order.byHand, 'a refunded order keeps only money refunded by hand')
  // An accepted sum pays for what staff decided; an external refund does not cancel a place.
  if (order.state === 'paid' && order.isAccepted === 0) {
    must(
      kept - order.failed - order.byHand + order.outside >= given,
      'the money kept covers the booked places',
    )
    must(kept - order.failed - order.byHand <= given, 'no money is kept without a place')
  }
  return violations
}

function ordersOf({ number, provider }: World): Promise<OrderFacts[]> {
  const sumOf = (state: string) => `coalesce((SELECT sum(price_in_cent) FROM participations
    WHERE order_id = orders.id AND state = '${state}' AND participation_fee_payed = 1
    AND fee_payed_by IS NULL), 0)`
  const refundsThat = (
    condition: string,
  ) => `coalesce((SELECT sum(amount_in_cent) FROM order_refunds
    WHERE order_id = orders.id AND payment_ref = orders.provider_ref AND (${condition})), 0)`
  return rows<OrderFacts>(
    `SELECT id, return_token AS token, provider_ref AS ref, state, attention, coalesce(received_in_cent, 0) AS received,
      ${sumOf('booked')} AS booked, ${sumOf('cancelled')} AS withoutPlace,
      (SELECT count(*) FROM order_history WHERE order_id = orders.id AND kind = 'accepted') AS isAccepted,
      ${refundsThat(`state = 'done'`)} AS done, ${refundsThat(`state = 'byHand'`)} AS byHand,
      ${refundsThat(`state = 'failed'`)} AS failed,
      ${refundsThat(`reason = 'outside'`)} AS outside,
      (SELECT count(*) FROM order_history WHERE order_id = orders.id AND kind = 'settled') AS settled,
      (SELECT count(*) FROM mails WHERE order_id = orders.id AND kind = 'enrolled') AS mails
    FROM orders WHERE last_name = 'Lauf ${number}' AND provider = '${provider}'`,
  )
}

/** By the provider's id of the payment. */
async function moneyOf(world: World): Promise<Map<string, Money>> {
  const refs = world.fake?.refs() ?? (await sandboxRefs(world))
  const money = new Map<string, Money>()
  for (const ref of refs) {
    const { state, token, amountInCent, refundedInCent } = await world.lookUp(ref)
    const kept = state === 'paid' ? amountInCent - refundedInCent : 0
    money.set(ref, { token, kept, refunded: refundedInCent })
  }
  return money
}

async function sandboxRefs({ number }: World): Promise<string[]> {
  const found = await rows<{ ref: string }>(
    `SELECT ref FROM sandbox_payments JOIN orders ON ref = return_token OR ref GLOB return_token || '.*' WHERE last_name = 'Lauf ${number}'`,
  )
  return found.map(({ ref }) => ref)
}

/** Unique indexes should prevent this; the check does not rely on them. */
async function twice({ parades }: World): Promise<string[]> {
  const ids = parades.map(({ id }) => id).join()
  const shared = await rows<{ what: string }>(
    `SELECT 'costume ' || costume_number_key || ' twice' AS what FROM participations
      WHERE parade_id IN (${ids}) AND state IN ('reserved', 'booked')
      GROUP BY parade_id, costume_type_id, costume_number_key HAVING count(*) > 1
    UNION ALL
    SELECT given_key || ' twice' FROM participations
      WHERE parade_id IN (${ids}) AND state IN ('reserved', 'booked')
      GROUP BY parade_id, given_key HAVING count(*) > 1
    UNION ALL
    SELECT 'a place that is still reserved' FROM participations
      WHERE parade_id IN (${ids}) AND state = 'reserved'
      AND (SELECT state FROM orders WHERE id = order_id) NOT IN ('review', 'waiting')
    UNION ALL
    SELECT 'a place in a cancelled parade' FROM participations
      WHERE parade_id IN (${ids}) AND first_name = '${late}'
    UNION ALL
    SELECT 'cash that is returned and kept' FROM participations
      WHERE parade_id IN (${ids}) AND cash_returned_at IS NOT NULL
      AND (participation_fee_payed = 1 OR fee_payed_by IS NULL)`,
  )
  return shared.map(({ what }) => what)
}

type Place = {
  /** null for a place that staff entered. */
  orderId: number | null
  parade: number
  state: string
  seats: number
  person: string
  costume: string
  orderState: string | null
  rank: number | null
  isOffered: 0 | 1
}

/** The places of a story, counted in the rows and not read from the worker's counters. */
type Stage = {
  parades: { id: number; isCancelled: 0 | 1; capacity: number | null; seats: number | null }[]
  places: Place[]
}

/** SELECT of the stage as JSON; the database has only the places of one story. */
const stageQuery = `SELECT json_object(
  'parades', (SELECT json_group_array(json_object('id', id, 'isCancelled', cancelled_at IS NOT NULL,
    'capacity', capacity, 'seats', extras ->> '$[0].capacity')) FROM parades),
  'places', (SELECT json_group_array(json_object('orderId', p.order_id, 'parade', p.parade_id, 'state', p.state,
    'seats', (SELECT coalesce(sum(e.value ->> 'quantity'), 0) FROM json_each(p.extras) e),
    'person', p.given_key, 'costume', p.costume_type_id || ' ' || p.costume_number_key,
    'orderState', o.state, 'rank', o.waiting_rank, 'isOffered', o.offered_until IS NOT NULL))
    FROM participations p LEFT JOIN orders o ON o.id = p.order_id))`

async function readStage(): Promise<Stage> {
  const [row] = await rows<{ stage: string }>(`${stageQuery} AS stage`)
  return JSON.parse(row?.stage ?? '')
}

const isTaken = ({ state }: Place) => state === 'reserved' || state === 'booked'
const seatsOf = (places: readonly Place[]) => places.reduce((sum, { seats }) => sum + seats, 0)

/** Holds at any moment: no parade and no bus has more people than places. */
export async function overfull(): Promise<string[]> {
  const { parades, places } = await readStage()
  return parades.flatMap(({ id, capacity, seats }) => {
    const taken = places.filter((place) => place.parade === id && isTaken(place))
    return [
      ...(taken.length > (capacity ?? taken.length) ? [`too many places in parade ${id}`] : []),
      ...(seatsOf(taken) > (seats ?? seatsOf(taken)) ? [`too many seats in parade ${id}`] : []),
    ]
  })
}

/** The orders that wait without an offer, and whose whole wish fits. */
function fittingOrders({ parades, places }: Stage): { id: number | null; rank: number }[] {
  const taken = places.filter(isTaken)
  const fits = (parade: number, wanted: readonly Place[]) => {
    const { isCancelled, capacity, seats } = parades.find(({ id }) => id === parade) ?? {}
    const others = taken.filter((place) => place.parade === parade)
    return (
      isCancelled === 0 &&
      others.length + wanted.length <= (capacity ?? Number.POSITIVE_INFINITY) &&
      (seatsOf(wanted) === 0 ||
        seatsOf(others) + seatsOf(wanted) <= (seats ?? Number.POSITIVE_INFINITY)) &&
      !wanted.some((one) =>
        others.some(({ person, costume }) => person === one.person || costume === one.costume),
      )
    )
  }
  const waiting = places.filter(
    ({ state, orderState, isOffered }) =>
      state === 'waiting' && orderState === 'waiting' && isOffered === 0,
  )
  return [...Map.groupBy(waiting, ({ orderId }) => orderId)]
    .filter(([, wish]) =>
      [...Map.groupBy(wish, ({ parade }) => parade)].every(([id, wanted]) => fits(id, wanted)),
    )
    .map(([id, wish]) => ({ id, rank: wish[0]?.rank ?? 0 }))
}

/** Keeps the stage at each offer that staff did not make out of turn, until the end of the test. */
export async function keepOffers(): Promise<void> {
  await rows('CREATE TABLE machine_offers (order_id INTEGER NOT NULL, stage TEXT NOT NULL)')
  await rows(`CREATE TRIGGER machine_offers_kept AFTER INSERT ON order_history
    WHEN NEW.kind = 'offered' AND NEW.user_id IS NULL
    BEGIN INSERT INTO machine_offers SELECT NEW.order_id, (${stageQuery}); END`)
}

/** Since the last call: orders that were offered places while an earlier one fitted into what was free. */
export async function listPassedOver(): Promise<string[]> {
  const offers = await rows<{ id: number; stage: string }>(
    'DELETE FROM machine_offers RETURNING order_id AS id, stage',
  )
  return offers.flatMap(({ id, stage }) => {
    const { parades, places }: Stage = JSON.parse(stage)
    const rank = places.find(({ orderId }) => orderId === id)?.rank ?? 0
    const before = { parades, places: places.filter(({ orderId }) => orderId !== id) }
    return fittingOrders(before)
      .filter((other) => other.rank < rank)
      .map((other) => `order ${id} was offered the places of the earlier order ${other.id}`)
  })
}

/**
 * At rest: places wait exactly as long as their order waits without an offer, and no order waits for places that are
 * free for it.
 */
export async function wrongEntries(): Promise<string[]> {
  const stage = await readStage()
  const inconsistent = stage.places.filter(
    ({ state, orderState, isOffered }) =>
      (state === 'waiting') !== (orderState === 'waiting' && isOffered === 0) ||
      (orderState === 'waiting' && isOffered === 1 && state !== 'reserved'),
  )
  return [
    ...inconsistent.map((place) => `a place at odds with its order: ${JSON.stringify(place)}`),
    ...fittingOrders(stage).map(({ id }) => `order ${id} waits for places that are free`),
  ]
}

/** Places cancelled by their payers: staff would be named in `cancelled_by`. */
async function givenBack({ parades }: World): Promise<string[]> {
  const ofPayers = `parade_id IN (${parades.map(({ id }) => id).join()})
    AND state = 'cancelled' AND cancelled_by IS NULL`
  const found = await rows<{ what: string }>(
    `SELECT 'cancelled by its payer although it was confirmed' AS what FROM participations
      WHERE ${ofPayers} AND participation_confirmed = 1
    UNION ALL
    SELECT 'cancelled by its payer, refunded and still paid' FROM participations
      WHERE ${ofPayers} AND participation_fee_payed = 1 AND fee_payed_by IS NULL
      AND EXISTS (SELECT 1 FROM order_refunds r WHERE r.key = 'place-' || participations.id)
    UNION ALL
    SELECT given || ' cancelled by the payer, ' || recorded || ' recorded' FROM (
      SELECT count(*) AS given, (SELECT count(*) FROM order_history h
        WHERE h.order_id = participations.order_id AND h.kind = 'placeCancelledByPayer') AS recorded
      FROM participations WHERE ${ofPayers} GROUP BY order_id) WHERE given <> recorded`,
  )
  return found.map(({ what }) => what)
}

/**
 * The stored network load must equal that from the orders' histories: a place counts as paid once its order
 * was paid, until its payer is refunded for it; all others count as unpaid.
 */
async function otherLoads(): Promise<string[]> {
  const [counted] = await rows<{ unpaid: number; paid: number }>(
    `WITH places AS (SELECT p.price_in_cent > 0
        AND EXISTS (SELECT 1 FROM order_history h WHERE h.order_id = o.id
          AND h.kind IN ('paid', 'accepted', 'paidLate'))
        AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.order_id = o.id AND r.reason = 'late')
        AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.participation_id = p.id AND r.reason = 'self')
        AS isPaid
      FROM orders o JOIN participations p ON p.order_id = o.id WHERE o.network_key IS NOT NULL)
    SELECT coalesce(sum(isPaid = 0), 0) AS unpaid, coalesce(sum(isPaid), 0) AS paid FROM places`,
  )
  const [kept] = await rows<{ unpaid: number; paid: number }>(
    `SELECT coalesce(sum(unpaid), 0) AS unpaid, coalesce(sum(paid), 0) AS paid FROM network_load
      WHERE network_key <> 'all'`,
  )
  const [ours, theirs] = [JSON.stringify(kept), JSON.stringify(counted)]
  return ours === theirs ? [] : [`the network holds ${ours}, its orders say ${theirs}`]
}
