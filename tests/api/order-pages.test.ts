import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, origin, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, comeBack, decide, enrol } from '#tests/support/enrolment.ts'
import { configure } from '#tests/support/payment-settings.ts'

const result = '/parade-enrolment/result'
const success = `${result}?state=success`
const failure = `${result}?state=error`

let paradeId: number
let chosen: Chosen

beforeEach(async () => {
  setClock()
  const type = await aCostumeType('Bachhexe')
  const parade = await aParade({ title: 'Nachtumzug <b>Moosried</b>' })
  paradeId = parade.id
  chosen = { paradeId, costumeTypeId: type.id, costumeNumber: '118' }
})

/** The page as read without styles and scripts. */
async function pageOf(response: Response) {
  const html = await response.text()
  const body = html.slice(html.indexOf('<body'))
  const text = body
    .replace(/<script[\s\S]*?<\/script>|<svg[\s\S]*?<\/svg>|<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/\s+/g, ' ')
  const links = [...body.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)
  return { response, html, text, links, title: /<h1[^>]*>([^<]*)</.exec(html)?.[1] }
}

const visit = async (path: string, token?: string) =>
  pageOf(await call('GET', path, undefined, token ? { headers: { Cookie: `order=${token}` } } : {}))

/** A pending order with its token and the provider's token. */
async function ordered(change: Record<string, unknown> = {}) {
  const { orderToken, redirectUrl } = await json(enrol([chosen], change))
  return {
    token: String(orderToken),
    payment: String(redirectUrl).split('/').at(-1) ?? '',
    redirectUrl: String(redirectUrl),
  }
}

async function decided(outcome: 'paid' | 'cancelled') {
  const order = await ordered()
  await decide(order.payment, outcome)
  await comeBack(order.payment)
  return order
}

const paymentFailed = 'Die Zahlung ist fehlgeschlagen. Du wurdest nicht angemeldet.'
const personal = /Straßer|Jörg|118|Bachhexe|example\.de|meine-anmeldung/

describe('The result page without an order', () => {
  test.each([
    ['a mail provider', {}, 'Schau in Deine E-Mail', '/meine-anmeldung'],
    ['no mail provider', { MAIL_FROM: '' }, 'Frag die Zunft', '/impressum'],
  ])(
    'With %s configured, the result page without an order shows no success, even with state=success in the address',
    async (_, settings, title, way) => {
      configure(settings)
      const page = await visit(success)
      expect(page.response.status).toBe(200)
      expect(page.title).toBe(title)
      expect(page.text).not.toMatch(/Anmeldung erfolgreich|Viel Spaß|fehlgeschlagen/)
      expect(page.text).not.toMatch(personal)
      expect(page.text).not.toContain('Nicht meine Anmeldung')
      expect(page.links).toEqual(expect.arrayContaining([way, '/parade-enrolment']))
    },
  )

  test.each([failure, `${result}?state=cancelled`, `${result}?state=`, result])(
    'Without an order the result page %s shows a failed enrolment',
    async (path) => {
      const page = await visit(path)
      expect(page.title).toBe('Anmeldung fehlgeschlagen')
      expect(page.text).toContain(paymentFailed)
      expect(page.text).not.toMatch(personal)
    },
  )

  test('With reason=paradeCancelled in the address, the result page says that a cancelled parade is the reason', async () => {
    const page = await visit(`${failure}&reason=paradeCancelled`)
    expect(page.title).toBe('Anmeldung fehlgeschlagen')
    expect(page.text).toContain('Ein Umzug Deiner Anmeldung ist abgesagt.')
    expect(page.text).not.toContain(paymentFailed)
  })

  test.each(['nobody-knows-it', '%00', `${'a'.repeat(4000)}`])(
    'With the unknown order %.12s in the cookie, the result page is the same as without a cookie',
    async (token) => {
      const page = await visit(success, token)
      expect(page.response.status).toBe(200)
      expect(page.title).toBe('Schau in Deine E-Mail')
      expect(page.text).not.toContain('Nicht meine Anmeldung')
    },
  )
})

