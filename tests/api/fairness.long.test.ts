import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { fakeTurnstile } from '#tests/fakes/turnstile.ts'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { seeded } from '#tests/support/check-in-machine/seeded.ts'
import { anEnrolment, type Chosen, decide } from '#tests/support/enrolment.ts'
import { expectLogged, forgetLog } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, providers } from '#tests/support/provider-orders.ts'
import { loadKeys } from '#worker/domain/network.ts'
import { solveTicket } from '#worker/domain/work.ts'

// docs/rules.md, "Fairness".

const start = Date.parse('2027-01-16T18:00:00Z')
const minutes = (count: number) => count * 60_000
const instant = (ms: number) => new Date(ms).toISOString()
const hallNetwork = '203.0.113.7'
const homeNetwork = '198.51.100.9'

let now: number
let type: { id: number }
let parades: { id: number }[]
let made: number

function setTime(ms: number): void {
  now = ms
  setClock(instant(ms))
}
const advance = (ms: number) => setTime(now + ms)

beforeEach(async () => {
  setTime(start)
  configure({ CHALLENGE_BITS: '1' })
  made = 0
  type = await aCostumeType()
  parades = []
})

async function someParades(count: number, values: Parameters<typeof aParade>[0] = {}) {
  for (let number = parades.length; number < count; number += 1) {
    parades.push(await aParade({ title: `Umzug ${number}`, ...values }))
  }
}

const chosenOf = (which: readonly { id: number }[], costumeNumber: string): Chosen[] =>
  which.map(({ id }) => ({ paradeId: id, costumeTypeId: type.id, costumeNumber }))

type EnrolOptions = {
  from?: string | undefined
  /** The number of parades. */
  places?: number
  costumeNumber?: string
  change?: Record<string, unknown>
  /** Whether the browser solves a challenge. */
  solves?: boolean
}

/** Sends a public enrolment of another person each time, in another costume. */
async function ask({
  from = hallNetwork,
  places = 1,
  costumeNumber,
  change = {},
  solves = true,
}: EnrolOptions = {}) {
  made += 1
  const person = { firstName: `Narr ${made}`, emailAddress: `narr${made}@example.de`, ...change }
  const chosen = chosenOf(parades.slice(0, places), costumeNumber ?? `N${made}`)
  const headers = from === '' ? {} : { 'cf-connecting-ip': from }
  const send = (more = {}) =>
    call('POST', '/api/parades/enrol', { ...anEnrolment(chosen, person), ...more }, { headers })
  let response = await send()
  let body = await json(response)
  const ticket = body.error?.ticket
  if (solves && ticket) {
    response = await send({ challenge: solveTicket(ticket) })
    body = await json(response)
  }
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), body }
}

const payment = ({ body }: { body: { redirectUrl: string } }) =>
  new URL(body.redirectUrl).pathname.split('/').at(-1) ?? ''

type Load = { slot: string; unpaid: number; paid: number }
const loads = () =>
  rows<Load>(`SELECT slot, unpaid, paid FROM network_load WHERE network_key <> 'all'
    ORDER BY slot, unpaid`)
const loadOfAll = () =>
  rows<Load>(`SELECT slot, unpaid, paid FROM network_load WHERE network_key = 'all' ORDER BY slot`)
const keys = () =>
  rows<{ network_key: string | null }>('SELECT network_key FROM orders ORDER BY id')
const holds = async () =>
  (await rows<{ hold_until: string }>('SELECT hold_until FROM orders ORDER BY id')).map((row) =>
    Math.round((Date.parse(row.hold_until) - now) / 60_000),
  )

/** Gives the network of the hall that many unpaid places. */
async function withUnpaid(unpaid: number): Promise<void> {
  await ask({ places: 1 })
  await env.DB.prepare('UPDATE network_load SET unpaid = ?').bind(unpaid).run()
}

