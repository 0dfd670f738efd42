import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { call, json, rows, runCron, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, comeBack, enrol, states } from '#tests/support/enrolment.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, enrolledWith, notify, providers } from '#tests/support/provider-orders.ts'

const lena = { firstName: 'Lena', emailAddress: 'lena@example.de' }
const start = '2027-01-16T12:00:00Z'
const afterHold = '2027-01-16T12:36:01Z'

const reserved = { orders: ['pending'], places: ['reserved'] }
const booked = { orders: ['paid'], places: ['booked'] }

let costume118: Chosen

beforeEach(async () => {
  setClock(start)
  const type = await aCostumeType()
  const parade = await aParade()
  costume118 = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
})

describe.each(providers)('Orders paid with $id', ({ settings, open, refundCall }) => {
  let provider: FakeProvider

  beforeEach(() => {
    configure(settings)
    provider = open()
    install(provider)
  })

  const enrolled = (change = {}) => enrolledWith(provider, [costume118], change)

  describe('The webhook', () => {
    test('A webhook that is delivered ten times books the order once and stores one mail', async () => {
      const { ref } = await enrolled()
      provider.pay(ref)
      const [event] = await provider.events()
      if (!event) throw new Error('no event')
      for (let n = 0; n < 5; n += 1) expect((await notify(provider, event)).status).toBe(200)
      const answers = await Promise.all(Array.from({ length: 5 }, () => notify(provider, event)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(await states()).toEqual(booked)
      expect(await rows('SELECT event_id FROM payment_events')).toHaveLength(1)
      expect(await rows(`SELECT id FROM mails WHERE kind = 'enrolled'`)).toHaveLength(1)
    })

    test('A webhook that is delivered ten times at the same moment books the order once and stores one mail', async () => {
      const { ref } = await enrolled()
      provider.pay(ref)
      const [event] = await provider.events()
      if (!event) throw new Error('no event')
      await Promise.all(Array.from({ length: 10 }, () => notify(provider, event)))
      expect(await states()).toEqual(booked)
      expect(await rows(`SELECT id FROM mails WHERE kind = 'enrolled'`)).toHaveLength(1)
    })

    test('A browser that returns after the webhook is redirected to the page of a successful payment', async () => {
      const { ref, token } = await enrolled()
      provider.pay(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
      expect((await comeBack(token)).location).toContain('state=success')
    })

    test('A browser that returns before the webhook settles the order; the webhook then changes nothing', async () => {
      const { ref, token } = await enrolled()
      provider.pay(ref)
      expect((await comeBack(token)).location).toContain('state=success')
      expect(await states()).toEqual(booked)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
    })

    test('The cron books a paid order for which neither webhook nor browser has arrived', async () => {
      const { ref } = await enrolled()
      provider.pay(ref)
      setClock(afterHold)
      await runCron()
      expect(await states()).toEqual(booked)
    })

    test('A webhook is answered with 500 while the provider cannot be asked, and books the order when it is delivered again', async () => {
      const { ref } = await enrolled()
      provider.pay(ref)
      const [event] = await provider.events()
      if (!event) throw new Error('no event')
      provider.failWith('500')
      expect((await notify(provider, event)).status).toBe(500)
      expectLogged('/api/payments/webhook')
      expect(await states()).toEqual(reserved)
      provider.failWith('none')
      expect((await notify(provider, event)).status).toBe(200)
      expect(await states()).toEqual(booked)
    })
  })

  describe('A payment that the bank is processing', () => {
    test('While the bank is processing a payment, the costume is taken even after the end of the reservation; once paid it is booked', async () => {
      const { ref, token } = await enrolled()
      provider.process(ref)
      expect(await deliver(provider)).toEqual([200])
      expect((await comeBack(token)).status).toBe(200)
      setClock(afterHold)
      await runCron()
      expect(await states()).toEqual(reserved)
      expect((await enrol([costume118], lena)).status).toBe(409)
      provider.pay(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
    })

    test('A payment that fails after the bank was processing it releases the place', async () => {
      const { ref, token } = await enrolled()
      provider.process(ref)
      await deliver(provider)
      provider.fail(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual({ orders: ['failed'], places: ['released'] })
      expect((await comeBack(token)).location).toContain('state=error')
    })
  })

  describe('A payment after the reservation', () => {
    const expired = async () => {
      const order = await enrolled()
      setClock(afterHold)
      await runCron()
      expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
      await provider.events()
      return order
    }

    test('When the cron releases an expired reservation, its payment is closed at the provider and can no longer be made', async () => {
      const { ref } = await enrolled()
      // Our reservation has expired before the provider's checkout.
      setClock('2027-01-16T12:10:00Z')
      await env.DB.exec(`UPDATE orders SET hold_until = '2027-01-16T12:10:00.000Z'`)
      await runCron()
      expect(() => provider.pay(ref)).toThrow('it cannot be paid')
      expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
    })

    test('A payment after the reservation was released books the place if it is still vacant', async () => {
      const { ref, token } = await expired()
      provider.payLate(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
      expect((await comeBack(token)).location).toContain('state=success')
    })

    test('A late payment is refunded once if another person has reserved the costume since; that reservation does not change', async () => {
      const { ref } = await expired()
      await enrol([costume118], lena)
      provider.payLate(ref)
      await deliver(provider)
      expect(await states()).toEqual({
        orders: ['refunded', 'pending'],
        places: ['released', 'reserved'],
      })
      expect(provider.refundedCents(ref)).toBe(800)
      // The webhook about the refund changes nothing more.
      await deliver(provider)
      await runCron()
      expect((await states()).orders[0]).toBe('refunded')
      expect(await rows('SELECT key FROM order_refunds')).toHaveLength(1)
    })

    test.each(['lost answer', 'timeout', '500'] as const)(
      'A late payment for a taken place is refunded once, even if the first attempt at the refund fails with "%s"',
      async (trouble) => {
        const { ref } = await expired()
        await enrol([costume118], lena)
        provider.payLate(ref)
        provider.failWith(trouble, { at: refundCall })
        await deliver(provider)
        expectLogged('"event":"refund"')
        expect((await states()).orders[0]).toBe('refund_pending')
        provider.failWith('none')
        await runCron()
        await runCron()
        expect((await states()).orders[0]).toBe('refunded')
        expect(provider.refundedCents(ref)).toBe(800)
      },
    )

    test('A costume whose reservation has expired is taken while the provider does not answer (409), and vacant once it answers again', async () => {
      await enrolled()
      setClock(afterHold)
      provider.failWith('timeout')
      await runCron()
      expect((await enrol([costume118], lena)).status).toBe(409)
      expect(await states()).toEqual(reserved)
      expectLogged('"event":"sweep"')
      provider.failWith('none')
      expect((await enrol([costume118], lena)).status).toBe(200)
    })
  })

  test('An order paid with another amount is not booked but waits for review', async () => {
    const { ref } = await enrolled()
    provider.pay(ref, { amount: 799 })
    await deliver(provider)
    expect(await states()).toEqual({ orders: ['review'], places: ['reserved'] })
    expect(await rows('SELECT received_in_cent FROM orders')).toEqual([{ received_in_cent: 799 }])
  })

  test('Of two people who choose the same costume at the same moment one can pay and is booked, the other is rejected (409)', async () => {
    const answers = await Promise.all([enrol([costume118]), enrol([costume118], lena)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(provider.refs()).toHaveLength(1)
    provider.pay(provider.refs()[0] ?? '')
    await deliver(provider)
    expect(await states()).toEqual(booked)
  })

  test('The same enrolment sent twice at the same moment opens one payment', async () => {
    const answers = await Promise.all([enrol([costume118]), enrol([costume118])])
    const addresses = await Promise.all(answers.map((answer) => json(answer)))
    expect(new Set(addresses.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
    expect(provider.refs()).toHaveLength(1)
    expect(await states()).toEqual(reserved)
  })

  describe('A worker that stopped between storing an order and its opened payment', () => {
    const dead = async () => {
      const order = await enrolled()
      await env.DB.exec('UPDATE orders SET provider_ref = NULL, redirect_url = NULL')
      return order
    }

    test('If the worker stopped before storing the opened payment, the same enrolment within a minute continues with that payment', async () => {
      const { redirectUrl, ref } = await dead()
      setClock('2027-01-16T12:00:59Z')
      expect((await enrolled()).redirectUrl).toBe(redirectUrl)
      expect(provider.refs()).toEqual([ref])
      provider.pay(ref)
      await deliver(provider)
      expect(await states()).toEqual(booked)
    })

    test('If the worker stopped before storing the opened payment, the same enrolment after more than a minute gets a new order and payment', async () => {
      const { redirectUrl } = await dead()
      setClock('2027-01-16T12:01:01Z')
      expect((await enrolled()).redirectUrl).not.toBe(redirectUrl)
      expect(await states()).toEqual({
        orders: ['failed', 'pending'],
        places: ['released', 'reserved'],
      })
    })

    test('If the worker stopped before storing the opened payment and the enrolment is not repeated, the order expires and the cron releases its place', async () => {
      await dead()
      setClock(afterHold)
      await runCron()
      expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
    })

    test('A webhook about a payment that was opened but not stored finds the order by its token and books it', async () => {
      const { ref } = await dead()
      provider.pay(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
    })
  })

  test('An enrolment without a price is booked without any call to the payment provider', async () => {
    const free = await aParade({ priceForAdultsInCent: 0 })
    const response = await enrol([{ ...costume118, paradeId: free.id }])
    expect((await json(response)).redirectUrl).toContain('state=success')
    expect(await states()).toEqual(booked)
    await runCron()
    expect(provider.calls).toEqual([])
  })

  describe('Returning from the payment page', () => {
    const goBack = (token: string) => call('GET', `/api/payments/cancel/${token}`)

    test('Going back from the payment page cancels the order, and its payment can no longer be made in another tab', async () => {
      const { ref, token } = await enrolled()
      expect((await goBack(token)).status).toBe(303)
      expect(await states()).toEqual({ orders: ['cancelled'], places: ['released'] })
      expect((await comeBack(token)).location).toContain('state=error')
      expect(() => provider.pay(ref)).toThrow('it cannot be paid')
    })

    test('If the payer has paid in another tab, going back from the payment page does not cancel the order', async () => {
      const { ref, token } = await enrolled()
      provider.pay(ref)
      expect((await goBack(token)).status).toBe(303)
      expect(await states()).toEqual(booked)
      expect((await comeBack(token)).location).toContain('state=success')
    })

    test('While the bank is processing the payment, going back from the payment page does not end the reservation', async () => {
      const { ref, token } = await enrolled()
      provider.process(ref)
      await goBack(token)
      expect(await states()).toEqual(reserved)
      provider.pay(ref)
      await deliver(provider)
      expect(await states()).toEqual(booked)
    })

    test("Cancelling on the provider's payment page cancels the order and releases its place", async () => {
      const { ref, token } = await enrolled()
      provider.abandon(ref)
      await goBack(token)
      expect(await states()).toEqual({ orders: ['cancelled'], places: ['released'] })
      expect((await enrol([costume118], lena)).status).toBe(200)
    })

    test('While the provider does not answer, going back from the payment page does not end the reservation', async () => {
      const { token } = await enrolled()
      provider.failWith('timeout')
      expect((await goBack(token)).status).toBe(303)
      expect(await states()).toEqual(reserved)
      expectLogged('"event":"cancel"')
    })
  })

  describe('A payment that cannot be opened', () => {
    test.each(['401', '403', '500', 'timeout', 'lost answer'] as const)(
      'If opening the payment fails with "%s", the enrolment is rejected (502) and its place released; the next attempt succeeds',
      async (trouble) => {
        provider.failWith(trouble)
        const response = await enrol([costume118])
        expect(response.status).toBe(502)
        expect(await json(response)).toMatchObject({
          enrolSuccessful: false,
          error: { code: 'PaymentFailed' },
        })
        expect(await states()).toEqual({ orders: ['failed'], places: ['released'] })
        expectLogged('checkout_failed')
        if (trouble === '401' || trouble === '403') expectLogged('payment_key_rejected')
        expect(logged()).toBe('')
        provider.failWith('none')
        expect((await enrol([costume118])).status).toBe(200)
      },
    )

    test("If a payment was opened although the provider's answer was lost (502), paying it books the place", async () => {
      provider.failWith('lost answer')
      expect((await enrol([costume118])).status).toBe(502)
      expectLogged('checkout_failed')
      provider.failWith('none')
      provider.pay(provider.refs()[0] ?? '')
      await deliver(provider)
      expect(await states()).toEqual(booked)
    })
  })

  test.each([
    'https://elsewhere.example/done',
    'http://zunft.test.elsewhere.example/',
    'http://zunft.test@elsewhere.example/',
    'javascript:alert(1)',
  ])('An enrolment with the redirect address %s is rejected (422)', async (address) => {
    const response = await enrol([costume118], { successRedirectUrl: address })
    expect(response.status).toBe(422)
    expect(provider.calls).toEqual([])
    expect(await states()).toEqual({ orders: [], places: [] })
  })
})

describe('The signature of a Stripe webhook', () => {
  const [{ settings, open }] = providers
  const paid = async () => {
    const stripe = open()
    install(stripe)
    const order = await enrolledWith(stripe, [costume118])
    stripe.pay(order.ref)
    return { stripe, ...order }
  }

  test('With a wrong webhook secret, Stripe webhooks are rejected (400), and the returning browser settles the order', async () => {
    configure({ ...settings, STRIPE_WEBHOOK_SECRET: 'whsec_2' })
    const { stripe, token } = await paid()
    expect(await deliver(stripe)).toEqual([400])
    expectLogged('notification_rejected')
    expect(await states()).toEqual(reserved)
    await comeBack(token)
    expect(await states()).toEqual(booked)
  })

  test('A Stripe webhook older than five minutes is rejected (400), and the cron settles the order', async () => {
    configure(settings)
    const { stripe } = await paid()
    const [event] = await stripe.events()
    if (!event) throw new Error('no event')
    setClock('2027-01-16T12:05:01Z')
    expect((await notify(stripe, event)).status).toBe(400)
    expectLogged('notification_rejected')
    expect(await states()).toEqual(reserved)
    setClock(afterHold)
    await runCron()
    expect(await states()).toEqual(booked)
  })
})

describe('A Mollie webhook', () => {
  const [, { settings, open }] = providers

  test('A Mollie webhook with an unknown payment id is accepted (200) without effect; with an invalid one it is rejected (400)', async () => {
    configure(settings)
    const mollie = open()
    install(mollie)
    const { ref } = await enrolledWith(mollie, [costume118])
    mollie.pay(ref)
    for (const [body, status] of [
      ['id=tr_foreign', 200],
      ['id=../methods', 400],
      ['', 400],
    ] as const) {
      expect((await notify(mollie, { body, headers: {} })).status).toBe(status)
    }
    expect(await states()).toEqual(reserved)
  })
})
