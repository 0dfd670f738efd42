import { describe, expect, test } from 'vitest'
import type { Entry } from '#web/enrolment/chosen-parades.ts'
import { notEnrolledHint } from '#web/enrolment/enrolment.api.ts'
import { refusalWords } from '#web/enrolment/public/refusal-words.ts'
import type { Failure } from '#web/lib/result.ts'

// What the public form says when an enrolment was rejected, below the specification's sentence.

const entry = (firstName: string): Entry => ({
  firstName,
  lastName: 'Straßer',
  birthday: null,
  age: 'Adult',
  chosen: [],
  sum: { lines: [], totalInCent: 0 },
})

const refused = (status: number, code: string, message: string, more: object = {}): Failure => ({
  type: 'ApiError',
  status,
  error: { code, message, ...more } as unknown as NonNullable<Failure['error']>,
})

const words = (failure: Failure, names = ['Jörg'], withoutScript = false) =>
  refusalWords(failure, { entries: names.map(entry), withoutScript }).join(' ')

const fault =
  'Verloren ist nichts: Deine Angaben stehen noch da. Versuche es in ein paar Minuten noch einmal, doppelt angemeldet bist Du dadurch nicht.'

describe('server errors', () => {
  test.each([
    ['a server error (500)', refused(500, 'InternalError', 'Das hat nicht geklappt.')],
    ['an unknown outcome (503)', refused(503, 'OutcomeUnknown', 'Sieh nach.')],
    ['an answer without a code (502)', { type: 'ApiError', status: 502 } as const],
  ])(
    "After %s, the public form says that the guild's server is at fault and that the second try failed too",
    (_, failure) => {
      const twice = 'Das liegt an uns, nicht an Dir. Auch der zweite Versuch hat nicht geklappt.'
      expect(words(failure)).toBe(`${twice} ${fault}`)
    },
  )

  test('When a payment could not be started (502), the message of the public form gives this cause', () => {
    const sentence = 'Die Bezahlung konnte nicht gestartet werden.'
    const said = words(refused(502, 'PaymentFailed', sentence))
    expect(said).toBe(`${sentence} Das liegt an uns, nicht an Dir. ${fault}`)
  })

  test('Without JavaScript, the message about a server error does not mention a second try', () => {
    const said = words(refused(500, 'InternalError', 'x'), ['Jörg'], true)
    expect(said).toBe(`Das liegt an uns, nicht an Dir. ${fault}`)
  })
})

describe('the hint that person or costume may be registered already', () => {
  test.each([
    ['PriceChanged', 'Der Preis hat sich geändert: Es sind jetzt 9,00 €.'],
    ['EnrolmentClosed', 'Die Anmeldung ist nicht offen für: „Ringtreffen“.'],
    ['ParadeCancelled', 'Abgesagt ist: „Ringtreffen“.'],
    ['AgeMismatch', 'Mit diesem Geburtstag gilt der Preis für Kinder.'],
  ])(
    'For the rejection %s, the public form gives the cause, without the hint that person or costume may be registered already',
    (code, message) => {
      expect(words(refused(409, code, message))).toBe(message)
    },
  )

  test.each(['CostumeAlreadyEnrolled', 'PersonAlreadyEnrolled'])(
    'For the rejection %s, the public form adds the hint that person or costume may be registered already',
    (code) => {
      const failure = refused(409, code, 'Schon da.', {
        fields: { 'parades.0.paradeId': 'Schon da.' },
      })
      expect(words(failure)).toBe(`Schon da. ${notEnrolledHint}`)
    },
  )

  test('If the server requires a birthday because the name is already enrolled, the public form shows only this message', () => {
    const fields = { 'parades.0.paradeId': 'Schon da.', birthday: 'Gib den Geburtstag an.' }
    expect(words(refused(409, 'PersonAlreadyEnrolled', 'Gib ihn an.', { fields }))).toBe(
      'Gib ihn an.',
    )
  })

  test('For a rejection without a known cause, the public form shows the hint that person or costume may be registered already', () => {
    expect(words({ type: 'ApiError' })).toBe(notEnrolledHint)
    expect(words(refused(409, 'Conflict', 'Versuche es gleich noch einmal.'))).toBe(
      `Versuche es gleich noch einmal. ${notEnrolledHint}`,
    )
  })
})

describe('field errors', () => {
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  const invalid = (fields: Record<string, string>) =>
    refused(422, 'ValidationFailed', message, { fields })

  test('The message about a rejected enrolment lists each field error once, because the dialog covers the fields', () => {
    const said = words(
      invalid({ lastName: 'Gib den Nachnamen an.', firstName: 'Gib den Nachnamen an.' }),
    )
    expect(said).toBe('Gib den Nachnamen an.')
  })

  test("In an enrolment of several people the message of a field begins with the person's name, unless the message already names them", () => {
    const failure = invalid({
      'people.0.lastName': 'Gib den Nachnamen an.',
      'people.1.firstName': 'Petra ist in dieser Anmeldung schon für „Ringtreffen“ dabei.',
    })
    expect(words(failure, ['Jörg', 'Petra'])).toBe(
      'Jörg Straßer: Gib den Nachnamen an. Petra ist in dieser Anmeldung schon für „Ringtreffen“ dabei.',
    )
  })
})
