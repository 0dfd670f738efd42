import { env } from 'cloudflare:workers'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { countingDatabase } from '#scripts/bench/counting-database.ts'
import { call, db, origin, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { enrolled } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'

const minute = 'public, max-age=60, stale-if-error=3600'
const getPage = (headers: Record<string, string> = {}) =>
  call('GET', '/parade-enrolment', undefined, { headers })

/** The JSON in the page from which its script starts. */
function dataOf(html: string): Record<string, unknown> {
  const [, json = ''] =
    /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

const textOf = (html: string) =>
  html
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

describe('The enrolment page', () => {
  test('The enrolment page contains the whole form and the data for its script, and may be cached for a minute', async () => {
    setClock()
    const parade = await aParade({ title: 'Ringtreffen Moosried' })
    const type = await aCostumeType('Bachhexe')
    const answer = await getPage()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
    expect(answer.headers.get('Cache-Control')).toBe(minute)
    const html = await answer.text()
    expect(textOf(html)).toContain('Ringtreffen Moosried')
    expect(textOf(html)).toContain('Es zählt das Alter heute, am 16.01.2027.')
    expect(html).toContain(`name="costumeNumber-${parade.id}"`)
    expect(html).toMatch(new RegExp(`name="costumeTypeId-${parade.id}".*?value="${type.id}"`, 's'))
    expect(dataOf(html)).toMatchObject({
      today: '2027-01-16',
      parades: [{ id: parade.id }],
      costumeTypes: [{ id: type.id, name: 'Bachhexe' }],
    })
  })

  test('The enrolment page is returned for any Accept header, and for HEAD without a body', async () => {
    setClock()
    const page = await getPage({ Accept: '*/*' })
    const head = await call('HEAD', '/parade-enrolment')
    expect([page.status, head.status, await head.text()]).toEqual([200, 200, ''])
    expect(head.headers.get('Cache-Control')).toBe(minute)
    expect(await page.text()).toContain('Umzugsanmeldung</h1>')
  })

  test('The content security policy of the enrolment page allows only our own scripts and its one inline style', async () => {
    const answer = await getPage()
    const html = await answer.text()
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${hash}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; worker-src 'self'`,
    )
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/\sstyle=/)
    const inline = [...html.matchAll(/<script([^>]*)>([^<]+)<\/script>/g)].map(([, kind]) => kind)
    expect(inline).toEqual([' type="application/json" id="data"'])
  })

  test("HTML in the guild's name or in a parade's title cannot end the script or attribute of the enrolment page in which it stands", async () => {
    setClock()
    const evil = `</script><script>alert("1")</script>'&amp;`
    await commit(db(), [write.update(guildSettings).set({ name: evil })])
    await aParade({ title: evil, host: evil })
    const html = await (await getPage()).text()
    expect(html).not.toContain('<script>alert')
    expect(dataOf(html)).toMatchObject({ guild: { name: evil }, parades: [{ title: evil }] })
    expect(html).toContain(
      '<title>Umzugsanmeldung · &lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;',
    )
  })

  test('If APP_ORIGIN is set, the enrolment page contains its absolute address and that of its preview image', async () => {
    await commit(db(), [write.update(guildSettings).set({ name: 'Narrenzunft Schellental' })])
    env.APP_ORIGIN = 'https://umzug.example'
    const html = await (await getPage()).text().finally(() => {
      env.APP_ORIGIN = ''
    })
    expect(html).toContain('<title>Umzugsanmeldung · Narrenzunft Schellental</title>')
    expect(html).toContain('<link rel="canonical" href="https://umzug.example/parade-enrolment">')
    expect(html).toContain('<meta property="og:image" content="https://umzug.example/og.png">')
    expect(html).toContain('<meta property="og:site_name" content="Narrenzunft Schellental">')
    expect(html).not.toContain('noindex')
  })

  test('An internal error of the enrolment page is answered with a German page that is not cached (500)', async () => {
    await rows('ALTER TABLE parades RENAME TO elsewhere')
    const answer = await getPage()
    await rows('ALTER TABLE elsewhere RENAME TO parades')
    expectLogged('error')
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'no-store'])
    expect(textOf(await answer.text())).toContain(
      'Das hat nicht geklappt. Versuche es noch einmal. Das liegt an uns, nicht an Dir.',
    )
  })
})

