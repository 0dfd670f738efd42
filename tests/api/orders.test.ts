import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { type Chosen, comeBack, decide, enrol, enrolled, states } from '#tests/support/enrolment.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { commit } from '#worker/db/commit.ts'
import { orders as ordersTable } from '#worker/db/schema.ts'
import { restoreOrder } from '#worker/orders/order-states.queries.ts'
import { refundLatePayment } from '#worker/orders/refunds.queries.ts'
import { settleOrder } from '#worker/orders/settle-order.ts'
import {
  moveSandboxPayment,
  sandboxProvider,
  sign,
  signatureHeader,
} from '#worker/payments/sandbox-provider.ts'

const lena = { firstName: 'Lena', emailAddress: 'lena@example.de' }
const start = '2027-01-16T12:00:00Z'
const afterHold = '2027-01-16T12:30:01Z'

let costume118: Chosen

beforeEach(async () => {
  setClock(start)
  const type = await aCostumeType()
  const parade = await aParade()
  costume118 = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
})

const orders = () =>
  rows<{ state: string; token: string }>('SELECT token, state FROM orders ORDER BY id')

function notify(body: string, signature = sign(env.JWT_SECRET, body, new Date())) {
  return call('POST', '/api/payments/webhook/sandbox', body, {
    headers: { [signatureHeader]: signature },
  })
}

const paidEvent = (ref: string) =>
  JSON.stringify({ eventId: `${ref}.paid`, type: 'payment.paid', ref })

