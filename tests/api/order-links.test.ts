import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import type { Chosen } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import {
  aFamilyOrder,
  allow,
  giveBack,
  ordered,
  paidOrder,
  placesOf,
  readMyOrder,
} from '#tests/support/my-order.ts'
import { renderMail } from '#worker/orders/mails/order-mails.ts'

// docs/rules.md, "Meine Anmeldung": the links to an order and its calendar file.

const start = '2027-01-16T12:00:00.000Z'
const later = (minutes: number) =>
  setClock(new Date(Date.parse(start) + minutes * 60_000).toISOString())
const address = 'joerg.strasser@example.de'

let type: { id: number }
let ring: Chosen
let night: Chosen

beforeEach(async () => {
  setClock(start)
  type = await aCostumeType()
  const chosen = ({ id }: { id: number }) => ({
    paradeId: id,
    costumeTypeId: type.id,
    costumeNumber: '118',
  })
  ring = chosen(await aParade())
  night = chosen(await aParade({ title: 'Nachtumzug', date: '2027-01-30', hostTown: '' }))
})

function ask(emailAddress: unknown, network = '203.0.113.7') {
  const headers = { 'cf-connecting-ip': network }
  return call('POST', '/api/enrolment/orders/link', { emailAddress }, { headers })
}

const linkMails = () =>
  rows<{ id: number; email_address: string; state: string; order_id: number | null }>(
    `SELECT id, email_address, state, order_id FROM mails WHERE kind = 'orderLinks' ORDER BY id`,
  )
const textOf = async (id: number | undefined) =>
  (await renderMail(db(), id ?? 0, 'https://umzug.example.de'))?.text
const tokens = async () =>
  (await rows<{ token: string }>('SELECT token FROM orders ORDER BY id')).map(({ token }) => token)

