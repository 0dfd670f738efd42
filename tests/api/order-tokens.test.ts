import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { call, json, rows, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { anEnrolment, type Chosen, decide, enrol } from '#tests/support/enrolment.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, providers } from '#tests/support/provider-orders.ts'

// An order has two tokens: the payer's secret one, and one that providers and their addresses see.

let costume118: Chosen

beforeEach(async () => {
  setClock()
  const type = await aCostumeType()
  const parade = await aParade()
  costume118 = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
})

const result = '/parade-enrolment/result'
/** The cookies of the response that a browser would send to the path. */
const sentTo = (response: Response, path: string) =>
  response.headers.getSetCookie().flatMap((cookie) => {
    const [pair = '', ...attributes] = cookie.split('; ')
    const own = attributes.find((one) => one.startsWith('Path='))?.slice('Path='.length) ?? '/'
    return path === own || path.startsWith(`${own}/`) ? [pair] : []
  })
const comeBackTo = (path: string, from: Response | null) =>
  call('GET', path, undefined, { headers: { Cookie: from ? sentTo(from, path).join('; ') : '' } })
const cookieOn = (token: string) =>
  `order=${token}; Max-Age=86400; Path=/parade-enrolment/result; HttpOnly; SameSite=Lax`

async function storedTokens() {
  const [order] = await rows<{ token: string; return_token: string }>(
    'SELECT token, return_token FROM orders ORDER BY id DESC',
  )
  return { token: order?.token ?? '', returnToken: order?.return_token ?? '' }
}

describe.each(providers)('The two tokens with $id', ({ settings, open }) => {
  let provider: FakeProvider
  /** Every request sent to the provider. */
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

  test('Only the payer gets the secret token of an order; the provider and the return addresses get another token', async () => {
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

  test('The secret token is rejected in a return address, and the token known to the provider is rejected for cancelling (404)', async () => {
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

describe('The cookie of the result page', () => {
  test('After a paid or cancelled payment the browser that enrolled gets the cookie of the result page', async () => {
    for (const [outcome, costumeNumber] of [
      ['paid', '1'],
      ['cancelled', '2'],
    ] as const) {
      const response = await enrol([{ ...costume118, costumeNumber }], { firstName: outcome })
      const { token, returnToken } = await storedTokens()
      expect(sentTo(response, result)).toEqual([`order=${token}`])
      const decided = await decide(returnToken, outcome)
      expect(decided.headers.getSetCookie()).toEqual([])
      const path = decided.headers.get('Location')?.replace(/^.*?\/api/, '/api') ?? ''
      const back = await comeBackTo(path, response)
      expect(back.status).toBe(303)
      expect(back.headers.getSetCookie()).toEqual([cookieOn(token)])
    }
    const response = await enrol([costume118], { firstName: 'Lena' })
    const { token, returnToken } = await storedTokens()
    const cancelled = await comeBackTo(`/api/payments/cancel/${returnToken}`, response)
    const location = cancelled.headers.get('Location') ?? ''
    expect(location).toBe(`/api/payments/return/${returnToken}`)
    const back = await comeBackTo(location, response)
    expect(back.headers.getSetCookie()).toEqual([cookieOn(token)])
  })

  test('The browser that enrolled gets the cookie of the result page while the payment is still being checked', async () => {
    const response = await enrol([costume118])
    const { token, returnToken } = await storedTokens()
    const waiting = await comeBackTo(`/api/payments/return/${returnToken}`, response)
    expect(waiting.status).toBe(200)
    expect(waiting.headers.getSetCookie()).toEqual([cookieOn(token)])
  })

  test('A browser that did not enrol gets no cookie of the order when it returns from the payment, and is referred to the mail', async () => {
    const mine = await enrol([costume118])
    const order = await storedTokens()
    const theirs = await enrol([{ ...costume118, costumeNumber: '2' }], { firstName: 'Lena' })
    await decide(order.returnToken, 'paid')
    for (const cookies of [null, theirs]) {
      for (const way of ['cancel', 'return']) {
        const back = await comeBackTo(`/api/payments/${way}/${order.returnToken}`, cookies)
        expect(back.status).toBe(303)
        expect(back.headers.getSetCookie().join()).not.toContain(order.token)
      }
    }
    // The cookie of another order is deleted, so that it is not shown instead.
    const stale = await comeBackTo(`/api/payments/return/${order.returnToken}`, null)
    expect(stale.headers.getSetCookie()).toEqual([
      'order=; Max-Age=0; Path=/parade-enrolment/result; HttpOnly; SameSite=Lax',
    ])
    expect(sentTo(mine, `/api/payments/return/${order.returnToken}`)).toEqual([
      `order=${order.token}`,
    ])

    const page = async () => (await call('GET', `${result}?state=success`)).text()
    expect(await page()).toContain('Schau in Deine E-Mail</h1>')
    configure({ MAIL_FROM: '' })
    expect(await page()).toContain('Frag die Zunft</h1>')
  })

  test('An enrolment without a price gets the cookie of the result page at once, and its answer contains no end of a reservation', async () => {
    const free = await aParade({ priceForAdultsInCent: 0 })
    const response = await enrol([{ ...costume118, paradeId: free.id }])
    const { token } = await storedTokens()
    expect(await json(response)).toMatchObject({ orderToken: token, holdUntil: null })
    expect(response.headers.getSetCookie()).toEqual([cookieOn(token)])
  })

  test('The cookie of the result page is Secure in production', async () => {
    const origin = 'https://zunft.test'
    configure({ ENVIRONMENT: 'production', APP_ORIGIN: origin, PAYMENT_PROVIDER: '' })
    const free = await aParade({ priceForAdultsInCent: 0 })
    const response = await enrol([{ ...costume118, paradeId: free.id }], {
      successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
      errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
    })
    const { token } = await storedTokens()
    expect(response.headers.getSetCookie()).toEqual([
      `__Secure-${cookieOn(token).replace('HttpOnly', 'HttpOnly; Secure')}`,
    ])
  })

  test('A rejected enrolment, and a return address with an unknown token, set no cookie', async () => {
    await enrol([costume118])
    const answers = [
      await enrol([costume118], { firstName: 'Lena' }),
      await call('GET', '/api/payments/return/unknown'),
      await call('GET', '/api/payments/cancel/unknown'),
    ]
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
  })
})

describe('A repeated enrolment', () => {
  const key = '0123456789abcdef0123456789abcdef'

  test('An enrolment repeated with the same token returns the same order', async () => {
    const first = await json(enrol([costume118], { orderToken: key }))
    setClock('2027-01-16T12:05:00Z')
    expect(await json(enrol([costume118], { orderToken: key }))).toEqual(first)
    expect(first.orderToken).toBe(key)
  })

  test('An enrolment sent twice at the same moment is one order with the same token in both answers', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => json(enrol([costume118], { orderToken: key }))),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0].orderToken).toBe(key)
    expect(await rows('SELECT id FROM orders')).toHaveLength(1)
  })

  test.each([
    ['without a token', {}],
    ['with another token', { orderToken: 'f'.repeat(32) }],
  ])(
    'An enrolment repeated %s gets the same payment, but neither the token nor a cookie',
    async (_, change) => {
      const { orderToken, ...first } = await json(enrol([costume118], { orderToken: key }))
      const response = await enrol([costume118], change)
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie()).toEqual([])
      const again = await json(response)
      expect(again).toEqual(first)
      expect(JSON.stringify(again)).not.toContain(orderToken)
      expect(await rows('SELECT id FROM orders')).toHaveLength(1)
    },
  )

  test('Two simultaneous equal enrolments with different tokens get the same payment, but only the one whose token was stored gets a token back', async () => {
    const answers = await Promise.all(
      ['a', 'b'].map(async (letter) => {
        const orderToken = letter.repeat(32)
        return { orderToken, answer: await json(enrol([costume118], { orderToken })) }
      }),
    )
    const { token } = await storedTokens()
    for (const { orderToken, answer } of answers) {
      expect(answer.redirectUrl).toBe(answers[0]?.answer.redirectUrl)
      expect(answer.orderToken).toBe(orderToken === token ? token : undefined)
    }
  })

  test('An enrolment repeated with the cookie of the order returns the secret token', async () => {
    const first = await enrol([costume118])
    const [Cookie = ''] = sentTo(first, '/api/parades/enrol')
    const again = await call('POST', '/api/parades/enrol', anEnrolment([costume118]), {
      headers: { Cookie },
    })
    expect(await json(again)).toEqual(await json(first))
  })
})
