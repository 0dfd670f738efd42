import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider, SentEvent } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { fakeStripe } from '#tests/fakes/stripe.ts'
import { setClock } from '#tests/support/api.ts'
import { aCheckout, minutesAfterStart, start } from '#tests/support/checkout.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { stripeProvider } from '#worker/payments/stripe-provider.ts'

const secretKey = 'sk_test_1'
const webhookSecret = 'whsec_1'

let stripe: FakeProvider

beforeEach(() => {
  setClock(start.toISOString())
  stripe = fakeStripe({ key: secretKey, webhookSecret })
  install(stripe)
})

const provider = (values: Partial<Parameters<typeof stripeProvider>[0]> = {}) =>
  stripeProvider({ secretKey, webhookSecret, apiUrl: undefined, now: new Date(), ...values })

const opened = async () => (await provider().createCheckout(aCheckout())).ref
const refundOf = (ref: string, amountInCent: number, key = 'order-7') => ({
  ref,
  amountInCent,
  key,
  attempt: 1,
  currency: 'EUR',
  description: 'Erstattung',
})
const countOf = (call: string) => stripe.calls.filter((one) => one === call).length

describe('A Stripe checkout', () => {
  test('A Stripe checkout is opened with amount, return addresses and expiry, and the lookup reports it as open', async () => {
    const { ref, redirectUrl, expiresAt } = await provider().createCheckout(aCheckout())
    expect(redirectUrl).toBe(`https://checkout.stripe.com/pay/${ref}`)
    expect(expiresAt).toEqual(minutesAfterStart(31))
    expect(stripe.page(ref)).toEqual({
      description: 'Umzugsanmeldung Jörg Straßer',
      amountInCent: 1250,
      isOpen: true,
      successUrl: 'https://zunft.test/api/payments/return/token-of-the-order',
      cancelUrl: 'https://zunft.test/api/payments/cancel/token-of-the-order',
    })
    expect(await provider().lookUp(ref)).toEqual({
      state: 'open',
      amountInCent: 1250,
      currency: 'EUR',
      refundedInCent: 0,
      isDisputed: false,
      token: 'token-of-the-order',
    })
  })

  test('Creating the same checkout twice opens one checkout at Stripe', async () => {
    const first = await provider().createCheckout(aCheckout())
    setClock(minutesAfterStart(0.5).toISOString())
    expect(await provider().createCheckout(aCheckout())).toEqual(first)
    expect(stripe.refs()).toHaveLength(1)
  })

  test('A checkout of less than 50 cents is rejected without a call to Stripe', async () => {
    const tooLittle = provider().createCheckout(aCheckout({ amountInCent: 49 }))
    await expect(tooLittle).rejects.toMatchObject({ name: 'ProviderRejectedError' })
    expect(stripe.calls).toEqual([])
    await provider().createCheckout(aCheckout({ amountInCent: 50, token: 'just enough' }))
    expect(stripe.refs()).toHaveLength(1)
  })

  test('A checkout with an e-mail address that Stripe rejects is opened without the address, and only once', async () => {
    const odd = aCheckout({ emailAddress: 'jörg@narrenzunft-süd.example' })
    const first = await provider().createCheckout(odd)
    expect(await provider().createCheckout(odd)).toEqual(first)
    expect(stripe.refs()).toHaveLength(1)
  })

  test("A checkout that Stripe rejects fails with Stripe's own message", async () => {
    const tooSoon = provider().createCheckout(aCheckout({ expiresAt: minutesAfterStart(29) }))
    await expect(tooSoon).rejects.toThrow('at least 30 minutes')
    await expect(tooSoon).rejects.toMatchObject({ name: 'ProviderRejectedError' })
  })

  test('A checkout whose answer is lost is requested again at once, and opened once', async () => {
    stripe.failWith('lost answer', { times: 1 })
    await provider().createCheckout(aCheckout())
    expect(stripe.refs()).toHaveLength(1)
    expect(countOf('POST /v1/checkout/sessions')).toBe(2)
  })

  test.each(['timeout', '500', '401', '403'] as const)(
    'If opening a checkout at Stripe fails with "%s", opening it again later succeeds with one checkout',
    async (trouble) => {
      stripe.failWith(trouble)
      const failed = provider().createCheckout(aCheckout())
      await expect(failed).rejects.not.toMatchObject({ name: 'ProviderRejectedError' })
      if (trouble === '401' || trouble === '403') expectLogged('payment_key_rejected')
      stripe.failWith('none')
      await provider().createCheckout(aCheckout())
      expect(stripe.refs()).toHaveLength(1)
    },
  )

  test('The log of a rejected Stripe key names the setting and the missing right, but not the key', async () => {
    stripe.failWith('403')
    await expect(opened()).rejects.toThrow()
    expect(logged()).toContain('STRIPE_SECRET_KEY')
    expect(logged()).toContain('rak_checkout_session_write')
    expect(logged()).not.toContain(secretKey)
    expectLogged('payment_key_rejected')
  })
})

