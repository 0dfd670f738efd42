import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { fakeTurnstile } from '#tests/fakes/turnstile.ts'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { anEnrolment, type Chosen, decide } from '#tests/support/enrolment.ts'
import { expectLogged, forgetLog } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, providers } from '#tests/support/provider-orders.ts'
import { loadKeys } from '#worker/domain/network.ts'
import { solve } from '#worker/domain/work.ts'

// docs/rules.md, "Fairness".

const start = Date.parse('2027-01-16T18:00:00Z')
const minutes = (count: number) => count * 60_000
const instant = (ms: number) => new Date(ms).toISOString()
const hall = '203.0.113.7'
const home = '198.51.100.9'

let now: number
let type: { id: number }
let parades: { id: number }[]
let made: number

function goTo(ms: number): void {
  now = ms
  setClock(instant(ms))
}
const pass = (ms: number) => goTo(now + ms)

beforeEach(async () => {
  goTo(start)
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

type Wish = {
  from?: string | undefined
  /** How many of the parades. */
  places?: number
  costumeNumber?: string
  change?: Record<string, unknown>
  /** Whether the browser computes what it is asked for. */
  solves?: boolean
}

/** Somebody else each time, in a costume of their own. */
async function ask({
  from = hall,
  places = 1,
  costumeNumber,
  change = {},
  solves = true,
}: Wish = {}) {
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
    response = await send({ challenge: solve(ticket) })
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
const keys = () =>
  rows<{ network_key: string | null }>('SELECT network_key FROM orders ORDER BY id')
const holds = async () =>
  (await rows<{ hold_until: string }>('SELECT hold_until FROM orders ORDER BY id')).map((row) =>
    Math.round((Date.parse(row.hold_until) - now) / 60_000),
  )

/** The hall holds so many unpaid places already. */
async function loaded(unpaid: number): Promise<void> {
  await ask({ places: 1 })
  await env.DB.prepare('UPDATE network_load SET unpaid = ?').bind(unpaid).run()
}

describe('the load of a network', () => {
  beforeEach(() => someParades(3))

  test('is kept by ten minutes, as a hash that says nothing of the address', async () => {
    pass(minutes(7))
    await ask({ places: 2 })
    await ask({ places: 3 })
    pass(minutes(5))
    await ask({ places: 1 })
    await ask({ places: 1, from: home })

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

  test('of one home line is one, whichever of its addresses asks', async () => {
    await ask({ from: '2001:db8:1:2::7' })
    await ask({ from: '2001:db8:1:2:aaaa::9' })
    await ask({ from: '2001:db8:1:3::9' })
    // The wider network counts all three.
    expect((await loads()).map(({ unpaid }) => unpaid)).toEqual([1, 2, 3])
  })

  test.each(['', '127.0.0.1', '::1'])('of one’s own machine is none (%j)', async (from) => {
    for (let count = 0; count < 3; count += 1) expect((await ask({ from })).status).toBe(200)
    expect(await loads()).toEqual([])
    expect((await keys()).map((row) => row.network_key)).toEqual([null, null, null])
  })

  test('counts paid places against unpaid ones, in the ten minutes of their order', async () => {
    const order = await ask({ places: 3 })
    pass(minutes(15))
    await decide(payment(order), 'paid')
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 0, paid: 3 }])
    // The provider says it again.
    await call('GET', `/api/payments/return/${payment(order)}`)
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 0, paid: 3 }])
  })

  test('counts what lapsed or was given up as unpaid', async () => {
    const given = await ask({ places: 2 })
    await decide(payment(given), 'cancelled')
    await ask({ places: 1 })
    pass(minutes(31))
    await runCron()
    expect(await rows('SELECT DISTINCT state FROM participations')).toEqual([{ state: 'released' }])
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 3, paid: 0 }])
  })

  test('counts what a payer gives back for money as unpaid, and what stays paid as paid', async () => {
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

  test('counts free places as unpaid, those of a paid order too', async () => {
    parades = [await aParade({ priceForAdultsInCent: 0, title: 'Kinderumzug' }), ...parades]
    await ask({ places: 1 })
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 0 }])
    await decide(payment(await ask({ places: 3 })), 'paid')
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 2, paid: 2 }])
  })

  test('is moved once by the same request sent again, or twice at the same moment', async () => {
    const same = { change: { firstName: 'Jörg', emailAddress: 'joerg@example.de' } }
    await Promise.all([ask({ ...same, costumeNumber: '7' }), ask({ ...same, costumeNumber: '7' })])
    await ask({ ...same, costumeNumber: '7' })
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 0 }])
  })

  test('is not moved by who is refused', async () => {
    await ask({ costumeNumber: '7' })
    expect((await ask({ costumeNumber: '7' })).body.error.code).toBe('CostumeAlreadyEnrolled')
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 0 }])
  })

  test('counts two hours at most, and nobody’s network is known for longer than one', async () => {
    await ask()
    pass(minutes(60) - 1)
    await runCron()
    expect((await keys())[0]?.network_key).not.toBeNull()
    pass(1)
    await runCron()
    expect((await keys())[0]?.network_key).toBeNull()
    pass(minutes(10))
    await runCron()
    expect(await loads()).toEqual([])
  })
})