describe('The cached enrolment page', () => {
  /** The page and the number of database calls it took. */
  async function visit(headers: Record<string, string> = {}) {
    const { db: database, cost } = countingDatabase(env.DB)
    const answer = await call('GET', '/parade-enrolment', undefined, { headers, database })
    return { answer, text: await answer.text(), trips: cost.trips }
  }

  /** Counts renderings, since a rendered page is encoded once. */
  function countRendered(): () => number {
    const encode = vi.spyOn(TextEncoder.prototype, 'encode')
    return () => encode.mock.calls.filter(([text]) => text?.includes('</html>')).length
  }

  test('A worker queries the database for the enrolment page once a minute and renders it again only if the data changed', async () => {
    setClock()
    await aParade({ title: 'Ringtreffen' })
    const rendered = countRendered()
    const first = await visit()
    const second = await visit()
    expect([first.trips, second.trips]).toEqual([1, 0])
    expect(second.text).toBe(first.text)
    setClock('2027-01-16T12:00:59.999Z')
    expect((await visit()).trips).toBe(0)
    setClock('2027-01-16T12:01:00.000Z')
    expect(await visit()).toMatchObject({ trips: 1, text: first.text })
    expect(rendered()).toBe(1)
  })

  test('Twenty simultaneous requests render the enrolment page once', async () => {
    setClock()
    await aParade({ title: 'Andrang' })
    const rendered = countRendered()
    const pages = await Promise.all(Array.from({ length: 20 }, () => visit()))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    expect(rendered()).toBe(1)
  })

  test('The cached enrolment page shows changes made by the same worker at once, and other changes after a minute', async () => {
    setClock()
    const { id } = await aParade({ title: 'Ringtreffen' })
    const staff = await signedIn('management')
    expect((await visit()).text).toContain('Ringtreffen')
    const change = { title: 'Nachtumzug' }
    expect((await call('PUT', `/api/parade/${id}`, change, staff)).status).toBe(200)
    expect((await visit()).text).toContain('Nachtumzug')
    await rows(`UPDATE parades SET title = 'Dämmerungsumzug' WHERE id = ${id}`)
    expect((await visit()).text).toContain('Nachtumzug')
    setClock('2027-01-16T12:01:00Z')
    expect((await visit()).text).toContain('Dämmerungsumzug')
  })

  test('Before a full minute at which an enrolment may open, the enrolment page is cached only until that minute', async () => {
    await aParade({ title: 'Ringtreffen', dateEnrolmentStart: '2027-01-17' })
    setClock('2027-01-16T22:59:36.500Z')
    const evening = await visit()
    expect(evening.text).toContain('Anmeldung ab Sonntag')
    expect(evening.text).not.toContain('name="parade"')
    expect(evening.answer.headers.get('Cache-Control')).toBe(
      'public, max-age=24, stale-if-error=3600',
    )
    setClock('2027-01-16T23:00:00Z')
    expect((await visit()).text).toContain('name="parade"')
  })

  test('The cached enrolment page contains nothing that another visitor entered into the form', async () => {
    setClock()
    await aParade({ title: 'Ringtreffen' })
    const before = await visit()
    const sent = new URLSearchParams({ firstName: 'Jörg', lastName: 'Geheimnis', birthday: 'x' })
    const refused = await call('POST', '/parade-enrolment', sent.toString(), {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
    })
    expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([422, 'no-store'])
    expect(refused.headers.get('ETag')).toBeNull()
    expect(await refused.text()).toContain('Geheimnis')
    const after = await visit({ Cookie: 'order=0123456789abcdef0123456789abcdef; staff=1' })
    expect(after.text).toBe(before.text)
    expect(after.answer.headers.getSetCookie()).toEqual([])
  })

  test('A request with the ETag of the enrolment page is answered 304 until the data of the page change', async () => {
    setClock()
    const { id } = await aParade({ title: 'Ringtreffen' })
    const { answer } = await visit()
    const tag = answer.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/)
    const again = await visit({ 'If-None-Match': tag })
    expect([again.answer.status, again.text]).toEqual([304, ''])
    for (const name of ['ETag', 'Cache-Control', 'Content-Security-Policy', 'Vary']) {
      expect(again.answer.headers.get(name), name).toBe(answer.headers.get(name))
    }
    const head = await call('HEAD', '/parade-enrolment', undefined, {
      headers: { 'If-None-Match': tag },
    })
    expect(head.status).toBe(304)
    await rows(`UPDATE parades SET title = 'Nachtumzug' WHERE id = ${id}`)
    setClock('2027-01-16T12:01:00Z')
    const changed = await visit({ 'If-None-Match': tag })
    expect(changed.answer.status).toBe(200)
    expect(changed.answer.headers.get('ETag')).not.toBe(tag)
  })

  test.each([
    ['gzip, deflate, br', true],
    ['GZIP;q=0.5', true],
    ['br, identity', false],
    ['gzip;q=0', false],
    ['gzip; q=0.000, br', false],
    ['', false],
  ])(
    'With Accept-Encoding "%s" the enrolment page has the same content, compressed with gzip: %s',
    async (ways, isPacked) => {
      const plain = await (await getPage()).text()
      const answer = await getPage({ 'Accept-Encoding': ways })
      expect(answer.headers.get('Content-Encoding')).toBe(isPacked ? 'gzip' : null)
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect((isPacked ? gunzipSync(bytes) : bytes).toString()).toBe(plain)
    },
  )
})

