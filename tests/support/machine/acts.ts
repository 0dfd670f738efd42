import fc from 'fast-check'
import { rows } from '#tests/support/api.ts'
import { step } from './gate.ts'
import { ownWeights, performOwn } from './own-acts.ts'
import type { World } from './world.ts'

/** The possible acts; their numbers choose among the existing orders and people. */
export type Act = { what: What; which: number; how: number }

const weights = {
  enrol: 7,
  family: 5,
  replace: 6,
  pay: 9,
  payLate: 4,
  payOther: 1,
  decideLater: 1,
  fail: 1,
  expire: 1,
  deliver: 5,
  deliverAgain: 1,
  comeBack: 4,
  cancel: 2,
  giveUp: 3,
  cron: 3,
  pass: 4,
  step: 16,
  finish: 3,
  die: 3,
  trouble: 2,
  refund: 3,
  remove: 2,
  accept: 1,
  retry: 2,
  byHand: 1,
  check: 1,
  settled: 1,
  end: 2,
  cancelParade: 2,
  reinstate: 2,
  refundParade: 2,
  cash: 2,
  outside: 1,
  outsideAll: 1,
  dispute: 1,
  wait: 5,
  acceptOffer: 10,
  queue: 3,
  limit: 2,
  slipIn: 2,
  passDay: 2,
  ...ownWeights,
} as const
type What = keyof typeof weights

export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    what: fc.oneof(
      ...Object.entries(weights).map(([what, weight]) => ({
        weight,
        arbitrary: fc.constant(what as What),
      })),
    ),
    which: fc.nat(11),
    how: fc.nat(11),
  }),
  { minLength: 15, maxLength: 60, size: 'max' },
)

/** A narrow story begins with parades in which places are taken, and with people who wait for them. */
export const soldOut: readonly Act[] = [
  { what: 'enrol', which: 0, how: 1 },
  { what: 'enrol', which: 1, how: 3 },
  { what: 'enrol', which: 2, how: 2 },
  { what: 'pay', which: 0, how: 1 },
  { what: 'deliver', which: 0, how: 1 },
  { what: 'wait', which: 3, how: 4 },
  { what: 'wait', which: 4, how: 3 },
  { what: 'wait', which: 5, how: 2 },
]

/** At the end of a narrow story the payer of a standing offer accepts it and pays, or refuses it. */
export const ending = ({ number }: World): readonly Act[] => [
  { what: number % 3 === 0 ? 'giveUp' : 'acceptOffer', which: 0, how: 2 },
]

export async function perform(world: World, { what, which, how }: Act): Promise<void> {
  const { fake } = world
  world.stopping((which + how) % 3 === 0)
  switch (what) {
    case 'enrol':
      return enrol(world, [which % world.peopleCount], how)
    case 'family':
      return enrol(world, twoOf(world, which), how)
    case 'replace': {
      const people = how % 3 === 0 ? twoOf(world, which) : [which % world.peopleCount]
      return enrol(world, people, how, { replaces: ownToken(world, which) })
    }
    case 'wait': {
      const people = how % 3 === 0 ? twoOf(world, which) : [which % world.peopleCount]
      return enrol(world, people, how, { waits: true })
    }
    case 'acceptOffer': {
      const token = (await offeredToken(world, which)) ?? ownToken(world, which)
      if (token === undefined) return
      await world.accepts(token)
      return how % 2 === 0 ? payLatest(world) : undefined
    }
    case 'queue':
      return changeQueue(world, which, how)
    case 'slipIn':
      return slipIn(world, which, how)
    case 'limit':
      return changeLimit(world, which, how)
    case 'giveUp': {
      const offered = how % 3 > 0 ? await offeredToken(world, which) : undefined
      const token = offered ?? ownToken(world, which)
      return token === undefined ? undefined : void (await world.givesUp(token))
    }
    case 'pay':
      return fake ? atFake(world, which, 'pay') : sandbox(world, which, 'paid')
    case 'payOther':
      return atFake(world, which, 'payOther')
    case 'payLate':
      return atFake(world, which, 'payLate')
    case 'decideLater':
      return atFake(world, which, 'process')
    case 'fail':
      return atFake(world, which, 'fail')
    case 'expire':
      return atFake(world, which, 'expire')
    case 'deliver':
    case 'deliverAgain': {
      await world.collectLetters()
      const letters = what === 'deliver' ? [...world.letters] : world.received
      const letter = letters[which % Math.max(1, letters.length)]
      return letter && void (await world.deliver(letter))
    }
    case 'comeBack':
    case 'cancel': {
      const token = await tokenOf(world, which)
      if (!token) return
      if (what === 'comeBack') await world.comesBack(token)
      else if (fake) await world.cancels(token)
      else await sandbox(world, which, 'cancelled')
      return
    }
    case 'cron':
      return void (await world.sweep())
    case 'pass':
      return world.passes([1, 8, 32, 70][how % 4] ?? 1)
    case 'passDay':
      return world.passesDay()
    case 'step':
      for (let n = 0; n <= how % 3; n += 1) await world.steps(which)
      return
    case 'finish':
      return world.finishAll()
    case 'die':
      return world.dies(which)
    case 'trouble': {
      const kinds = ['timeout', '500', '401', 'lost answer', 'none'] as const
      return world.troubles(kinds[how % 5] ?? 'none', 1 + (which % 3))
    }
    case 'refund':
    case 'accept':
    case 'remove':
      return staff(world, what, which, how)
    case 'retry':
    case 'byHand':
      return repeat(world, what, which)
    case 'check':
    case 'settled':
    case 'end': {
      const orders = await ordersOf(world, '1')
      const order = orders[which % Math.max(1, orders.length)]
      return order && void (await world.staff(`/api/orders/${order.id}/${what}`))
    }
    case 'cancelParade':
    case 'reinstate':
    case 'refundParade': {
      const parade = world.parades[which % 2]
      const name = { cancelParade: 'cancel', reinstate: 'reinstate', refundParade: 'refunds' }[what]
      return parade && void (await world.staff(`/api/parade/${parade.id}/${name}`))
    }
    case 'cash':
      return cash(world, which, how)
    case 'outside':
    case 'outsideAll':
    case 'dispute':
      return atFake(world, which, what)
    case 'changeOwn':
    case 'cancelOwn':
    case 'giveUpSeat':
    case 'tick':
    case 'rule':
      return performOwn(world, what, which, how)
  }
}

