import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { aFamily, anEnrolment, type Chosen, decide } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import type { Evening } from '#worker/orders/orders.contract.ts'

// docs/rules.md, "Der Anmeldeabend".

const start = Date.parse('2027-01-16T18:00:10Z')
const hallNetwork = '203.0.113.7'
const homeNetwork = '198.51.100.9'

let now: number
let made: number
let ring: { id: number }
let night: { id: number }
let type: { id: number }
let token: string

function setTime(ms: number): void {
  now = ms
  setClock(new Date(ms).toISOString())
}
const advanceMinutes = (minutes: number) => setTime(now + minutes * 60_000)

beforeEach(async () => {
  setTime(start)
  made = 0
  type = await aCostumeType()
  ring = await aParade({ title: 'Ringtreffen' })
  night = await aParade({ title: 'Nachtumzug', date: '2027-01-30' })
  token = (await signedIn('management')).token
})

const chosen = (parades: { id: number }[], costumeNumber: string): Chosen[] =>
  parades.map(({ id }) => ({ paradeId: id, costumeTypeId: type.id, costumeNumber }))

type Change = { from?: string; number?: string; emailAddress?: string }

/** Sends a public enrolment of another person each time. */
async function ask(parades = [ring], { from = hallNetwork, number = '', ...change }: Change = {}) {
  made += 1
  const person = { firstName: `Narr ${made}`, emailAddress: `narr${made}@example.de`, ...change }
  const body = anEnrolment(chosen(parades, number || `N${made}`), person)
  const headers = { 'cf-connecting-ip': from }
  return call('POST', '/api/parades/enrol', body, { headers })
}

/** Enrols and returns the token of the open payment. */
async function enrolled(...wish: Parameters<typeof ask>): Promise<string> {
  const { redirectUrl } = await json(ask(...wish))
  return String(redirectUrl).split('/').at(-1) ?? ''
}

const evening = (): Promise<Evening> =>
  json(call('GET', '/api/enrolment/evening', undefined, { token }))
const minuteOf = async (minute: string) =>
  (await evening()).minutes.find((one) => one.minute === `2027-01-16T${minute}:00.000Z`)

