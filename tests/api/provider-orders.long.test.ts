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

describe.each(providers)('with $id', ({ settings, open, refundCall }) => {
  let provider: FakeProvider

  beforeEach(() => {
    configure(settings)
    provider = open()
    install(provider)
  })

  const enrolled = (change = {}) => enrolledWith(provider, [costume118], change)

  describe('the webhook', () => {
    test('books once and tells once, though it comes ten times', async () => {
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

    test('ten times at the same moment books once', async () => {
      const { ref } = await enrolled()
      provider.pay(ref)
      const [event] = await provider.events()
      if (!event) throw new Error('no event')
      await Promise.all(Array.from({ length: 10 }, () => notify(provider, event)))
      expect(await states()).toEqual(booked)
      expect(await rows(`SELECT id FROM mails WHERE kind = 'enrolled'`)).toHaveLength(1)
    })

    test('before the browser: coming back finds it done', async () => {
      const { ref, token } = await enrolled()
      provider.pay(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
      expect((await comeBack(token)).location).toContain('state=success')
    })

    test('after the browser: coming back has settled already', async () => {
      const { ref, token } = await enrolled()
      provider.pay(ref)
      expect((await comeBack(token)).location).toContain('state=success')
      expect(await states()).toEqual(booked)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
    })

    test('never comes, nor the browser: the cron books when the reservation is over', async () => {
      const { ref } = await enrolled()
      provider.pay(ref)
      setClock(afterHold)
      await runCron()
      expect(await states()).toEqual(booked)
    })

    test('is asked for again while the provider cannot be asked', async () => {
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

  describe('a payment the bank works on', () => {
    test('keeps the place beyond the reservation, and books it once it is there', async () => {
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

    test('that comes to nothing frees the place', async () => {
      const { ref, token } = await enrolled()
      provider.process(ref)
      await deliver(provider)
      provider.fail(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual({ orders: ['failed'], places: ['released'] })
      expect((await comeBack(token)).location).toContain('state=error')
    })
  })

  describe('money after the reservation', () => {
    const expired = async () => {
      const order = await enrolled()
      setClock(afterHold)
      await runCron()
      expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
      await provider.events()
      return order
    }

    test('finds the checkout closed: nobody can pay any more', async () => {
      const { ref } = await enrolled()
      // Our reservation is over, and the provider's page is not yet.
      setClock('2027-01-16T12:10:00Z')
      await env.DB.exec(`UPDATE orders SET hold_until = '2027-01-16T12:10:00.000Z'`)
      await runCron()
      expect(() => provider.pay(ref)).toThrow('nobody can pay')
      expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
    })

    test('that came all the same gets the place while it is free', async () => {
      const { ref, token } = await expired()
      provider.payLate(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
      expect((await comeBack(token)).location).toContain('state=success')
    })

    test('goes back when the place is taken, and who has it keeps it', async () => {
      const { ref } = await expired()
      await enrol([costume118], lena)
      provider.payLate(ref)
      await deliver(provider)
      expect(await states()).toEqual({
        orders: ['refunded', 'pending'],
        places: ['released', 'reserved'],
      })
      expect(provider.refundedCents(ref)).toBe(800)
      // The refund is told as well, and changes nothing more.
      await deliver(provider)
      await runCron()
      expect((await states()).orders[0]).toBe('refunded')
      expect(await rows('SELECT key FROM order_refunds')).toHaveLength(1)
    })

    test.each(['lost answer', 'timeout', '500'] as const)(
      'goes back once, though %s came between',
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

    test('does not free a place while the provider cannot be asked', async () => {
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

  test('of another sum than the order is never booked by itself', async () => {
    const { ref } = await enrolled()
    provider.pay(ref, { amount: 799 })
    await deliver(provider)
    expect(await states()).toEqual({ orders: ['review'], places: ['reserved'] })
    expect(await rows('SELECT received_in_cent FROM orders')).toEqual([{ received_in_cent: 799 }])
  })

  test('two people want one costume at the same moment: one payment is opened, and booked', async () => {
    const answers = await Promise.all([enrol([costume118]), enrol([costume118], lena)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(provider.refs()).toHaveLength(1)
    provider.pay(provider.refs()[0] ?? '')
    await deliver(provider)
    expect(await states()).toEqual(booked)
  })

  test('one person presses twice at the same moment: one payment', async () => {
    const answers = await Promise.all([enrol([costume118]), enrol([costume118])])
    const addresses = await Promise.all(answers.map((answer) => json(answer)))
    expect(new Set(addresses.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
    expect(provider.refs()).toHaveLength(1)
    expect(await states()).toEqual(reserved)
  })

  describe('the worker died between order and checkout', () => {
    const dead = async () => {
      const order = await enrolled()
      await env.DB.exec('UPDATE orders SET provider_ref = NULL, redirect_url = NULL')
      return order
    }

    test('the same request within a minute goes on with it', async () => {
      const { redirectUrl, ref } = await dead()
      setClock('2027-01-16T12:00:59Z')
      expect((await enrolled()).redirectUrl).toBe(redirectUrl)
      expect(provider.refs()).toEqual([ref])
      provider.pay(ref)
      await deliver(provider)
      expect(await states()).toEqual(booked)
    })

    test('later the same request begins anew', async () => {
      const { redirectUrl } = await dead()
      setClock('2027-01-16T12:01:01Z')
      expect((await enrolled()).redirectUrl).not.toBe(redirectUrl)
      expect(await states()).toEqual({
        orders: ['failed', 'pending'],
        places: ['released', 'reserved'],
      })
    })

    test('nobody comes back: the cron frees the place', async () => {
      await dead()
      setClock(afterHold)
      await runCron()
      expect(await states()).toEqual({ orders: ['expired'], places: ['released'] })
    })

    test('the person pays all the same: the notification finds the order', async () => {
      const { ref } = await dead()
      provider.pay(ref)
      expect(await deliver(provider)).toEqual([200])
      expect(await states()).toEqual(booked)
    })
  })

  test('a free parade asks no provider', async () => {
    const free = await aParade({ priceForAdultsInCent: 0 })
    const response = await enrol([{ ...costume118, paradeId: free.id }])
    expect((await json(response)).redirectUrl).toContain('state=success')
    expect(await states()).toEqual(booked)
    await runCron()
    expect(provider.calls).toEqual([])
  })

  describe('going back from the page', () => {
    const goBack = (token: string) => call('GET', `/api/payments/cancel/${token}`)

    test('ends the payment, also for another tab', async () => {
      const { ref, token } = await enrolled()
      expect((await goBack(token)).status).toBe(303)
      expect(await states()).toEqual({ orders: ['cancelled'], places: ['released'] })
      expect((await comeBack(token)).location).toContain('state=error')
      expect(() => provider.pay(ref)).toThrow('nobody can pay')
    })

    test('after paying in another tab changes nothing: it is paid', async () => {
      const { ref, token } = await enrolled()
      provider.pay(ref)
      expect((await goBack(token)).status).toBe(303)
      expect(await states()).toEqual(booked)
      expect((await comeBack(token)).location).toContain('state=success')
    })

    test('while the bank works on it keeps waiting', async () => {
      const { ref, token } = await enrolled()
      provider.process(ref)
      await goBack(token)
      expect(await states()).toEqual(reserved)
      provider.pay(ref)
      await deliver(provider)
      expect(await states()).toEqual(booked)
    })

    test("by the provider's own button ends it as well", async () => {
      const { ref, token } = await enrolled()
      provider.abandon(ref)
      await goBack(token)
      expect(await states()).toEqual({ orders: ['cancelled'], places: ['released'] })
      expect((await enrol([costume118], lena)).status).toBe(200)
    })

    test('while the provider cannot be asked waits', async () => {
      const { token } = await enrolled()
      provider.failWith('timeout')
      expect((await goBack(token)).status).toBe(303)
      expect(await states()).toEqual(reserved)
      expectLogged('"event":"cancel"')
    })
  })

  describe('the checkout does not open', () => {
    test.each(['401', '403', '500', 'timeout', 'lost answer'] as const)(
      '%s: nothing is held, and the next try goes well',
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
        if (trouble === '401' || trouble === '403') expectLogged('payment_key_refused')
        expect(logged()).toBe('')
        provider.failWith('none')
        expect((await enrol([costume118])).status).toBe(200)
      },
    )

    test('though the provider opened it: who pays all the same gets the place', async () => {
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
  ])('the way back cannot lead to %s', async (address) => {
    const response = await enrol([costume118], { successRedirectUrl: address })
    expect(response.status).toBe(422)
    expect(provider.calls).toEqual([])
    expect(await states()).toEqual({ orders: [], places: [] })
  })
})

describe('only Stripe signs', () => {
  const [{ settings, open }] = providers
  const paid = async () => {
    const stripe = open()
    install(stripe)
    const order = await enrolledWith(stripe, [costume118])
    stripe.pay(order.ref)
    return { stripe, ...order }
  }

  test('with a wrong secret nothing is believed, and coming back settles', async () => {
    configure({ ...settings, STRIPE_WEBHOOK_SECRET: 'whsec_2' })
    const { stripe, token } = await paid()
    expect(await deliver(stripe)).toEqual([400])
    expectLogged('notification_refused')
    expect(await states()).toEqual(reserved)
    await comeBack(token)
    expect(await states()).toEqual(booked)
  })

  test('a notification of more than five minutes ago is a replay; the cron settles', async () => {
    configure(settings)
    const { stripe } = await paid()
    const [event] = await stripe.events()
    if (!event) throw new Error('no event')
    setClock('2027-01-16T12:05:01Z')
    expect((await notify(stripe, event)).status).toBe(400)
    expectLogged('notification_refused')
    expect(await states()).toEqual(reserved)
    setClock(afterHold)
    await runCron()
    expect(await states()).toEqual(booked)
  })
})

describe('only Mollie names and says no more', () => {
  const [, { settings, open }] = providers

  test('a foreign payment is taken and changes nothing', async () => {
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