describe('A form sent without scripts', () => {
  const send = (fields: Iterable<[string, string]>, headers: Record<string, string> = {}) =>
    call('POST', '/parade-enrolment', new URLSearchParams([...fields]).toString(), {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin, ...headers },
    })

  /** A complete form for one parade of 8.00 €; a field changed to null is left out. */
  async function aForm(change: Record<string, string | null> = {}, parade = {}) {
    setClock()
    const { id } = await aParade({ title: 'Ringtreffen', priceForAdultsInCent: 800, ...parade })
    const type = await aCostumeType('Bachhexe')
    const fields: Record<string, string | null> = {
      firstName: 'Jörg',
      lastName: 'Straßer',
      emailAddress: ' joerg@example.de ',
      birthday: '01.11.1991',
      parade: String(id),
      [`costumeNumber-${id}`]: '118',
      [`costumeTypeId-${id}`]: String(type.id),
      ...change,
    }
    const given = Object.entries(fields).filter((one): one is [string, string] => one[1] !== null)
    return { id, type, fields: given }
  }

  const book = (fields: [string, string][], total = '800', headers = {}) =>
    send([...fields, ['step', 'book'], ['expectedTotalInCent', total]], headers)

  const stored = async () => ({
    orders: (await rows('SELECT id FROM orders')).length,
    places: (await rows('SELECT id FROM participations')).length,
  })
  const nothing = { orders: 0, places: 0 }

  test('An enrolment form sent without scripts is shown for confirmation with its total, and nothing is stored yet', async () => {
    const { fields } = await aForm()
    const answer = await send(fields)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const html = await answer.text()
    const text = textOf(html)
    expect(text).toContain('Stimmt alles?')
    expect(text).toContain('Jörg Straßer, geboren am 01.11.1991')
    expect(text).toContain('Bachhexe 118')
    expect(text).toContain('Summe 8,00 €')
    expect(text).toContain('Zahlungspflichtig anmelden')
    expect(text).toContain('gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB)')
    expect(html).toContain('name="robots" content="noindex"')
    for (const [name, value] of fields) {
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
    }
    expect(html).not.toContain('type="module"')
    expect(await stored()).toEqual(nothing)
  })

  test('The confirmation page shows the e-mail address in bold and suggests a correction of a typo in its domain', async () => {
    const { fields } = await aForm({ emailAddress: null })
    const look = async (emailAddress: string) =>
      (await send([...fields, ['emailAddress', emailAddress]])).text()
    const html = await look('joerg@gmial.com')
    expect(html).toMatch(/<b[^>]*>joerg@gmial\.com<\/b>/)
    expect(textOf(html)).toContain('Meintest Du joerg@gmail.com?')
    expect(textOf(await look('joerg@example.de'))).not.toContain('Meintest Du')
  })

  test('Confirming a form sent without scripts reserves the places and shows a page that continues to the payment', async () => {
    const { fields } = await aForm()
    const answer = await book(fields)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    const [, url = ''] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html) ?? []
    expect(url).toMatch(/^http:\/\/zunft\.test\/api\/payments\/sandbox\/\w+$/)
    expect(html).toContain(`<a href="${url}"`)
    expect(textOf(html)).toContain('Weiter zur Bezahlung')
    expect(await stored()).toEqual({ orders: 1, places: 1 })
    const [order] = await rows(
      'SELECT amount_in_cent, email_address, success_url, error_url FROM orders',
    )
    expect(order).toEqual({
      amount_in_cent: 800,
      email_address: 'joerg@example.de',
      success_url: 'http://zunft.test/parade-enrolment/result?state=success',
      error_url: 'http://zunft.test/parade-enrolment/result?state=error',
    })
  })

  test('Confirming a form sent without scripts twice makes one order', async () => {
    const { fields } = await aForm()
    const urls = await Promise.all(
      [book(fields), book(fields)].map(
        async (answer) => /content="0;url=([^"]+)"/.exec(await (await answer).text())?.[1],
      ),
    )
    expect(urls[0]).toBeDefined()
    expect(new Set(urls).size).toBe(1)
    expect(await stored()).toEqual({ orders: 1, places: 1 })
  })

  test('Confirming a form stores an order with the token of the confirmation page, and only the browser that sent this token gets its cookie', async () => {
    const { fields } = await aForm()
    const look = await (await send(fields)).text()
    const [, orderToken = ''] = /name="orderToken" value="([0-9a-f]{32})"/.exec(look) ?? []
    const first = await book([...fields, ['orderToken', orderToken]])
    const again = await book([...fields, ['orderToken', orderToken]])
    expect(await rows('SELECT token FROM orders')).toEqual([{ token: orderToken }])
    for (const answer of [first, again]) {
      expect(answer.headers.getSetCookie().join()).toMatch(
        new RegExp(`order=${orderToken}; .*Path=/api/payments/return/`),
      )
    }
    // Another person who sends the same is directed to the payment without a cookie.
    const other = await book(fields)
    expect([other.status, other.headers.getSetCookie()]).toEqual([200, []])
  })

  test('Confirming a form without a price books the places at once and redirects to the result page (303)', async () => {
    const { fields } = await aForm({}, { priceForAdultsInCent: 0 })
    const look = textOf(await (await send(fields)).text())
    expect(look).not.toContain('Summe')
    expect(look).not.toContain('Zahlungspflichtig')
    expect(look).not.toContain('Widerrufsrecht')
    const answer = await book(fields, '0')
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      'http://zunft.test/parade-enrolment/result?state=success',
    ])
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^order=\w+; .*Path=\/parade-enrolment\/result/,
    )
  })

  test('Going back from the confirmation page shows the form with everything that was entered', async () => {
    const { id, type, fields } = await aForm({ birthday: '31.02.1991', lastName: '<b>"Straßer' })
    const answer = await send([...fields, ['step', 'edit']])
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('value="&lt;b&gt;&quot;Straßer"')
    expect(html).toContain('value="31.02.1991"')
    expect(html).toMatch(
      new RegExp(`name="parade"[^>]*checked=""[^>]*value="${id}"|value="${id}"[^>]*checked=""`),
    )
    expect(html).toMatch(new RegExp(`name="costumeNumber-${id}"[^>]*value="118"`))
    expect(html).toContain(`<option value="${type.id}" selected="">`)
    expect(dataOf(html)).toMatchObject({ entered: { emailAddress: ' joerg@example.de ' } })
  })

  test.each<[string, Record<string, string | null>, string]>([
    ['a blank first name', { firstName: '  ' }, 'Vorname'],
    ['no last name', { lastName: null }, 'Nachname'],
    [
      'an incomplete address',
      { emailAddress: 'joerg@' },
      'Die E-Mail Adresse ist noch nicht vollständig.',
    ],
    ['an invalid birthday', { birthday: '31.02.1991' }, 'Der Geburtstag muss ein Datum'],
    ['a future birthday', { birthday: '17.01.2027' }, 'Der Geburtstag muss ein Datum'],
    ['no parade', { parade: null }, 'Wähle mindestens einen Umzug.'],
    ['a parade that is no number', { parade: "1'--" }, 'Wähle mindestens einen Umzug.'],
    ['a name that is too long', { firstName: 'x'.repeat(300) }, 'Höchstens 100 Zeichen.'],
    ['a control character', { firstName: 'Jörg\u0007' }, 'Zeichen, die nicht gespeichert werden'],
  ])(
    'A form sent without scripts with %s is shown again with a message (422)',
    async (_, change, sentence) => {
      const { fields } = await aForm(change)
      for (const answer of [await send(fields), await book(fields)]) {
        expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([422, 'no-store'])
        const html = await answer.text()
        expect(textOf(html)).toContain(sentence)
        expect(html).toContain('value="118"')
      }
      expect(await stored()).toEqual(nothing)
    },
  )

  test.each(['costumeNumber', 'costumeTypeId'])(
    'A form sent without scripts and without a %s is shown again with a message that mentions the parade (422)',
    async (field) => {
      const { fields } = await aForm()
      const answer = await book(fields.filter(([name]) => !name.startsWith(field)))
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain('für „Ringtreffen“')
      expect(await stored()).toEqual(nothing)
    },
  )

  test('Confirming a form is rejected if the enrolment of one of its parades has ended (409), and nothing is stored', async () => {
    const { fields } = await aForm()
    const other = await aParade({ title: 'Nachtumzug', dateEnrolmentEnd: '2027-01-15' })
    const answer = await book([...fields, ['parade', String(other.id)]])
    expect(answer.status).toBe(409)
    expect(textOf(await answer.text())).toContain('ist nicht mehr zur Anmeldung offen')
    expect(await stored()).toEqual(nothing)
  })

  test('The confirmation page of a full and an open parade says what waiting means for both, and can go on with the open one', async () => {
    const { fields, id, type } = await aForm({}, { title: 'Rathaussturm', capacity: 1 })
    const other = await aParade({ title: 'Eschelried', priceForAdultsInCent: 300 })
    const otto = { firstName: 'Otto', lastName: 'Kern' }
    await enrolled([{ paradeId: id, costumeNumber: '7', costumeTypeId: type.id }], otto)
    const both: [string, string][] = [
      ...fields,
      ['parade', String(other.id)],
      [`costumeNumber-${other.id}`, '118'],
      [`costumeTypeId-${other.id}`, String(type.id)],
    ]
    const look = textOf(await (await send(both)).text())
    expect(look).toContain(
      'Auch „Eschelried“ bekommst Du dann erst mit diesem Angebot. Willst Du dort sicher dabei sein, nimm „Rathaussturm“ heraus und melde Dich dafür getrennt an.',
    )
    expect(look).toContain('Nur die freien Umzüge')
    expect(look).toContain('Später zu bezahlen 11,00 €')
    const answer = await send([...both, ['waitingList', 'true'], ['step', 'onlyOpen']])
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(textOf(html)).toContain('Summe 3,00 €')
    expect(textOf(html)).toContain('Zahlungspflichtig anmelden')
    expect(html).toContain(`name="parade" value="${other.id}"`)
    expect(html).not.toContain(`name="parade" value="${id}"`)
    expect(html).not.toContain('name="waitingList"')
    expect(await stored()).toEqual({ orders: 1, places: 1 })
  })

  test('A form with a full parade and one that begins too soon for an offer is not offered the waiting list; its confirmation is refused with the reason (409), asked for the list or not', async () => {
    const { fields, id, type } = await aForm({}, { title: 'Rathaussturm', capacity: 1 })
    const soon = await aParade({ title: 'Nachtumzug', date: '2027-01-17', timeStart: '00:00' })
    const otto = { firstName: 'Otto', lastName: 'Kern' }
    await enrolled([{ paradeId: id, costumeNumber: '7', costumeTypeId: type.id }], otto)
    const both: [string, string][] = [
      ...fields,
      ['parade', String(soon.id)],
      [`costumeNumber-${soon.id}`, '118'],
      [`costumeTypeId-${soon.id}`, String(type.id)],
    ]
    const look = textOf(await (await send(both)).text())
    expect(look).toContain('Zahlungspflichtig anmelden')
    expect(look).not.toContain('Auf die Warteliste')
    for (const sent of [both, [...both, ['waitingList', 'true'] as [string, string]]]) {
      const answer = await book(sent, '1600')
      expect(answer.status).toBe(409)
      const html = await answer.text()
      expect(textOf(html)).toContain('Die Warteliste ist geschlossen: Bis „Nachtumzug“')
      expect(html).not.toContain('name="waitingList"')
    }
    expect(await stored()).toEqual({ orders: 1, places: 1 })
  })

  test('Confirming a form whose price has changed is rejected, and the new price is shown for confirmation (409)', async () => {
    const { fields } = await aForm()
    const answer = await book(fields, '700')
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(textOf(html)).toContain('Der Preis hat sich geändert: Es sind jetzt 8,00 €.')
    expect(html).toContain('name="expectedTotalInCent" value="800"')
    expect(await stored()).toEqual(nothing)
  })

  test.each(['', '-1', '8,00', '1e9', '99999999999'])(
    'A confirmation without a valid total ("%s") books nothing and shows the confirmation page again',
    async (total) => {
      const { fields } = await aForm()
      const answer = await book(fields, total)
      expect(answer.status).toBe(200)
      expect(textOf(await answer.text())).toContain('Stimmt alles?')
      expect(await stored()).toEqual(nothing)
    },
  )

  test('Confirming a form with a taken costume shows the form again with a message at the costume number (409)', async () => {
    const { id, type, fields } = await aForm({ firstName: 'Annegret', birthday: '' })
    await enrolled([{ paradeId: id, costumeTypeId: type.id, costumeNumber: '118' }])
    const answer = await book(fields)
    expect(answer.status).toBe(409)
    const html = await answer.text()
    const text = textOf(html)
    expect(text).toContain(
      'Du konntest nicht angemeldet werden. Das Kleid mit der Nummer 118 ist gerade vergeben für „Ringtreffen“.',
    )
    expect(text).toContain('Bis 13:30 Uhr ist dieses Kleid vorgemerkt.')
    expect(text).toContain('Prüfe, ob alles richtig eingegeben wurde.')
    expect(html).toMatch(
      /name="costumeNumber-\d+"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="costumeNumber-\d+"/,
    )
    expect(html).toContain('value="Annegret"')
  })

  test('If a person of the same name is enrolled, a form without a birthday is shown again and suggests to enter the birthday (409)', async () => {
    const { id, type, fields } = await aForm({ birthday: '' })
    const place = { paradeId: id, costumeTypeId: type.id, costumeNumber: '7' }
    await enrolled([place], { birthday: null })
    const answer = await book(fields)
    expect(answer.status).toBe(409)
    const text = textOf(await answer.text())
    expect(text).toContain('Unter diesem Namen gibt es schon eine Anmeldung für „Ringtreffen“.')
    expect(text).toContain(
      'Ist das jemand anderes mit demselben Namen? Dann gib den Geburtstag an.',
    )
    expect(text).not.toContain('Prüfe, ob alles richtig eingegeben wurde.')
  })

  test('If confirming a form fails with an internal error (500), the error page keeps all entered values, and sending them again books the enrolment', async () => {
    const { fields } = await aForm({ lastName: '<b>"Straßer' })
    await env.DB.exec('ALTER TABLE guild_settings RENAME TO gone')
    const answer = await book(fields)
    await env.DB.exec('ALTER TABLE gone RENAME TO guild_settings')
    expectLogged('error')
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'no-store'])
    const html = await answer.text()
    expect(textOf(html)).toContain('Das liegt an uns, nicht an Dir. Verloren ist nichts')
    const kept = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [
        name,
        value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
      ],
    )
    expect(kept).toEqual([...fields, ['step', 'book'], ['expectedTotalInCent', '800']])
    expect((await send(kept)).status).toBe(200)
    expect(await stored()).toEqual({ orders: 1, places: 1 })
  })

  test('If the rate limit rejects a confirmation, the page shown contains everything that was entered (429)', async () => {
    const { fields } = await aForm()
    const limit = env.ENROL_LIMIT
    env.ENROL_LIMIT = { limit: async () => ({ success: false }) }
    const look = await send(fields)
    const answer = await book(fields).finally(() => {
      env.ENROL_LIMIT = limit
    })
    expect([look.status, answer.status]).toEqual([200, 429])
    expect(answer.headers.get('Retry-After')).toBe('60')
    const html = await answer.text()
    expect(textOf(html)).toContain('Zu viele Anfragen auf einmal.')
    expect(html).toContain('name="lastName" value="Straßer"')
  })

  test('Under high load the confirmation of a form is answered 503 with a wait of 20 seconds, and stored when it is sent again after that', async () => {
    const from = { 'cf-connecting-ip': '203.0.113.7' }
    const { fields } = await aForm()
    await rows(`INSERT INTO network_load (network_key, slot, unpaid)
      VALUES ('all', '${new Date().toISOString().slice(0, 15)}0:00.000Z', 61)`)
    const press = async (challenge = '') => {
      const answer = await book([...fields, ['challenge', challenge]], undefined, from)
      const html = await answer.text()
      return {
        answer,
        text: textOf(html),
        ticket: /name="challenge" value="([^"]+)"/.exec(html)?.[1],
      }
    }
    const first = await press()
    expect([first.answer.status, first.answer.headers.get('Retry-After')]).toEqual([503, '20'])
    expect(first.text).toContain(
      'Warte bitte 20 Sekunden und drücke dann noch einmal „Zahlungspflichtig anmelden“.',
    )
    expect(first.text).toContain('Stimmt alles?')

    // Sent too early, the remaining time counts down and does not start again.
    setClock(new Date(Date.now() + 15_000).toISOString())
    const early = await press(first.ticket)
    expect([early.answer.status, early.ticket]).toEqual([503, first.ticket])
    expect(early.text).toContain('Warte bitte 5 Sekunden')
    setClock(new Date(Date.now() + 4_000).toISOString())
    expect((await press(first.ticket)).text).toContain('Warte bitte 1 Sekunde und')
    expect(await stored()).toEqual(nothing)

    setClock(new Date(Date.now() + 1_000).toISOString())
    const other = await book(
      [
        ...fields.map(([name, value]): [string, string] => [
          name,
          name === 'firstName' ? 'Lena' : value,
        ]),
        ['challenge', first.ticket ?? ''],
      ],
      undefined,
      from,
    )
    expect(other.status).toBe(503)
    expect((await press(first.ticket)).answer.status).toBe(200)
    expect(await stored()).toEqual({ orders: 1, places: 1 })
  })

  test.each(['https://evil.example', 'null', 'http://zunft.test.evil.example'])(
    'A confirmation sent from the origin %s is rejected (403)',
    async (from) => {
      const { fields } = await aForm()
      const answer = await book(fields, '800', { Origin: from })
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([403, 'no-store'])
      expect(await stored()).toEqual(nothing)
    },
  )

  test.each([
    ['JSON', 'application/json', '{}', 415],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--', 415],
    ['more than the limit', 'application/x-www-form-urlencoded', `a=${'x'.repeat(200_000)}`, 413],
    ['nothing', 'application/x-www-form-urlencoded', '', 422],
  ])(
    'A POST to the enrolment page with a body of %s is rejected, and the response is a page',
    async (_, type, body, status) => {
      const answer = await call('POST', '/parade-enrolment', body, {
        headers: { 'Content-Type': type },
      })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
    },
  )

  test('The enrolment page rejects PUT, DELETE and PATCH (405)', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      expect((await call(method, '/parade-enrolment')).status).toBe(405)
    }
  })
})