describe("The mail with the links to one's orders", () => {
  test('A request for links sends a mail with the link of each order of the address, and its people and parades', async () => {
    await paidOrder([ring, night])
    await ordered([{ ...ring, costumeNumber: '23' }], { firstName: 'Mia' })
    const response = await ask('JOERG.strasser@Example.de ')
    expect([response.status, await json(response)]).toEqual([202, {}])
    const mails = await linkMails()
    expect(mails).toMatchObject([{ email_address: address, state: 'sent', order_id: null }])
    const [first, second] = await tokens()
    expect(await textOf(mails[0]?.id)).toBe(`Hallo,

hier geht es zu Deinen Anmeldungen:

- Jörg, angemeldet am 16.01.2027
  Ringtreffen Moosried, Sonntag, 24. Januar 2027
  Nachtumzug, Samstag, 30. Januar 2027
  Meine Anmeldung: https://umzug.example.de/meine-anmeldung#order=${first}

- Mia, angemeldet am 16.01.2027
  Ringtreffen Moosried, Sonntag, 24. Januar 2027
  Noch nicht bezahlt.
  Meine Anmeldung: https://umzug.example.de/meine-anmeldung#order=${second}

Nur wer diese Links hat, sieht sie: Gib sie nicht weiter.

Hast Du nicht danach gefragt? Dann musst Du nichts tun.

Viele Grüße
Deine Narrenzunft

Impressum: https://umzug.example.de/impressum
Datenschutz: https://umzug.example.de/datenschutz
`)
  })

  test("The mail with links mentions each person and each parade of a family's order once", async () => {
    const place = (chosen: Chosen, costumeNumber: string) => ({
      ...chosen,
      costumeNumber,
      priceInCent: 300,
    })
    await aFamilyOrder([
      { firstName: 'Anna', places: [place(ring, '1'), place(night, '1')] },
      { firstName: 'Mia', places: [place(ring, '2')] },
      { firstName: 'Ben', places: [place(ring, '3')] },
    ])
    await ask('anna.strasser@example.de')
    const [mail] = await linkMails()
    expect(await textOf(mail?.id)).toContain(`hier geht es zu Deiner Anmeldung:

- Anna, Mia und Ben, angemeldet am 16.01.2027
  Ringtreffen Moosried, Sonntag, 24. Januar 2027
  Nachtumzug, Samstag, 30. Januar 2027
  Meine Anmeldung: https://umzug.example.de/meine-anmeldung#order=family
`)
  })

  test.each([
    ['no order has the address', 'niemand@example.de', ''],
    ['the order has expired', address, `UPDATE orders SET state = 'expired'`],
    ['the order is refunded', address, `UPDATE orders SET state = 'refunded'`],
    ['all places are cancelled', address, `UPDATE participations SET state = 'cancelled'`],
    [
      'the parade is over',
      address,
      `UPDATE parades SET date_enrolment_end = '2027-01-15', date = '2027-01-15'`,
    ],
  ])(
    'A request for links sends no mail when %s, and is answered like any other (202)',
    async (_, emailAddress, statement) => {
      await paidOrder([ring])
      if (statement) await rows(statement)
      const response = await ask(emailAddress)
      expect([response.status, await json(response)]).toEqual([202, {}])
      expect(await linkMails()).toEqual([])
    },
  )

  test('A request for links on the day of the parade is still answered with a mail', async () => {
    await paidOrder([ring])
    setClock('2027-01-24T22:59:00Z')
    await ask(address)
    expect(await linkMails()).toHaveLength(1)
  })

  test('An address gets the links at most once an hour, ignoring upper and lower case', async () => {
    await paidOrder([ring])
    for (const minutes of [0, 0, 1, 59]) {
      later(minutes)
      expect((await ask(minutes % 2 ? address.toUpperCase() : address)).status).toBe(202)
    }
    expect(await linkMails()).toHaveLength(1)
    later(60)
    await ask(address, '198.51.100.1')
    expect(await linkMails()).toHaveLength(2)
    later(119)
    await ask(address, '198.51.100.2')
    expect(await linkMails()).toHaveLength(2)
  })

  test('All spellings of an address (such as name+tag@…) together get one mail with links an hour; a request for a spelling that has no order does not use it up', async () => {
    await paidOrder([ring])
    await paidOrder([{ ...ring, costumeNumber: '23' }], {
      firstName: 'Mia',
      emailAddress: 'joerg.strasser+mia@example.de',
    })
    await ask('joerg.strasser+x@example.de')
    await ask('joerg.strasser+mia@example.de')
    await ask(address)
    expect(await linkMails()).toMatchObject([{ email_address: 'joerg.strasser+mia@example.de' }])
  })

  test('Five simultaneous requests for the links of an address send one mail', async () => {
    await paidOrder([ring])
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => ask(address, `198.51.100.${n}`)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
    expect(await linkMails()).toHaveLength(1)
  })

  test('A network can request ten mails with links an hour; the eleventh request gets the same answer but sends no mail', async () => {
    for (let n = 1; n <= 12; n += 1) {
      const person = { firstName: `Narr ${n}`, emailAddress: `narr${n}@example.de` }
      await paidOrder([{ ...ring, costumeNumber: String(n) }], person)
    }
    for (let n = 1; n <= 11; n += 1) {
      later(n)
      expect((await ask(`narr${n}@example.de`)).status).toBe(202)
    }
    expect(await linkMails()).toHaveLength(10)
    // The ignored request did not use up the hour of its address, so another network can request
    // it.
    await ask('narr11@example.de', '198.51.100.1')
    expect(await linkMails()).toHaveLength(11)
    later(60)
    await ask('narr12@example.de')
    expect(await linkMails()).toHaveLength(11)
    later(61)
    await ask('narr12@example.de')
    expect(await linkMails()).toHaveLength(12)
  })

  test('The counts of requests for links contain neither address nor network in plain text, and are deleted after two hours', async () => {
    await paidOrder([ring])
    await ask(address)
    const counted = await rows('SELECT * FROM hourly_counts')
    expect(counted).toHaveLength(2)
    expect(JSON.stringify(counted)).not.toMatch(/strasser|203|example/)
    later(119)
    await runCron()
    expect(await rows('SELECT * FROM hourly_counts')).toHaveLength(2)
    later(121)
    await runCron()
    expect(await rows('SELECT * FROM hourly_counts')).toEqual([])
  })

  test.each([
    ['keine Adresse', 422],
    ['', 422],
    [undefined, 422],
    [`${'a'.repeat(250)}@example.de`, 422],
    ['a@example.de\nBcc: b@example.de', 422],
    [7, 400],
    [null, 400],
  ])('A request for links with the address %j is rejected (%i)', async (emailAddress, status) => {
    const response = await ask(emailAddress)
    expect(response.status).toBe(status)
    expect(Object.keys((await json(response)).error.fields)).toEqual(['emailAddress'])
    expect(await rows('SELECT * FROM hourly_counts')).toEqual([])
  })

  test('If a request for links cannot be stored, the failure is logged and the answer is the same (202)', async () => {
    await paidOrder([ring])
    await env.DB.exec('ALTER TABLE hourly_counts RENAME TO away')
    const response = await ask(address)
    await env.DB.exec('ALTER TABLE away RENAME TO hourly_counts')
    expect([response.status, await json(response)]).toEqual([202, {}])
    expectLogged('"event":"links"')
  })
})