describe('the places counted per network', () => {
  beforeEach(() => someParades(3))

  test('Unpaid and paid places are counted per network in slots of ten minutes, under a hash of the network', async () => {
    advance(minutes(7))
    await ask({ places: 2 })
    await ask({ places: 3 })
    advance(minutes(5))
    await ask({ places: 1 })
    await ask({ places: 1, from: homeNetwork })

    expect(await loads()).toEqual([
      { slot: '2027-01-16T18:00:00.000Z', unpaid: 5, paid: 0 },
      { slot: '2027-01-16T18:10:00.000Z', unpaid: 1, paid: 0 },
      { slot: '2027-01-16T18:10:00.000Z', unpaid: 1, paid: 0 },
    ])
    const [first, second, third, other] = (await keys()).map((row) => row.network_key)
    expect(first).toMatch(/^[\da-f]{16}$/)
    expect([second, third]).toEqual([first, first])
    expect(other).not.toBe(first)
  })

  test('Places of all addresses of one IPv6 /64 network are counted together', async () => {
    await ask({ from: '2001:db8:1:2::7' })
    await ask({ from: '2001:db8:1:2:aaaa::9' })
    await ask({ from: '2001:db8:1:3::9' })
    // The wider network counts all three.
    expect((await loads()).map(({ unpaid }) => unpaid)).toEqual([1, 2, 3])
  })

  test.each(['', '127.0.0.1', '::1'])(
    'Places enrolled from a local network address are not counted (%j)',
    async (from) => {
      for (let count = 0; count < 3; count += 1) expect((await ask({ from })).status).toBe(200)
      expect(await loads()).toEqual([])
      expect((await keys()).map((row) => row.network_key)).toEqual([null, null, null])
    },
  )

  test('When an order is paid, its places move from unpaid to paid in the ten-minute slot in which they were enrolled', async () => {
    const order = await ask({ places: 3 })
    advance(minutes(15))
    await decide(payment(order), 'paid')
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 0, paid: 3 }])
    // A second notice of the provider changes nothing.
    await call('GET', `/api/payments/return/${payment(order)}`)
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 0, paid: 3 }])
  })

  test('Places of expired and cancelled orders are still counted as unpaid', async () => {
    const given = await ask({ places: 2 })
    await decide(payment(given), 'cancelled')
    await ask({ places: 1 })
    advance(minutes(31))
    await runCron()
    expect(await rows('SELECT DISTINCT state FROM participations')).toEqual([{ state: 'released' }])
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 3, paid: 0 }])
  })

  test('A paid place that the payer cancels counts as unpaid again if it is refunded, and still as paid if it is not', async () => {
    await rows(`UPDATE guild_settings SET self_cancel = 'refund', self_cancel_days = 0`)
    const order = await ask({ places: 3 })
    await decide(payment(order), 'paid')
    const giveBack = (id: number) =>
      call('POST', `/api/enrolment/orders/${order.body.orderToken}/places/${id}/cancel`)
    expect([(await giveBack(1)).status, (await giveBack(1)).status]).toEqual([200, 409])
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 2 }])
    await rows(`UPDATE guild_settings SET self_cancel = 'withoutRefund'`)
    await giveBack(2)
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 2 }])
  })

  test('Places without a fee count as unpaid, even those of a paid order', async () => {
    parades = [await aParade({ priceForAdultsInCent: 0, title: 'Kinderumzug' }), ...parades]
    await ask({ places: 1 })
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 0 }])
    await decide(payment(await ask({ places: 3 })), 'paid')
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 2, paid: 2 }])
  })

  test('An entry of the waiting list counts for its own network, but not for all networks together, whether it is replaced or paid later', async () => {
    parades = [await aParade({ capacity: 1, title: 'Nachtumzug' })]
    const booked = await ask()
    await decide(payment(booked), 'paid')
    const wait = (more = {}) => ask({ from: homeNetwork, change: { waitingList: true, ...more } })
    const entry = await wait()
    expect(entry.status).toBe(202)
    expect(await loadOfAll()).toEqual([{ slot: instant(start), unpaid: 0, paid: 1 }])
    expect((await loads()).map(({ unpaid, paid }) => [unpaid, paid])).toEqual([
      [0, 1],
      [1, 0],
    ])

    const other = await wait({ replaces: entry.body.orderToken })
    expect(other.status).toBe(202)
    expect(await loadOfAll()).toEqual([{ slot: instant(start), unpaid: 0, paid: 1 }])

    await rows('UPDATE parades SET capacity = 2')
    await runCron()
    const accepted = await call('POST', `/api/enrolment/orders/${other.body.orderToken}/accept`)
    expect(accepted.status).toBe(200)
    await decide(payment({ body: await json(accepted) }), 'paid')
    expect(await loadOfAll()).toEqual([{ slot: instant(start), unpaid: 0, paid: 1 }])
    expect((await loads()).map(({ unpaid, paid }) => [unpaid, paid])).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  test('An enrolment that is sent again, or twice at once, is counted once for its network', async () => {
    const same = { change: { firstName: 'Jörg', emailAddress: 'joerg@example.de' } }
    await Promise.all([ask({ ...same, costumeNumber: '7' }), ask({ ...same, costumeNumber: '7' })])
    await ask({ ...same, costumeNumber: '7' })
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 0 }])
  })

  test('The places of a rejected enrolment are not counted for its network', async () => {
    await ask({ costumeNumber: '7' })
    expect((await ask({ costumeNumber: '7' })).body.error.code).toBe('CostumeAlreadyEnrolled')
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 0 }])
  })

  test("An order's network is deleted after one hour, and a network's count of a ten-minute slot one hour after the end of the slot", async () => {
    await ask()
    advance(minutes(60) - 1)
    await runCron()
    expect((await keys())[0]?.network_key).not.toBeNull()
    advance(1)
    await runCron()
    expect((await keys())[0]?.network_key).toBeNull()
    advance(minutes(10))
    await runCron()
    expect(await loads()).toEqual([])
  })
})

