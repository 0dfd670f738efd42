import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { call, json, rows, runCron, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { aFamily, decide } from '#tests/support/enrolment.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { solveTicket } from '#worker/domain/work.ts'

// docs/rules.md, "Fairness": simulated attacks, each with its own seed and clock.

const start = Date.parse('2027-01-16T18:00:00Z')
let now: number
let type: { id: number }
let parade: { id: number }
let requestCount: number

function goTo(ms: number): void {
  now = ms
  setClock(new Date(ms).toISOString())
}

beforeEach(async () => {
  goTo(start)
  configure({ CHALLENGE_BITS: '1' })
  requestCount = 0
  type = await aCostumeType()
  parade = await aParade()
})

/** A random generator with a fixed seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/**
 * Enrols new people in these costumes; with `solves` the browser computes the challenge it is asked
 * for.
 */
async function ask(from: string, costumes: readonly number[], solves: boolean) {
  requestCount += 1
  const people = costumes.map((number) => ({
    firstName: `Narr ${requestCount} ${number}`,
    parades: [{ paradeId: parade.id, costumeTypeId: type.id, costumeNumber: String(number) }],
  }))
  const body = aFamily(people, { emailAddress: `narr${requestCount}@example.de` })
  const headers = { 'cf-connecting-ip': from }
  let response = await call('POST', '/api/parades/enrol', body, { headers })
  let answer = await json(response)
  let steps = 1
  const ticket = answer.error?.ticket
  if (solves && ticket) {
    const more = { ...body, challenge: solveTicket(ticket) }
    response = await call('POST', '/api/parades/enrol', more, { headers })
    answer = await json(response)
    steps += 1
  }
  return {
    status: response.status,
    steps,
    payment: String(answer.redirectUrl).split('/').at(-1) ?? '',
  }
}

const fourOfOneHouse = [1, 2, 3, 4].map((n) => `2001:db8:7:${n}::1`)
const fourElsewhere = ['198.51.100.1', '203.0.113.9', '2001:db8:8:1::1', '2001:db8:9:1::1']
const networks = [...fourOfOneHouse, ...fourElsewhere]

/** 400 requests within 15 minutes, each for costumes that seem to be free. */
async function attack(seed: number, solves = false): Promise<void> {
  const next = randomOf(seed)
  const free = new Map(Array.from({ length: 300 }, (_, index) => [index + 1, 0]))
  for (let count = 0; count < 400; count += 1) {
    goTo(start + count * 2250)
    if (count % 130 === 129) await runCron()
    const most = 1 + Math.floor(next() * 8)
    const wanted = [...free].filter(([, until]) => until <= now).map(([number]) => number)
    const costumes = wanted.sort(() => next() - 0.5).slice(0, most)
    if (costumes.length === 0) continue
    const { status } = await ask(networks[count % networks.length] ?? '', costumes, solves)
    for (const number of status === 200 ? costumes : []) free.set(number, now + 5 * 60_000)
  }
}

type Hold = { number: string; from: string; until: string }

/** The number of costumes held for longer than five minutes, by one order or consecutive ones. */
async function squatted(): Promise<number> {
  const holds = await rows<Hold>(`SELECT p.costume_number AS number, o.created_at AS "from",
      CASE o.state WHEN 'paid' THEN '9999' ELSE o.hold_until END AS until
    FROM participations p JOIN orders o ON o.id = p.order_id ORDER BY o.created_at`)
  const since = new Map<string, { from: string; until: string }>()
  const found = new Set<string>()
  for (const { number, from, until } of holds) {
    const before = since.get(number)
    const isInARow = before && Date.parse(from) - Date.parse(before.until) < 10_000
    const whole = { from: isInARow ? before.from : from, until }
    since.set(number, whole)
    const end = until === '9999' ? Number.POSITIVE_INFINITY : Date.parse(until)
    if (end - Date.parse(whole.from) > 5 * 60_000) found.add(number)
  }
  return found.size
}

describe('An attack of 400 requests from eight networks on 300 costumes', () => {
  test.each([1, 2])(
    'An attack of 400 requests can block at most 60 costumes for longer than five minutes (seed %i)',
    async (seed) => {
      await attack(seed)
      expect(await squatted()).toBeGreaterThan(0)
      expect(await squatted()).toBeLessThanOrEqual(60)
    },
  )

  test('An attack of 400 requests on a parade without a price can book at most 60 places', async () => {
    await rows('UPDATE parades SET price_for_adults_in_cent = 0')
    await attack(3)
    const [booked] = await rows<{ n: number }>(
      `SELECT count(*) AS n FROM participations WHERE state = 'booked'`,
    )
    expect(booked?.n).toBeGreaterThan(0)
    expect(booked?.n).toBeLessThanOrEqual(60)
  })

  test('An attack of 400 requests that solves its challenges can block at most 60 places for longer than five minutes', async () => {
    await attack(4, true)
    const [long] = await rows<{ places: number }>(
      `SELECT sum(place_count) AS places FROM orders
        WHERE julianday(hold_until) - julianday(created_at) > 5.5 / 1440`,
    )
    expect(long?.places).toBeLessThanOrEqual(60)
  })
})

describe('A hall of 200 people with one IP address', () => {
  const hall = '203.0.113.7'

  test('200 people can enrol and pay within five minutes even if an attacker in the same network has reserved 1,000 places', async () => {
    // This limit uses the real clock, while the simulated evening takes a minute.
    const limit = env.ENROL_LIMIT
    env.ENROL_LIMIT = { limit: async () => ({ success: true }) }
    onTestFinished(() => {
      env.ENROL_LIMIT = limit
    })
    let taken = 0
    for (; taken < 1000; taken += 8) {
      const costumes = Array.from({ length: 8 }, (_, index) => 10_000 + taken + index)
      expect((await ask(hall, costumes, true)).status).toBe(200)
    }
    const next = randomOf(5)
    const begin = start + 60_000
    const people = Array.from({ length: 200 }, (_, index) => ({
      index,
      at: begin + next() * 150_000,
      takes: 40_000 + next() * 80_000,
      places: 1 + Math.floor(next() * 8),
    })).sort((a, b) => a.at - b.at)
    const paying: { at: number; payment: string }[] = []
    const payUntil = async (at: number) => {
      for (const one of paying.filter((each) => each.at <= at)) {
        paying.splice(paying.indexOf(one), 1)
        goTo(one.at)
        await decide(one.payment, 'paid')
        await call('GET', `/api/payments/return/${one.payment}`)
      }
    }
    let first = 0
    for (const { index, at, takes, places } of people) {
      await payUntil(at)
      goTo(at)
      const costumes = Array.from({ length: places }, (_, n) => 100 + index * 10 + n)
      const { status, payment } = await ask(hall, costumes, true)
      if (status === 200) {
        first += 1
        paying.push({ at: at + takes, payment })
      }
    }
    paying.sort((a, b) => a.at - b.at)
    await payUntil(begin + 5 * 60_000)
    const [paid] = await rows<{ n: number }>(
      `SELECT count(*) AS n FROM orders WHERE state = 'paid'`,
    )
    expect([first, paid?.n]).toEqual([200, 200])
  })
})

test('Up to 60 unpaid places in total, an enrolment gets the full time to pay without a challenge; above that every network gets a challenge', async () => {
  for (let count = 0; count < 60; count += 4) {
    const costumes = [0, 1, 2, 3].map((n) => 1 + count + n)
    expect(await ask(networks[count % 8] ?? '', costumes, true)).toMatchObject({
      status: 200,
      steps: 1,
    })
  }
  const short = await rows(
    `SELECT id FROM orders WHERE julianday(hold_until) - julianday(created_at) < 29.0 / 1440`,
  )
  expect(short).toEqual([])
  // Above the threshold every network gets a challenge, also one that asks for the first time.
  await ask('192.0.2.1', [400], true)
  expect(await ask('192.0.2.2', [401], true)).toMatchObject({ status: 200, steps: 2 })
})

describe('A challenge', () => {
  const from = '192.0.2.1'
  const enrolWith = async (change = {}, at = from) => {
    const parades = [{ paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '7' }]
    const body = { ...aFamily([{ firstName: 'Jörg', parades }]), ...change }
    return json(call('POST', '/api/parades/enrol', body, { headers: { 'cf-connecting-ip': at } }))
  }
  const expireOrders = () => rows(`UPDATE orders SET state = 'expired'`)

  beforeEach(async () => {
    await rows(`INSERT INTO network_load (network_key, slot, unpaid)
      VALUES ('all', '${new Date(start).toISOString()}', 61)`)
  })

  test('A solved challenge admits only the enrolment for which it was issued, and only once', async () => {
    const { error } = await enrolWith()
    expect(error).toEqual({
      code: 'ChallengeNeeded',
      message: 'Gerade sind sehr viele gleichzeitig da. Versuche es gleich noch einmal.',
      ticket: expect.any(String),
    })
    const challenge = solveTicket(error.ticket)
    expect((await enrolWith({ challenge })).enrolSuccessful).toBe(true)
    await rows(`UPDATE participations SET state = 'released'`)
    await expireOrders()
    expect((await enrolWith({ challenge })).error.code).toBe('ChallengeNeeded')
  })

  test('A challenge is rejected if it is unsolved, altered, ten minutes old, or sent with another enrolment or from another network', async () => {
    const { ticket } = (await enrolWith()).error
    const challenge = solveTicket(ticket) ?? ''
    const [, ...numbers] = challenge.split('~')
    const easier = ticket.replace(/\.(\d+)\.1\./, '.1.1.')
    const isRefused = async (change: object, at?: string) =>
      expect((await enrolWith(change, at)).error?.code).toBe('ChallengeNeeded')
    await isRefused({ challenge: ticket })
    await isRefused({ challenge: `${ticket}~` })
    await isRefused({ challenge: `${ticket}~${numbers.join('.').split('.').slice(1).join('.')}` })
    await isRefused({ challenge: solveTicket(easier) })
    await isRefused({ challenge, emailAddress: 'andere@example.de' })
    await isRefused({ challenge }, '192.0.2.2')
    goTo(start + 10 * 60_000)
    await rows(`UPDATE network_load SET slot = '${new Date(now).toISOString()}'`)
    await isRefused({ challenge })
    goTo(now - 1)
    expect((await enrolWith({ challenge })).enrolSuccessful).toBe(true)
  })

  test('A challenge for nine places requires twice the work of one for six places', async () => {
    const parades = await Promise.all([parade, ...[1, 2].map(() => aParade())])
    const parts = async (people: number) => {
      const chosen = (n: number) =>
        parades.map(({ id }) => ({
          paradeId: id,
          costumeTypeId: type.id,
          costumeNumber: String(n),
        }))
      const family = aFamily(Array.from({ length: people }, (_, n) => ({ parades: chosen(n) })))
      const { error } = await enrolWith({ people: family.people })
      return Number(error.ticket.split('.')[2])
    }
    expect([await parts(2), await parts(3)]).toEqual([16, 32])
  })
})
