import { rows } from '#tests/support/api.ts'
import type { World } from './world.ts'

/**
 * Acts of payers on their own orders, and what may interfere: staff confirms a place, the guild changes its
 * rule.
 */
export const ownWeights = { changeOwn: 3, cancelOwn: 5, giveUpSeat: 2, tick: 1, rule: 1 } as const
type OwnAct = keyof typeof ownWeights

type Place = { id: number; token: string; parade: number; orderId: number }

export async function performOwn(
  world: World,
  what: OwnAct,
  which: number,
  how: number,
): Promise<void> {
  if (what === 'rule') return changeRule(world, how)
  if (what === 'giveUpSeat') return givesUpSeat(world, which, how)
  const places = await placesOf(world)
  const place = places[which % Math.max(1, places.length)]
  if (!place) return
  const { id, token } = place
  if (what === 'tick') return void (await ticks(world, place))
  if (what === 'cancelOwn') return givesBack(world, place, how)
  // Other people also want two of these three numbers.
  const newCostumeNumber = String(how % 3)
  const body = { newCostumeTypeId: world.typeId, newCostumeNumber }
  const name = `changes ${id} to ${newCostumeNumber}`
  await world.payer(name, `${token}/places/${id}/costume`, body)
}

const ticks = ({ staff }: World, { id, parade }: Place) =>
  staff(`/api/parade/${parade}/participation/${id}/confirm`)

/** Once, twice, or while staff refunds the same fee or confirms the place. */
async function givesBack(world: World, place: Place, how: number): Promise<void> {
  const { id, token, orderId } = place
  const tap = () => world.payer(`gives back ${id}`, `${token}/places/${id}/cancel`)
  if (how < 5) return void (await tap())
  world.stopping(true)
  await tap()
  if (how < 8) await tap()
  else if (how < 11) {
    const body = { participationId: how === 8 ? null : id, cancelPlaces: how !== 9 }
    await world.staff(`/api/orders/${orderId}/refund`, body)
  } else await ticks(world, place)
}

/** Gives up the seats of a booked place; the page has announced the refund, or none. */
async function givesUpSeat(world: World, which: number, how: number): Promise<void> {
  const places = await rows<{ id: number; token: string }>(
    `SELECT p.id, o.token FROM participations p JOIN orders o ON o.id = p.order_id
      WHERE p.state = 'booked' AND p.extras <> '[]' ORDER BY p.id`,
  )
  const place = places[which % Math.max(1, places.length)]
  if (!place) return
  const body = { extras: [], refundInCent: how % 4 === 0 ? 0 : world.bus.priceForAdultsInCent }
  await world.payer(
    `gives up the seat of ${place.id}`,
    `${place.token}/places/${place.id}/extras`,
    body,
  )
}

/** Booked places first, because reserved ones allow little. */
function placesOf({ number, provider }: World): Promise<Place[]> {
  return rows<Place>(
    `SELECT p.id, o.token, p.parade_id AS parade, o.id AS orderId FROM participations p
      JOIN orders o ON o.id = p.order_id
    WHERE o.last_name = 'Lauf ${number}' AND o.provider = '${provider}'
      AND p.state IN ('booked', 'reserved') ORDER BY p.state, p.id
      LIMIT max(2, (SELECT count(*) FROM participations WHERE state = 'booked'))`,
  )
}

async function changeRule({ story }: World, how: number): Promise<void> {
  const rule = (['refund', 'withoutRefund', 'off'] as const)[how % 3]
  story.push(`the guild allows: ${rule}`)
  await rows(`UPDATE guild_settings SET self_cancel = '${rule}'`)
}