describe('time to pay and limit of a network', () => {
  beforeEach(() => someParades(2))

  test.each([
    [59, 30],
    [60, 5],
    [61, 5],
    [4000, 5],
  ])(
    'If its network has %i unpaid places, a new order has %i minutes to pay',
    async (load, held) => {
      await withUnpaid(load)
      const order = await ask()
      expect(order.status).toBe(200)
      expect(order.body.holdUntil).toBe(instant(now + minutes(held)))
      expect((await holds()).at(-1)).toBe(held)
      // Neither the same request nor the payment page changes the time.
      await call('GET', `/api/payments/return/${payment(order)}`)
      expect((await holds()).at(-1)).toBe(held)
    },
  )

  test('Above 4,000 unpaid places of a network its enrolments are rejected (429) and nothing is stored; those of other networks are still accepted', async () => {
    await withUnpaid(4001)
    advance(minutes(20))
    const refused = await ask({ places: 2 })
    expect(refused.status).toBe(429)
    expect(refused.body.enrolSuccessful).toBe(false)
    expect(refused.body.error.code).toBe('TooManyRequests')
    // The slot ends at 18:10 and counts for another hour.
    expect(refused.retryAfter).toBe(String(50 * 60))
    expect(refused.body.error.message).toContain('in 50 Minuten')
    expect(await rows('SELECT id FROM orders')).toHaveLength(1)
    expect((await loads())[0]?.unpaid).toBe(4001)

    const neighbour = await ask({ from: homeNetwork })
    expect(neighbour.body.holdUntil).toBe(instant(now + minutes(5)))
    advance(minutes(50))
    expect((await ask()).body.holdUntil).toBe(instant(now + minutes(30)))
  })

  test('Sending an enrolment again does not change the end of its reservation, even if its network has many more unpaid places by then', async () => {
    const same = { costumeNumber: '7', change: { firstName: 'Jörg', emailAddress: 'j@example.de' } }
    const first = await ask(same)
    await env.DB.exec('UPDATE network_load SET unpaid = 5000')
    const again = await ask(same)
    expect([again.status, again.body.redirectUrl]).toEqual([200, first.body.redirectUrl])
    expect(again.body.holdUntil).toBe(first.body.holdUntil)
  })

  test('An order without a fee has no payment deadline, but like any other is rejected (429) once its network holds more than 4,000 unpaid places', async () => {
    parades = [await aParade({ priceForAdultsInCent: 0, title: 'Kinderumzug' })]
    await withUnpaid(4000)
    expect((await ask()).body).toMatchObject({ enrolSuccessful: true, holdUntil: null })
    expect((await ask()).status).toBe(429)
  })

  test('Simultaneous enrolments exceed the limit of 4,000 places by no more than one enrolment, as sequential ones do', async () => {
    await withUnpaid(3997)
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask({ places: 2 })))
    // Requests are accepted at 3,997 and 3,999 places and rejected at 4,001.
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await loads())[0]?.unpaid).toBe(4001)
  })

  test('Of simultaneous enrolments that together pass 60 unpaid places, exactly those beyond the 60th place get the shorter time to pay', async () => {
    await withUnpaid(58)
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ places: 1 })))
    const held = answers.map(({ body }) => (Date.parse(body.holdUntil) - now) / 60_000)
    expect(held.toSorted((a, b) => a - b)).toEqual([5, 5, 5, 5, 30, 30])
  })

  test('A costume can be enrolled by another person as soon as the shortened time to pay is over', async () => {
    await withUnpaid(61)
    await ask({ costumeNumber: '7' })
    advance(minutes(5) - 1)
    expect((await ask({ costumeNumber: '7', from: homeNetwork })).status).toBe(409)
    advance(1)
    expect((await ask({ costumeNumber: '7', from: homeNetwork })).status).toBe(200)
  })

  test('A payment books its places within the shortened time to pay, and also after it if they are still vacant', async () => {
    await withUnpaid(61)
    const inTime = await ask()
    advance(minutes(4))
    await decide(payment(inTime), 'paid')
    const late = await ask()
    advance(minutes(6))
    await runCron()
    await decide(payment(late), 'paid')
    expect(await rows('SELECT state FROM orders WHERE id > 1 ORDER BY id')).toEqual([
      { state: 'paid' },
      { state: 'paid' },
    ])
    expect((await loads()).map(({ paid }) => paid)).toEqual([2])
  })
})