describe('places are held', () => {
  beforeEach(() => someParades(2))

  test.each([
    [59, 30],
    [60, 5],
    [61, 5],
    [4000, 5],
  ])('with %i unpaid for %i minutes', async (load, held) => {
    await loaded(load)
    const order = await ask()
    expect(order.status).toBe(200)
    expect(order.body.holdUntil).toBe(instant(now + minutes(held)))
    expect((await holds()).at(-1)).toBe(held)
    // The same request again, and the page of the payment: it stays so.
    await call('GET', `/api/payments/return/${payment(order)}`)
    expect((await holds()).at(-1)).toBe(held)
  })

  test('Above 4,000 places a network is refused; nothing is written, and other networks are not affected', async () => {
    await loaded(4001)
    pass(minutes(20))
    const refused = await ask({ places: 2 })
    expect(refused.status).toBe(429)
    expect(refused.body.enrolSuccessful).toBe(false)
    expect(refused.body.error.code).toBe('TooManyRequests')
    // Its ten minutes end at 18:10, and count for an hour from then.
    expect(refused.retryAfter).toBe(String(50 * 60))
    expect(refused.body.error.message).toContain('in 50 Minuten')
    expect(await rows('SELECT id FROM orders')).toHaveLength(1)
    expect((await loads())[0]?.unpaid).toBe(4001)

    const neighbour = await ask({ from: home })
    expect(neighbour.body.holdUntil).toBe(instant(now + minutes(5)))
    pass(minutes(50))
    expect((await ask()).body.holdUntil).toBe(instant(now + minutes(30)))
  })

  test('as long as before for whoever asks the same again', async () => {
    const same = { costumeNumber: '7', change: { firstName: 'Jörg', emailAddress: 'j@example.de' } }
    const first = await ask(same)
    await env.DB.exec('UPDATE network_load SET unpaid = 5000')
    const again = await ask(same)
    expect([again.status, again.body.redirectUrl]).toEqual([200, first.body.redirectUrl])
    expect(again.body.holdUntil).toBe(first.body.holdUntil)
  })

  test('free ones need no time, and are refused like the others', async () => {
    parades = [await aParade({ priceForAdultsInCent: 0, title: 'Kinderumzug' })]
    await loaded(4000)
    expect((await ask()).body).toMatchObject({ enrolSuccessful: true, holdUntil: null })
    expect((await ask()).status).toBe(429)
  })

  test('though many ask at the same moment, no more get in than one after the other', async () => {
    await loaded(3997)
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask({ places: 2 })))
    // With 3,997 and 3,999 places a request is accepted, with 4,001 it is refused.
    const got = answers.filter(({ status }) => status === 200)
    expect(got).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await loads())[0]?.unpaid).toBe(4001)
  })

  test('whoever is overtaken on the way past a step gets the shorter time', async () => {
    await loaded(58)
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ places: 1 })))
    const held = answers.map(({ body }) => (Date.parse(body.holdUntil) - now) / 60_000)
    expect(held.toSorted((a, b) => a - b)).toEqual([5, 5, 5, 5, 30, 30])
  })

  test('the time is over: the places are free, with nobody coming back', async () => {
    await loaded(61)
    await ask({ costumeNumber: '7' })
    pass(minutes(5) - 1)
    expect((await ask({ costumeNumber: '7', from: home })).status).toBe(409)
    pass(1)
    expect((await ask({ costumeNumber: '7', from: home })).status).toBe(200)
  })

  test('paid in time they are booked; late money finds them when they are free', async () => {
    await loaded(61)
    const inTime = await ask()
    pass(minutes(4))
    await decide(payment(inTime), 'paid')
    const late = await ask()
    pass(minutes(6))
    await runCron()
    await decide(payment(late), 'paid')
    expect(await rows('SELECT state FROM orders WHERE id > 1 ORDER BY id')).toEqual([
      { state: 'paid' },
      { state: 'paid' },
    ])
    expect((await loads()).map(({ paid }) => paid)).toEqual([2])
  })
})