/** Few costumes make conflicts; where places are few, most people wear their own, so that they wait for places. */
function costumeOf({ isNarrow }: World, first: number, how: number): number {
  if (!isNarrow) return how % 2
  return how % 6 === 0 ? 0 : 10 + first
}

async function enrol(
  world: World,
  people: readonly number[],
  how: number,
  more: { replaces?: string | undefined; waits?: boolean } = {},
): Promise<void> {
  const [first = 0] = people
  // Most who find a parade full put themselves on the waiting list.
  const waits = world.isNarrow && how % 3 > 0
  await world.enrol(people, costumeOf(world, first, how), how % 4 > 1, { waits, ...more })
}

/** The token of an order with an offer, as its payer has it from the mail. */
async function offeredToken({ number }: World, which: number): Promise<string | undefined> {
  const offered = await rows<{ token: string }>(
    `SELECT token FROM orders WHERE last_name = 'Lauf ${number}' AND state = 'waiting'
      AND offered_until IS NOT NULL ORDER BY id`,
  )
  return offered[which % Math.max(1, offered.length)]?.token
}

/** Pays at the page that was opened last. */
async function payLatest(world: World): Promise<void> {
  const page = [...world.known].at(-1)
  if (!page) return
  if (!world.fake) return void (await world.sandboxDecides(page, 'paid'))
  const ref = world.fake.refs().find((one) => page.includes(one))
  if (ref === undefined) return
  const { state } = await reportOf(world, ref)
  if (state !== 'open') return
  world.fake.pay(ref)
  world.story.push(`pay ${ref}`)
}

/** While staff remove a place, which may not be offered yet, a newcomer enrols. */
async function slipIn(world: World, which: number, how: number): Promise<void> {
  const places = world.isNarrow
    ? await rows<{ id: number }>(`SELECT id FROM participations WHERE state = 'booked' ORDER BY id`)
    : []
  const place = places[which % Math.max(1, places.length)]
  if (!place) return
  world.stopping(true)
  const removal = await world.removes(place.id)
  for (let n = 0; n <= how % 6; n += 1) await step(removal)
  world.story.push(`after ${1 + (how % 6)} steps`)
  world.stopping(false)
  const person = (which + how) % world.peopleCount
  await world.enrol([person], 10 + person, false)
}

/** Staff change the number of places, or of seats in the bus. */
async function changeLimit(world: World, which: number, how: number): Promise<void> {
  if (!world.isNarrow) return
  const parade = world.parades[which % 2]
  const isBus = which % 4 === 0
  const limit = 1 + (how % 4)
  const change = isBus ? { extras: [{ ...world.bus, capacity: limit }] } : { capacity: limit }
  if (parade) await world.changes(parade.id, change)
}

/** Staff move, offer or remove an entry of the waiting list. */
async function changeQueue(world: World, which: number, how: number): Promise<void> {
  const entries = await rows<{ id: number; parade: number }>(
    `SELECT o.id, min(p.parade_id) AS parade FROM orders o JOIN participations p ON p.order_id = o.id
      WHERE o.state = 'waiting' GROUP BY o.id ORDER BY o.id`,
  )
  const entry = entries[which % Math.max(1, entries.length)]
  const act = (['first', 'offer', 'remove'] as const)[how % 3]
  if (entry) await world.staff(`/api/parade/${entry.parade}/waiting/${entry.id}/${act}`)
}