describe('The webhook', () => {
  test('A webhook that is delivered ten times books the order once', async () => {
    const { token } = await enrolled([costume118])
    await moveSandboxPayment(db(), token, 'open', 'paid')
    const answers = []
    for (let n = 0; n < 10; n += 1) answers.push((await notify(paidEvent(token))).status)
    expect(answers).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect(await rows('SELECT event_id FROM payment_events')).toHaveLength(1)
  })

  test('A webhook that is delivered ten times at the same moment books the order once', async () => {
    const { token } = await enrolled([costume118])
    await moveSandboxPayment(db(), token, 'open', 'paid')
    await Promise.all(Array.from({ length: 10 }, () => notify(paidEvent(token))))
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('A browser that returns after the webhook is redirected to the page of a successful payment', async () => {
    const { token } = await enrolled([costume118])
    await moveSandboxPayment(db(), token, 'open', 'paid')
    await notify(paidEvent(token))
    expect((await comeBack(token)).location).toContain('state=success')
  })

  test('A browser that returns before the webhook settles the order; the webhook then changes nothing', async () => {
    const { token } = await enrolled([costume118])
    await moveSandboxPayment(db(), token, 'open', 'paid')
    expect((await comeBack(token)).location).toContain('state=success')
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect((await notify(paidEvent(token))).status).toBe(200)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('A webhook that reports a payment as paid books nothing while the provider itself does not', async () => {
    const { token } = await enrolled([costume118])
    expect((await notify(paidEvent(token))).status).toBe(200)
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
  })

  test.each([
    ['no', ''],
    ["another secret's", 'another secret'],
    ['a malformed', 't=1,v1=00'],
  ])('A webhook with %s signature is rejected (400)', async (kind, given) => {
    const { token } = await enrolled([costume118])
    const isForeign = kind === "another secret's"
    const signature = isForeign ? sign(given, paidEvent(token), new Date()) : given
    await moveSandboxPayment(db(), token, 'open', 'paid')
    const response = await notify(paidEvent(token), signature)
    expect(response.status).toBe(400)
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
  })

  test('A webhook whose body was changed after signing is rejected (400)', async () => {
    const body = paidEvent('one')
    const response = await notify(`${body} `, sign(env.JWT_SECRET, body, new Date()))
    expect(response.status).toBe(400)
  })

  test('A webhook with a valid signature and an invalid body is rejected (400)', async () => {
    expect((await notify('[1')).status).toBe(400)
    expect((await notify('{"ref":5}')).status).toBe(400)
  })

  test('A webhook about an unknown payment is accepted (200), logged and changes nothing', async () => {
    expect((await notify(paidEvent('unknown'))).status).toBe(200)
    expectLogged('payment_of_unknown_order')
  })

  test('A webhook to a provider that is not configured is rejected (404)', async () => {
    expect((await call('POST', '/api/payments/webhook/stripe', '{}')).status).toBe(404)
  })
})

describe('A reservation', () => {
  test('A reserved costume cannot be enrolled by another person for 30 minutes; afterwards it can', async () => {
    await enrol([costume118])
    setClock('2027-01-16T12:29:59Z')
    expect((await enrol([costume118], lena)).status).toBe(409)
    setClock(afterHold)
    expect((await enrol([costume118], lena)).status).toBe(200)
    expect(await states()).toEqual({
      orders: ['expired', 'pending'],
      places: ['released', 'reserved'],
    })
  })

  test('The cron releases a reservation once it has expired, not before', async () => {
    await enrol([costume118])
    await runCron()
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
    setClock(afterHold)
    await runCron()
    await runCron()
    expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
  })

  test('If a reservation was paid but no webhook arrived, its place is not given to another person when it expires, and the cron books it', async () => {
    const { token } = await enrolled([costume118])
    await moveSandboxPayment(db(), token, 'open', 'paid')
    setClock(afterHold)
    expect((await enrol([costume118], lena)).status).toBe(409)
    await runCron()
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('After a reservation has expired the same person can enrol again, with a new payment', async () => {
    const first = await enrolled([costume118])
    setClock(afterHold)
    const second = await enrolled([costume118])
    expect(second.redirectUrl).not.toBe(first.redirectUrl)
    expect(await states()).toEqual({
      orders: ['expired', 'pending'],
      places: ['released', 'reserved'],
    })
  })
})

describe('A payment after the reservation', () => {
  test('A payment after the reservation was released books the place if it is still vacant', async () => {
    const { token } = await enrolled([costume118])
    setClock(afterHold)
    await runCron()
    await decide(token, 'paid')
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect((await comeBack(token)).location).toContain('state=success')
  })

  test('A late payment is refunded if another person has reserved the costume since; that reservation does not change', async () => {
    const { token } = await enrolled([costume118])
    setClock(afterHold)
    await enrol([costume118], lena)
    await decide(token, 'paid')
    expect(await states()).toEqual({
      orders: ['refunded', 'pending'],
      places: ['released', 'reserved'],
    })
    expect(await rows('SELECT state FROM sandbox_payments ORDER BY created_at')).toEqual([
      { state: 'refunded' },
      { state: 'open' },
    ])
    expect((await comeBack(token)).location).toContain('state=error')
  })

  test('A late payment for several places is refunded as a whole if one of them is taken', async () => {
    const other = await aParade({ title: 'Nachtumzug' })
    const { token } = await enrolled([costume118, { ...costume118, paradeId: other.id }])
    setClock(afterHold)
    await enrol([{ ...costume118, paradeId: other.id }], lena)
    await decide(token, 'paid')
    expect((await states()).places).toEqual(['released', 'released', 'reserved'])
    expect((await orders())[0]?.state).toBe('refunded')
  })

  test('A late payment is refunded as a whole if one of the parades of the order was deleted, even one without a price', async () => {
    const free = await aParade({ priceForAdultsInCent: 0 })
    const { token } = await enrolled([costume118, { ...costume118, paradeId: free.id }])
    setClock(afterHold)
    await runCron()
    const management = await signedIn('management')
    await call('DELETE', `/api/parade/${free.id}`, undefined, management)
    await decide(token, 'paid')
    expect(await states()).toEqual({ orders: ['refunded'], places: ['released'] })
  })

  test('A late payment on the day of the parade books the place', async () => {
    const { token } = await enrolled([costume118])
    setClock('2027-01-24T22:30:00Z')
    await runCron()
    await decide(token, 'paid')
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect((await comeBack(token)).location).toContain('state=success')
  })

  test('A late payment after the day of the parade is refunded', async () => {
    const { token } = await enrolled([costume118])
    setClock('2027-01-24T23:00:00Z')
    await runCron()
    await decide(token, 'paid')
    expect(await states()).toEqual({ orders: ['refunded'], places: ['released'] })
  })

  test('A late payment for a deleted parade is refunded', async () => {
    const { token } = await enrolled([costume118])
    setClock(afterHold)
    await runCron()
    const management = await signedIn('management')
    const path = `/api/parade/${costume118.paradeId}`
    expect((await call('DELETE', path, undefined, management)).status).toBe(204)
    await decide(token, 'paid')
    expect((await orders())[0]?.state).toBe('refunded')
  })

  test('A late payment whose refund failed is refunded by the cron', async () => {
    const { token } = await enrolled([costume118])
    await moveSandboxPayment(db(), token, 'open', 'paid')
    await env.DB.exec(`UPDATE orders SET state = 'expired'`)
    await env.DB.exec(`UPDATE participations SET state = 'released'`)
    const [{ id = 0 } = {}] = await rows<{ id: number }>('SELECT id FROM orders')
    await commit(db(), [
      ...refundLatePayment(id, { receivedInCent: 800, at: new Date().toISOString() }),
    ])
    await runCron()
    expect((await orders())[0]?.state).toBe('refunded')
    expect(await rows('SELECT state FROM sandbox_payments')).toEqual([{ state: 'refunded' }])
  })
})

describe('Settlements of an order that overtake each other', () => {
  const order = async () => {
    const [row] = await db().select().from(ordersTable)
    if (!row) throw new Error('no order')
    return row
  }
  const deps = (now: string) => {
    const at = new Date(now)
    const provider = () =>
      sandboxProvider({ db: db(), secret: env.JWT_SECRET, origin: 'http://zunft.test', now: at })
    const sendMailsOf = () => {}
    const today = now.slice(0, 10)
    return { db: db(), now: at, today, origin: 'http://zunft.test', provider, sendMailsOf }
  }
  const event = {
    provider: 'sandbox',
    eventId: 'e1',
    type: 'payment.paid',
    receivedAt: start,
  } as const

  test('A webhook that read the order before the cron released its place books the place again', async () => {
    const { token } = await enrolled([costume118])
    const seenByWebhook = await order()
    setClock(afterHold)
    await runCron()
    await moveSandboxPayment(db(), token, 'open', 'paid')
    const withId = { ...event, orderId: seenByWebhook.id }
    const settled = await settleOrder(deps(afterHold), seenByWebhook, withId)
    expect(settled.state).toBe('paid')
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect(await rows('SELECT event_id FROM payment_events')).toEqual([{ event_id: 'e1' }])
  })

  test('A webhook event that changes nothing is not stored, so that the event can take effect when it is delivered again', async () => {
    await enrolled([costume118])
    const pending = await order()
    await settleOrder(deps(start), pending, { ...event, orderId: pending.id })
    expect(await rows('SELECT * FROM payment_events')).toEqual([])
  })

  test('If the worker stops after rejecting a late payment and before refunding it, the cron refunds it', async () => {
    const { token } = await enrolled([costume118])
    setClock('2027-01-25T12:00:00Z')
    await runCron()
    const late = await order()
    await moveSandboxPayment(db(), token, 'open', 'paid')
    const payment = { receivedInCent: late.amountInCent, at: afterHold }
    await commit(db(), [
      ...restoreOrder(db(), late, payment, '2027-01-25'),
      ...refundLatePayment(late.id, payment),
    ])
    expect((await orders())[0]?.state).toBe('refund_pending')
    await runCron()
    expect((await orders())[0]?.state).toBe('refunded')
  })

  test('A late payment is refunded if the person has enrolled for the parade again since', async () => {
    const { token } = await enrolled([costume118])
    setClock(afterHold)
    await aMember({ firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' })
    const again = await enrolled([{ ...costume118, costumeNumber: '119' }])
    await decide(again.token, 'paid')
    await decide(token, 'paid')
    expect(await states()).toEqual({
      orders: ['refunded', 'paid'],
      places: ['released', 'booked'],
    })
  })

  test('The cron settles an order even if it cannot settle 150 others', async () => {
    const { token } = await enrolled([costume118])
    await moveSandboxPayment(db(), token, 'open', 'paid')
    await env.DB.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
       INSERT INTO orders (token, return_token, request_key, state, amount_in_cent, place_count, provider, provider_ref, hold_until, email_address, first_name, last_name, success_url, error_url, created_at)
       SELECT 'x' || i, 'x' || i, 'x' || i, 'pending', 1, 1, 'stripe', 'ref' || i, '2000-01-01', '', '', '', '', '', '' FROM n`.replaceAll(
        '\n',
        ' ',
      ),
    )
    setClock(afterHold)
    for (let n = 0; n < 20 && (await orders())[0]?.state === 'pending'; n += 1) await runCron()
    expect((await orders())[0]?.state).toBe('paid')
    while (logged().includes('sweep')) expectLogged('sweep')
    while (logged().includes('payment_unavailable')) expectLogged('payment_unavailable')
  })
})

describe('The release of an expired reservation', () => {
  test('An expired reservation that is not paid is released when the browser returns from the payment page', async () => {
    const { token } = await enrolled([costume118])
    setClock(afterHold)
    expect((await comeBack(token)).location).toContain('state=error')
    expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
  })

  test('A parade with an expired reservation cannot be deleted before the cron has released it (409)', async () => {
    await enrol([costume118])
    const management = await signedIn('management')
    setClock(afterHold)
    const remove = () => call('DELETE', `/api/parade/${costume118.paradeId}`, undefined, management)
    expect((await remove()).status).toBe(409)
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
    await runCron()
    expect((await remove()).status).toBe(204)
  })

  test('If an enrolment repeats an expired reservation but conflicts in another parade, the rejection lists only that parade', async () => {
    const other = await aParade({ title: 'Nachtumzug' })
    const there = { ...costume118, paradeId: other.id }
    await enrol([costume118])
    setClock(afterHold)
    await enrol([there], lena)
    const response = await enrol([costume118, there])
    expect((await json(response)).error).toMatchObject({
      code: 'CostumeAlreadyEnrolled',
      parades: [other.id],
    })
  })
})

describe('Amounts and places', () => {
  test('Enrolling again after a price change cancels the open payment, so that the old price cannot be paid', async () => {
    const first = await enrolled([costume118])
    await env.DB.exec('UPDATE parades SET price_for_adults_in_cent = 500')
    const second = await enrolled([costume118], { expectedTotalInCent: 500 })
    expect(second.redirectUrl).not.toBe(first.redirectUrl)
    await decide(first.token, 'paid')
    await decide(second.token, 'paid')
    expect(await rows('SELECT state, amount_in_cent FROM orders ORDER BY id')).toEqual([
      { state: 'cancelled', amount_in_cent: 800 },
      { state: 'paid', amount_in_cent: 500 },
    ])
    expect(await rows('SELECT state FROM sandbox_payments ORDER BY amount_in_cent')).toEqual([
      { state: 'paid' },
      { state: 'cancelled' },
    ])
  })

  test('An order paid with another amount is not booked but waits for review, and the payer reads that the payment is being checked', async () => {
    const { token } = await enrolled([costume118])
    await env.DB.exec('UPDATE sandbox_payments SET amount_in_cent = 1')
    await decide(token, 'paid')
    expect(await states()).toEqual({ orders: ['review'], places: ['reserved'] })
    const response = await call('GET', `/api/payments/return/${token}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Deine Zahlung wird geprüft …')
  })

  test('If the worker stops between storing the order and opening the payment, the same request opens the payment', async () => {
    const { redirectUrl } = await enrolled([costume118])
    await env.DB.exec('UPDATE orders SET provider_ref = NULL, redirect_url = NULL')
    await env.DB.exec('DELETE FROM sandbox_payments')
    const again = await enrolled([costume118])
    expect(again.redirectUrl).toBe(redirectUrl)
    await decide(again.token, 'paid')
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('An order whose payment was never opened expires, and the cron releases its place', async () => {
    await enrol([costume118])
    await env.DB.exec('UPDATE orders SET provider_ref = NULL, redirect_url = NULL')
    setClock(afterHold)
    await runCron()
    expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
  })

  test('A price change after the enrolment does not change the price of the place that is booked', async () => {
    const { token } = await enrolled([costume118])
    await env.DB.exec('UPDATE parades SET price_for_adults_in_cent = 5000')
    await decide(token, 'paid')
    expect(await rows('SELECT price_in_cent, state FROM participations')).toEqual([
      { price_in_cent: 800, state: 'booked' },
    ])
  })
})

describe('The sandbox payment page', () => {
  test('The sandbox payment page says that it is a test, shows the amount and escapes names', async () => {
    const { redirectUrl } = await enrolled([costume118], { lastName: '<b>Straßer</b>' })
    const response = await call('GET', new URL(redirectUrl).pathname)
    const page = await response.text()
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(page).toContain('Testzahlung')
    expect(page).toContain('8,00\u00a0€')
    expect(page).toContain('&lt;b&gt;')
  })

  test('A second decision about a sandbox payment changes nothing and redirects to the return address', async () => {
    const { token } = await enrolled([costume118])
    await decide(token, 'paid')
    const response = await decide(token, 'cancelled')
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toContain(`/api/payments/return/${token}`)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect((await call('GET', `/api/payments/sandbox/${token}`)).status).toBe(303)
  })

  test('Payment addresses with an unknown token show a German page with a link to the enrolment (404)', async () => {
    const headers = { Accept: 'text/html' }
    for (const path of ['/api/payments/sandbox/unknown', '/api/payments/return/unknown']) {
      const response = await call('GET', path, undefined, { headers })
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('Zur Umzugsanmeldung')
    }
  })

  test('The sandbox rejects an unknown outcome (400), an unknown token (404) and a body of another type (415)', async () => {
    const { token } = await enrolled([costume118])
    expect((await decide(token, 'stolen' as 'paid')).status).toBe(400)
    expect((await decide('unknown', 'paid')).status).toBe(404)
    const multipart = { headers: { 'Content-Type': 'multipart/form-data' } }
    const address = `/api/payments/sandbox/${token}`
    expect((await call('POST', address, 'garbage', multipart)).status).toBe(415)
    expect((await call('GET', '/api/payments/sandbox/unknown')).status).toBe(404)
    expect((await call('GET', '/api/payments/return/unknown')).status).toBe(404)
  })

  test('A browser that returns before the payment is decided gets a page that reloads itself and links back to the payment', async () => {
    const { token } = await enrolled([costume118])
    const response = await call('GET', `/api/payments/return/${token}`)
    expect(response.status).toBe(200)
    const page = await response.text()
    expect(page).toContain('Deine Zahlung wird geprüft …')
    expect(page).toContain('http-equiv="refresh"')
    expect(page).toContain(`/api/payments/sandbox/${token}">Zurück zur Bezahlung`)
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
  })
})

// With ENVIRONMENT=production the worker answers nothing if the sandbox is configured, so this uses
// preview.
describe('A deployed environment', () => {
  const local = { ...env }
  beforeEach(() => {
    Object.assign(env, { ENVIRONMENT: 'preview', APP_ORIGIN: 'http://zunft.test' })
  })
  afterEach(() => {
    Object.assign(env, local)
  })

  test('In a deployed environment without a payment provider an enrolment is rejected (503) and the sandbox is not found (404)', async () => {
    const response = await enrol([costume118])
    expect(response.status).toBe(503)
    expect(await json(response)).toMatchObject({
      enrolSuccessful: false,
      error: {
        code: 'PaymentUnavailable',
        message: 'Online-Zahlung ist derzeit nicht eingerichtet.',
      },
    })
    expect(await states()).toEqual({ orders: [], places: [] })
    expect((await call('GET', '/api/payments/sandbox/any')).status).toBe(404)
    expect((await decide('any', 'paid')).status).toBe(404)
    expectLogged('payment_unavailable')
  })

  test('In a deployed environment without APP_ORIGIN an enrolment with a price is rejected (503)', async () => {
    Object.assign(env, { APP_ORIGIN: '' })
    expect((await enrol([costume118])).status).toBe(503)
    expectLogged('payment_unavailable')
  })
})