describe('The result page of an order', () => {
  test('The result page of a paid order shows people, parades, costumes and amount, even with state=error in the address', async () => {
    const { token } = await decided('paid')
    const page = await visit(failure, token)
    expect(page.title).toBe('Anmeldung erfolgreich')
    expect(page.text).toContain('Viel Spaß an der Fasnet!')
    expect(page.text).toContain('Jörg Straßer ist dabei')
    expect(page.text).toContain('Bachhexe 118')
    expect(page.text).toContain('So 24.01.2027')
    expect(page.text).toMatch(/Bezahlt 8,00.€/)
    expect(page.html).toContain('j…@example.de')
    expect(page.html).not.toContain('joerg.strasser@example.de')
    expect(page.html).not.toContain('<b>Moosried')
    expect(page.links).toEqual(
      expect.arrayContaining([
        '/parade-enrolment/result/calendar.ics',
        `/meine-anmeldung#order=${token}`,
        '/parade-enrolment',
      ]),
    )
  })

  test('Without the cookie of the order the result page shows no data of the order', async () => {
    await decided('paid')
    expect((await visit(success)).text).not.toMatch(personal)
  })

  test('The browser that enrolled sees the pending payment on the result page with any state in the address', async () => {
    const answer = await enrol([chosen])
    const [Cookie = ''] = answer.headers
      .getSetCookie()
      .filter((cookie) => cookie.includes('Path=/parade-enrolment/result;'))
      .map((cookie) => cookie.slice(0, cookie.indexOf(';')))
    for (const path of [success, failure, result]) {
      const page = await pageOf(await call('GET', path, undefined, { headers: { Cookie } }))
      expect([path, page.title]).toEqual([path, 'Zahlung noch offen'])
      expect(page.text).toContain('Vorgemerkt für Jörg Straßer')
      expect(page.text).not.toMatch(/Anmeldung erfolgreich|fehlgeschlagen/)
    }
  })

  test('The result page of an order with a cancelled payment shows the failed enrolment, even with state=success in the address', async () => {
    const { token } = await decided('cancelled')
    const page = await visit(success, token)
    expect(page.title).toBe('Anmeldung fehlgeschlagen')
    expect(page.text).toContain(paymentFailed)
    expect(page.text).toContain('Bachhexe 118')
    expect(page.text).toContain('Noch einmal versuchen')
    expect(page.text).not.toContain('Viel Spaß')
    expect(page.links).not.toContain('/parade-enrolment/result/calendar.ics')
  })

  test('The result page of a pending order shows the payment link, even with state=success in the address', async () => {
    const { token, redirectUrl } = await ordered()
    const page = await visit(success, token)
    expect(page.title).toBe('Zahlung noch offen')
    expect(page.text).toContain('Weiter bezahlen')
    expect(page.links).toContain(redirectUrl)
    expect(page.text).not.toContain('Anmeldung erfolgreich')
  })

  test('The result page of a pending order shows no payment link once the time to pay is over', async () => {
    const { token, redirectUrl } = await ordered()
    setClock('2027-01-16T13:30:00Z')
    const page = await visit(success, token)
    expect(page.title).toBe('Zahlung noch offen')
    expect(page.links).not.toContain(redirectUrl)
    expect(page.text).toContain('Die Zeit zum Bezahlen ist abgelaufen.')
  })

  test('The result page of a cancelled order says that one of its parades is cancelled, if the guild has cancelled one', async () => {
    const { token } = await decided('cancelled')
    const { token: management } = await signedIn('management')
    const off = await call('POST', `/api/parade/${paradeId}/cancel`, {}, { token: management })
    expect(off.status).toBeLessThan(300)
    const page = await visit(failure, token)
    expect(page.text).toContain('Ein Umzug Deiner Anmeldung ist abgesagt.')
  })

  test('Opening the result page changes neither order nor places and sets no cookie', async () => {
    const { token } = await ordered()
    const everything = async () => [
      await rows('SELECT * FROM orders'),
      await rows('SELECT * FROM participations'),
      await rows('SELECT * FROM order_history'),
      await rows('SELECT * FROM mails'),
    ]
    const before = await everything()
    const page = await visit(success, token)
    expect(page.response.headers.get('Set-Cookie')).toBeNull()
    expect(await everything()).toEqual(before)
  })
})

describe('Pages for the payer', () => {
  test.each([result, '/meine-anmeldung'])(
    'The page %s is neither cached nor indexed',
    async (path) => {
      const { response, html } = await visit(path)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Referrer-Policy')).toMatch(/same-origin|no-referrer/)
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('style=')
    },
  )
})