describe('The calendar file of an order', () => {
  const calendar = (token: string) => call('GET', `/api/enrolment/orders/${token}/calendar`)
  const linesOf = async (response: Response) =>
    (await response.text()).replaceAll('\r\n ', '').split('\r\n')

  test('The calendar file of an order contains future parades with a booked place, and marks cancelled ones as cancelled', async () => {
    await allow({ selfCancel: 'withoutRefund' })
    const off = await aParade({ title: 'Abgesagt', date: '2027-01-31' })
    const over = await aParade({ title: 'Vorbei', date: '2027-01-17' })
    const gone = await aParade({ title: 'Gestrichen', date: '2027-02-01' })
    const others = [off, over, gone].map(({ id }) => ({ ...ring, paradeId: id }))
    const { token } = await paidOrder([night, ring, ...others])
    await rows(`UPDATE parades SET cancelled_at = '${start}' WHERE id = ${off.id}`)
    const place = placesOf(await readMyOrder(token)).find((one) => one.parade.id === gone.id)
    await giveBack(token, place?.id)
    setClock('2027-01-18T12:00:00Z')
    const response = await calendar(token)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="umzuege.ics"')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const lines = await linesOf(response)
    const shownFields = /^(SUMMARY|DTSTART|LOCATION|DESCRIPTION|STATUS|TRANSP)/
    const [first, second, ...more] = lines.join('\n').split('BEGIN:VEVENT').slice(1)
    const shownLines = (entry = '') => entry.split('\n').filter((line) => shownFields.test(line))
    expect(more.map((entry) => shownLines(entry).slice(1))).toEqual([
      [
        'SUMMARY:Abgesagt: Abgesagt',
        'TRANSP:TRANSPARENT',
        'LOCATION:88999 Moosried',
        'DESCRIPTION:Der Umzug ist abgesagt.',
        'STATUS:CANCELLED',
      ],
      [
        'SUMMARY:Abgesagt: Gestrichen',
        'TRANSP:TRANSPARENT',
        'LOCATION:88999 Moosried',
        'DESCRIPTION:Hier bist Du nicht mehr angemeldet.',
        'STATUS:CANCELLED',
      ],
    ])
    expect([...shownLines(first), ...shownLines(second)]).toEqual([
      'DTSTART;VALUE=DATE:20270124',
      'SUMMARY:Ringtreffen Moosried',
      'TRANSP:OPAQUE',
      'LOCATION:88999 Moosried',
      'DESCRIPTION:Schellenhansel 118',
      'STATUS:CONFIRMED',
      'DTSTART;VALUE=DATE:20270130',
      'SUMMARY:Nachtumzug',
      'TRANSP:OPAQUE',
      'LOCATION:Butzenzunft Moosried',
      'DESCRIPTION:Schellenhansel 118',
      'STATUS:CONFIRMED',
    ])
  })

  test('A parade has the same UID in the calendar file of an order before and after one place is cancelled, and in the mail', async () => {
    await allow({ selfCancel: 'withoutRefund' })
    const place = (costumeNumber: string) => ({ ...ring, costumeNumber, priceInCent: 300 })
    await aFamilyOrder([
      { firstName: 'Anna', places: [place('1')] },
      { firstName: 'Mia', places: [place('2')] },
    ])
    const uidOf = (lines: string[]) => lines.filter((line) => line.startsWith('UID:'))
    const before = await linesOf(await calendar('family'))
    expect(before).toContain('DESCRIPTION:Anna: Schellenhansel 1\\nMia: Schellenhansel 2')
    const [first] = placesOf(await readMyOrder('family'))
    await giveBack('family', first?.id)
    const afterwards = await linesOf(await calendar('family'))
    expect(afterwards).toContain('DESCRIPTION:Mia: Schellenhansel 2')
    expect(uidOf(afterwards)).toEqual(uidOf(before))
    expect(uidOf(before)).toHaveLength(1)
    await rows(`INSERT INTO mails (key, order_id, kind, state, not_before, created_at)
      VALUES ('m', 1, 'enrolled', 'waiting', '${start}', '${start}')`)
    const [file] = (await renderMail(db(), 1, 'http://zunft.test'))?.attachments ?? []
    expect(uidOf(file?.content.split('\r\n') ?? [])).toEqual(uidOf(before))
  })

  test('A request for the calendar file of an unknown order, or one without a booked place in a future parade, is rejected (404)', async () => {
    const { token } = await ordered([ring])
    expect((await calendar('unknown')).status).toBe(404)
    expect((await calendar(token)).status).toBe(404)
    await rows(`UPDATE participations SET state = 'booked'`)
    expect((await calendar(token)).status).toBe(200)
    setClock('2027-01-25T12:00:00Z')
    expect((await calendar(token)).status).toBe(404)
  })
})

