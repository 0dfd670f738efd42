import { describe, expect, test } from 'vitest'
import type { RefundReason } from '#worker/domain/codes.ts'
import { withoutTimes } from '#worker/domain/parade.ts'
import { documentHtml, documentText } from '#worker/mail/mail-document.ts'
import { cancelledMailOf, refundedMailOf } from '#worker/orders/mails/change-mails.ts'
import { enrolledMailOf } from '#worker/orders/mails/enrolment-mails.ts'
import type { MailPlace, RefundFacts } from '#worker/orders/mails/mail-facts.queries.ts'

const nightParade: MailPlace = {
  participationId: 12,
  paradeId: 3,
  entryId: 12,
  enteredAs: 12,
  firstName: 'Jörg',
  lastName: 'Straßer',
  title: 'Nachtumzug',
  date: '2027-01-24',
  town: 'Moosried',
  location: 'Moosried',
  ...withoutTimes,
  costumeType: 'Schellenhansel',
  costumeNumber: '118',
  priceInCent: 800,
  isPaid: true,
  isCancelled: false,
  checkInCode: '',
}
const childParade: MailPlace = {
  ...nightParade,
  participationId: 13,
  paradeId: 4,
  entryId: 13,
  title: 'Kinderumzug',
  date: '2027-02-06',
  costumeNumber: '',
  priceInCent: 0,
}
const guildName = 'Narrenzunft Hagelfingen'
const alone = {
  isFamily: false,
  myOrderUrl: null,
  origin: 'https://umzug.example.de',
  createdAt: '2027-01-10T09:00:00.000Z',
}
const jörg = { ...alone, firstName: 'Jörg', guildName }