describe('The state of a Stripe payment', () => {
  test.each([
    ['paid', (ref: string) => stripe.pay(ref)],
    ['processing', (ref: string) => stripe.process(ref)],
    ['failed', (ref: string) => stripe.fail(ref)],
    ['expired', (ref: string) => stripe.expire(ref)],
  ])('The lookup of a Stripe checkout that is %s reports this state', async (state, happen) => {
    const ref = await opened()
    happen(ref)
    expect((await provider().lookUp(ref)).state).toBe(state)
  })

  test('The lookup reports a Stripe checkout as "expired" once its time to pay is over', async () => {
    const ref = await opened()
    setClock(minutesAfterStart(31).toISOString())
    expect((await provider().lookUp(ref)).state).toBe('expired')
  })

  test('The lookup reports the amounts received and refunded, and that the payment is disputed', async () => {
    const ref = await opened()
    stripe.pay(ref, { amount: 1000 })
    stripe.refundOutside(ref, 300)
    stripe.dispute(ref)
    expect(await provider().lookUp(ref)).toMatchObject({
      state: 'paid',
      amountInCent: 1000,
      refundedInCent: 300,
      isDisputed: true,
    })
  })

  test('With a live key, opening or looking up a checkout in test mode fails', async () => {
    const secretKey = 'sk_live_1'
    const mixed = fakeStripe({ key: secretKey, webhookSecret, mode: 'test' })
    install(mixed)
    const opening = provider({ secretKey }).createCheckout(aCheckout())
    await expect(opening).rejects.toThrow('other mode')
    const [ref = ''] = mixed.refs()
    await expect(provider({ secretKey }).lookUp(ref)).rejects.toThrow('other mode')
  })

  test('Looking up a checkout that Stripe does not know fails as a permanent rejection', async () => {
    const unknown = provider().lookUp('cs_test_unknown')
    await expect(unknown).rejects.toMatchObject({ name: 'ProviderRejectedError' })
  })
})

describe('Closing a Stripe checkout', () => {
  test.each([
    ['an open checkout', () => undefined, 'closed'],
    ['a paid checkout', (ref: string) => stripe.pay(ref), 'paid'],
    ['a checkout that the bank is processing', (ref: string) => stripe.process(ref), 'notClosable'],
    ['a failed checkout', (ref: string) => stripe.fail(ref), 'closed'],
    ['an expired checkout', (ref: string) => stripe.expire(ref), 'closed'],
  ])(
    'Closing %s at Stripe returns the outcome: "closed", "paid" or "notClosable"; a closed checkout can no longer be paid',
    async (_what, happen, answer) => {
      const ref = await opened()
      happen(ref)
      expect(await provider().close(ref, 'expired')).toBe(answer)
      if (answer === 'closed') expect(() => stripe.pay(ref)).toThrow('it cannot be paid')
    },
  )

  test("If Stripe's answer to the closing of a checkout was lost, closing it again reports it as closed", async () => {
    const ref = await opened()
    stripe.failWith('lost answer')
    await expect(provider().close(ref, 'expired')).rejects.toMatchObject({
      type: 'StripeConnectionError',
    })
    stripe.failWith('none')
    expect(await provider().close(ref, 'expired')).toBe('closed')
  })
})

describe('A Stripe refund', () => {
  test('A payment can be refunded in part, and the rest with a second refund', async () => {
    const ref = await opened()
    stripe.pay(ref)
    await provider().refund(refundOf(ref, 500, 'place-1'))
    await provider().refund(refundOf(ref, 750, 'order-7'))
    expect((await provider().lookUp(ref)).refundedInCent).toBe(1250)
  })

  test('A refund requested twice is made once, even when Stripe no longer knows the idempotency key', async () => {
    const ref = await opened()
    stripe.pay(ref)
    const first = await provider().refund(refundOf(ref, 500))
    // Stripe would reject another amount under the same idempotency key.
    expect(await provider().refund(refundOf(ref, 400))).toBe(first)
    expect(countOf('POST /v1/refunds')).toBe(1)
    expect(stripe.refundedCents(ref)).toBe(500)
  })

  test('A refund whose answer was lost is made only once when it is requested again', async () => {
    const ref = await opened()
    stripe.pay(ref)
    stripe.failWith('lost answer', { at: 'POST /v1/refunds' })
    await expect(provider().refund(refundOf(ref, 500))).rejects.toThrow()
    stripe.failWith('none')
    await provider().refund(refundOf(ref, 500))
    expect(stripe.refundedCents(ref)).toBe(500)
  })

  test.each([
    ['more than was paid', 1251],
    ['a refunded payment', 1],
  ])('A refund of %s is rejected permanently by Stripe', async (what, cents) => {
    const ref = await opened()
    stripe.pay(ref)
    if (what === 'a refunded payment') stripe.refundOutside(ref, 1250)
    const refused = provider().refund(refundOf(ref, cents))
    await expect(refused).rejects.toMatchObject({ name: 'ProviderRejectedError' })
  })

  test('A refund of an unpaid checkout is rejected permanently by Stripe', async () => {
    const refused = provider().refund(refundOf(await opened(), 500))
    await expect(refused).rejects.toMatchObject({ name: 'ProviderRejectedError' })
  })

  test.each(['timeout', '500', '401', '403'] as const)(
    'If a refund at Stripe fails with "%s", it succeeds when it is requested again',
    async (trouble) => {
      const ref = await opened()
      stripe.pay(ref)
      stripe.failWith(trouble)
      const failed = provider().refund(refundOf(ref, 500))
      await expect(failed).rejects.not.toMatchObject({ name: 'ProviderRejectedError' })
      if (trouble === '401' || trouble === '403') expectLogged('payment_key_rejected')
      stripe.failWith('none')
      await provider().refund(refundOf(ref, 500))
      expect(stripe.refundedCents(ref)).toBe(500)
    },
  )
})