describe('a family in the count of its network', () => {
  beforeEach(() => someParades(2))

  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      firstName: `Kind ${index}`,
      lastName: 'Straßer',
      birthday: '1991-11-01',
      age: 'Adult',
      parades: chosenOf(parades.slice(0, 2), `F${index}`),
    }))

  test("Each place of a family's order is counted for the network", async () => {
    const {
      firstName: _f,
      lastName: _l,
      birthday: _b,
      age: _a,
      parades: _p,
      ...order
    } = anEnrolment([])
    const headers = { 'cf-connecting-ip': hallNetwork }
    const body = { ...order, people: people(3) }
    const answer = await call('POST', '/api/parades/enrol', body, { headers })
    expect(answer.status).toBe(200)
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 6, paid: 0 }])
  })
})

describe('replacing an order and the count of its network', () => {
  let earlier: Awaited<ReturnType<typeof ask>>
  const replace = (change: Record<string, unknown> = {}, from = hallNetwork) =>
    ask({ from, change: { replaces: earlier.body.orderToken, ...change } })
  const stateOfEarlier = async () =>
    (await rows<{ state: string }>('SELECT state FROM orders WHERE id = 1'))[0]?.state

  /** Sets the load of the network, two places of which are in the order to be replaced. */
  async function withEarlierOrder(unpaid: number) {
    earlier = await ask({ places: 2, costumeNumber: '7' })
    await env.DB.prepare('UPDATE network_load SET unpaid = ?').bind(unpaid).run()
  }

  beforeEach(() => someParades(2))

  test.each([
    [60, 30],
    [61, 30],
    [62, 5],
    [4002, 5],
  ])(
    'If its network has %i unpaid places including the two to be replaced, the new order has %i minutes to pay',
    async (load, held) => {
      await withEarlierOrder(load)
      const order = await replace()
      expect(order.body.holdUntil).toBe(instant(now + minutes(held)))
      expect(await stateOfEarlier()).toBe('cancelled')
      // The replaced places stay in the load like expired ones.
      expect((await loads())[0]?.unpaid).toBe(load + 1)
    },
  )

  test('Replacing an order that was made from another network does not lower the count of the network now used (429)', async () => {
    await withEarlierOrder(5)
    await ask({ from: homeNetwork })
    await env.DB.exec(`UPDATE network_load SET unpaid = 4001 WHERE network_key <> 'all'`)
    expect((await replace({}, homeNetwork)).status).toBe(429)
  })

  test('Replacing an order that is already cancelled does not lower the count of its network', async () => {
    await withEarlierOrder(61)
    await decide(payment(earlier), 'cancelled')
    expect((await replace()).body.holdUntil).toBe(instant(now + minutes(5)))
  })

  test('An order is not cancelled if the order that would replace it is rejected by the limit (429) or asked for a challenge (403)', async () => {
    await withEarlierOrder(4003)
    expect((await replace()).status).toBe(429)
    Object.assign(env, { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET: 'secret' })
    onTestFinished(() => void Object.assign(env, { TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET: '' }))
    await env.DB.exec('UPDATE network_load SET unpaid = 203')
    expect((await replace()).body.error).toMatchObject({ code: 'ChallengeNeeded' })
    expect(await stateOfEarlier()).toBe('pending')
  })
})

