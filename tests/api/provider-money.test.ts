import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { call, json, rows, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, enrol, states } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, enrolledWith, providers } from '#tests/support/provider-orders.ts'
import { sentStatements } from '#tests/support/recording-d1.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'

// A payment is refunded once, whether staff, the payer or the cron starts the refund; each refund is recorded.

const lena = { firstName: 'Lena', emailAddress: 'lena@example.de' }
const start = '2027-01-16T12:00:00Z'
const afterHold = '2027-01-16T13:30:00Z'

describe.each(providers)('Payments with $id', ({ settings, open, refundCall }) => {
  let provider: FakeProvider
  let costume118: Chosen
  let manager: { id: number; token: string }

  beforeEach(async () => {
    setClock(start)
    configure(settings)
    provider = open()
    install(provider)
    const type = await aCostumeType()
    const parade = await aParade()
    costume118 = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
    manager = await signedIn('management')
  })

  const details = (id = 1): Promise<OrderDetails> =>
    json(call('GET', `/api/orders/${id}`, undefined, manager))
  const act = (path: string, body: unknown = {}) =>
    call('POST', `/api/orders/1/${path}`, body, manager)
  const refundAll = () => act('refund', { participationId: null, cancelPlaces: true })

  async function paid() {
    const order = await enrolledWith(provider, [costume118])
    provider.pay(order.ref)
    await deliver(provider)
    return order
  }

  test('A refund by staff is made once at the provider, even after its webhook and the cron', async () => {
    const { ref } = await paid()
    expect(await json(refundAll())).toMatchObject({ state: 'refunded', refundedInCent: 800 })
    expect(provider.refundedCents(ref)).toBe(800)
    await deliver(provider)
    await runCron()
    expect(provider.refundedCents(ref)).toBe(800)
    expect((await details()).refunds).toMatchObject([{ reason: 'staff', state: 'done' }])
    expect((await details()).attention).toBe(null)
  })

  test('If an order is paid a second time, the second payment is refunded and the place is still booked', async () => {
    const { ref, token } = await paid()
    const other = await openedBeside(provider, token)
    provider.pay(other)
    await deliver(provider)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect([provider.refundedCents(ref), provider.refundedCents(other)]).toEqual([0, 800])
    const order = await details()
    expect(order).toMatchObject({ state: 'paid', refundedInCent: 0, refundableInCent: 800 })
    expect(order.refunds).toMatchObject([{ reason: 'double', state: 'done', amountInCent: 800 }])
    expect(order.history.map(({ kind }) => kind)).toContain('paidDouble')
  })

  test("After a refund in the provider's dashboard, the order shows it and needs attention; the place is still booked", async () => {
    const { ref } = await paid()
    provider.refundOutside(ref, 800)
    await deliver(provider)
    expect(await states()).toEqual({ orders: ['refunded'], places: ['booked'] })
    expect(await details()).toMatchObject({ attention: 'refundedOutside', refundedInCent: 800 })
    expect((await refundAll()).status).toBe(409)
  })

  test('If a payment is disputed, the order shows the dispute and needs attention; the place is still booked', async () => {
    const { ref } = await paid()
    provider.dispute(ref)
    await deliver(provider)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    const order = await details()
    expect(order).toMatchObject({ attention: 'disputed' })
    expect(order.history.at(-1)).toMatchObject({ kind: 'disputed' })
  })

  test('If the provider does not answer a refund, the order waits as refund_pending until the cron makes the refund', async () => {
    const { ref } = await paid()
    provider.failWith('500', { at: refundCall })
    expect(await json(refundAll())).toMatchObject({
      state: 'refund_pending',
      openRefundInCent: 800,
    })
    expectLogged('"event":"refund"')
    provider.failWith('none')
    await runCron()
    expect(provider.refundedCents(ref)).toBe(800)
    expect((await details()).state).toBe('refunded')
  })

  test('A refund whose answer was lost is not made again by the cron', async () => {
    const { ref } = await paid()
    provider.failWith('lost answer', { at: refundCall })
    await refundAll()
    expectLogged('"event":"refund"')
    provider.failWith('none')
    setClock('2027-01-18T12:00:00Z')
    await runCron()
    manager.token = await tokenOf(manager.id)
    expect(provider.refundedCents(ref)).toBe(800)
    expect((await details()).refunds).toMatchObject([{ state: 'done' }])
  })

  test("If the reservation of a costume has expired, another person can enrol with it, and the first person's payment is closed", async () => {
    const { ref } = await enrolledWith(provider, [costume118])
    setClock(afterHold)
    expect((await enrol([costume118], lena)).status).toBe(200)
    expect(await states()).toEqual({
      orders: ['expired', 'pending'],
      places: ['released', 'reserved'],
    })
    expect(provider.page(ref).isOpen).toBe(false)
  })

  test('While the provider does not answer, a costume whose reservation has expired is still taken (409)', async () => {
    await enrolledWith(provider, [costume118])
    setClock(afterHold)
    provider.failWith('500', { at: 'GET' })
    expect((await enrol([costume118], lena)).status).toBe(409)
    expectLogged('"event":"sweep"')
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
  })

  describe('A place whose reservation has expired', () => {
    const tries = () =>
      sentStatements()
        .filter(({ query }) => query.startsWith('insert into "orders"'))
        .reduce((sum, { times }) => sum + times, 0)

    test.each([
      ['the reservation has been paid', 800, 'paid', 'booked'],
      ['the reservation has been paid with another amount', 700, 'review', 'reserved'],
    ])(
      'An enrolment with a costume whose reservation has expired is rejected (409) if %s',
      async (_, amount, order, place) => {
        const { ref } = await enrolledWith(provider, [costume118])
        provider.pay(ref, { amount })
        setClock(afterHold)
        const before = tries()
        expect((await enrol([costume118], lena)).status).toBe(409)
        expect(tries() - before).toBe(1)
        expect(await states()).toEqual({ orders: [order], places: [place] })
      },
    )
  })

  test('An order opened with a provider that is no longer configured is still settled with it', async () => {
    const { ref, token } = await enrolledWith(provider, [costume118])
    provider.pay(ref)
    configure({ PAYMENT_PROVIDER: 'sandbox' })
    await call('GET', `/api/payments/return/${token}`)
    expect((await rows('SELECT state FROM orders'))[0]).toEqual({ state: 'paid' })
  })
})