describe('a family', () => {
  beforeEach(() => someParades(2))

  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      firstName: `Kind ${index}`,
      lastName: 'Straßer',
      birthday: '1991-11-01',
      age: 'Adult',
      parades: chosenOf(parades.slice(0, 2), `F${index}`),
    }))

  test('counts with each of its places', async () => {
    const {
      firstName: _f,
      lastName: _l,
      birthday: _b,
      age: _a,
      parades: _p,
      ...order
    } = anEnrolment([])
    const headers = { 'cf-connecting-ip': hall }
    const body = { ...order, people: people(3) }
    const answer = await call('POST', '/api/parades/enrol', body, { headers })
    expect(answer.status).toBe(200)
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 6, paid: 0 }])
  })
})

describe('an order that takes another’s place', () => {
  let earlier: Awaited<ReturnType<typeof ask>>
  const replace = (change: Record<string, unknown> = {}, from = hall) =>
    ask({ from, change: { replaces: earlier.body.orderToken, ...change } })
  const stateOfEarlier = async () =>
    (await rows<{ state: string }>('SELECT state FROM orders WHERE id = 1'))[0]?.state

  /** The network holds this much, two places of it by the order that is to be replaced. */
  async function holding(unpaid: number) {
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
    'with %i on the network, that one’s among them, is held for %i minutes',
    async (load, held) => {
      await holding(load)
      const order = await replace()
      expect(order.body.holdUntil).toBe(instant(now + minutes(held)))
      expect(await stateOfEarlier()).toBe('cancelled')
      // What is given up counts on, as everything that lapsed.
      expect((await loads())[0]?.unpaid).toBe(load + 1)
    },
  )

  test('of another network leaves nothing out', async () => {
    await holding(5)
    await ask({ from: home })
    await env.DB.exec(`UPDATE network_load SET unpaid = 4001 WHERE network_key <> 'all'`)
    expect((await replace({}, home)).status).toBe(429)
  })

  test('that was over already leaves nothing out', async () => {
    await holding(61)
    await decide(payment(earlier), 'cancelled')
    expect((await replace()).body.holdUntil).toBe(instant(now + minutes(5)))
  })

  test('leaves that one as it is when too much is held or a challenge is asked for', async () => {
    await holding(4003)
    expect((await replace()).status).toBe(429)
    Object.assign(env, { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET: 'secret' })
    onTestFinished(() => void Object.assign(env, { TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET: '' }))
    await env.DB.exec('UPDATE network_load SET unpaid = 203')
    expect((await replace()).body.error).toMatchObject({ code: 'ChallengeNeeded' })
    expect(await stateOfEarlier()).toBe('pending')
  })
})