describe('The calendar file of the result page', () => {
  const calendar = '/parade-enrolment/result/calendar.ics'

  test('The calendar file of the result page contains the parades of the order in the cookie', async () => {
    const { token } = await decided('paid')
    const { response, html } = await visit(calendar, token)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toContain('attachment')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(html).toContain('DTSTART;VALUE=DATE:20270124')
    expect(html.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  test('The result page has no calendar file without an order or for a cancelled one (404)', async () => {
    const { token } = await decided('cancelled')
    for (const known of [undefined, 'nobody-knows-it', token]) {
      expect((await visit(calendar, known)).response.status).toBe(404)
    }
  })
})

describe('The forms of the result page for browsers without scripts', () => {
  const send = (fields: Record<string, string>, token?: string, from = origin) =>
    call('POST', result, new URLSearchParams(fields).toString(), {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: from,
        ...(token && { Cookie: `order=${token}` }),
      },
    })
  const press = (step: string, token: string, from = origin) => send({ step }, token, from)
  const orderStates = async () =>
    (await rows<{ state: string }>('SELECT state FROM orders ORDER BY id')).map(
      ({ state }) => state,
    )
  /** An order that waits for the only place of a parade, which another payer holds. */
  async function waitingOrder(price = 800): Promise<string> {
    const prices = { priceForAdultsInCent: price, priceForChildrenInCent: price }
    const full = await aParade({ ...prices, capacity: 1 })
    const place = { ...chosen, paradeId: full.id }
    await json(enrol([{ ...place, costumeNumber: '1' }], { firstName: 'Mia' }))
    return (await json(enrol([place], { waitingList: true }))).orderToken
  }
  /** The same order with the place offered to it until tomorrow. */
  async function offeredOrder(price?: number): Promise<string> {
    const token = await waitingOrder(price)
    const management = await signedIn('management')
    const { id } = (await rows<{ id: number }>('SELECT id FROM parades ORDER BY id DESC'))[0] ?? {}
    await json(call('PUT', `/api/parade/${id}`, { capacity: 2 }, management))
    return token
  }

  test('Without scripts "Meine Anmeldung" asks for the link, which is sent in the body of a form', async () => {
    const { html, text } = await visit('/meine-anmeldung')
    expect(text).toContain('Diese Seite braucht JavaScript.')
    expect(html).toMatch(/<form[^>]* action="\/parade-enrolment\/result"[^>]* method="post"/)
    expect(html).toContain('name="link"')
  })

  test.each([
    ['as it is in the mail', (token: string) => `${origin}/meine-anmeldung#order=${token}`],
    ['with blanks around it', (token: string) => ` /meine-anmeldung#order=${token}\n`],
    ['reduced to its token', (token: string) => token],
  ])('A link %s opens its order (303), and changes nothing', async (_, linkOf) => {
    const token = await offeredOrder()
    const before = await rows('SELECT * FROM orders')
    const response = await send({ step: 'open', link: linkOf(token) })
    expect([response.status, response.headers.get('Location')]).toEqual([303, result])
    expect(response.headers.get('Set-Cookie')).toMatch(
      new RegExp(`^order=${token};.* Path=/parade-enrolment/result; HttpOnly; SameSite=Lax`),
    )
    const { title, text } = await visit(result, token)
    expect(title).toBe('Platz für Dich gehalten')
    expect(text).toContain('Annehmen und bezahlen')
    expect(await rows('SELECT * FROM orders')).toEqual(before)
  })

  test.each(['', 'nothing', `${origin}/meine-anmeldung`, `#order=${'0'.repeat(32)}`])(
    'The link "%s" opens no order (404), sets no cookie, and the field is shown again',
    async (link) => {
      await ordered()
      const response = await send({ step: 'open', link })
      expect(response.headers.get('Set-Cookie')).toBeNull()
      const { text, html } = await pageOf(response)
      expect(response.status).toBe(404)
      expect(text).toContain('Diese Anmeldung gibt es nicht (mehr).')
      expect(html).toContain('name="link"')
    },
  )

  test('A link sent from another site opens nothing (403)', async () => {
    const { token } = await ordered()
    const response = await send({ step: 'open', link: token }, undefined, 'https://x.example')
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([403, null])
  })

  test('Accepting an offer leads to its payment; pressed again it leads to the same one, and a paid order to its result', async () => {
    const token = await offeredOrder()
    const accepted = await pageOf(await press('accept', token))
    expect(accepted.response.status).toBe(200)
    expect(accepted.response.headers.getSetCookie().join()).toContain('Path=/api/payments/return/')
    const payment = accepted.links.find((link) => link?.includes('/sandbox/'))
    expect(payment).toBeDefined()
    expect(accepted.html).toContain('http-equiv="refresh"')
    expect((await pageOf(await press('accept', token))).links).toContain(payment)
    expect(await orderStates()).toEqual(['pending', 'pending'])
    await decide(payment?.split('/').at(-1) ?? '', 'paid')
    const paid = await press('accept', token)
    expect([paid.status, paid.headers.get('Location')]).toEqual([303, `${origin}${success}`])
    const late = await pageOf(await press('leave', token))
    expect(late.response.status).toBe(409)
    expect(late.title).toBe('Anmeldung erfolgreich')
    expect(late.text).toContain('Deine Anmeldung ist schon bezahlt.')
  })

  test('A free place is confirmed by accepting it, which leads to the result', async () => {
    const token = await offeredOrder(0)
    expect((await visit(result, token)).text).not.toContain('Annehmen und bezahlen')
    const response = await press('accept', token)
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      `${origin}${success}`,
    ])
    expect((await visit(success, token)).title).toBe('Anmeldung erfolgreich')
  })

  test('After a payment that was cancelled the offer is shown and can be accepted again', async () => {
    const token = await offeredOrder()
    const { links } = await pageOf(await press('accept', token))
    const payment =
      links
        .find((link) => link?.includes('/sandbox/'))
        ?.split('/')
        .at(-1) ?? ''
    await decide(payment, 'cancelled')
    await comeBack(payment)
    const back = await visit(failure, token)
    expect(back.title).toBe('Platz für Dich gehalten')
    expect(back.text).toContain('Annehmen und bezahlen')
    expect((await press('accept', token)).status).toBe(200)
  })

  test('An offer that has ended cannot be accepted (409), and the page says so', async () => {
    const token = await offeredOrder()
    setClock('2027-01-17T12:00:01Z')
    const { response, text } = await pageOf(await press('accept', token))
    expect(response.status).toBe(409)
    expect(text).toContain('Gerade werden Dir keine Plätze angeboten.')
    await runCron()
    const { title, text: after } = await visit(result, token)
    expect(title).toBe('Nicht mehr auf der Warteliste')
    expect(after).not.toContain('Annehmen und bezahlen')
  })

  test('An order that only waits cannot accept (409), nor one that was never on the waiting list', async () => {
    expect((await press('accept', await waitingOrder())).status).toBe(409)
    const { token } = await ordered({ firstName: 'Eva' })
    expect((await press('accept', token)).status).toBe(409)
  })

  test.each([
    ['before', false],
    ['after', true],
  ])(
    'An offer can be refused %s its payment was opened, which ends the waiting',
    async (_, isOpened) => {
      const token = await offeredOrder()
      if (isOpened) await press('accept', token)
      expect((await press('leave', token)).status).toBe(303)
      const { title, text } = await visit(result, token)
      expect(title).toBe('Nicht mehr auf der Warteliste')
      expect(text).not.toContain('Annehmen')
      expect((await press('leave', token)).status).toBe(303)
      expect((await press('accept', token)).status).toBe(409)
    },
  )

  test('Leaving ends the order of the cookie while that waits, and the result page says so; from another site it is rejected (403)', async () => {
    const token = await waitingOrder()
    const waiting = await visit(success, token)
    expect(waiting.text).toContain('Dein Rang: 1')
    expect(waiting.text).toContain('Warteliste verlassen')
    for (const step of ['leave', 'accept'])
      expect((await press(step, token, 'https://elsewhere.example')).status).toBe(403)
    const response = await press('leave', token)
    expect([response.status, response.headers.get('Location')]).toEqual([303, result])
    expect(await orderStates()).toEqual(['pending', 'cancelled'])
    const left = await visit(result, token)
    expect(left.title).toBe('Nicht mehr auf der Warteliste')
    expect(left.text).not.toContain('Warteliste verlassen')
    expect((await press('leave', token)).status).toBe(303)
  })

  test('Leaving changes nothing about an order that was never on the waiting list', async () => {
    const { token } = await ordered()
    expect((await press('leave', token)).status).toBe(303)
    expect(await orderStates()).toEqual(['pending'])
  })

  test.each(['accept', 'leave'])(
    'Without the cookie "%s" leads to the page that asks for the link',
    async (step) => {
      for (const token of ['', 'unknown']) {
        const { status, headers } = await press(step, token)
        expect([status, headers.get('Location')]).toEqual([303, '/meine-anmeldung'])
      }
    },
  )
})

describe('The button "Nicht meine Anmeldung"', () => {
  const forget = (headers: Record<string, string>) =>
    call('POST', result, '', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    })

  test('"Nicht meine Anmeldung" deletes the cookie and redirects to the enrolment, but does not change the order', async () => {
    const { token } = await decided('paid')
    const response = await forget({ Cookie: `order=${token}`, Origin: origin })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/parade-enrolment')
    expect(response.headers.get('Set-Cookie')).toMatch(
      /^order=; Max-Age=0; Path=\/parade-enrolment\/result/,
    )
    expect(await rows('SELECT state FROM orders')).toEqual([{ state: 'paid' }])
  })

  test('"Nicht meine Anmeldung" is accepted without an Origin header, which some browsers omit', async () => {
    expect((await forget({})).status).toBe(303)
  })

  test.each(['https://elsewhere.example', 'null', 'http://zunft.test.example'])(
    '"Nicht meine Anmeldung" sent from the origin %s is rejected (403)',
    async (foreign) => {
      const response = await forget({ Origin: foreign })
      expect(response.status).toBe(403)
      expect(response.headers.get('Set-Cookie')).toBeNull()
    },
  )
})
