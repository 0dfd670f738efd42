import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { aFamily, anEnrolment, type Chosen, decide } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import type { Evening } from '#worker/orders/orders.contract.ts'

// docs/rules.md, "Der Anmeldeabend".

const start = Date.parse('2027-01-16T18:00:10Z')
const hall = '203.0.113.7'
const home = '198.51.100.9'

let now: number
let made: number
let ring: { id: number }
let night: { id: number }
let type: { id: number }
let token: string

function goTo(ms: number): void {
  now = ms
  setClock(new Date(ms).toISOString())
}
const pass = (minutes: number) => goTo(now + minutes * 60_000)

beforeEach(async () => {
  goTo(start)
  made = 0
  type = await aCostumeType()
  ring = await aParade({ title: 'Ringtreffen' })
  night = await aParade({ title: 'Nachtumzug', date: '2027-01-30' })
  token = (await signedIn('management')).token
})

const chosen = (parades: { id: number }[], costumeNumber: string): Chosen[] =>
  parades.map(({ id }) => ({ paradeId: id, costumeTypeId: type.id, costumeNumber }))

type Wish = { from?: string; number?: string; emailAddress?: string }

/** Somebody else each time; the answer of the public door. */
async function ask(parades = [ring], { from = hall, number = '', ...change }: Wish = {}) {
  made += 1
  const person = { firstName: `Narr ${made}`, emailAddress: `narr${made}@example.de`, ...change }
  const body = anEnrolment(chosen(parades, number || `N${made}`), person)
  const headers = { 'cf-connecting-ip': from }
  return call('POST', '/api/parades/enrol', body, { headers })
}

/** The same, and they are standing before the payment's page: its name in the address. */
async function enrolled(...wish: Parameters<typeof ask>): Promise<string> {
  const { redirectUrl } = await json(ask(...wish))
  return String(redirectUrl).split('/').at(-1) ?? ''
}

const evening = (): Promise<Evening> =>
  json(call('GET', '/api/enrolment/evening', undefined, { token }))
const minuteOf = async (minute: string) =>
  (await evening()).minutes.find((one) => one.minute === `2027-01-16T${minute}:00.000Z`)

describe('what came in', () => {
  test('stands at the minute of its enrolment, the payment at the minute of its own', async () => {
    const first = await enrolled()
    await enrolled([ring, night])
    pass(2)
    await decide(first, 'paid')

    expect((await evening()).minutes).toHaveLength(60)
    expect((await evening()).minutes.at(-1)?.minute).toBe('2027-01-16T18:02:00.000Z')
    expect(await minuteOf('18:00')).toMatchObject({ enrolled: 2, open: 1, paid: 0 })
    expect(await minuteOf('18:02')).toMatchObject({ enrolled: 0, open: 0, paid: 1 })
    expect(await evening()).toMatchObject({
      today: { enrolled: 2, places: 3, receivedInCent: 800 },
      open: { count: 1, places: 2 },
      parades: [
        { id: ring.id, title: 'Ringtreffen', date: '2027-01-24', places: 1 },
        { id: night.id, title: 'Nachtumzug', date: '2027-01-30', places: 0 },
      ],
    })
  })

  test('is no enrolment any more once it was ended', async () => {
    const away = await enrolled()
    await decide(away, 'cancelled')
    await call('GET', `/api/payments/cancel/${away}`)
    expect(await minuteOf('18:00')).toMatchObject({ enrolled: 0, open: 0 })
    expect((await evening()).today).toEqual({ enrolled: 0, places: 0, receivedInCent: 0 })
  })

  test('what costs nothing is enrolled and no payment', async () => {
    const free = await aParade({ priceForAdultsInCent: 0, date: '2027-01-29' })
    await ask([free])
    expect(await minuteOf('18:00')).toMatchObject({ enrolled: 1, open: 0, paid: 0 })
  })

  test('counts the day as it is in Berlin', async () => {
    goTo(Date.parse('2027-01-16T22:58:00Z'))
    await ask()
    pass(1)
    expect((await evening()).today.enrolled).toBe(1)
    pass(1)
    expect((await evening()).today.enrolled).toBe(0)
    expect(await minuteOf('22:58')).toMatchObject({ enrolled: 1, open: 1 })
  })

  test('leaves out parades that are not open today, or called off', async () => {
    await env.DB.prepare('UPDATE parades SET cancelled_at = ? WHERE id = ?')
      .bind('2027-01-16T12:00:00.000Z', night.id)
      .run()
    await aParade({ dateEnrolmentStart: '2027-01-17', date: '2027-02-01' })
    await aParade({ dateEnrolmentEnd: '2027-01-15', date: '2027-02-02' })
    expect((await evening()).parades.map(({ id }) => id)).toEqual([ring.id])
  })
})