describe.each(providers)('with $id', ({ id, settings, open }) => {
  let provider: FakeProvider

  beforeEach(async () => {
    configure(settings)
    provider = open()
    install(provider)
    await someParades(2)
  })

  test('our hold ends first, and closes the payment there', async () => {
    await loaded(61)
    const { body } = await ask()
    expect(body.holdUntil).toBe(instant(now + minutes(5)))
    const ref = provider.refs().at(-1) ?? ''
    expect(provider.page(ref).isOpen).toBe(true)
    pass(minutes(5))
    await runCron()
    expect(provider.page(ref).isOpen).toBe(false)
    expect(await rows('SELECT state FROM participations ORDER BY id DESC LIMIT 1')).toEqual([
      { state: 'released' },
    ])
  })

  test('what cannot be opened counts for nothing', async () => {
    await ask()
    provider.failWith('500')
    expect((await ask({ places: 2 })).status).toBe(502)
    provider.failWith('none')
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 1, paid: 0 }])
    forgetLog()
  })

  test('another sum is unpaid until somebody takes it as paid', async () => {
    const manager = await signedIn('management')
    await ask({ places: 2 })
    provider.pay(provider.refs().at(-1) ?? '', { amount: 1 })
    await deliver(provider)
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 2, paid: 0 }])
    await call('POST', '/api/orders/1/accept', {}, manager)
    expect(await loads()).toEqual([{ slot: instant(start), unpaid: 0, paid: 2 }])
  })

  test.each([1, 2, 3])(
    'after whatever happened the load is what the orders say (%i)',
    async (seed) => {
      const manager = await signedIn('management')
      await someParades(4)
      parades.push(await aParade({ priceForAdultsInCent: 0, title: 'Kinderumzug' }))
      parades.unshift(await aParade({ priceForAdultsInCent: 0, title: 'Kindersprung' }))
      const next = random(seed * id.length)
      const pick = (count: number) => Math.floor(next() * count)
      const networks = [hall, home, '2001:db8:1:2::7']
      const orderId = async () => {
        const found = await rows<{ id: number }>('SELECT id FROM orders ORDER BY id')
        return found[pick(found.length)]?.id ?? 1
      }
      // What is over cannot be paid, and what is open is not late.
      const atProvider = (act: 'pay' | 'payLate' | 'abandon' | 'fail', cents?: number) => {
        const ref = provider.refs()[pick(provider.refs().length)] ?? ''
        try {
          provider[act](ref, ...(cents === undefined ? [] : [{ amount: cents }]))
        } catch {}
      }
      const acts = [
        () => ask({ from: networks[pick(3)], places: 1 + pick(6) }),
        () => ask({ from: networks[pick(3)], places: 1 + pick(6) }),
        () => ask({ from: networks[pick(3)], places: 1 + pick(6), costumeNumber: String(pick(9)) }),
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
        async () => pass(minutes(1 + pick(8))),
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
})

/** The same figures by another way: from each order and its places as they stand. */
async function loadsOfOrders() {
  const places = await rows<{ key: string; at: string; order_state: string; price: number }>(
    `SELECT o.network_key AS key, o.created_at AS at, o.state AS order_state, p.price_in_cent AS price
      FROM participations p JOIN orders o ON o.id = p.order_id WHERE o.network_key IS NOT NULL`,
  )
  const counted = new Map<string, { key: string; slot: string; unpaid: number; paid: number }>()
  const underEach = places.flatMap((place) =>
    Object.values(loadKeys(place.key)).map((key) => ({ ...place, key })),
  )
  for (const { key, at, order_state, price } of underEach) {
    const slot = instant(Math.floor(Date.parse(at) / minutes(10)) * minutes(10))
    const one = counted.get(`${key} ${slot}`) ?? { key, slot, unpaid: 0, paid: 0 }
    one[order_state === 'paid' && price > 0 ? 'paid' : 'unpaid'] += 1
    counted.set(`${key} ${slot}`, one)
  }
  return [...counted.values()].toSorted((a, b) =>
    `${a.key} ${a.slot}` < `${b.key} ${b.slot}` ? -1 : 1,
  )
}

/** The same numbers each time. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe('refusals', () => {
  let asked: string[]

  beforeEach(async () => {
    await someParades(2)
    // As the platform counts, within one minute.
    asked = []
    const before = env.REFUSAL_LIMIT
    const limit = async ({ key }: { key: string }) => {
      asked.push(key)
      return { success: asked.filter((one) => one === key).length <= 20 }
    }
    Object.assign(env, { REFUSAL_LIMIT: { limit } })
    onTestFinished(() => void Object.assign(env, { REFUSAL_LIMIT: before }))
  })

  test('from the 21st on say nothing of person, costume or parade', async () => {
    await ask({ costumeNumber: '7', from: home })
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
    // The same answer about a person.
    await ask({ change: { firstName: 'Lena', emailAddress: 'l@example.de' }, from: home })
    const person = await ask({ change: { firstName: 'Lena', emailAddress: 'x@example.de' } })
    expect(person.body).toEqual(refused.body)

    // Whoever gets in is not counted, and whoever asks from elsewhere is told.
    const counted = asked.length
    expect((await ask()).status).toBe(200)
    expect(asked).toHaveLength(counted)
    expect((await ask({ costumeNumber: '7', from: home })).status).toBe(409)
  })

  test('tell in any case that the order to be replaced is over', async () => {
    await ask({ costumeNumber: '7', from: home })
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

  test.each(['', '127.0.0.1', '::1'])('of one’s own machine are not counted (%j)', async (from) => {
    await ask({ costumeNumber: '7', from })
    for (let count = 0; count < 25; count += 1) {
      expect((await ask({ costumeNumber: '7', from })).status).toBe(409)
    }
    expect(asked).toEqual([])
  })

  test('that say nothing of others are not counted', async () => {
    expect((await ask({ change: { firstName: '' } })).status).toBe(422)
    expect((await ask({ change: { expectedTotalInCent: 1 } })).status).toBe(409)
    await env.DB.exec(`UPDATE parades SET cancelled_at = '2027-01-16T12:00:00.000Z'`)
    expect((await ask()).body.error.code).toBe('ParadeCancelled')
    expect(asked).toEqual([])
  })
})

describe('a challenge', () => {
  let turnstile: ReturnType<typeof fakeTurnstile>

  function setUp(settings = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET: 'secret' }): void {
    turnstile = fakeTurnstile('secret')
    install(turnstile)
    Object.assign(env, settings)
    onTestFinished(() => void Object.assign(env, { TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET: '' }))
  }

  beforeEach(() => someParades(2))

  test('is asked for above the first step alone, and the same request with it gets in', async () => {
    setUp()
    await loaded(60)
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

  test.each(['', 'made-up'])('that is none is asked for again (%j)', async (challenge) => {
    setUp()
    await loaded(201)
    expect((await ask({ change: { challenge } })).body.error.code).toBe('ChallengeNeeded')
  })

  test('opens once', async () => {
    setUp()
    await loaded(201)
    const challenge = turnstile.solve()
    expect((await ask({ change: { challenge } })).status).toBe(200)
    expect((await ask({ change: { challenge } })).status).toBe(403)
  })

  test('too long to be one is no challenge', async () => {
    setUp()
    const challenge = 'x'.repeat(2049)
    expect((await ask({ change: { challenge } })).status).toBe(422)
  })

  test.each(['away', 'no JSON', 'wrong secret'] as const)(
    'keeps nobody out while Cloudflare does not judge (%s)',
    async (trouble) => {
      setUp()
      await loaded(201)
      turnstile.failWith(trouble)
      expect((await ask({ change: { challenge: 'anything' } })).status).toBe(200)
      // Nobody is let past without having tried.
      expect((await ask()).status).toBe(403)
      expectLogged('turnstile_unanswered')
    },
  )

  test.each([
    { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET: '' },
    { TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET: 'secret' },
  ])('is not asked for when it is set up by half (%o)', async (settings) => {
    setUp(settings)
    await loaded(61)
    expect((await ask()).body.holdUntil).toBe(instant(now + minutes(5)))
    expect(turnstile.asked).toEqual([])
  })

  test('is named in the policy of the form when it is set up, and only then', async () => {
    const policy = async () =>
      (await call('GET', '/parade-enrolment')).headers.get('Content-Security-Policy')
    expect(await policy()).not.toContain('cloudflare')
    setUp()
    const directives = (await policy())?.split('; ')
    expect(directives).toContain("script-src 'self' https://challenges.cloudflare.com")
    expect(directives).toContain('frame-src https://challenges.cloudflare.com')
    expect(directives).toContain("default-src 'none'")
  })

  test('does not help above four thousand', async () => {
    setUp()
    await loaded(4001)
    expect((await ask({ change: { challenge: turnstile.solve() } })).status).toBe(429)
    expect(turnstile.asked).toEqual([])
  })
})

describe('one address', () => {
  const states = () => rows<{ state: string }>('SELECT state FROM mails ORDER BY id')
  const to = (emailAddress: string) => ask({ change: { emailAddress } })

  beforeEach(() => someParades(1, { priceForAdultsInCent: 0 }))

  test('hears of twenty new orders an hour, whatever its letters’ case; others of theirs', async () => {
    for (let count = 0; count < 22; count += 1) {
      await to(count % 2 === 0 ? 'Opfer@example.de' : 'opfer@example.de')
    }
    await to('jemand@example.de')
    const told = (await states()).map(({ state }) => state !== 'skipped')
    expect(told).toEqual([...Array(20).fill(true), false, false, true])

    pass(minutes(60))
    await to('opfer@example.de')
    expect((await states()).at(-1)?.state).not.toBe('skipped')
  })

  test('is one mailbox in each of its spellings, with tags and, at Gmail, with dots', async () => {
    for (let count = 0; count < 11; count += 1) {
      await to(`opfer+${count}@example.de`)
      await to(`o.pfer+${count}@GMAIL.com`)
      await to(`${count % 2 ? 'Opfer' : 'op.fer'}+${count}@googlemail.com`)
    }
    const told = await rows<{
      box: string
      n: number
    }>(`SELECT o.email_address LIKE '%example.de' AS box,
      count(*) AS n FROM mails m JOIN orders o ON o.id = m.order_id WHERE m.state <> 'skipped' GROUP BY 1`)
    expect(told).toEqual([
      { box: 0, n: 20 },
      { box: 1, n: 11 },
    ])
    // Elsewhere a dot may be somebody else.
    await to('o.pfer@example.de')
    expect((await states()).at(-1)?.state).not.toBe('skipped')
  })

  test('is told what becomes of an older order, however much it heard', async () => {
    parades = [await aParade({ title: 'Ringtreffen' })]
    await decide(payment(await to('opfer@example.de')), 'paid')
    pass(minutes(61))
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

describe('an evening', () => {
  test('two hundred enrol from one hall in ten minutes and pay: nobody is refused', async () => {
    await someParades(3)
    const paying: { at: number; ref: string }[] = []
    for (let count = 0; count < 200; count += 1) {
      goTo(start + count * 3000)
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
    pass(90_000)
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
