import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { call, json, rows, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, decide, enrol } from '#tests/support/enrolment.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, providers } from '#tests/support/provider-orders.ts'

// An order has two names: the payer's own, and the one that providers and their addresses see.

let costume118: Chosen

beforeEach(async () => {
  setClock()
  const type = await aCostumeType()
  const parade = await aParade()
  costume118 = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
})

const cookieOf = (response: Response) => response.headers.get('Set-Cookie')
const cookieOn = (token: string) =>
  `order=${token}; Max-Age=86400; Path=/parade-enrolment/result; HttpOnly; SameSite=Lax`

async function storedTokens() {
  const [order] = await rows<{ token: string; return_token: string }>(
    'SELECT token, return_token FROM orders ORDER BY id DESC',
  )
  return { token: order?.token ?? '', returnToken: order?.return_token ?? '' }
}

describe.each(providers)('with $id', ({ settings, open }) => {
  let provider: FakeProvider
  /** All that went to the provider. */
  let sent: string[]

  beforeEach(() => {
    configure(settings)
    provider = open()
    sent = []
    install({
      ...provider,
      handle: async (request) => {
        sent.push(`${request.url} ${new TextDecoder().decode(await request.clone().arrayBuffer())}`)
        return provider.handle(request)
      },
    })
  })

  test('the payer gets one token, the provider and its addresses see the other', async () => {
    const answer = await json(enrol([costume118]))
    const { token, returnToken } = await storedTokens()
    expect(token).not.toBe(returnToken)
    expect(answer).toEqual({
      enrolSuccessful: true,
      redirectUrl: expect.any(String),
      orderToken: token,
      holdUntil: expect.stringMatching(/^2027-01-16T12:3\d:\d\d\.\d{3}Z$/),
    })
    const [order] = await rows<{ hold_until: string }>('SELECT hold_until FROM orders')
    expect(answer.holdUntil).toBe(order?.hold_until)

    const ref = provider.refs()[0] ?? ''
    const page = provider.page(ref)
    expect(page.successUrl).toContain(returnToken)
    provider.pay(ref)
    await deliver(provider)
    const back = await call('GET', new URL(page.successUrl).pathname)
    expect(back.headers.get('Location')).toBe(
      'http://zunft.test/parade-enrolment/result?state=success',
    )
    const seen = [answer.redirectUrl, page.cancelUrl, back.headers.get('Location'), ...sent].join()
    expect(seen).toContain(returnToken)
    expect(seen).not.toContain(token)
  })

  test('neither token opens the doors of the other', async () => {
    await enrol([costume118])
    const { token, returnToken } = await storedTokens()
    for (const name of ['return', 'cancel']) {
      expect((await call('GET', `/api/payments/${name}/${token}`)).status).toBe(404)
    }
    const path = (one: string) => `/api/enrolment/orders/${one}/cancel`
    expect((await call('POST', path(returnToken))).status).toBe(404)
    expect(await rows('SELECT state FROM orders')).toEqual([{ state: 'pending' }])
  })
})

describe('the cookie of the result page', () => {
  test('is set by coming back from a payment, and by going back from it', async () => {
    for (const [outcome, costumeNumber] of [
      ['paid', '1'],
      ['cancelled', '2'],
    ] as const) {
      const response = await enrol([{ ...costume118, costumeNumber }], { firstName: outcome })
      expect(cookieOf(response)).toBeNull()
      const { token, returnToken } = await storedTokens()
      const decided = await decide(returnToken, outcome)
      expect(cookieOf(decided)).toBeNull()
      const back = await call(
        'GET',
        decided.headers.get('Location')?.replace(/^.*?\/api/, '/api') ?? '',
      )
      expect(back.status).toBe(303)
      expect(cookieOf(back)).toBe(cookieOn(token))
    }
    await enrol([costume118], { firstName: 'Lena' })
    const { token, returnToken } = await storedTokens()
    const cancelled = await call('GET', `/api/payments/cancel/${returnToken}`)
    expect(cookieOf(cancelled)).toBe(cookieOn(token))
  })

  test('is set while the payment is still looked at', async () => {
    await enrol([costume118])
    const { token, returnToken } = await storedTokens()
    const waiting = await call('GET', `/api/payments/return/${returnToken}`)
    expect(waiting.status).toBe(200)
    expect(cookieOf(waiting)).toBe(cookieOn(token))
  })

  test('is set by an enrolment that costs nothing, which holds nothing', async () => {
    const free = await aParade({ priceForAdultsInCent: 0 })
    const response = await enrol([{ ...costume118, paradeId: free.id }])
    const { token } = await storedTokens()
    expect(await json(response)).toMatchObject({ orderToken: token, holdUntil: null })
    expect(cookieOf(response)).toBe(cookieOn(token))
  })

  test("is for TLS alone but on one's own machine", async () => {
    const origin = 'https://zunft.test'
    configure({ ENVIRONMENT: 'production', APP_ORIGIN: origin, PAYMENT_PROVIDER: '' })
    const free = await aParade({ priceForAdultsInCent: 0 })
    const response = await enrol([{ ...costume118, paradeId: free.id }], {
      successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
      errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
    })
    const { token } = await storedTokens()
    expect(cookieOf(response)).toBe(
      `__Secure-${cookieOn(token).replace('HttpOnly', 'HttpOnly; Secure')}`,
    )
  })

  test('comes with no refusal and no unknown address', async () => {
    await enrol([costume118])
    expect(cookieOf(await enrol([costume118], { firstName: 'Lena' }))).toBeNull()
    expect(cookieOf(await call('GET', '/api/payments/return/unknown'))).toBeNull()
    expect(cookieOf(await call('GET', '/api/payments/cancel/unknown'))).toBeNull()
  })
})

test('the same request again answers with the same order', async () => {
  const first = await json(enrol([costume118]))
  setClock('2027-01-16T12:05:00Z')
  expect(await json(enrol([costume118]))).toEqual(first)
})