describe('The mails of an order', () => {
  const mailOf = async (as: { token: string }) =>
    json(call('GET', '/api/orders/1/mails/1', undefined, as))

  test('The confirmation mail links to the order and to the legal pages', async () => {
    const { token } = await paidOrder([ring])
    const { text, html } = await mailOf(await signedIn('management'))
    const link = `http://zunft.test/meine-anmeldung#order=${token}`
    expect(text).toContain(`Meine Anmeldung: ${link}\n`)
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      'Impressum: http://zunft.test/impressum',
      'Datenschutz: http://zunft.test/datenschutz',
    ])
    for (const href of [link, 'http://zunft.test/impressum', 'http://zunft.test/datenschutz']) {
      expect(html).toContain(`<a href="${href}">`)
    }
  })

  test('A user with the role readonly sees a confirmation mail without the token of the order', async () => {
    const { token } = await paidOrder([ring])
    const { text, html } = await mailOf(await signedIn('readonly'))
    expect(text).toContain('http://zunft.test/meine-anmeldung#order=…')
    expect(text + html).not.toContain(token)
  })

  test.each(['refunded', 'paradeCancelled', 'paradeReinstated'])(
    'A mail of the kind "%s" links to the order and to the imprint',
    async (kind) => {
      await allow({ selfCancel: 'refund' })
      const { token } = await paidOrder([ring, night])
      const manager = await signedIn('management')
      if (kind === 'refunded') await giveBack(token, placesOf(await readMyOrder(token))[0]?.id)
      else await call('POST', `/api/parade/${ring.paradeId}/cancel`, {}, manager)
      if (kind === 'paradeReinstated') {
        await call('POST', `/api/parade/${ring.paradeId}/reinstate`, {}, manager)
      }
      const [mail] = await rows<{ id: number }>(`SELECT id FROM mails WHERE kind = '${kind}'`)
      const text = await textOf(mail?.id)
      expect(text).toContain(`https://umzug.example.de/meine-anmeldung#order=${token}`)
      expect(text).toContain('https://umzug.example.de/impressum')
    },
  )

  test('The mail about the refund of a place says that the payer cancelled it, and lists the places still booked', async () => {
    await allow({ selfCancel: 'refund' })
    const { token } = await paidOrder([ring, night])
    await giveBack(token, placesOf(await readMyOrder(token))[0]?.id)
    const [mail] = await rows<{ id: number }>(`SELECT id FROM mails WHERE kind = 'refunded'`)
    const text = await textOf(mail?.id)
    expect(text).toContain(
      'Du hast Deine Anmeldung für den Umzug „Ringtreffen Moosried“ abgesagt. Deshalb geht das Geld dafür an Dich zurück.',
    )
    expect(text).toContain('Angemeldet bleibst Du für:\n\n- Nachtumzug')
  })

  test('Without a configured address of the worker, a confirmation contains no links, and the mail with links is not rendered', async () => {
    await paidOrder([ring])
    expect((await renderMail(db(), 1, ''))?.text).not.toMatch(/https?:|meine-anmeldung/)
    await ask(address)
    const [mail] = await linkMails()
    expect(await renderMail(db(), mail?.id ?? 0, '')).toBeNull()
  })
})
