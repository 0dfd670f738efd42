import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { call, json, rows, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, enrol, states } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, providers } from '#tests/support/provider-orders.ts'

// A payer cancels an unpaid order with its secret token.

let costume118: Chosen

beforeEach(async () => {
  setClock()
  const type = await aCostumeType()
  const parade = await aParade()
  costume118 = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
})

async function enrolled(change = {}): Promise<string> {
  return (await json(enrol([costume118], change))).orderToken
}

async function cancel(token: string) {
  const response = await call('POST', `/api/enrolment/orders/${token}/cancel`)
  const { state, error } = await json(response)
  return { status: response.status, ...(error ? { code: error.code } : { state }) }
}

const pending = { orders: ['pending'], places: ['reserved'] }

describe.each(providers)('Cancelling an order with $id', ({ settings, open }) => {
  let provider: FakeProvider

  beforeEach(() => {
    configure(settings)
    provider = open()
    install(provider)
  })

  const ref = () => provider.refs()[0] ?? ''

  test('Cancelling an unpaid order closes the payment at the provider and releases the places at once', async () => {
    const token = await enrolled()
    expect(await cancel(token)).toEqual({ status: 200, state: 'cancelled' })
    expect(await states()).toEqual({ orders: ['cancelled'], places: ['released'] })
    expect(() => provider.pay(ref())).toThrow()
    expect((await enrol([costume118], { firstName: 'Lena' })).status).toBe(200)
    expect(await rows('SELECT kind FROM order_history')).toEqual([{ kind: 'cancelled' }])
  })

  test('Cancelling an order again, or four times at once, is answered with the cancelled order (200)', async () => {
    const token = await enrolled()
    const answers = await Promise.all([1, 2, 3, 4].map(() => cancel(token)))
    expect(answers).toEqual(answers.map(() => ({ status: 200, state: 'cancelled' })))
    expect(await cancel(token)).toEqual({ status: 200, state: 'cancelled' })
    expect(await rows('SELECT kind FROM order_history')).toHaveLength(1)
  })

  test('An order whose payment the provider has received is not cancelled but booked (409)', async () => {
    const token = await enrolled()
    provider.pay(ref())
    expect(await cancel(token)).toEqual({ status: 409, code: 'OrderPaid' })
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect(await cancel(token)).toEqual({ status: 409, code: 'OrderPaid' })
  })

  test('An order that was paid with another amount is not cancelled (409) and waits for review by staff', async () => {
    const token = await enrolled()
    provider.pay(ref(), { amount: 799 })
    expect(await cancel(token)).toEqual({ status: 409, code: 'OrderPaid' })
    expect(await states()).toEqual({ orders: ['review'], places: ['reserved'] })
  })

  test('An order whose payment the bank is still processing is not cancelled (409)', async () => {
    const token = await enrolled()
    provider.process(ref())
    expect(await cancel(token)).toEqual({ status: 409, code: 'OrderInProgress' })
    expect(await states()).toEqual(pending)
    provider.pay(ref())
    await deliver(provider)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('While the provider does not answer, an order is not cancelled (502)', async () => {
    const token = await enrolled()
    provider.failWith('500')
    expect(await cancel(token)).toEqual({ status: 502, code: 'PaymentFailed' })
    expect(await states()).toEqual(pending)
    expectLogged('payment_check')
    provider.failWith('none')
    expect(await cancel(token)).toEqual({ status: 200, state: 'cancelled' })
  })

  test('Cancelling an order whose payment has expired at the provider answers that it is expired (200)', async () => {
    const token = await enrolled()
    provider.expire(ref())
    expect(await cancel(token)).toEqual({ status: 200, state: 'expired' })
  })

  test('A payment that arrives after the cancellation books the place if it is still vacant', async () => {
    const token = await enrolled()
    await cancel(token)
    provider.payLate(ref())
    await deliver(provider)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect(await cancel(token)).toEqual({ status: 409, code: 'OrderPaid' })
  })
})

test.each([
  ['expired', 200],
  ['failed', 200],
  ['refund_pending', 200],
  ['refunded', 200],
  ['review', 409],
])(
  'Cancelling an order in the state "%s" is answered with %i and changes nothing',
  async (state, status) => {
    const token = await enrolled()
    await rows(`UPDATE orders SET state = '${state}'`)
    const over = status === 200 ? { state } : { code: 'OrderPaid' }
    expect(await cancel(token)).toEqual({ status, ...over })
    expect((await states()).orders).toEqual([state])
  },
)

test('Cancelling an order without a price is rejected, since it counts as paid (409)', async () => {
  const free = await aParade({ priceForAdultsInCent: 0 })
  const { orderToken } = await json(enrol([{ ...costume118, paradeId: free.id }]))
  expect(await cancel(orderToken)).toEqual({ status: 409, code: 'OrderPaid' })
})

test.each(['unknown', '%00', "'--", 'x'.repeat(500)])(
  'Cancelling with the unknown token %s is rejected (404)',
  async (token) => {
    await enrolled()
    expect(await cancel(token)).toEqual({ status: 404, code: 'NotFound' })
    expect(await states()).toEqual(pending)
  },
)