test("The check of the payment settings reports a missing webhook secret and a price below the provider's minimum", async () => {
  setClock(start)
  const [stripe] = providers
  configure({ ...stripe.settings, STRIPE_WEBHOOK_SECRET: '' })
  const provider = stripe.open()
  install(provider)
  await aParade({ title: 'Kinderumzug', priceForAdultsInCent: 0, priceForChildrenInCent: 20 })
  const manager = await signedIn('management')
  const health = () => json(call('GET', '/api/health/payments', undefined, manager))
  const { problems, answers, isLive } = await health()
  expect({ answers, isLive }).toEqual({ answers: true, isLive: false })
  expect(problems.join()).toContain('STRIPE_WEBHOOK_SECRET')
  expect(problems.join()).toContain('Stripe nimmt nichts unter 0,50 €: „Kinderumzug“')
  provider.failWith('401')
  expect((await health()).answers).toBe(true)
  expect(JSON.stringify(await health())).not.toContain('sk_test_1')
  expectLogged('payment_key_rejected')
})

/** Opens a second checkout for an order, which our code never does. */
async function openedBeside(provider: FakeProvider, token: string): Promise<string> {
  const isStripe = provider.id === 'stripe'
  const addresses = { success_url: 'https://zunft.test/', cancel_url: 'https://zunft.test/' }
  const price = 'line_items[0][price_data]'
  const form = new URLSearchParams({
    ...addresses,
    mode: 'payment',
    'metadata[token]': token,
    'line_items[0][quantity]': '1',
    [`${price}[currency]`]: 'eur',
    [`${price}[unit_amount]`]: '800',
    [`${price}[product_data][name]`]: 'noch einmal',
    expires_at: String(Math.floor(Date.now() / 1000) + 45 * 60),
  })
  const payment = JSON.stringify({
    amount: { currency: 'EUR', value: '8.00' },
    description: 'noch einmal',
    redirectUrl: 'https://zunft.test/',
    metadata: { token },
  })
  const path = isStripe ? '/v1/checkout/sessions' : '/v2/payments'
  const type = isStripe ? 'application/x-www-form-urlencoded' : 'application/json'
  const key = isStripe ? 'sk_test_1' : 'test_1'
  const answer = await fetch(`https://${provider.host}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
    body: isStripe ? form.toString() : payment,
  })
  return ((await answer.json()) as { id: string }).id
}