describe('what was refused', () => {
  const form = (fields: Record<string, string>) =>
    call('POST', '/parade-enrolment', new URLSearchParams(fields).toString(), {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'cf-connecting-ip': hall,
        Origin: 'http://zunft.test',
      },
    })

  test('is counted by minute and code', async () => {
    await ask([ring], { number: '118' })
    expect((await ask([ring], { number: '118' })).status).toBe(409)
    expect((await ask([ring], { number: '118' })).status).toBe(409)
    expect((await ask([ring], { emailAddress: 'keine Adresse' })).status).toBe(422)
    pass(1)
    expect((await ask([ring], { number: '118' })).status).toBe(409)

    expect((await minuteOf('18:00'))?.refused).toEqual([
      { code: 'CostumeAlreadyEnrolled', count: 2 },
      { code: 'ValidationFailed', count: 1 },
    ])
    expect((await minuteOf('18:01'))?.refused).toEqual([
      { code: 'CostumeAlreadyEnrolled', count: 1 },
    ])
  })

  test('is counted at the form without a script as well', async () => {
    await ask([ring], { number: '118' })
    const fields = {
      step: 'book',
      expectedTotalInCent: '800',
      firstName: 'Lena',
      lastName: 'Abele',
      emailAddress: 'lena@example.de',
      birthday: '01.11.1991',
      parade: String(ring.id),
      [`costumeNumber-${ring.id}`]: '118',
      [`costumeTypeId-${ring.id}`]: String(type.id),
    }
    const status = (await form(fields)).status
    expect(await minuteOf('18:00')).toMatchObject({
      refused: [{ code: 'CostumeAlreadyEnrolled', count: 1 }],
    })
    expect(status).toBe(409)
  })

  test('is nobody who got in', async () => {
    await ask()
    await json(call('POST', '/api/parades/enrol', aFamily([{ parades: chosen([night], '7') }])))
    expect(await rows('SELECT * FROM refusals')).toEqual([])
  })

  test('A flood is counted with a write a second, however many come.', async () => {
    goTo(Date.parse('2027-01-16T18:30:00Z'))
    const limit = env.ENROL_LIMIT
    env.ENROL_LIMIT = { limit: async () => ({ success: false }) }
    onTestFinished(() => {
      env.ENROL_LIMIT = limit
    })
    const writes = vi.spyOn(env.DB, 'batch')
    const ofRefusals = async () => {
      const [row] = await rows<{ n: number }>('SELECT sum(count) AS n FROM refusals')
      return row?.n ?? 0
    }
    const flood = async (count: number) => {
      for (let n = 0; n < count; n += 1) expect((await ask()).status).toBe(429)
    }
    await flood(60)
    expect(writes.mock.calls.length).toBeLessThanOrEqual(20)
    expect(await ofRefusals()).toBe(20)
    goTo(now + 1000)
    await flood(30)
    expect(writes.mock.calls.length).toBeLessThanOrEqual(21)
    // All that waited came with the first of this second; what came after it waits.
    expect(await ofRefusals()).toBe(61)
    pass(1)
    await flood(1)
    expect(await ofRefusals()).toBe(91)
    expect(await rows('SELECT DISTINCT route, code FROM refusals')).toEqual([
      { route: 'POST /api/parades/enrol', code: 'TooManyRequests' },
    ])
  })

  test('keeps nobody from their answer when it cannot be counted', async () => {
    await ask([ring], { number: '118' })
    await env.DB.exec('DROP TABLE refusals')
    const answer = await ask([ring], { number: '118' })
    expect((await json(answer)).error.code).toBe('CostumeAlreadyEnrolled')
    expectLogged('refusals_uncounted')
  })

  test('is forgotten after thirty days', async () => {
    await ask([ring], { emailAddress: '' })
    pass(29 * 24 * 60)
    await runCron()
    expect(await rows('SELECT code FROM refusals')).toHaveLength(1)
    // The night takes whole days.
    pass(2 * 24 * 60)
    await runCron()
    expect(await rows('SELECT code FROM refusals')).toEqual([])
  })
})