describe('figures of the enrolment evening', () => {
  test('The figures of the enrolment evening count an enrolment in the minute in which it was made, and its payment in the minute of the payment', async () => {
    const first = await enrolled()
    await enrolled([ring, night])
    advanceMinutes(2)
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

  test('The figures of the enrolment evening count a cancelled order neither as open nor as enrolled', async () => {
    const away = await enrolled()
    await decide(away, 'cancelled')
    await call('GET', `/api/payments/cancel/${away}`)
    expect(await minuteOf('18:00')).toMatchObject({ enrolled: 0, open: 0 })
    expect((await evening()).today).toEqual({ enrolled: 0, places: 0, receivedInCent: 0 })
  })

  test('The figures of the enrolment evening count an enrolment without a fee as enrolled and not as paid', async () => {
    const free = await aParade({ priceForAdultsInCent: 0, date: '2027-01-29' })
    await ask([free])
    expect(await minuteOf('18:00')).toMatchObject({ enrolled: 1, open: 0, paid: 0 })
  })

  test("The day of the evening's figures begins at midnight in Berlin", async () => {
    setTime(Date.parse('2027-01-16T22:58:00Z'))
    await ask()
    advanceMinutes(1)
    expect((await evening()).today.enrolled).toBe(1)
    advanceMinutes(1)
    expect((await evening()).today.enrolled).toBe(0)
    expect(await minuteOf('22:58')).toMatchObject({ enrolled: 1, open: 1 })
  })

  test('The evening page does not list parades that are cancelled or not open for enrolment today', async () => {
    await env.DB.prepare('UPDATE parades SET cancelled_at = ? WHERE id = ?')
      .bind('2027-01-16T12:00:00.000Z', night.id)
      .run()
    await aParade({ dateEnrolmentStart: '2027-01-17', date: '2027-02-01' })
    await aParade({ dateEnrolmentEnd: '2027-01-15', date: '2027-02-02' })
    expect((await evening()).parades.map(({ id }) => id)).toEqual([ring.id])
  })
})

describe('rejected requests of the enrolment', () => {
  const sendForm = (fields: Record<string, string>) =>
    call('POST', '/parade-enrolment', new URLSearchParams(fields).toString(), {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'cf-connecting-ip': hallNetwork,
        Origin: 'http://zunft.test',
      },
    })

  test('Rejected enrolments are counted by minute and code', async () => {
    await ask([ring], { number: '118' })
    expect((await ask([ring], { number: '118' })).status).toBe(409)
    expect((await ask([ring], { number: '118' })).status).toBe(409)
    expect((await ask([ring], { emailAddress: 'keine Adresse' })).status).toBe(422)
    advanceMinutes(1)
    expect((await ask([ring], { number: '118' })).status).toBe(409)

    expect((await minuteOf('18:00'))?.refused).toEqual([
      { code: 'CostumeAlreadyEnrolled', count: 2 },
      { code: 'ValidationFailed', count: 1 },
    ])
    expect((await minuteOf('18:01'))?.refused).toEqual([
      { code: 'CostumeAlreadyEnrolled', count: 1 },
    ])
  })

  test('Rejections of the enrolment form without a script are counted too', async () => {
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
    const status = (await sendForm(fields)).status
    expect(await minuteOf('18:00')).toMatchObject({
      refused: [{ code: 'CostumeAlreadyEnrolled', count: 1 }],
    })
    expect(status).toBe(409)
  })

  test('Accepted enrolments are not counted as rejections', async () => {
    await ask()
    await json(call('POST', '/api/parades/enrol', aFamily([{ parades: chosen([night], '7') }])))
    expect(await rows('SELECT * FROM refusals')).toEqual([])
  })

  test('Of many rejections within a second the first twenty are counted with one write each, later ones together with one write a second', async () => {
    setTime(Date.parse('2027-01-16T18:30:00Z'))
    const limit = env.ENROL_LIMIT
    env.ENROL_LIMIT = { limit: async () => ({ success: false }) }
    onTestFinished(() => {
      env.ENROL_LIMIT = limit
    })
    const writes = vi.spyOn(env.DB, 'batch')
    const countedRefusals = async () => {
      const [row] = await rows<{ n: number }>('SELECT sum(count) AS n FROM refusals')
      return row?.n ?? 0
    }
    const flood = async (count: number) => {
      for (let n = 0; n < count; n += 1) expect((await ask()).status).toBe(429)
    }
    await flood(60)
    expect(writes.mock.calls.length).toBeLessThanOrEqual(20)
    expect(await countedRefusals()).toBe(20)
    setTime(now + 1000)
    await flood(30)
    expect(writes.mock.calls.length).toBeLessThanOrEqual(21)
    // The first write of this second contained all waiting counts; later ones wait for the next second.
    expect(await countedRefusals()).toBe(61)
    advanceMinutes(1)
    await flood(1)
    expect(await countedRefusals()).toBe(91)
    expect(await rows('SELECT DISTINCT route, code FROM refusals')).toEqual([
      { route: 'POST /api/parades/enrol', code: 'TooManyRequests' },
    ])
  })

  test('A rejection is answered as usual even when it cannot be counted', async () => {
    await ask([ring], { number: '118' })
    await env.DB.exec('DROP TABLE refusals')
    const answer = await ask([ring], { number: '118' })
    expect((await json(answer)).error.code).toBe('CostumeAlreadyEnrolled')
    expectLogged('rejections_not_counted')
  })

  test('Counts of rejections are deleted after thirty days', async () => {
    await ask([ring], { emailAddress: '' })
    advanceMinutes(29 * 24 * 60)
    await runCron()
    expect(await rows('SELECT code FROM refusals')).toHaveLength(1)
    // The nightly task deletes whole days.
    advanceMinutes(2 * 24 * 60)
    await runCron()
    expect(await rows('SELECT code FROM refusals')).toEqual([])
  })
})

describe('rejected requests of other routes', () => {
  const from = (address: string) => ({ headers: { 'cf-connecting-ip': address } })
  const logIn = (address: string, password = 'falsch-1-Aber') =>
    call('POST', '/api/v1/auth/login', { emailAddress: 'wer@example.de', password }, from(address))

  test('Rejections with 401 and 403 are counted by route, code and network, without any data of the request; 404 is not counted', async () => {
    setTime(Date.parse('2027-01-16T19:30:10Z'))
    const reader = (await signedIn('readonly')).token
    expect((await logIn(hallNetwork)).status).toBe(401)
    expect((await logIn(hallNetwork)).status).toBe(401)
    expect((await logIn(homeNetwork)).status).toBe(401)
    expect((await call('GET', '/api/member/77', undefined, from(hallNetwork))).status).toBe(401)
    const refused = await call('DELETE', '/api/member/77', undefined, {
      token: reader,
      ...from(hallNetwork),
    })
    expect(refused.status).toBe(403)
    expect((await call('GET', '/api/gibt-es-nicht', undefined, from(hallNetwork))).status).toBe(404)

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

  test('If there were fifty wrong passwords within a day, management sees a warning on the home page, and the cron logs the count once a night', async () => {
    setTime(Date.parse('2027-01-16T20:30:10Z'))
    const doorsOnHome = async () =>
      (await json(call('GET', '/api/home', undefined, { token }))).doors
    const insert = (count: number) =>
      rows(`INSERT INTO refusals (minute, route, code, network_key, count)
        VALUES ('2027-01-16T20:00:00.000Z', 'POST /api/v1/auth/login', 'InvalidCredentials', 'abc', ${count})
        ON CONFLICT DO UPDATE SET count = excluded.count`)
    await insert(49)
    expect(await doorsOnHome()).toBe('ok')
    await insert(50)
    expect(await doorsOnHome()).toBe('attention')
    const logCalls = vi.spyOn(console, 'info').mockReturnValue()
    advanceMinutes(6 * 60)
    await runCron()
    await runCron()
    const lines = logCalls.mock.calls.map(([line]) => JSON.parse(String(line)))
    expect(lines.filter(({ event }) => event === 'rejections')).toMatchObject([
      { counts: [{ code: 'InvalidCredentials', count: 50, networks: 1 }] },
    ])
    await rows(`UPDATE refusals SET minute = '2027-01-16T02:29:00.000Z'`)
    expect(await doorsOnHome()).toBe('ok')
  })
})

describe('open orders of the evening', () => {
  test('Open orders of the evening are listed with their places, oldest first, without e-mail and network addresses', async () => {
    await ask([ring, night])
    advanceMinutes(1)
    await json(
      call(
        'POST',
        '/api/parades/enrol',
        aFamily([
          { firstName: 'Emma', parades: chosen([ring], '7') },
          { firstName: 'Nils', parades: chosen([ring, night], '8') },
        ]),
        { headers: { 'cf-connecting-ip': homeNetwork } },
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
  ])(
    'For a network with %d unpaid places the evening page shows a shortened time to pay of %j minutes',
    async (unpaid, holdMinutes) => {
      await ask()
      await env.DB.prepare('UPDATE network_load SET unpaid = ?').bind(unpaid).run()
      expect((await evening()).networks).toMatchObject([{ orders: 1, places: 1, holdMinutes }])
    },
  )

  test('An open order whose network was deleted is still listed on the evening page, without a network', async () => {
    await ask()
    await env.DB.exec('UPDATE orders SET network_key = NULL')
    const { open, networks } = await evening()
    expect(open.orders).toMatchObject([{ network: null }])
    expect(networks).toEqual([])
  })

  test('An order whose payment staff ended is no longer listed as open on the evening page', async () => {
    await ask()
    const [order] = (await evening()).open.orders
    await call('POST', `/api/orders/${order?.id}/end`, undefined, { token })
    expect((await evening()).open).toEqual({ count: 0, places: 0, orders: [] })
  })
})

describe('provider, mails and cron on the evening page', () => {
  test('The payment provider is shown as silent after ten minutes without a message while payments are open', async () => {
    expect((await evening()).provider).toEqual({ lastMessageAt: null, isSilent: false })
    const first = await enrolled()
    advanceMinutes(5)
    await decide(first, 'paid')
    await ask()
    const lastMessageAt = new Date(now).toISOString()
    advanceMinutes(9)
    expect((await evening()).provider).toEqual({ lastMessageAt, isSilent: false })
    advanceMinutes(1)
    expect((await evening()).provider).toEqual({ lastMessageAt, isSilent: true })
  })

  test('The payment provider is not shown as silent while the only open payment is less than ten minutes old', async () => {
    const first = await enrolled()
    await decide(first, 'paid')
    advanceMinutes(40)
    expect((await evening()).provider.isSilent).toBe(false)
    await ask()
    expect((await evening()).provider.isSilent).toBe(false)
    advanceMinutes(10)
    expect((await evening()).provider.isSilent).toBe(true)
  })

  test('The evening page shows waiting mails, orders that need attention and the last run of the cron', async () => {
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
