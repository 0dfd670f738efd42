import { setTimeout as setRealTimeout } from 'node:timers/promises'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { call, holdClock, json, rows, runCron, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { anEnrolment, type Chosen, comeBack, enrolled, states } from '#tests/support/enrolment.ts'
import { type Call, faultyDatabase, stalledDatabase } from '#tests/support/faulty-database.ts'
import { expectLogged, forgetLog, logged } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, providers } from '#tests/support/provider-orders.ts'
import { requestPatienceInMs } from '#worker/db/connection.ts'

// Network faults: a database that does not answer for a while (D1 did so for 60 to 80 seconds), a
// response lost after everything was stored, a slow provider. The test controls the clock.

let chosen: Chosen
let manager: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  holdClock()
  const type = await aCostumeType()
  const parade = await aParade()
  chosen = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
  manager = await signedIn('management')
})

const isRead = (one: Call) => one.isRead
const isWrite = (one: Call) => !one.isRead

type Sent = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

const send = ({ method, path, body, headers = {} }: Sent, database?: D1Database) =>
  call(method, path, body, { token: manager.token, headers, ...(database && { database }) })

/** Sends the request to a database that stalls at the given calls, until the worker gives up. */
async function sendIntoStall(sent: Sent, isStalled: (one: Call, index: number) => boolean) {
  const stalled = stalledDatabase(isStalled)
  const answering = send(sent, stalled.database)
  await stalled.reached
  await vi.advanceTimersByTimeAsync(requestPatienceInMs)
  return { response: await answering, ...stalled }
}

const enrolment = (change: Record<string, unknown> = {}): Sent => ({
  method: 'POST',
  path: '/api/parades/enrol',
  body: anEnrolment([chosen], change),
})

const orderToken = '0123456789abcdef0123456789abcdef'

const myOrder = (token = orderToken) => json(call('GET', `/api/enrolment/orders/${token}`))

/** Advances the test's clock whenever no real work is pending, until the response arrives. */
async function advanceUntilAnswered(
  answering: Promise<Response>,
  isBusy: () => boolean,
): Promise<Response> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  answering.then(end, end)
  while (!isDone) {
    await setRealTimeout(1)
    if (!isBusy()) await vi.advanceTimersByTimeAsync(200)
  }
  return answering
}