describe('The root page', () => {
  const knock = (headers: Record<string, string>) => call('GET', '/', undefined, { headers })

  test.each([
    ['a browser without cookies', {}],
    ['a payer', { Cookie: 'order=abc' }],
    ['a signed-out user', { Cookie: 'staff=0' }],
    ['a client without Accept', { Accept: '*/*' }],
  ])(
    'The address "/" redirects %s to the enrolment, and the redirect is not cached',
    async (_, headers) => {
      const answer = await knock(headers)
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/parade-enrolment'])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    },
  )

  test('A browser with the staff cookie gets the staff app at the address "/", which is not cached publicly', async () => {
    const answer = await knock({ Cookie: 'order=abc; staff=1' })
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('src="/main.tsx"')
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
  })
})

test('Every response requires secure connections and has a same-origin opener policy', async () => {
  for (const path of ['/parade-enrolment', '/api/guild', '/']) {
    const { headers } = await call('GET', path)
    expect(headers.get('Strict-Transport-Security'), path).toBe('max-age=31536000')
    expect(headers.get('Cross-Origin-Opener-Policy'), path).toBe('same-origin')
  }
})

test.each(['/enrolment', '/my-order'])(
  'The built template %s is not served as a page of its own (404)',
  async (path) => {
    const answer = await call('GET', path, undefined, { headers: { Accept: 'text/html' } })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
  },
)