/** Two different people; the first gives the order its name. */
const twoOf = ({ peopleCount }: World, which: number) => [
  which % peopleCount,
  (which + 1) % peopleCount,
]

/** An order token that the browser knows from a response. */
function ownToken({ tokens }: World, which: number): string | undefined {
  const own = [...tokens]
  return own[which % Math.max(1, own.length)]
}

/** Acts on the provider's page of a known payment, where its state allows it. */
async function atFake(world: World, which: number, how: string): Promise<void> {
  const { fake, known } = world
  if (!fake) return
  const refs = fake.refs().filter((ref) => [...known].some((url) => url.includes(ref)))
  const ref = refs[which % Math.max(1, refs.length)]
  if (ref === undefined) return
  const { state, amountInCent, refundedInCent } = await reportOf(world, ref)
  const isOpen = state === 'open' || state === 'processing'
  if (how === 'pay' && isOpen) fake.pay(ref)
  else if (how === 'payOther' && isOpen) fake.pay(ref, { amount: 700 })
  else if (how === 'payLate' && state !== 'paid') fake.payLate(ref)
  else if (how === 'process' && state === 'open') fake.process(ref)
  else if (how === 'fail' && isOpen) fake.fail(ref)
  else if (how === 'expire' && isOpen) fake.expire(ref)
  else if (how === 'outside' && state === 'paid' && amountInCent - refundedInCent >= 200)
    fake.refundOutside(ref, 200)
  else if (how === 'outsideAll' && state === 'paid' && amountInCent > refundedInCent)
    fake.refundOutside(ref, amountInCent - refundedInCent)
  else if (how === 'dispute' && state === 'paid') fake.dispute(ref)
  else return
  world.story.push(`${how} ${ref}`)
}

/** Reads a payment without the planned trouble of the provider. */
async function reportOf(world: World, ref: string) {
  world.fake?.failWith('none')
  return world.lookUp(ref)
}

async function sandbox(world: World, which: number, outcome: 'paid' | 'cancelled'): Promise<void> {
  const pages = [...world.known]
  const page = pages[which % Math.max(1, pages.length)]
  if (page) await world.sandboxDecides(page, outcome)
}

async function tokenOf(world: World, which: number): Promise<string | undefined> {
  const tokens = await ordersOf(world, '1')
  return tokens[which % Math.max(1, tokens.length)]?.token
}

function ordersOf({ number, provider }: World, condition: string) {
  return rows<{ id: number; token: string }>(
    `SELECT id, return_token AS token FROM orders WHERE last_name = 'Lauf ${number}' AND provider = '${provider}'
      AND ${condition} ORDER BY id`,
  )
}

/** Fees paid in cash or returned in cash: not part of the order's money. */
async function cash({ parades, staff: asStaff }: World, which: number, how: number): Promise<void> {
  const places = await rows<{ id: number }>(
    `SELECT id FROM participations WHERE state = 'booked'
      AND parade_id IN (${parades.map(({ id }) => id).join()}) ORDER BY id`,
  )
  const place = places[which % Math.max(1, places.length)]
  if (!place) return
  const path = `/api/participation/${place.id}`
  if (how % 2 === 0) await asStaff(`${path}/paid`, { paid: how % 4 === 0 })
  else await asStaff(`${path}/cashReturned`, { returned: how % 4 === 1 })
}

async function repeat(world: World, what: 'retry' | 'byHand', which: number): Promise<void> {
  const failed = await rows<{ id: number; key: string }>(
    `SELECT order_id AS id, key FROM order_refunds WHERE state = 'failed' ORDER BY key`,
  )
  const refund = failed[which % Math.max(1, failed.length)]
  const name = what === 'retry' ? 'retry' : 'by-hand'
  if (refund) await world.staff(`/api/orders/${refund.id}/refunds/${refund.key}/${name}`)
}

async function staff(
  world: World,
  what: 'refund' | 'accept' | 'remove',
  which: number,
  how: number,
): Promise<void> {
  const states = what === 'accept' ? `state = 'review'` : `state IN ('paid', 'review')`
  const orders = await ordersOf(world, states)
  const order = orders[which % Math.max(1, orders.length)]
  if (!order) return
  if (what === 'accept') return void (await world.staff(`/api/orders/${order.id}/accept`))
  const places = await rows<{ id: number }>(
    `SELECT id FROM participations WHERE order_id = ${order.id} ORDER BY id`,
  )
  const place = places[how % Math.max(1, places.length)]
  if (what === 'remove') return place && void (await world.removes(place.id))
  const participationId = how % 2 === 0 ? null : (place?.id ?? null)
  const body = { participationId, cancelPlaces: how % 3 !== 0 }
  await world.staff(`/api/orders/${order.id}/refund`, body)
}