/** With plain blanks: the no-break ones of a price cannot be told apart in a test. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('the mail of an enrolment', () => {
  test('The mail of an enrolment contains parades, costumes, the sum paid and what to do next', () => {
    const mail = enrolledMailOf({ ...jörg, paidInCent: 800, places: [nightParade, childParade] })
    expect(mail.subject).toBe('Deine Umzugsanmeldung: Nachtumzug und 1 weiterer')
    expect(plain(documentText(mail))).toBe(`Hallo Jörg,

Du bist angemeldet. Deine Umzüge:

- Nachtumzug
  Sonntag, 24. Januar 2027, Moosried
  Schellenhansel 118, 8,00 €

- Kinderumzug
  Samstag, 6. Februar 2027, Moosried
  Schellenhansel, kostenlos

Bezahlt: 8,00 €

Die Termine hängen an dieser E-Mail: Öffne die Datei „umzuege.ics“, dann stehen sie in Deinem Kalender.

Stimmt etwas nicht, oder kannst Du doch nicht mit? Antworte einfach auf diese E-Mail oder wende Dich an die Zunft.

Für eine Freizeitveranstaltung an einem festen Tag gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB): Du kannst Deine Anmeldung nicht widerrufen.

Viel Spaß an der Fasnet!
Narrenzunft Hagelfingen
`)
  })

  test('The mail of an enrolment lists the extras of each place with departure and price', () => {
    const bus = {
      id: 1,
      quantity: 2,
      priceInCent: 1000,
      title: 'Bus ab Schule',
      kind: 'bus',
      departure: { time: '09:10', place: 'Rathaus' },
    } as const
    const badge = {
      ...bus,
      id: 2,
      quantity: 1,
      priceInCent: 150,
      title: 'Plakette',
      departure: null,
    }
    const place = { ...nightParade, priceInCent: 1950, extras: [bus, badge] }
    const text = plain(documentText(enrolledMailOf({ ...jörg, paidInCent: 1950, places: [place] })))
    expect(text).toContain(`
  Schellenhansel 118, 19,50 €
  darin Bus ab Schule, 2 Plätze, 09:10 Uhr Rathaus: 10,00 €
  darin Plakette: 1,50 €
`)
  })

  test('The mail of an enrolment marks a cancelled parade and announces its refund; its calendar file contains only the other parades', () => {
    const places = [{ ...nightParade, isCancelled: true }, childParade]
    const text = plain(documentText(enrolledMailOf({ ...jörg, paidInCent: 800, places })))
    expect(text).toContain(`Du bist angemeldet. Deine Umzüge:

- Nachtumzug (abgesagt)
  Sonntag, 24. Januar 2027, Moosried
  Schellenhansel 118

- Kinderumzug
`)
    expect(text).toContain('Die Zunft erstattet Dir 8,00 €')
    expect(text).toContain('Der Termin hängt an dieser E-Mail')
    const none = enrolledMailOf({ ...jörg, paidInCent: 0, places: places.slice(0, 1) })
    expect(plain(documentText(none))).toContain('Dein Umzug ist inzwischen aber abgesagt:')
    expect(plain(documentText(none))).not.toContain('umzuege.ics')
  })

  test.each([
    [[nightParade], 'Deine Umzugsanmeldung: Nachtumzug'],
    [
      [nightParade, childParade, { ...childParade, paradeId: 5 }],
      'Deine Umzugsanmeldung: Nachtumzug und 2 weitere',
    ],
    [[], 'Deine Umzugsanmeldung'],
  ])(
    'The subject of the mail of an enrolment contains the first parade and the number of the others: $1',
    (places, subject) => {
      expect(enrolledMailOf({ ...jörg, paidInCent: 0, places }).subject).toBe(subject)
    },
  )

  test('The mail of a free enrolment says "Kostenlos" instead of a sum paid', () => {
    const text = documentText(enrolledMailOf({ ...jörg, paidInCent: 0, places: [childParade] }))
    expect(text).toContain('\nKostenlos\n')
    expect(text).not.toContain('Bezahlt')
  })

  test('If all places were cancelled before the mail of an enrolment is sent, the mail says so and does not mention a calendar file', () => {
    const text = documentText(enrolledMailOf({ ...jörg, paidInCent: 800, places: [] }))
    expect(text).toContain('für keinen Umzug mehr angemeldet')
    expect(text).not.toContain('Kalender')
  })
})

const refund: RefundFacts = {
  amountInCent: 800,
  reason: 'staff',
  participationId: null,
  paradeTitle: null,
  person: null,
}
const refundedText = (change: Partial<RefundFacts>, places: MailPlace[] = []) =>
  plain(documentText(refundedMailOf({ ...jörg, places, refund: { ...refund, ...change } })))

describe('the mail of a refund', () => {
  test.each<[RefundReason, string]>([
    ['late', 'Deine Zahlung kam erst an, als Deine Plätze nicht mehr vorgemerkt waren'],
    ['double', 'wurde zweimal bezahlt'],
    ['review', 'ein anderer Betrag'],
    ['staff', 'Die Zunft erstattet Dir'],
    ['paradeCancelled', 'ist abgesagt'],
  ])('The refund mail names its reason: %s', (reason, why) => {
    expect(refundedText({ reason })).toContain(why)
  })

  test('The refund mail states the sum, how long the refund takes, and that the person is not enrolled any more', () => {
    expect(plain(refundedMailOf({ ...jörg, places: [], refund }).subject)).toBe(
      'Erstattung: 8,00 €',
    )
    expect(refundedText({})).toBe(`Hallo Jörg,

Die Zunft erstattet Dir, was Du für Deine Umzugsanmeldung bezahlt hast.

Du bekommst zurück: 8,00 €

Das Geld kommt auf dem Weg, auf dem Du bezahlt hast. Es kann einige Tage dauern, bis Du es auf Deinem Konto siehst.

Mit dieser Anmeldung bist Du bei keinem Umzug mehr dabei.

Hast Du Fragen dazu? Antworte einfach auf diese E-Mail oder wende Dich an die Zunft.

Viele Grüße
Narrenzunft Hagelfingen
`)
  })

  test('If an order was paid twice, the mail about the refund of the second payment says that the enrolment for all its parades remains', () => {
    const text = refundedText({ reason: 'double' }, [nightParade, childParade])
    expect(text).toContain('Angemeldet bleibst Du für:\n\n- Nachtumzug')
    expect(text).toContain('- Kinderumzug')
  })

  test('The refund mail for a cancelled parade lists only other parades as still enrolled, even while the place in the cancelled one is booked', () => {
    const calledOff = { participationId: 12, paradeTitle: 'Nachtumzug' }
    const text = refundedText({ reason: 'paradeCancelled', ...calledOff }, [
      nightParade,
      childParade,
    ])
    expect(text).toContain('Der Umzug „Nachtumzug“ ist abgesagt.')
    expect(text).not.toContain('- Nachtumzug')
    expect(text).toContain('- Kinderumzug')
  })

  test('If a fee is refunded but the place is still booked, the refund mail lists the place as to be paid on site', () => {
    const kept = { participationId: 12, paradeTitle: 'Nachtumzug' }
    const text = refundedText(kept, [{ ...nightParade, isPaid: false }])
    expect(text).toContain('was Du für den Umzug „Nachtumzug“ bezahlt hast')
    expect(text).toContain('Schellenhansel 118, 8,00 € vor Ort zu bezahlen')
  })
})

describe('the mail of a family', () => {
  const mia = { firstName: 'Mia', enteredAs: 20, costumeNumber: '23', priceInCent: 300 }
  const places: MailPlace[] = [
    { ...nightParade, ...mia, participationId: 20 },
    nightParade,
    { ...childParade, ...mia, participationId: 21, lastName: 'Straßer-Abele', priceInCent: 0 },
  ]
  const family = { ...jörg, isFamily: true, paidInCent: 1100, places }
  const words = (...mail: Parameters<typeof enrolledMailOf>) =>
    plain(documentText(enrolledMailOf(...mail)))

  test("The mail of a family's enrolment lists each person with parade, costume and price", () => {
    expect(words(family)).toBe(`Hallo Jörg,

Angemeldet sind Jörg und Mia:

Jörg Straßer

- Nachtumzug
  Sonntag, 24. Januar 2027, Moosried
  Schellenhansel 118, 8,00 €

Mia Straßer

- Nachtumzug
  Sonntag, 24. Januar 2027, Moosried
  Schellenhansel 23, 3,00 €

- Kinderumzug
  Samstag, 6. Februar 2027, Moosried
  Schellenhansel 23, kostenlos

Bezahlt: 11,00 €

Die Termine hängen an dieser E-Mail: Öffne die Datei „umzuege.ics“, dann stehen sie in Deinem Kalender.

Stimmt etwas nicht, oder kannst Du doch nicht mit? Antworte einfach auf diese E-Mail oder wende Dich an die Zunft.

Für eine Freizeitveranstaltung an einem festen Tag gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB): Du kannst Deine Anmeldung nicht widerrufen.

Viel Spaß an der Fasnet!
Narrenzunft Hagelfingen
`)
  })

  test("The mail of a family's enrolment lists only the people who still have places, and its subject counts parades, not places", () => {
    expect(words({ ...family, places: places.slice(0, 1) })).toContain('Angemeldet ist Mia:')
    expect(enrolledMailOf(family).subject).toBe('Deine Umzugsanmeldung: Nachtumzug und 1 weiterer')
    expect(words({ ...family, places: places.slice(0, 2) })).toContain('Der Termin hängt')
    const off = places.map((place) => ({ ...place, isCancelled: true }))
    expect(words({ ...family, places: off })).toContain(
      'Die Anmeldung von Jörg und Mia ist angekommen. Inzwischen ist aber alles abgesagt:',
    )
  })

  test.each<[RefundReason, string]>([
    ['self', 'Du hast die Anmeldung von Mia Straßer für den Umzug „Nachtumzug“ abgesagt.'],
    ['staff', 'was Du für Mia Straßer beim Umzug „Nachtumzug“ bezahlt hast'],
    ['paradeCancelled', 'Deshalb geht das Geld für Mia Straßer an Dich zurück.'],
  ])(
    'The mail about a refund to a family names the person whose fee is refunded: %s',
    (reason, sentence) => {
      const back = { reason, participationId: 20, paradeTitle: 'Nachtumzug', person: 'Mia Straßer' }
      const mail = { ...family, places: [nightParade], refund: { ...refund, ...back } }
      const text = plain(documentText(refundedMailOf(mail)))
      expect(text).toContain(sentence)
      expect(text).toContain('Angemeldet bleiben:\n\nJörg Straßer\n\n- Nachtumzug')
      expect(plain(documentText(refundedMailOf({ ...mail, places: [] })))).toContain(
        'ist niemand mehr bei einem Umzug dabei',
      )
    },
  )

  test('The mail to a family about a cancelled parade lists the people who were enrolled for it, unless this is only the payer', () => {
    const parade = { title: 'Nachtumzug', date: '2027-01-24', town: 'Moosried', reason: '' }
    const person = (firstName: string) => ({ firstName, priceInCent: 800, paid: null })
    const said = (...names: string[]) =>
      documentText(cancelledMailOf({ ...family, parade, people: names.map(person) }))
    expect(said('Jörg', 'Mia')).toContain('Das gilt für Jörg, Mia.')
    expect(said('Mia')).toContain('Das gilt für Mia.')
    expect(said('Jörg')).not.toContain('Das gilt')
  })
})

test('After a payer has cancelled a place, the refund mail says so and lists the parades for which the payer is still enrolled', () => {
  expect(
    refundedText({ reason: 'self', participationId: 12, paradeTitle: 'Nachtumzug' }, [childParade]),
  ).toBe(`Hallo Jörg,

Du hast Deine Anmeldung für den Umzug „Nachtumzug“ abgesagt. Deshalb geht das Geld dafür an Dich zurück.

Du bekommst zurück: 8,00 €

Das Geld kommt auf dem Weg, auf dem Du bezahlt hast. Es kann einige Tage dauern, bis Du es auf Deinem Konto siehst.

Angemeldet bleibst Du für:

- Kinderumzug
  Samstag, 6. Februar 2027, Moosried
  Schellenhansel, kostenlos

Hast Du Fragen dazu? Antworte einfach auf diese E-Mail oder wende Dich an die Zunft.

Viele Grüße
Narrenzunft Hagelfingen
`)
})

describe('names and other typed text in mails', () => {
  test('Names, titles and costume numbers are escaped in the HTML of a mail', async () => {
    const firstName = '<img src=x onerror=alert(1)> & "Söhne"'
    const places = [{ ...nightParade, title: '<b>Nachtumzug</b>', costumeNumber: '<i>"' }]
    const html = await documentHtml(
      enrolledMailOf({
        ...alone,
        firstName,
        guildName: 'Zunft <Hagel> & Co',
        paidInCent: 800,
        places,
      }),
    )
    expect(html).not.toMatch(/<(img|b|i|Hagel)\b/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot;')
    expect(html).toContain('<title>Deine Umzugsanmeldung: &lt;b&gt;Nachtumzug&lt;/b&gt;</title>')
    expect(html).toContain('Schellenhansel &lt;i&gt;&quot;, ')
    expect(html).toContain('Zunft &lt;Hagel&gt; &amp; Co')
  })

  test('A web or e-mail address typed as a name or costume number never becomes a link in a mail', () => {
    const firstName = 'Gewinn auf https://evil.example/x oder a@evil.example'
    const places = [{ ...nightParade, costumeNumber: 'www.evil.example' }]
    const text = documentText(
      enrolledMailOf({ ...alone, firstName, guildName, paidInCent: 0, places }),
    )
    expect(text).not.toMatch(/https?:\/\/|\w@\w|evil\.example/)
  })

  test('Web and e-mail addresses typed as names of a family never become links in a mail', () => {
    const evil = { ...nightParade, firstName: 'https://evil.example', lastName: 'a@evil.example' }
    const places = [evil, { ...nightParade, enteredAs: 20 }]
    const family = { ...jörg, isFamily: true, paidInCent: 0, places }
    const back = { paradeTitle: 'Nachtumzug', reason: 'self', person: 'www.evil.example' } as const
    const refunded = refundedMailOf({ ...family, refund: { ...refund, ...back } })
    for (const mail of [enrolledMailOf(family), refunded]) {
      expect(documentText(mail)).not.toMatch(/https?:\/\/|\w@\w|evil\.example/)
    }
  })

  test('A name without links is unchanged in a mail', () => {
    const firstName = "Hans-Peter Sean O'Hara jun."
    const text = documentText(
      enrolledMailOf({ ...alone, firstName, guildName, paidInCent: 0, places: [nightParade] }),
    )
    expect(text).toContain(`Hallo ${firstName},`)
  })
})

test('The HTML of a mail has the same words and links as its plain text, and loads nothing', async () => {
  const myOrderUrl = 'https://umzug.example.de/meine-anmeldung#order=abc'
  const footer = [
    { text: 'Impressum', href: 'https://umzug.example.de/impressum' },
    { text: 'Datenschutz', href: 'https://umzug.example.de/datenschutz' },
  ]
  const places = [nightParade, childParade, { ...nightParade, firstName: 'Mia', enteredAs: 20 }]
  const said = enrolledMailOf({ ...jörg, paidInCent: 800, places, isFamily: true, myOrderUrl })
  const mail = { ...said, footer }
  const html = await documentHtml(mail)
  const words = (text: string) =>
    text
      .replace(/^- /gm, '')
      .replace(/: https:\S+/g, '')
      .replace(/ · /g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  const body = html.slice(html.indexOf('<body'))
  expect(words(body.replace(/<br>|<[^>]+>/g, ' '))).toBe(words(documentText(mail)))
  const addresses = [myOrderUrl, ...footer.map(({ href }) => href)]
  expect([...html.matchAll(/<a href="([^"]+)">/g)].map(([, href]) => href)).toEqual(addresses)
  expect(documentText(mail).match(/https:\S+/g)).toEqual(addresses)
  expect(html.replaceAll(/<a href="[^"]+">/g, '')).not.toMatch(/https?:|url\(|<img|<script|<link/)
})