describe.each(providers)(
  'the places counted per network with provider $id',
  ({ id, settings, open }) => {
    let provider: FakeProvider

    beforeEach(async () => {
      configure(settings)
      provider = open()
      install(provider)
      await someParades(2)
    })

    test('When a shortened time to pay has ended, the payment is closed at the provider and the place is released', async () => {
      await withUnpaid(61)
      const { body } = await ask()
      expect(body.holdUntil).toBe(instant(now + minutes(5)))
      const ref = provider.refs().at(-1) ?? ''
      expect(provider.page(ref).isOpen).toBe(true)
      advance(minutes(5))
      await runCron()
      expect(provider.page(ref).isOpen).toBe(false)
      expect(await rows('SELECT state FROM participations ORDER BY id DESC LIMIT 1')).toEqual([
        { state: 'released' },
      ])
    })

    test('An enrolment whose payment cannot be opened (502) is not counted for its network', async () => {
      await ask()
      provider.failWith('500')
      expect((await ask({ places: 2 })).status).toBe(502)
      provider.failWith('none')
      expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 0 }])
      forgetLog()
    })

    test('Places of a payment with a wrong amount count as unpaid until staff accept the payment', async () => {
      const manager = await signedIn('management')
      await ask({ places: 2 })
      provider.pay(provider.refs().at(-1) ?? '', { amount: 1 })
      await deliver(provider)
      expect(await loads()).toEqual([{ slot: instant(start), unpaid: 2, paid: 0 }])
      await call('POST', '/api/orders/1/accept', {}, manager)
      expect(await loads()).toEqual([{ slot: instant(start), unpaid: 0, paid: 2 }])
    })

    test.each([1, 2, 3])(
      'After random actions the counts of all networks equal a recount of the orders (seed %i)',
      async (seed) => {
        const manager = await signedIn('management')
        await someParades(4)
        parades.push(await aParade({ priceForAdultsInCent: 0, title: 'Kinderumzug' }))
        parades.unshift(await aParade({ priceForAdultsInCent: 0, title: 'Kindersprung' }))
        const next = seeded(seed * id.length)
        const pick = (count: number) => Math.floor(next() * count)
        const networks = [hallNetwork, homeNetwork, '2001:db8:1:2::7']
        const orderId = async () => {
          const found = await rows<{ id: number }>('SELECT id FROM orders ORDER BY id')
          return found[pick(found.length)]?.id ?? 1
        }
        // The fake rejects acts that do not fit the state of the payment.
        const atProvider = (act: 'pay' | 'payLate' | 'abandon' | 'fail', cents?: number) => {
          const ref = provider.refs()[pick(provider.refs().length)] ?? ''
          try {
            provider[act](ref, ...(cents === undefined ? [] : [{ amount: cents }]))
          } catch {}
        }
        const acts = [
          () => ask({ from: networks[pick(3)], places: 1 + pick(6) }),
          () => ask({ from: networks[pick(3)], places: 1 + pick(6) }),
          () =>
            ask({
              from: networks[pick(3)],
              places: 1 + pick(6),
              costumeNumber: String(pick(9)),
            }),
          async () => atProvider('pay'),
          async () => atProvider('pay'),
          async () => atProvider('pay', 2),
          async () => atProvider('payLate'),
          async () => atProvider('abandon'),
          async () => atProvider('fail'),
          async () => provider.failWith('500', { times: 1 }),
          () => deliver(provider),
          () => deliver(provider),
          async () => call('POST', `/api/orders/${await orderId()}/end`, {}, manager),
          async () => call('POST', `/api/orders/${await orderId()}/accept`, {}, manager),
          async () => advance(minutes(1 + pick(8))),
          () => runCron(),
        ]
        await ask({ places: 2 })
        for (let step = 0; step < 90; step += 1) await acts[pick(acts.length)]?.()
        provider.failWith('none')
        await deliver(provider)
        forgetLog()

        expect(await loadsOfOrders()).toEqual(
          await rows(
            `SELECT network_key AS key, slot, unpaid, paid FROM network_load
          WHERE unpaid <> 0 OR paid <> 0 ORDER BY network_key, slot`,
          ),
        )
      },
    )
  },
)

