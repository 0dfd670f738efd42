import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { call, json, rows, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, enrol, states } from '#tests/support/enrolment.ts'
import { expectLogged, forgetLog } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, enrolledWith, providers } from '#tests/support/provider-orders.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'

// Our refunds, the provider's events and refunds made in the provider's dashboard concern the same
// payment.

describe.each(providers)(
  'Orders with problems, paid with $id',
  ({ settings, open, refundCall }) => {
    let provider: FakeProvider
    let ring: Chosen
    let night: Chosen
    let manager: { id: number; token: string }

    beforeEach(async () => {
      setClock('2027-01-16T12:00:00Z')
      configure(settings)
      provider = open()
      install(provider)
      const type = await aCostumeType()
      const chosen = (parade: { id: number }) => ({
        paradeId: parade.id,
        costumeTypeId: type.id,
        costumeNumber: '118',
      })
      ring = chosen(await aParade())
      night = chosen(await aParade({ title: 'Nachtumzug', date: '2027-01-30' }))
      manager = await signedIn('management')
    })

    const post = (path: string, body: unknown = {}) => call('POST', path, body, manager)
    const details = (id = 1): Promise<OrderDetails> =>
      json(call('GET', `/api/orders/${id}`, undefined, manager))
    const act = (name: string, body: unknown = {}) => post(`/api/orders/1/${name}`, body)
    const refund = (participationId: number | null, cancelPlaces = true) =>
      act('refund', { participationId, cancelPlaces })
    const places = () =>
      rows('SELECT state, participation_fee_payed AS paid FROM participations ORDER BY id')

    const refundsOf = async () =>
      (await details()).refunds
        .map(({ reason, state, amountInCent }) => [reason, state, amountInCent])
        .toSorted()

    const paid = (amount?: number) => paidFor([ring, night], amount)

    async function paidFor(chosen: Chosen[], amount?: number) {
      const order = await enrolledWith(provider, chosen)
      provider.pay(order.ref, amount === undefined ? {} : { amount })
      await deliver(provider)
      return order
    }

    /** The provider rejects the refund, as it does for lack of balance. */
    async function refused(participationId: number | null) {
      const real = provider.handle
      provider.handle = async (request) =>
        `${request.method} ${new URL(request.url).pathname}`.startsWith(refundCall) &&
        new URL(request.url).pathname.endsWith('refunds')
          ? Response.json(
              {
                status: 422,
                title: 'no',
                detail: 'Zu wenig Guthaben',
                error: { message: 'Zu wenig', type: 'invalid_request_error' },
              },
              { status: provider.id === 'stripe' ? 400 : 422 },
            )
          : real.call(provider, request)
      await refund(participationId)
      provider.handle = real
      expect((await details()).attention).toBe('refundFailed')
    }

    describe('A pending payment that staff ends', () => {
      test("When staff ends a pending payment, it is closed at the provider, its places are released, and the order's history names the user", async () => {
        const { ref } = await enrolledWith(provider, [ring, night])
        const ended = await json(act('end'))
        expect(ended).toMatchObject({ state: 'cancelled', attention: null })
        expect(ended.history.at(-1)).toMatchObject({ kind: 'ended', user: 'Sabine Kächele' })
        expect(provider.page(ref).isOpen).toBe(false)
        expect(await states()).toEqual({ orders: ['cancelled'], places: ['released', 'released'] })
        expect((await enrol([ring], { firstName: 'Lena' })).status).toBe(200)
        expect((await act('end')).status).toBe(409)
      })

      test('When staff ends a payment that the provider has received already, the order is booked as paid', async () => {
        const { ref } = await enrolledWith(provider, [ring])
        provider.pay(ref)
        expect(await json(act('end'))).toMatchObject({ state: 'paid' })
        expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
      })

      test.each(['timeout', '500'] as const)(
        'While the provider does not answer (%s), ending a payment is rejected (502) and the payment is still pending',
        async (trouble) => {
          const { ref } = await enrolledWith(provider, [ring])
          provider.failWith(trouble)
          expect((await act('end')).status).toBe(502)
          expectLogged('payment_check')
          provider.failWith('none')
          expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
          expect(provider.page(ref).isOpen).toBe(true)
        },
      )

      test('A payment that the bank is processing cannot be ended (409)', async () => {
        const { ref } = await enrolledWith(provider, [ring])
        provider.process(ref)
        expect((await act('end')).status).toBe(409)
        expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
      })
    })

    test('Two places of an order that are refunded at the same moment are both refunded', async () => {
      const { ref } = await paid()
      const [first, second] = (await details()).places
      await Promise.all([
        refund(first?.participationId ?? 0),
        refund(second?.participationId ?? 0),
        runCron(),
      ])
      await runCron()
      expect(provider.refundedCents(ref)).toBe(1600)
      expect(await details()).toMatchObject({ state: 'refunded', refundedInCent: 1600 })
    })

    test("If the provider's answers to two refunds of an order are lost, each refund is made only once", async () => {
      const { ref } = await paid()
      const [first, second] = (await details()).places
      for (const place of [first, second]) {
        provider.failWith('lost answer', { at: refundCall, times: 1 })
        await refund(place?.participationId ?? 0)
      }
      provider.failWith('none')
      forgetLog()
      for (let n = 0; n < 3; n += 1) await runCron()
      expect(provider.refundedCents(ref)).toBe(1600)
      expect((await details()).refunds.map(({ state }) => state)).toEqual(['done', 'done'])
    })

    test("If staff makes a rejected refund in the provider's dashboard, the refund counts as done and cannot be retried (409)", async () => {
      const { ref } = await paid()
      await refused((await details()).places[0]?.participationId ?? 0)
      provider.refundOutside(ref, 800)
      await deliver(provider)
      expect(await details()).toMatchObject({
        state: 'paid',
        attention: null,
        refundedInCent: 800,
        refunds: [{ key: 'place-1', state: 'done' }],
      })
      expect((await act('refunds/place-1/retry')).status).toBe(409)
      expect(provider.refundedCents(ref)).toBe(800)
      await refund(2)
      expect(await details()).toMatchObject({ state: 'refunded', refundedInCent: 1600 })
    })

    test('If a rejected refund is retried and marked as made by hand at the same moment, one of the requests is rejected (409)', async () => {
      const { ref } = await paid()
      await refused(null)
      const answers = await Promise.all([
        act('refunds/order-1/retry'),
        act('refunds/order-1/by-hand'),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const isByHand = answers[1]?.status === 200
      expect(provider.refundedCents(ref)).toBe(isByHand ? 0 : 1600)
    })

    test('If a part of an order was refunded at the provider, refunding the order refunds only the rest', async () => {
      const { ref } = await paid()
      provider.refundOutside(ref, 300)
      expect(await json(refund(null))).toMatchObject({ state: 'refunded', refundedInCent: 1600 })
      expect(provider.refundedCents(ref)).toBe(1600)
      expect(await refundsOf()).toEqual([
        ['outside', 'done', 300],
        ['staff', 'done', 1300],
      ])
    })

    test('When a refund fails because a part of the payment was refunded at the provider, the order shows both', async () => {
      const { ref } = await paidFor([ring])
      provider.refundOutside(ref, 200)
      await post(`/api/parade/${ring.paradeId}/cancel`)
      await post(`/api/parade/${ring.paradeId}/refunds`)
      expect(provider.refundedCents(ref)).toBe(200)
      expect(await details()).toMatchObject({
        state: 'paid',
        attention: 'refundFailed',
        refundedInCent: 200,
      })
      expect(await refundsOf()).toEqual([
        ['outside', 'done', 200],
        ['paradeCancelled', 'failed', 800],
      ])
    })

    test('When more was refunded at the provider than the order requests, the request counts as done and the order shows the rest', async () => {
      const { ref } = await paid()
      provider.refundOutside(ref, 900)
      await post(`/api/parade/${ring.paradeId}/cancel`)
      await post(`/api/parade/${ring.paradeId}/refunds`)
      expect(provider.refundedCents(ref)).toBe(900)
      expect(await details()).toMatchObject({ refundedInCent: 900, refundableInCent: 700 })
      expect(await refundsOf()).toEqual([
        ['outside', 'done', 100],
        ['paradeCancelled', 'done', 800],
      ])
    })

    test('If the payment of an order in review is refunded at the provider, its places are released and the order cannot be accepted (409)', async () => {
      const { ref } = await paid(700)
      expect(await states()).toMatchObject({ orders: ['review'] })
      provider.refundOutside(ref, 700)
      await deliver(provider)
      expect(await states()).toEqual({ orders: ['refunded'], places: ['released', 'released'] })
      expect((await act('accept')).status).toBe(409)
      expect((await enrol([ring], { firstName: 'Lena' })).status).toBe(200)
    })

    test('The dispute of an order that is refunded can be marked as settled', async () => {
      const { ref } = await paid()
      provider.refundOutside(ref, 1600)
      provider.dispute(ref)
      await deliver(provider)
      expect(await details()).toMatchObject({ state: 'refunded', attention: 'disputed' })
      setClock('2027-01-16T12:01:00Z')
      expect(await json(act('settled'))).toMatchObject({ attention: null })
    })

    test('An order whose cancelled places were refunded at the provider can be marked as settled', async () => {
      const { ref } = await paid()
      for (const { participationId } of (await details()).places) {
        await call('DELETE', `/api/paradeParticipation/${participationId}`, undefined, manager)
      }
      provider.refundOutside(ref, 1600)
      await deliver(provider)
      expect(await details()).toMatchObject({ state: 'refunded', attention: 'refundedOutside' })
      setClock('2027-01-16T12:01:00Z')
      expect(await json(act('settled'))).toMatchObject({ attention: null })
    })

    test('A paid order with a dispute and a cancelled place needs attention for the place (noPlace) until that is refunded, then for the dispute (disputed)', async () => {
      const { ref } = await paid()
      const [first] = (await details()).places
      await call('DELETE', `/api/paradeParticipation/${first?.participationId}`, undefined, manager)
      provider.dispute(ref)
      await deliver(provider)
      expect((await details()).attention).toBe('noPlace')
      expect(await json(refund(first?.participationId ?? 0))).toMatchObject({
        attention: 'disputed',
      })
    })

    test('A place of a cancelled parade whose fee was refunded at the provider no longer counts as paid', async () => {
      const { ref } = await paid()
      provider.refundOutside(ref, 1600)
      await deliver(provider)
      await post(`/api/parade/${ring.paradeId}/cancel`)
      await post(`/api/parade/${ring.paradeId}/refunds`)
      expect(await places()).toEqual([
        { state: 'booked', paid: 0 },
        { state: 'booked', paid: 1 },
      ])
      expect(provider.refundedCents(ref)).toBe(1600)
      const list = await json(
        call('GET', `/api/parade/${ring.paradeId}/refunds`, undefined, manager),
      )
      expect(list.places).toMatchObject([{ paid: 'unpaid', orderId: null, refund: null }])
    })

    test('A parade cannot be deleted while one of its refunds is still to be made (409)', async () => {
      await paid()
      await refused(1)
      const remove = () => call('DELETE', `/api/parade/${ring.paradeId}`, undefined, manager)
      expect((await remove()).status).toBe(409)
      await act('refunds/place-1/retry')
      expect((await remove()).status).toBe(204)
      const order = await details()
      const mail = order.mails.find(({ kind }) => kind === 'refunded')
      const text = await json(call('GET', `/api/orders/1/mails/${mail?.id}`, undefined, manager))
      expect(text.text).toContain('„Ringtreffen Moosried“')
    })

    describe('A provider that does not answer', () => {
      test('A payer who returns while the provider does not answer sees a waiting page, or success if the order is stored as paid', async () => {
        const { token } = await enrolledWith(provider, [ring])
        provider.failWith('500')
        const back = await call('GET', `/api/payments/return/${token}`)
        expect(back.status).toBe(200)
        expect(await back.text()).toContain('Deine Zahlung wird geprüft …')
        await env.DB.exec(`UPDATE orders SET state = 'paid'`)
        const paidBack = await call('GET', `/api/payments/return/${token}`)
        expect(paidBack.headers.get('Location')).toContain('state=success')
        forgetLog()
      })

      test('An enrolment repeated after its reservation has ended is rejected while the provider does not answer (502)', async () => {
        await enrolledWith(provider, [ring])
        setClock('2027-01-16T14:00:00Z')
        provider.failWith('500')
        expect((await enrol([ring])).status).toBe(502)
        expectLogged('checkout_failed')
      })

      test('If the provider does not answer for an hour, staff can release the places; a payment that arrives later books them', async () => {
        const { ref } = await enrolledWith(provider, [ring])
        expect((await act('release')).status).toBe(409)
        provider.failWith('500')
        setClock('2027-01-16T15:00:00Z')
        await runCron()
        expectLogged('"event":"sweep"')
        manager.token = await tokenOf(manager.id)
        expect(await details()).toMatchObject({ state: 'pending', attention: 'undecided' })
        const freed = await json(act('release'))
        expect(freed).toMatchObject({ state: 'expired', attention: null })
        expect(freed.history.at(-1)).toMatchObject({
          kind: 'releasedByHand',
          user: 'Sabine Kächele',
        })
        provider.failWith('none')
        provider.payLate(ref)
        await deliver(provider)
        expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
      })

      test('An order that the provider left undecided is settled by the cron once the provider answers again', async () => {
        const { ref } = await enrolledWith(provider, [ring])
        provider.pay(ref)
        provider.failWith('500')
        setClock('2027-01-16T15:00:00Z')
        await runCron()
        expectLogged('"event":"sweep"')
        provider.failWith('none')
        await runCron()
        manager.token = await tokenOf(manager.id)
        expect(await details()).toMatchObject({ state: 'paid', attention: null })
      })
    })
  },
)

test('The check of the payment settings reports a missing APP_ORIGIN', async () => {
  setClock('2027-01-16T12:00:00Z')
  const manager = await signedIn('management')
  const [stripe] = providers
  configure({
    ...stripe.settings,
    // In production the worker answers nothing without it.
    ENVIRONMENT: 'preview',
    APP_ORIGIN: '',
  })
  const health = await json(call('GET', '/api/health/payments', undefined, manager))
  expect(health).toMatchObject({ answers: null })
  expect(health.problems.join()).toContain('APP_ORIGIN')
})
