import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { setClock } from '#tests/support/api.ts'
import { aCheckout, minutesAfterStart, start } from '#tests/support/checkout.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { mollieProvider } from '#worker/payments/mollie-provider.ts'

const apiKey = 'test_1'
const origin = 'https://zunft.test'

let mollie: FakeProvider

beforeEach(() => {
  setClock(start.toISOString())
  mollie = fakeMollie({ key: apiKey })
  install(mollie)
})

const provider = (values: Partial<Parameters<typeof mollieProvider>[0]> = {}) =>
  mollieProvider({ apiKey, origin, apiUrl: undefined, ...values })

const opened = async () => (await provider().createCheckout(aCheckout())).ref
const refundOf = (ref: string, amountInCent: number, key = 'order-7') => ({
  ref,
  amountInCent,
  key,
  attempt: 1,
  currency: 'EUR',
  description: 'Erstattung',
})
const countOf = (call: string) => mollie.calls.filter((one) => one === call).length
const refusal = { name: 'ProviderRejectedError' }

describe('A Mollie payment', () => {
  test('A Mollie payment is opened with amount, return addresses and expiry, and the lookup reports it as open', async () => {
    const { ref, redirectUrl, expiresAt } = await provider().createCheckout(aCheckout())
    expect(redirectUrl).toBe(`https://www.mollie.com/pay/${ref}`)
    expect(expiresAt).toEqual(minutesAfterStart(15))
    expect(mollie.page(ref)).toEqual({
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

  test.each([1, 5, 99, 100, 115, 435, 1005, 123_456])(
    'The lookup of a payment opened at Mollie for %i cents reports the same amount',
    async (amountInCent) => {
      const { ref } = await provider().createCheckout(aCheckout({ amountInCent }))
      expect(await provider().lookUp(ref)).toMatchObject({ amountInCent })
    },
  )

  test('Creating the same checkout twice opens one payment at Mollie', async () => {
    const first = await provider().createCheckout(aCheckout())
    expect(await provider().createCheckout(aCheckout())).toEqual(first)
    expect(mollie.refs()).toHaveLength(1)
  })

  test.each(['http://127.0.0.1:8787', 'http://zunft.test'])(
    'If the worker runs at %s, which Mollie cannot reach, a payment is opened without a webhook',
    async (unreachable) => {
      await provider({ origin: unreachable }).createCheckout(aCheckout())
      expect(mollie.refs()).toHaveLength(1)
    },
  )

  test("A payment that Mollie rejects fails with Mollie's own message", async () => {
    const wrong = provider().createCheckout(aCheckout({ returnUrl: 'nowhere' }))
    await expect(wrong).rejects.toThrow('The redirect location is invalid')
    await expect(wrong).rejects.toMatchObject(refusal)
  })

  test.each(['timeout', '500', '401', '403', 'lost answer'] as const)(
    'If opening a payment at Mollie fails with "%s", opening it again later succeeds with one payment',
    async (trouble) => {
      mollie.failWith(trouble)
      const failed = provider().createCheckout(aCheckout())
      await expect(failed).rejects.not.toMatchObject(refusal)
      if (trouble === '401' || trouble === '403') {
        expect(logged()).toContain('MOLLIE_API_KEY')
        expect(logged()).not.toContain(apiKey)
        expectLogged('payment_key_rejected')
      }
      mollie.failWith('none')
      await provider().createCheckout(aCheckout())
      expect(mollie.refs()).toHaveLength(1)
    },
  )
})

describe('The state of a Mollie payment', () => {
  test.each([
    ['paid', (ref: string) => mollie.pay(ref)],
    ['processing', (ref: string) => mollie.process(ref)],
    ['failed', (ref: string) => mollie.fail(ref)],
    ['expired', (ref: string) => mollie.expire(ref)],
    ['cancelled', (ref: string) => mollie.abandon(ref)],
  ])('The lookup of a Mollie payment that is %s reports this state', async (state, happen) => {
    const ref = await opened()
    happen(ref)
    expect((await provider().lookUp(ref)).state).toBe(state)
  })

  test('The lookup reports the amounts received and refunded, and that the payment is disputed', async () => {
    const ref = await opened()
    mollie.pay(ref, { amount: 1000 })
    mollie.refundOutside(ref, 305)
    mollie.dispute(ref)
    expect(await provider().lookUp(ref)).toMatchObject({
      state: 'paid',
      amountInCent: 1000,
      refundedInCent: 305,
      isDisputed: true,
    })
  })

  test('With a live key, opening or looking up a payment in test mode fails', async () => {
    const mixed = fakeMollie({ key: 'live_1', mode: 'test' })
    install(mixed)
    const live = provider({ apiKey: 'live_1' })
    await expect(live.createCheckout(aCheckout())).rejects.toThrow('other mode')
    await expect(live.lookUp(mixed.refs()[0] ?? '')).rejects.toThrow('other mode')
  })

  test('Looking up a payment that Mollie does not know fails as a permanent rejection', async () => {
    await expect(provider().lookUp('tr_unknown')).rejects.toMatchObject(refusal)
  })
})

describe('Closing a Mollie payment', () => {
  test.each([
    ['an open payment', () => undefined, 'closed'],
    ['a paid payment', (ref: string) => mollie.pay(ref), 'paid'],
    ['a payment that the bank is processing', (ref: string) => mollie.process(ref), 'notClosable'],
    ['a failed payment', (ref: string) => mollie.fail(ref), 'closed'],
    ['an expired payment', (ref: string) => mollie.expire(ref), 'closed'],
  ])(
    'Closing %s at Mollie returns the outcome: "closed", "paid" or "notClosable"; a closed payment can no longer be paid',
    async (_what, happen, answer) => {
      const ref = await opened()
      happen(ref)
      expect(await provider().close(ref, 'expired')).toBe(answer)
      if (answer === 'closed') expect(() => mollie.pay(ref)).toThrow('it cannot be paid')
    },
  )

  test('If a payment is paid while it is being closed at Mollie, closing returns "paid"', async () => {
    const ref = await opened()
    install({
      ...mollie,
      handle(request) {
        if (request.method === 'DELETE') mollie.pay(ref)
        return mollie.handle(request)
      },
    })
    expect(await provider().close(ref, 'expired')).toBe('paid')
  })
})

describe('A Mollie refund', () => {
  test('A payment can be refunded in part, and the rest with a second refund', async () => {
    const ref = await opened()
    mollie.pay(ref)
    await provider().refund(refundOf(ref, 505, 'place-1'))
    await provider().refund(refundOf(ref, 745, 'order-7'))
    expect((await provider().lookUp(ref)).refundedInCent).toBe(1250)
  })

  test('A refund requested twice is made once, even when Mollie no longer knows the idempotency key', async () => {
    const ref = await opened()
    mollie.pay(ref)
    const first = await provider().refund(refundOf(ref, 500))
    // Mollie would reject another amount under the same idempotency key.
    expect(await provider().refund(refundOf(ref, 400))).toBe(first)
    expect(countOf(`POST /v2/payments/${ref}/refunds`)).toBe(1)
  })

  test('A refund whose answer was lost is made only once when it is requested again', async () => {
    const ref = await opened()
    mollie.pay(ref)
    mollie.failWith('lost answer', { at: 'POST' })
    await expect(provider().refund(refundOf(ref, 500))).rejects.not.toMatchObject(refusal)
    mollie.failWith('none')
    await provider().refund(refundOf(ref, 500))
    expect(mollie.refundedCents(ref)).toBe(500)
  })

  test.each([
    ['more than was paid', 1251, 0],
    ['a refunded payment', 1, 1250],
  ])('A refund of %s is rejected permanently by Mollie', async (_what, cents, before) => {
    const ref = await opened()
    mollie.pay(ref)
    if (before) mollie.refundOutside(ref, before)
    await expect(provider().refund(refundOf(ref, cents))).rejects.toMatchObject(refusal)
  })

  test('A refund of an unpaid payment is rejected permanently by Mollie', async () => {
    await expect(provider().refund(refundOf(await opened(), 500))).rejects.toMatchObject(refusal)
  })
})

describe('A Mollie webhook', () => {
  const read = (body: string) => provider().readNotification(body, new Headers())

  test('The event id of a Mollie webhook differs after every change of the payment and is the same for the same state', async () => {
    const ref = await opened()
    const names = new Set<string>()
    const remember = async () => names.add((await read(`id=${ref}`))?.eventId ?? '')
    await remember()
    mollie.pay(ref)
    await remember()
    await remember()
    mollie.refundOutside(ref, 100)
    await remember()
    mollie.dispute(ref)
    await remember()
    expect([...names]).toEqual([
      `${ref}.open.0.0`,
      `${ref}.paid.0.0`,
      `${ref}.paid.100.0`,
      `${ref}.paid.100.1250`,
    ])
  })

  test('A Mollie webhook is read as an event with its type and the reference of the payment', async () => {
    const ref = await opened()
    mollie.pay(ref)
    const [sent] = await mollie.events()
    expect(await read(sent?.body ?? '')).toMatchObject({ type: 'payment.paid', ref })
  })

  test('A Mollie webhook about an unknown payment is ignored', async () => {
    expect(await read('id=tr_foreign')).toBeNull()
  })

  test.each(
    [['', '{}', 'id=', 'id=ord_1', 'id=tr_', 'id=tr_1/refunds', 'id=tr_1%2F..%2Fmethods']].flat(),
  )('The webhook body "%s" is rejected without asking Mollie (InvalidSignature)', async (body) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'InvalidSignature' })
    expect(mollie.calls).toEqual([])
  })

  test('If Mollie does not answer while a webhook is read, the error is a temporary one, so that Mollie sends the webhook again', async () => {
    const ref = await opened()
    mollie.failWith('500')
    await expect(read(`id=${ref}`)).rejects.not.toMatchObject({ code: 'InvalidSignature' })
  })
})

describe('The probe of Mollie', () => {
  test('The probe of Mollie reports no problem for a valid configuration', async () => {
    expect(await provider().probe()).toEqual({ answers: true, problems: [] })
  })

  test.each([
    [['banktransfer', 'creditcard'], '„Überweisung“ aus'],
    [['directdebit'], '„Lastschrift“ aus'],
    [[], 'keine Zahlungsart'],
  ])(
    'With the payment methods %j enabled at Mollie, the probe warns about them',
    async (methods, sentence) => {
      install(fakeMollie({ key: apiKey, methods }))
      const problems = [expect.stringContaining(sentence)]
      expect(await provider().probe()).toEqual({ answers: true, problems })
    },
  )

  test.each([
    ['401', true, 'nicht an'],
    ['403', true, 'fehlt ein Recht'],
    ['timeout', false, 'antwortet nicht'],
    ['500', false, 'antwortet nicht'],
  ] as const)(
    'If the probe of Mollie fails with "%s", it reports a problem that explains this',
    async (trouble, answers, sentence) => {
      mollie.failWith(trouble)
      const problems = [expect.stringContaining(sentence)]
      expect(await provider().probe()).toEqual({ answers, problems })
      if (answers) expectLogged('payment_key_rejected')
    },
  )
})