/** The loads computed from the orders and their places. */
async function loadsOfOrders() {
  const places = await rows<{ key: string; at: string; order_state: string; price: number }>(
    `SELECT o.network_key AS key, o.created_at AS at, o.state AS order_state, p.price_in_cent AS price
      FROM participations p JOIN orders o ON o.id = p.order_id WHERE o.network_key IS NOT NULL`,
  )
  const counted = new Map<string, { key: string; slot: string; unpaid: number; paid: number }>()
  const placesByKey = places.flatMap((place) =>
    Object.values(loadKeys(place.key)).map((key) => ({ ...place, key })),
  )
  for (const { key, at, order_state, price } of placesByKey) {
    const slot = instant(Math.floor(Date.parse(at) / minutes(10)) * minutes(10))
    const one = counted.get(`${key} ${slot}`) ?? { key, slot, unpaid: 0, paid: 0 }
    one[order_state === 'paid' && price > 0 ? 'paid' : 'unpaid'] += 1
    counted.set(`${key} ${slot}`, one)
  }
  return [...counted.values()].toSorted((a, b) =>
    `${a.key} ${a.slot}` < `${b.key} ${b.slot}` ? -1 : 1,
  )
}

describe('limit of rejections that tell about other people', () => {
  let asked: string[]

  beforeEach(async () => {
    await someParades(2)
    // Like the limiter of the platform, within one minute.
    asked = []
    const before = env.REFUSAL_LIMIT
    const limit = async ({ key }: { key: string }) => {
      asked.push(key)
      return { success: asked.filter((one) => one === key).length <= 20 }
    }
    Object.assign(env, { REFUSAL_LIMIT: { limit } })
    onTestFinished(() => void Object.assign(env, { REFUSAL_LIMIT: before }))
  })

  test('After 20 rejections of a network within a minute, further ones are 429 and do not mention person, costume or parade', async () => {
    await ask({ costumeNumber: '7', from: homeNetwork })
    for (let count = 0; count < 20; count += 1) {
      expect((await ask({ costumeNumber: '7' })).body.error.code).toBe('CostumeAlreadyEnrolled')
    }
    const refused = await ask({ costumeNumber: '7' })
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBe('60')
    expect(refused.body).toEqual({
      enrolSuccessful: false,
      error: {
        code: 'TooManyRequests',
        message: 'Zu viele Anfragen auf einmal. Warte eine Minute und versuche es noch einmal.',
      },
    })
    // A rejection because of the person gets the same answer.
    await ask({
      change: { firstName: 'Lena', emailAddress: 'l@example.de' },
      from: homeNetwork,
    })
    const person = await ask({
      change: { firstName: 'Lena', emailAddress: 'x@example.de' },
    })
    expect(person.body).toEqual(refused.body)

    // Accepted requests are not counted, and other networks still get the reason.
    const counted = asked.length
    expect((await ask()).status).toBe(200)
    expect(asked).toHaveLength(counted)
    expect((await ask({ costumeNumber: '7', from: homeNetwork })).status).toBe(409)
  })

  test('If an enrolment is rejected by the limit (429) after the order it was to replace has been closed, the answer says that this order is closed', async () => {
    await ask({ costumeNumber: '7', from: homeNetwork })
    for (let count = 0; count < 20; count += 1) await ask({ costumeNumber: '7' })
    const earlier = await ask()
    const change = { replaces: earlier.body.orderToken }
    const refused = await ask({ costumeNumber: '7', change })
    expect(refused.body.error).toEqual({
      code: 'TooManyRequests',
      message:
        'Zu viele Anfragen auf einmal. Warte eine Minute und versuche es noch einmal. Deine bisherige Anmeldung ist nicht mehr vorgemerkt.',
      replacedClosed: true,
    })
  })

  test.each(['', '127.0.0.1', '::1'])(
    'Rejections of requests from a local address do not count towards the limit (%j)',
    async (from) => {
      await ask({ costumeNumber: '7', from })
      for (let count = 0; count < 25; count += 1) {
        expect((await ask({ costumeNumber: '7', from })).status).toBe(409)
      }
      expect(asked).toEqual([])
    },
  )

  test('Rejections that reveal nothing about other people do not count towards the limit of rejections', async () => {
    expect((await ask({ change: { firstName: '' } })).status).toBe(422)
    expect((await ask({ change: { expectedTotalInCent: 1 } })).status).toBe(409)
    await env.DB.exec(`UPDATE parades SET cancelled_at = '2027-01-16T12:00:00.000Z'`)
    expect((await ask()).body.error.code).toBe('ParadeCancelled')
    expect(asked).toEqual([])
  })
})

