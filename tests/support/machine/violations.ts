import { rows } from '#tests/support/api.ts'
import { wrongParadeCounts } from '#tests/support/parade-counts.ts'
import { wrongEntries } from './offers.ts'
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
    ...(await wrongEntries()),
    ...(await wrongParadeCounts()).map((row) => `a wrong count: ${JSON.stringify(row)}`),
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