describe('A Stripe webhook', () => {
  const read = ({ body, headers }: SentEvent, values = {}) =>
    provider(values).readNotification(body, new Headers(headers))
  const eventOf = async (happen: (ref: string) => void) => {
    const ref = await opened()
    happen(ref)
    const event = (await stripe.events()).at(-1)
    if (!event) throw new Error('no event')
    return { ref, event }
  }

  test.each([
    ['checkout.session.completed', (ref: string) => stripe.pay(ref)],
    ['checkout.session.expired', (ref: string) => stripe.expire(ref)],
    ['checkout.session.async_payment_failed', (ref: string) => stripe.fail(ref)],
  ])(
    'A Stripe webhook of the type %s is read as an event with the reference of its checkout',
    async (type, happen) => {
      const { ref, event } = await eventOf(happen)
      expect(await read(event)).toEqual({ eventId: expect.stringMatching(/^evt_/), type, ref })
    },
  )

  test.each([
    ['charge.refunded', (ref: string) => stripe.refundOutside(ref, 100)],
    ['charge.dispute.created', (ref: string) => stripe.dispute(ref)],
  ])(
    'A Stripe webhook of the type %s about a charge is read as an event with the reference of the checkout',
    async (type, happen) => {
      const { ref, event } = await eventOf((paid) => {
        stripe.pay(paid)
        happen(paid)
      })
      expect(await read(event)).toMatchObject({ type, ref })
    },
  )

  test.each([
    ['signed with another secret', { webhookSecret: 'whsec_2' }, {}],
    ['without a configured secret', { webhookSecret: '' }, {}],
    ['with a blank configured secret', { webhookSecret: ' ' }, {}],
    ['of the test mode for a live key', { secretKey: 'sk_live_1' }, {}],
    ['without a signature', {}, { headers: {} }],
    ['with a changed body', {}, { body: '{"id":"evt_1"}' }],
  ])('A Stripe webhook %s is rejected (InvalidSignature)', async (_what, settings, change) => {
    const { event } = await eventOf((ref) => stripe.pay(ref))
    const refused = read({ ...event, ...change }, settings)
    await expect(refused).rejects.toMatchObject({ code: 'InvalidSignature' })
    expectLogged('notification_rejected')
  })

  test('A Stripe webhook is accepted until five minutes after it was signed, and then rejected (InvalidSignature)', async () => {
    const { event } = await eventOf((ref) => stripe.pay(ref))
    setClock(minutesAfterStart(5).toISOString())
    expect(await read(event)).not.toBeNull()
    setClock(new Date(minutesAfterStart(5).getTime() + 1000).toISOString())
    await expect(read(event)).rejects.toMatchObject({ code: 'InvalidSignature' })
    expectLogged('notification_rejected')
  })
})

describe('The probe of Stripe', () => {
  test('The probe of Stripe reports no problem for a valid configuration', async () => {
    expect(await provider().probe()).toEqual({ answers: true, problems: [] })
  })

  test.each([
    ['401', true, 'nicht an'],
    ['403', true, 'fehlt ein Recht'],
    ['timeout', false, 'antwortet nicht'],
    ['500', false, 'antwortet nicht'],
  ] as const)(
    'If the probe of Stripe fails with "%s", it reports a problem that explains this',
    async (trouble, answers, sentence) => {
      stripe.failWith(trouble)
      const found = await provider().probe()
      expect(found).toEqual({ answers, problems: [expect.stringContaining(sentence)] })
      if (answers) expectLogged('payment_key_rejected')
    },
  )
})
