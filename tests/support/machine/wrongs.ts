import { rows } from '#tests/support/api.ts'
import type { World } from './world.ts'

type OrderFacts = {
  id: number
  token: string
  state: string
  attention: string | null
  received: number
  booked: number
  withoutPlace: number
  isAccepted: number
  outside: number
  failed: number
  mails: number
}

/** Everything that is not as it must be when all has come to rest; empty = right. */
export async function wrongsOf(world: World): Promise<string[]> {
  const orders = await ordersOf(world)
  const kept = await keptOf(world)
  const wrongs = orders.flatMap((order) =>
    wrongsOfOrder(order, kept.get(order.token) ?? 0).map(
      (wrong) => `order ${order.id} (${JSON.stringify(order)}): ${wrong}`,
    ),
  )
  for (const token of kept.keys()) {
    const isKnown = orders.some((order) => order.token === token)
    if (!isKnown && kept.get(token) !== 0) wrongs.push(`money for an unknown order ${token}`)
  }
  return [...wrongs, ...(await twice(world))]
}

function wrongsOfOrder(order: OrderFacts, kept: number): string[] {
  const wrongs: string[] = []
  const must = (isRight: boolean, claim: string) =>
    void (isRight || wrongs.push(`${claim}, ${kept}`))
  // Somebody of the staff takes another sum as right: what it buys is their word.
  if (order.isAccepted > 0 && order.state !== 'pending') return []
  switch (order.state) {
    case 'paid':
      if (order.failed > 0) must(order.attention === 'refundFailed', 'refused and stands out')
      else must(kept + order.outside === order.booked + order.withoutPlace, 'kept = given')
      must(order.withoutPlace === 0 || order.attention !== null, 'stands out')
      must(order.mails === 1, 'told once')
      break
    case 'review':
      must(order.attention === 'review', 'stands out')
      break
    case 'refund_pending':
      must(order.failed > 0 && order.attention === 'refundFailed', 'refused and stands out')
      break
    case 'pending':
      must(false, 'decided')
      break
    default:
      must(kept === 0, 'nothing kept')
      must(order.booked === 0 && order.withoutPlace === 0, 'nothing given')
  }
  return wrongs
}

function ordersOf({ number, provider }: World): Promise<OrderFacts[]> {
  const sumOf = (state: string) => `coalesce((SELECT sum(price_in_cent) FROM participations
    WHERE order_id = orders.id AND state = '${state}' AND participation_fee_payed = 1
    AND fee_payed_by IS NULL), 0)`
  return rows<OrderFacts>(
    `SELECT id, token, state, attention, coalesce(received_in_cent, 0) AS received,
      ${sumOf('booked')} AS booked, ${sumOf('cancelled')} AS withoutPlace,
      (SELECT count(*) FROM order_history WHERE order_id = orders.id AND kind = 'accepted') AS isAccepted,
      coalesce((SELECT sum(amount_in_cent) FROM order_refunds WHERE order_id = orders.id
        AND reason = 'outside'), 0) AS outside,
      (SELECT count(*) FROM order_refunds WHERE order_id = orders.id AND state = 'failed') AS failed,
      (SELECT count(*) FROM mails WHERE order_id = orders.id AND kind = 'enrolled') AS mails
    FROM orders WHERE last_name = 'Lauf ${number}' AND provider = '${provider}'`,
  )
}

/** What is left of the money that came in, by the order it came for. */
async function keptOf(world: World): Promise<Map<string, number>> {
  const refs = world.fake?.refs() ?? (await sandboxRefs(world))
  const kept = new Map<string, number>()
  for (const ref of refs) {
    const report = await world.lookUp(ref)
    const left = report.state === 'paid' ? report.amountInCent - report.refundedInCent : 0
    kept.set(report.token, (kept.get(report.token) ?? 0) + left)
  }
  return kept
}

async function sandboxRefs({ number }: World): Promise<string[]> {
  const found = await rows<{ ref: string }>(
    `SELECT ref FROM sandbox_payments JOIN orders ON token = ref WHERE last_name = 'Lauf ${number}'`,
  )
  return found.map(({ ref }) => ref)
}

/** The database itself should not allow it; here nobody takes its word. */
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
    SELECT 'a place still held' FROM participations
      WHERE parade_id IN (${ids}) AND state = 'reserved'
      AND (SELECT state FROM orders WHERE id = order_id) <> 'review'`,
  )
  return shared.map(({ what }) => what)
}
