import { describe, expect, test } from 'vitest'
import type { RefundReason } from '#worker/domain/codes.ts'
import { documentHtml, documentText } from '#worker/mail/mail-document.ts'
import { enrolledMailOf } from '#worker/orders/mails/enrolled-mail.ts'
import type { MailPlace, RefundFacts } from '#worker/orders/mails/mail-facts.queries.ts'
import { refundedMailOf } from '#worker/orders/mails/refunded-mail.ts'

const nightParade: MailPlace = {
  participationId: 12,
  title: 'Nachtumzug',
  date: '2027-01-24',
  town: 'Moosried',
  costumeType: 'Schellenhansel',
  costumeNumber: '118',
  priceInCent: 800,
  isPaid: true,
  isCancelled: false,
}
const childParade: MailPlace = {
  ...nightParade,
  participationId: 13,
  title: 'Kinderumzug',
  date: '2027-02-06',
  costumeNumber: '',
  priceInCent: 0,
}
const guildName = 'Narrenzunft Hagelfingen'
const jörg = { firstName: 'Jörg', guildName }

/** With plain blanks: the no-break ones of a price cannot be told apart in a test. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('the mail of an enrolment', () => {
  test('says for what, as what, what was paid, and what to do', () => {
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

Viel Spaß an der Fasnet!
Narrenzunft Hagelfingen
`)
  })

  test('calls what does not take place called off, and says where its money goes', () => {
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
    const alone = enrolledMailOf({ ...jörg, paidInCent: 0, places: places.slice(0, 1) })
    expect(plain(documentText(alone))).toContain('Dein Umzug ist inzwischen aber abgesagt:')
    expect(plain(documentText(alone))).not.toContain('umzuege.ics')
  })

  test.each([
    [[nightParade], 'Deine Umzugsanmeldung: Nachtumzug'],
    [[nightParade, childParade, childParade], 'Deine Umzugsanmeldung: Nachtumzug und 2 weitere'],
    [[], 'Deine Umzugsanmeldung'],
  ])('names the first parade and counts the others: %#', (places, subject) => {
    expect(enrolledMailOf({ ...jörg, paidInCent: 0, places }).subject).toBe(subject)
  })

  test('is free of charge without a sum', () => {
    const text = documentText(enrolledMailOf({ ...jörg, paidInCent: 0, places: [childParade] }))
    expect(text).toContain('\nKostenlos\n')
    expect(text).not.toContain('Bezahlt')
  })

  test('promises no calendar and no parade when the guild took all of them back meanwhile', () => {
    const text = documentText(enrolledMailOf({ ...jörg, paidInCent: 800, places: [] }))
    expect(text).toContain('von allen Umzügen wieder abgemeldet')
    expect(text).not.toContain('Kalender')
  })
})

const refund: RefundFacts = {
  amountInCent: 800,
  reason: 'staff',
  participationId: null,
  paradeTitle: null,
}
const refundedText = (change: Partial<RefundFacts>, places: MailPlace[] = []) =>
  plain(documentText(refundedMailOf({ ...jörg, places, refund: { ...refund, ...change } })))

describe('the mail of a refund', () => {
  test.each<[RefundReason, string]>([
    ['late', 'Deine Zahlung kam erst an, als Deine Plätze nicht mehr reserviert waren'],
    ['double', 'wurde zweimal bezahlt'],
    ['review', 'ein anderer Betrag'],
    ['staff', 'Die Zunft erstattet Dir'],
    ['paradeCancelled', 'ist abgesagt'],
  ])('says why: %s', (reason, why) => {
    expect(refundedText({ reason })).toContain(why)
  })

  test('says how much, how long it takes and that nothing is left', () => {
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

  test('a second payment changes nothing: all parades are still there', () => {
    const text = refundedText({ reason: 'double' }, [nightParade, childParade])
    expect(text).toContain('Angemeldet bleibst Du für:\n\n- Nachtumzug')
    expect(text).toContain('- Kinderumzug')
  })

  test('a parade that is called off is named and never promised, though its place still stands', () => {
    const calledOff = { participationId: 12, paradeTitle: 'Nachtumzug' }
    const text = refundedText({ reason: 'paradeCancelled', ...calledOff }, [
      nightParade,
      childParade,
    ])
    expect(text).toContain('Der Umzug „Nachtumzug“ ist abgesagt.')
    expect(text).not.toContain('- Nachtumzug')
    expect(text).toContain('- Kinderumzug')
  })

  test('a place that stays without its fee is to be paid on site', () => {
    const kept = { participationId: 12, paradeTitle: 'Nachtumzug' }
    const text = refundedText(kept, [{ ...nightParade, isPaid: false }])
    expect(text).toContain('was Du für den Umzug „Nachtumzug“ bezahlt hast')
    expect(text).toContain('Schellenhansel 118, 8,00 € vor Ort zu bezahlen')
  })
})

describe('what people typed', () => {
  test('is text in the HTML, never markup', async () => {
    const firstName = '<img src=x onerror=alert(1)> & "Söhne"'
    const places = [{ ...nightParade, title: '<b>Nachtumzug</b>', costumeNumber: '<i>"' }]
    const html = await documentHtml(
      enrolledMailOf({ firstName, guildName: 'Zunft <Hagel> & Co', paidInCent: 800, places }),
    )
    expect(html).not.toMatch(/<(img|b|i|Hagel)\b/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot;')
    expect(html).toContain('<title>Deine Umzugsanmeldung: &lt;b&gt;Nachtumzug&lt;/b&gt;</title>')
    expect(html).toContain('Schellenhansel &lt;i&gt;&quot;, ')
    expect(html).toContain('Zunft &lt;Hagel&gt; &amp; Co')
  })

  test('is no link: anybody can make us write to any address', () => {
    const firstName = 'Gewinn auf https://evil.example/x oder a@evil.example'
    const places = [{ ...nightParade, costumeNumber: 'www.evil.example' }]
    const text = documentText(enrolledMailOf({ firstName, guildName, paidInCent: 0, places }))
    expect(text).not.toMatch(/https?:\/\/|\w@\w|evil\.example/)
  })

  test('is left alone in an ordinary name', () => {
    const firstName = "Hans-Peter Sean O'Hara jun."
    const text = documentText(
      enrolledMailOf({ firstName, guildName, paidInCent: 0, places: [nightParade] }),
    )
    expect(text).toContain(`Hallo ${firstName},`)
  })
})

test('the HTML says what the text says, and loads nothing', async () => {
  const mail = enrolledMailOf({ ...jörg, paidInCent: 800, places: [nightParade, childParade] })
  const html = await documentHtml(mail)
  const words = (text: string) => text.replace(/^- /gm, '').replace(/\s+/g, ' ').trim()
  const body = html.slice(html.indexOf('<body'))
  expect(words(body.replace(/<br>|<[^>]+>/g, ' '))).toBe(words(documentText(mail)))
  expect(html).not.toMatch(/https?:|url\(|<img|<script|<link/)
})