describe('challenges of an enrolment', () => {
  let turnstile: ReturnType<typeof fakeTurnstile>

  function setUp(settings = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET: 'secret' }): void {
    turnstile = fakeTurnstile('secret')
    install(turnstile)
    Object.assign(env, settings)
    onTestFinished(() => void Object.assign(env, { TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET: '' }))
  }

  beforeEach(() => someParades(2))

  test('Above 60 unpaid places of its network, an enrolment without a solved challenge is rejected (403); with one it is accepted', async () => {
    setUp()
    await withUnpaid(60)
    expect((await ask()).status).toBe(200)
    const request = { costumeNumber: '7', change: { firstName: 'Jörg', emailAddress: 'j@x.de' } }
    const asked = await ask(request)
    expect(asked.status).toBe(403)
    expect(asked.body).toEqual({
      enrolSuccessful: false,
      error: { code: 'ChallengeNeeded', message: expect.any(String), siteKey: 'site' },
    })
    expect(await rows('SELECT id FROM orders')).toHaveLength(2)

    const challenge = turnstile.solve()
    const solved = await ask({ ...request, change: { ...request.change, challenge } })
    expect(solved.status).toBe(200)
    expect(solved.body.holdUntil).toBe(instant(now + minutes(5)))
    expect(turnstile.asked).toEqual([{ secret: 'secret', response: challenge }])
  })

  test.each(['', 'made-up'])(
    'An enrolment with the invalid challenge %j is asked for a challenge again (403)',
    async (challenge) => {
      setUp()
      await withUnpaid(201)
      expect((await ask({ change: { challenge } })).body.error.code).toBe('ChallengeNeeded')
    },
  )

  test('The solution of a challenge is accepted only once (403)', async () => {
    setUp()
    await withUnpaid(201)
    const challenge = turnstile.solve()
    expect((await ask({ change: { challenge } })).status).toBe(200)
    expect((await ask({ change: { challenge } })).status).toBe(403)
  })

  test('Rejects a solution of a challenge that is too long (422)', async () => {
    setUp()
    const challenge = 'x'.repeat(2049)
    expect((await ask({ change: { challenge } })).status).toBe(422)
  })

  test.each(['away', 'no JSON', 'wrong secret'] as const)(
    'If Cloudflare fails to verify the solution of a challenge (%s), the enrolment is accepted',
    async (trouble) => {
      setUp()
      await withUnpaid(201)
      turnstile.failWith(trouble)
      expect((await ask({ change: { challenge: 'anything' } })).status).toBe(200)
      // A request without a solution is still rejected.
      expect((await ask()).status).toBe(403)
      expectLogged('turnstile_no_answer')
    },
  )

  test.each([
    { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET: '' },
    { TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET: 'secret' },
  ])(
    'If only one of the two Turnstile settings is set, no challenge is required (%o)',
    async (settings) => {
      setUp(settings)
      await withUnpaid(61)
      expect((await ask()).body.holdUntil).toBe(instant(now + minutes(5)))
      expect(turnstile.asked).toEqual([])
    },
  )

  test("The content security policy of the enrolment form allows Cloudflare's script only if challenges are configured", async () => {
    const policy = async () =>
      (await call('GET', '/parade-enrolment')).headers.get('Content-Security-Policy')
    expect(await policy()).not.toContain('cloudflare')
    setUp()
    const directives = (await policy())?.split('; ')
    expect(directives).toContain("script-src 'self' https://challenges.cloudflare.com")
    expect(directives).toContain('frame-src https://challenges.cloudflare.com')
    expect(directives).toContain("default-src 'none'")
  })

  test('Solving a challenge does not lift the limit of 4,000 places (429)', async () => {
    setUp()
    await withUnpaid(4001)
    expect((await ask({ change: { challenge: turnstile.solve() } })).status).toBe(429)
    expect(turnstile.asked).toEqual([])
  })
})