describe('A read that the database does not answer', () => {
  test('A read that the database does not answer is abandoned and answered with Busy (503), a German message and Retry-After', async () => {
    const sent = { method: 'GET', path: '/api/guild' }
    const { response, calls, open } = await sendIntoStall(sent, isRead)
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('5')
    // Repeating it would stall as well.
    expect(calls).toHaveLength(1)
    expect(logged()).toContain('D1_NO_ANSWER')
    expect((await json(response)).error).toEqual({
      code: 'Busy',
      message: 'Gerade ist sehr viel los. Versuche es gleich noch einmal.',
    })
    expectLogged('request_failed')
    await open()
  })

  test("All database calls of a request together wait no longer than the request's time limit", async () => {
    const { token } = await enrolled([chosen])
    const { database, isBusy } = faultyDatabase(
      () => new Promise((answer) => setTimeout(answer, requestPatienceInMs * 0.6, null)),
    )
    const started = Date.now()
    const path = `/api/payments/return/${token}`
    const response = await advanceUntilAnswered(send({ method: 'GET', path }, database), isBusy)
    expect(response.status).toBe(503)
    expect(Date.now() - started).toBeLessThan(requestPatienceInMs * 1.2)
    forgetLog()
  })

  test('After a read that is answered in time, no timer is still running', async () => {
    expect((await call('GET', '/api/guild')).status).toBe(200)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('A page requested while the database does not answer', () => {
  const page = (path: string) => ({ method: 'GET', path, headers: { Accept: 'text/html' } })

  test.each(['/parade-enrolment', '/parade-enrolment/result?state=success', '/meine-anmeldung'])(
    'While the database does not answer, %s is answered with a page that reloads itself once (503)',
    async (path) => {
      const { response, open } = await sendIntoStall(page(path), isRead)
      expect(response.status).toBe(503)
      expect(response.headers.get('Retry-After')).toBe('5')
      const html = await response.text()
      expect(html).toContain('Gerade ist sehr viel los. Versuche es gleich noch einmal.')
      const again = /http-equiv="refresh" content="5;url=([^"]+)"/.exec(html)?.[1] ?? ''
      expect(again).toContain('nochmal=1')
      await open()
      const second = await sendIntoStall(page(again.replaceAll('&amp;', '&')), isRead)
      expect(await second.response.text()).not.toContain('http-equiv="refresh"')
      forgetLog()
      await second.open()
      expect((await send(page(again.replaceAll('&amp;', '&')))).status).toBe(200)
    },
  )

  test.each(['return', 'cancel', 'sandbox'])(
    'While the database does not answer, the payment page "%s" says that the payment is being checked and reloads itself (503)',
    async (kind) => {
      const { token } = await enrolled([chosen])
      const path = `/api/payments/${kind}/${token}`
      const { response, open } = await sendIntoStall(page(path), isRead)
      expect(response.status).toBe(503)
      const html = await response.text()
      expect(html).toContain('Deine Zahlung wird geprüft')
      expect(html).toContain('http-equiv="refresh"')
      expect(response.headers.get('Content-Security-Policy')).toContain("style-src 'unsafe-inline'")
      forgetLog()
      await open()
    },
  )
})

describe('A write that the database does not answer', () => {
  test('A write that the database does not answer is sent only once and answered with OutcomeUnknown (503)', async () => {
    const sent = { method: 'POST', path: '/api/costumeType', body: { name: 'Bär' } }
    const { response, calls, open } = await sendIntoStall(sent, isWrite)
    expect(response.status).toBe(503)
    // The browser must not repeat it either.
    expect(response.headers.has('Retry-After')).toBe(false)
    expect((await json(response)).error.code).toBe('OutcomeUnknown')
    expect(calls.filter(isWrite)).toHaveLength(1)
    expectLogged('request_failed')
    // The worker gave up, but the database executes it nevertheless.
    await open()
    expect(await rows(`SELECT id FROM costume_types WHERE name = 'Bär'`)).toHaveLength(1)
  })

  test('If the database does not answer a read before the write, the request is answered with Busy and writes nothing, so that it can be repeated', async () => {
    const sent = { method: 'POST', path: '/api/parades/enrol', body: anEnrolment([chosen]) }
    const { response, open } = await sendIntoStall(sent, isRead)
    expect((await json(response)).error.code).toBe('Busy')
    expectLogged('request_failed')
    await open()
    expect(await states()).toEqual({ orders: [], places: [] })
  })

  test('A check-in act whose write gets no answer has the outcome "later"; when the phone sends it again, it is stored once', async () => {
    const entry = {
      firstName: 'Lena',
      lastName: 'Abele',
      birthday: '1990-02-01',
      costumeNumber: '118',
      selectedCostumeTypeId: chosen.costumeTypeId,
    }
    const act = {
      id: crypto.randomUUID(),
      kind: 'enter',
      paradeId: chosen.paradeId,
      at: '2027-01-16T12:00:00.000Z',
      entry,
    }
    const sent = { method: 'POST', path: '/api/check-in/acts', body: { device: 'D', acts: [act] } }
    const { response, open } = await sendIntoStall(sent, isWrite)
    expect((await json(response)).results).toMatchObject([{ id: act.id, outcome: 'later' }])
    forgetLog()
    // It is sent a second time before the first is finished, and once more afterwards.
    await open()
    for (const time of [1, 2]) {
      const answer = await json(send(sent))
      expect(answer.results, `time ${time}`).toMatchObject([{ id: act.id, outcome: 'done' }])
    }
    expect(await rows('SELECT id FROM participations')).toHaveLength(1)
    expect(await rows('SELECT id FROM check_in_acts')).toHaveLength(1)
  })
})

describe('An enrolment whose response is lost', () => {
  test('An order whose response was lost is found with the token that the browser chose', async () => {
    await send(enrolment({ orderToken }))
    expect(await myOrder()).toMatchObject({ state: 'pending', amountInCent: 800 })
  })

  test('An enrolment that is sent again with its token returns the same payment', async () => {
    const first = await json(send(enrolment({ orderToken })))
    const again = await json(send(enrolment({ orderToken })))
    expect(again).toEqual(first)
    expect(again.orderToken).toBe(orderToken)
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
  })

  test('An enrolment without a price that is sent again with its token returns success, and one mail is stored', async () => {
    await rows('UPDATE parades SET price_for_adults_in_cent = 0')
    const first = await json(send(enrolment({ orderToken })))
    const again = await json(send(enrolment({ orderToken })))
    expect(again).toEqual(first)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect(await rows('SELECT id FROM mails')).toHaveLength(1)
  })

  test('An enrolment that has been paid and is sent again with its token returns success', async () => {
    const first = await json(send(enrolment({ orderToken })))
    await rows(`UPDATE sandbox_payments SET state = 'paid'`)
    await comeBack(String(first.redirectUrl).split('/').at(-1) ?? '')
    const again = await json(send(enrolment({ orderToken })))
    expect(again).toMatchObject({ enrolSuccessful: true, orderToken, holdUntil: null })
    expect(again.redirectUrl).toContain('state=success')
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('A changed enrolment with the same token replaces the pending order', async () => {
    await send(enrolment({ orderToken }))
    const other = await json(
      send(enrolment({ orderToken, parades: [{ ...chosen, costumeNumber: '119' }] })),
    )
    expect(other.enrolSuccessful).toBe(true)
    expect(other.orderToken).not.toBe(orderToken)
    expect(await states()).toEqual({
      orders: ['cancelled', 'pending'],
      places: ['released', 'reserved'],
    })
  })

  test('If another person is enrolled with the token of a booked order, a second order is stored and the first does not change', async () => {
    await rows('UPDATE parades SET price_for_adults_in_cent = 0')
    await send(enrolment({ orderToken }))
    const sister = { firstName: 'Ida', parades: [{ ...chosen, costumeNumber: '119' }] }
    const other = await json(send(enrolment({ orderToken, ...sister })))
    expect(other.enrolSuccessful).toBe(true)
    expect(await states()).toEqual({ orders: ['paid', 'paid'], places: ['booked', 'booked'] })
  })

  test('If a booked enrolment is sent again without its token or with another one, the answer does not contain the token', async () => {
    await rows('UPDATE parades SET price_for_adults_in_cent = 0')
    await send(enrolment({ orderToken }))
    for (const change of [{}, { orderToken: 'f'.repeat(32) }]) {
      const { error, orderToken: revealed } = await json(send(enrolment(change)))
      expect(revealed).toBeUndefined()
      expect(error.code).toBe('PersonAlreadyEnrolled')
    }
  })

  test('An enrolment with an invalid order token is rejected (422)', async () => {
    const response = await send(enrolment({ orderToken: 'meins' }))
    expect(response.status).toBe(422)
  })
})

describe('An enrolment that the database stores after the worker gave up', () => {
  // The browser waits as told and repeats the request, during the stall and afterwards.
  test.each([
    ['for 25 seconds', 1],
    ['for 80 seconds', 4],
  ])(
    'If the database does not answer %s and the browser repeats the enrolment, only one order and one payment are stored',
    async (_, times) => {
      const stalled = stalledDatabase(isWrite)
      for (let time = 0; time < times; time += 1) {
        const answering = send(enrolment({ orderToken }), stalled.database)
        await stalled.reached
        await stallsAgain(stalled.calls, time)
        await vi.advanceTimersByTimeAsync(requestPatienceInMs)
        const response = await answering
        expect(response.status).toBe(503)
        expect(response.headers.get('Retry-After')).toBe('5')
        expect((await json(response)).error.code).toBe('OutcomeUnknown')
        await vi.advanceTimersByTimeAsync(5_000)
      }
      forgetLog()
      await stalled.open()
      // After a reload the browser asks for its token.
      expect(await myOrder()).toMatchObject({ state: 'pending' })
      const answer = await json(send(enrolment({ orderToken })))
      expect(answer.enrolSuccessful).toBe(true)
      const open = await rows<{ token: string }>(`SELECT token FROM orders WHERE state = 'pending'`)
      expect(open).toEqual([{ token: answer.orderToken }])
      expect((await states()).places.filter((state) => state === 'reserved')).toHaveLength(1)
      expect(await rows('SELECT ref FROM sandbox_payments')).toHaveLength(1)
    },
  )

  test('If the database stores an enrolment after the worker gave up, and the browser does not repeat it, the cron releases its places', async () => {
    const { open } = await sendIntoStall(enrolment({ orderToken }), isWrite)
    forgetLog()
    await open()
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
    vi.setSystemTime(new Date('2027-01-16T13:00:00Z'))
    await runCron()
    expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
  })
})

/** Waits until the write of this round has reached the stalled database as well. */
async function stallsAgain(calls: readonly Call[], time: number): Promise<void> {
  while (calls.filter(isWrite).length <= time) await setRealTimeout(1)
}

describe.each(providers)('A slow payment with $id', ({ settings, open }) => {
  let provider: FakeProvider

  beforeEach(() => {
    configure(settings)
    provider = open()
    install(provider)
    // Replaced, because the runtime's own timeouts do not follow the test's clock.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const abort = new AbortController()
      const reason = new DOMException('The operation timed out.', 'TimeoutError')
      setTimeout(() => abort.abort(reason), milliseconds)
      return abort.signal
    })
  })

  /**
   * From now on the provider processes requests and answers after this time, even if the caller has
   * given up.
   */
  function answersAfter(seconds: number) {
    const real = provider.handle
    const working: Promise<Response>[] = []
    provider.handle = (request) => {
      const copy = request.clone()
      const work = (async () => {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
        return real.call(provider, copy)
      })()
      working.push(work)
      const gone = new Promise<never>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
      })
      return Promise.race([work, gone])
    }
    return {
      async isDone() {
        await vi.advanceTimersByTimeAsync(seconds * 1000)
        await Promise.all(working)
        provider.handle = real
      },
    }
  }

  const { database, isBusy } = faultyDatabase(() => null)

  test.each([25, 80])(
    'If the provider takes %i s to open a payment, the enrolment is rejected (502), and the next attempt succeeds',
    async (seconds) => {
      const slow = answersAfter(seconds)
      const answer = await advanceUntilAnswered(send(enrolment({ orderToken }), database), isBusy)
      expect(answer.status).toBe(502)
      expect((await json(answer)).error).toMatchObject({
        code: 'PaymentFailed',
        message: 'Die Bezahlung konnte nicht gestartet werden. Du bist nicht angemeldet.',
      })
      expect(await states()).toEqual({ orders: ['failed'], places: ['released'] })
      await slow.isDone()
      expectLogged('checkout_failed')
      // The payment opened in the end is unused, since its address was not returned.
      const again = await json(send(enrolment({ orderToken })))
      expect(again.enrolSuccessful).toBe(true)
      expect(await states()).toEqual({
        orders: ['failed', 'pending'],
        places: ['released', 'reserved'],
      })
      expect(await myOrder(again.orderToken)).toMatchObject({ state: 'pending' })
    },
  )

  test.each([25, 80])(
    'A payer who returns while the provider takes %i s to answer sees that the payment is being checked, and on a second return that it is paid',
    async (seconds) => {
      const { orderToken: token } = await json(send(enrolment()))
      const [order] = await rows<{ token: string }>('SELECT return_token AS token FROM orders')
      provider.pay(provider.refs().at(-1) ?? '')
      const slow = answersAfter(seconds)
      const back = { method: 'GET', path: `/api/payments/return/${order?.token}` }
      const waiting = await advanceUntilAnswered(send(back, database), isBusy)
      expect(waiting.status).toBe(200)
      expect(await waiting.text()).toContain('Deine Zahlung wird geprüft')
      expectLogged('return')
      await slow.isDone()
      expect((await comeBack(order?.token ?? '')).location).toContain('state=success')
      expect(await myOrder(token)).toMatchObject({ state: 'paid' })
      expect(await rows('SELECT id FROM mails')).toHaveLength(1)
    },
  )

  test('If the tab is closed after paying, the webhook books the order', async () => {
    await send(enrolment({ orderToken }))
    provider.pay(provider.refs().at(-1) ?? '')
    expect(await deliver(provider)).not.toContain(503)
    expect(await myOrder()).toMatchObject({ state: 'paid' })
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('If the tab is closed after paying and no webhook arrives, the cron books the order', async () => {
    await send(enrolment({ orderToken }))
    provider.pay(provider.refs().at(-1) ?? '')
    vi.setSystemTime(new Date('2027-01-16T13:00:00Z'))
    await runCron()
    expect(await myOrder()).toMatchObject({ state: 'paid' })
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('A webhook whose write gets no answer is rejected (503); when the provider delivers it again, the order is booked once', async () => {
    await send(enrolment({ orderToken }))
    provider.pay(provider.refs().at(-1) ?? '')
    const [event] = await provider.events()
    const sent = {
      method: 'POST',
      path: `/api/payments/webhook/${provider.id}`,
      body: event?.body,
      headers: event?.headers ?? {},
    }
    const { response, open: goOn } = await sendIntoStall(sent, isWrite)
    expect(response.status).toBe(503)
    forgetLog()
    await goOn()
    expect((await send(sent)).status).toBe(200)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect(await rows('SELECT id FROM mails')).toHaveLength(1)
    expect(await rows(`SELECT kind FROM order_history WHERE kind = 'paid'`)).toHaveLength(1)
  })
})