describe('who was refused elsewhere', () => {
  const from = (address: string) => ({ headers: { 'cf-connecting-ip': address } })
  const logIn = (address: string, password = 'falsch-1-Aber') =>
    call('POST', '/api/v1/auth/login', { emailAddress: 'wer@example.de', password }, from(address))

  test('401, 403 and 429 are counted by route, reason and network, and nothing of what was sent is.', async () => {
    goTo(Date.parse('2027-01-16T19:30:10Z'))
    const reader = (await signedIn('readonly')).token
    expect((await logIn(hall)).status).toBe(401)
    expect((await logIn(hall)).status).toBe(401)
    expect((await logIn(home)).status).toBe(401)
    expect((await call('GET', '/api/member/77', undefined, from(hall))).status).toBe(401)
    const refused = await call('DELETE', '/api/member/77', undefined, {
      token: reader,
      ...from(hall),
    })
    expect(refused.status).toBe(403)
    expect((await call('GET', '/api/gibt-es-nicht', undefined, from(hall))).status).toBe(404)

    const { doors } = await evening()
    const shown = doors.map(({ route, code, count }) => [route, code, count])
    expect(shown).toContainEqual(['POST /api/v1/auth/login', 'InvalidCredentials', 2])
    expect(shown).toContainEqual(['POST /api/v1/auth/login', 'InvalidCredentials', 1])
    expect(shown).toContainEqual(['GET /api/member/:id', 'AuthenticationError', 1])
    expect(shown).toContainEqual(['DELETE /api/member/:id', 'Forbidden', 1])
    expect(shown).toHaveLength(4)
    expect(new Set(doors.map(({ network }) => network)).size).toBe(2)
    const stored = JSON.stringify(await rows('SELECT * FROM refusals'))
    expect(stored).not.toMatch(/203\.0\.113|198\.51|example\.de|77|falsch/)
  })

  test('Many wrong passwords of a day wait for management, and are a line of the night.', async () => {
    goTo(Date.parse('2027-01-16T20:30:10Z'))
    const doorsOfHome = async () =>
      (await json(call('GET', '/api/home', undefined, { token }))).doors
    const insert = (count: number) =>
      rows(`INSERT INTO refusals (minute, route, code, network_key, count)
        VALUES ('2027-01-16T20:00:00.000Z', 'POST /api/v1/auth/login', 'InvalidCredentials', 'abc', ${count})
        ON CONFLICT DO UPDATE SET count = excluded.count`)
    await insert(49)
    expect(await doorsOfHome()).toBe('ok')
    await insert(50)
    expect(await doorsOfHome()).toBe('attention')
    const told = vi.spyOn(console, 'info').mockReturnValue()
    pass(6 * 60)
    await runCron()
    await runCron()
    const lines = told.mock.calls.map(([line]) => JSON.parse(String(line)))
    expect(lines.filter(({ event }) => event === 'refusals')).toMatchObject([
      { refusals: [{ code: 'InvalidCredentials', count: 50, networks: 1 }] },
    ])
    await rows(`UPDATE refusals SET minute = '2027-01-16T02:29:00.000Z'`)
    expect(await doorsOfHome()).toBe('ok')
  })
})