describe('mails to one address', () => {
  const states = () => rows<{ state: string }>('SELECT state FROM mails ORDER BY id')
  const to = (emailAddress: string) => ask({ change: { emailAddress } })

  beforeEach(() => someParades(1, { priceForAdultsInCent: 0 }))

  test('An address gets mails about at most twenty new orders an hour, ignoring upper and lower case', async () => {
    for (let count = 0; count < 22; count += 1) {
      await to(count % 2 === 0 ? 'Opfer@example.de' : 'opfer@example.de')
    }
    await to('jemand@example.de')
    const notSkipped = (await states()).map(({ state }) => state !== 'skipped')
    expect(notSkipped).toEqual([...Array(20).fill(true), false, false, true])

    advance(minutes(60))
    await to('opfer@example.de')
    expect((await states()).at(-1)?.state).not.toBe('skipped')
  })

  test('For the limit of mails, addresses that differ only by a tag ("+…"), or at Gmail by dots, count as one mailbox', async () => {
    for (let count = 0; count < 11; count += 1) {
      await to(`opfer+${count}@example.de`)
      await to(`o.pfer+${count}@GMAIL.com`)
      await to(`${count % 2 ? 'Opfer' : 'op.fer'}+${count}@googlemail.com`)
    }
    const notSkipped = await rows<{
      box: string
      n: number
    }>(`SELECT o.email_address LIKE '%example.de' AS box,
      count(*) AS n FROM mails m JOIN orders o ON o.id = m.order_id WHERE m.state <> 'skipped' GROUP BY 1`)
    expect(notSkipped).toEqual([
      { box: 0, n: 20 },
      { box: 1, n: 11 },
    ])
    // At other providers a dot makes another mailbox.
    await to('o.pfer@example.de')
    expect((await states()).at(-1)?.state).not.toBe('skipped')
  })

  test('Mails about an earlier order are sent even if its address has reached the limit of mails', async () => {
    parades = [await aParade({ title: 'Ringtreffen' })]
    await decide(payment(await to('opfer@example.de')), 'paid')
    advance(minutes(61))
    parades = [await aParade({ title: 'Kinderumzug', priceForAdultsInCent: 0 })]
    for (let count = 0; count < 21; count += 1) await to('opfer@example.de')
    expect((await states()).at(-1)?.state).toBe('skipped')
    const manager = await signedIn('management')
    await call(
      'POST',
      '/api/orders/1/refund',
      { participationId: null, cancelPlaces: true },
      manager,
    )
    expect(
      await rows(`SELECT kind, state FROM mails WHERE state <> 'skipped' ORDER BY id DESC LIMIT 1`),
    ).toEqual([{ kind: 'refunded', state: 'sent' }])
  })
})

describe('an evening of enrolments', () => {
  test('Two hundred people of one hall enrol and pay within ten minutes, and all are accepted', async () => {
    await someParades(3)
    const paying: { at: number; ref: string }[] = []
    for (let count = 0; count < 200; count += 1) {
      setTime(start + count * 3000)
      for (const { ref } of paying.splice(
        0,
        paying.findIndex(({ at }) => at > now),
      )) {
        await decide(ref, 'paid')
      }
      const order = await ask({ places: 3 })
      expect(order.status).toBe(200)
      paying.push({ at: now + 90_000, ref: payment(order) })
      if (count % 100 === 0) await runCron()
    }
    advance(90_000)
    for (const { ref } of paying) await decide(ref, 'paid')
    expect(await rows('SELECT state, count(*) AS n FROM orders GROUP BY state')).toEqual([
      { state: 'paid', n: 200 },
    ])
    expect(await rows('SELECT state, count(*) AS n FROM participations GROUP BY state')).toEqual([
      { state: 'booked', n: 600 },
    ])
    expect((await loads()).reduce((sum, { unpaid, paid }) => sum + unpaid - paid, 0)).toBe(-600)
  })
})