describe('what is open', () => {
  test('stands there with what it holds, the oldest first, and no address', async () => {
    await ask([ring, night])
    pass(1)
    await json(
      call(
        'POST',
        '/api/parades/enrol',
        aFamily([
          { firstName: 'Emma', parades: chosen([ring], '7') },
          { firstName: 'Nils', parades: chosen([ring, night], '8') },
        ]),
        { headers: { 'cf-connecting-ip': home } },
      ),
    )
    const { open, networks } = await evening()
    expect(open).toMatchObject({ count: 2, places: 5 })
    expect(open.orders).toMatchObject([
      { firstName: 'Narr 1', people: 1, places: 2, parades: 2, amountInCent: 1600 },
      { firstName: 'Emma', people: 2, places: 3, parades: 2, amountInCent: 2400 },
    ])
    expect(networks).toEqual([
      { network: open.orders[1]?.network, orders: 1, places: 3, holdMinutes: null },
      { network: open.orders[0]?.network, orders: 1, places: 2, holdMinutes: null },
    ])
    expect(JSON.stringify(await evening())).not.toMatch(/203\.0\.113|198\.51|example\.de/)
  })

  test.each([
    [59, null],
    [60, 5],
    [4001, 0],
  ])('a network that holds %d is given %j minutes', async (unpaid, holdMinutes) => {
    await ask()
    await env.DB.prepare('UPDATE network_load SET unpaid = ?').bind(unpaid).run()
    expect((await evening()).networks).toMatchObject([{ orders: 1, places: 1, holdMinutes }])
  })

  test('is known of no network after an hour, and stays open', async () => {
    await ask()
    await env.DB.exec('UPDATE orders SET network_key = NULL')
    const { open, networks } = await evening()
    expect(open.orders).toMatchObject([{ network: null }])
    expect(networks).toEqual([])
  })

  test('is gone when somebody ends it', async () => {
    await ask()
    const [order] = (await evening()).open.orders
    await call('POST', `/api/orders/${order?.id}/end`, undefined, { token })
    expect((await evening()).open).toEqual({ count: 0, places: 0, orders: [] })
  })
})

describe('what works behind it', () => {
  test('the provider is silent when it says nothing for ten minutes though payments are open', async () => {
    expect((await evening()).provider).toEqual({ lastMessageAt: null, isSilent: false })
    const first = await enrolled()
    pass(5)
    await decide(first, 'paid')
    await ask()
    const said = new Date(now).toISOString()
    pass(9)
    expect((await evening()).provider).toEqual({ lastMessageAt: said, isSilent: false })
    pass(1)
    expect((await evening()).provider).toEqual({ lastMessageAt: said, isSilent: true })
  })

  test('a payment that was only just opened makes nobody silent', async () => {
    const first = await enrolled()
    await decide(first, 'paid')
    pass(40)
    expect((await evening()).provider.isSilent).toBe(false)
    await ask()
    expect((await evening()).provider.isSilent).toBe(false)
    pass(10)
    expect((await evening()).provider.isSilent).toBe(true)
  })

  test('mails that wait, the cron’s last round and what is to clear are told', async () => {
    const token = await enrolled()
    await decide(token, 'paid')
    await env.DB.exec(`UPDATE mails SET state = 'waiting'`)
    await env.DB.exec(`UPDATE orders SET attention = 'review'`)
    await env.DB.exec(
      `INSERT OR REPLACE INTO job_runs (job, started_at, finished_at) VALUES ('orders', '2027-01-16T17:59:00.000Z', '2027-01-16T17:59:01.000Z')`,
    )
    expect(await evening()).toMatchObject({
      toClear: 1,
      mails: { waiting: 1, oldestAt: new Date(start).toISOString() },
      checkedAt: '2027-01-16T17:59:01.000Z',
    })
  })
})
