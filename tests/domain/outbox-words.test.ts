import { describe, expect, test } from 'vitest'
import { listOf, parade, rowOf } from '#tests/support/outbox-world.ts'
import type { StoredAct, StoredResult } from '#web/parades/check-in/outbox/acts.ts'
import {
  adoptQuestions,
  explanationOf,
  listMissingText,
  outboxNoticeOf,
  rejectedActsOf,
  savedForOffline,
  signOutLossText,
  timeText,
  troubleWords,
} from '#web/parades/check-in/outbox/outbox-words.ts'
import type { ActKind } from '#worker/check-in/check-in.contract.ts'

/** A time of the parade's Sunday in Berlin. */
const on = (time: string, day = '2027-01-17') => Date.parse(`${day}T${time}:00+01:00`)
const now = on('15:00')

function act(kind: ActKind, changes: Partial<StoredAct> = {}): StoredAct {
  const any = {
    seq: 1,
    id: 'one',
    kind,
    userId: 7,
    userName: 'Lena F.',
    paradeId: 3,
    memberName: kind === 'enter' ? 'Wäschle, Lena' : 'Bantle, Erika',
    at: new Date(on('13:30')).toISOString(),
    state: 'waiting',
    result: null,
    ...(kind === 'enter'
      ? {
          costumeType: 'Garde',
          entry: {
            firstName: 'Lena',
            lastName: 'Wäschle',
            costumeNumber: '233',
            selectedCostumeTypeId: 2,
          },
        }
      : { target: { participationId: 1 } }),
  }
  return { ...any, ...changes } as StoredAct
}

const by = {
  participationId: 1,
  row: null,
  by: 'Jonas K.',
  at: new Date(on('14:00')).toISOString(),
}

const told = (kind: ActKind, result: Partial<StoredResult>, changes: Partial<StoredAct> = {}) =>
  act(kind, {
    state: 'rejected',
    result: { id: 'one', outcome: 'gone', ...by, ...result },
    ...changes,
  })

const sentence = (one: StoredAct) => explanationOf(one, now).sentence
const labels = (one: StoredAct) => explanationOf(one, now).buttons.map(({ label }) => label)

describe('the header of the check-in', () => {
  const quiet = { keepsNothing: false, acts: [], signIn: 'fine', syncedAt: on('13:42') } as const
  const waiting = [
    act('confirm'),
    act('pay', { seq: 2, id: 'b' }),
    act('enter', { seq: 3, id: 'c' }),
  ]
  const all = [...waiting, told('confirm', {}, { seq: 4, id: 'd' })]

  test.each([
    [
      { keepsNothing: true, acts: all },
      'Dieser Browser merkt sich nichts: Haken brauchen Netz.',
      null,
    ],
    [{ acts: all, signIn: 'over' as const }, '1 zu klären', 'rejected'],
    [{ acts: waiting, signIn: 'over' as const }, '3 warten · Anmelden', 'signIn'],
    [{ acts: waiting, signIn: 'ended' as const }, '3 warten · Anmelden', 'signIn'],
    [{ acts: waiting }, '3 warten · zuletzt abgeglichen 13:42', null],
    [
      { acts: waiting, syncedAt: on('19:20', '2027-01-16') },
      '3 warten · zuletzt abgeglichen gestern 19:20',
      null,
    ],
    [{ acts: waiting.slice(1, 2) }, '1 wartet · zuletzt abgeglichen 13:42', null],
    [{ acts: waiting, syncedAt: null }, '3 warten', null],
    [{}, 'Alles gesendet · abgeglichen 13:42', null],
    [{ acts: [act('confirm', { state: 'done' })] }, 'Alles gesendet · abgeglichen 13:42', null],
    [{ signIn: 'over' as const }, 'Alles gesendet · abgeglichen 13:42', null],
    [{ syncedAt: null }, 'Alles gesendet', null],
  ])('The header of the check-in with %o says "%s"', (facts, text, leadsTo) => {
    expect(outboxNoticeOf({ ...quiet, ...facts }, now)).toEqual({ text, leadsTo })
  })

  test('If an entry on site is rejected, the header of the check-in counts it and the payment for the same person as one case', () => {
    const enter = told('enter', { outcome: 'refused' }, { id: 'e' })
    const paid = told('pay', { outcome: 'noEntry' }, { id: 'f', seq: 2, target: { actId: 'e' } })
    expect(outboxNoticeOf({ ...quiet, acts: [enter, paid] }, now).text).toBe('1 zu klären')
    expect(rejectedActsOf([enter, paid])).toEqual([enter])
    expect(rejectedActsOf([paid])).toEqual([paid])
  })
})

describe('acts that the server rejects with an error', () => {
  const confirmed =
    'Die Umzugsteilnahme konnte nicht bestätigt werden. Stelle sicher, dass Du Internet hast.'
  const goesOn = 'Sie bleibt auf dem Gerät und wird weiter gesendet. Lass die Seite offen.'

  test.each([
    ['confirm', 'server', `${confirmed} ${goesOn}`],
    ['enter', 'server', `Die Umzugsteilnahme konnte nicht eingetragen werden. ${goesOn}`],
    ['pay', 'server', `Die Umzugsteilnahme konnte nicht geändert werden. ${goesOn}`],
    [
      'confirm',
      'notAllowed',
      `${confirmed} Dir fehlt die Berechtigung: Sag der Verwaltung Bescheid. Bis dahin bleibt sie auf dem Gerät.`,
    ],
    ['confirm', null, null],
  ] as const)(
    'For a check-in act of the kind %s that failed with %s the message is: %s',
    (kind, trouble, said) => {
      expect(troubleWords([act(kind)], { trouble, userId: 7 })).toBe(said)
    },
  )

  test("The message about failing check-in acts is shown only for the helper's own waiting acts", () => {
    const others = [act('confirm', { userId: 8 }), act('confirm', { state: 'done' })]
    expect(troubleWords(others, { trouble: 'server', userId: 7 })).toBeNull()
  })
})

describe('the time in a message', () => {
  test.each([
    ['at midnight', on('00:00'), on('00:00'), '00:00'],
    ['on the day before', on('23:59', '2027-01-16'), on('00:00'), 'gestern 23:59'],
    ['a week ago', on('09:05', '2027-01-10'), now, '10.01. 09:05'],
    [
      'before the change to summer time',
      Date.parse('2027-03-27T23:30:00Z'),
      Date.parse('2027-03-28T10:00:00Z'),
      '00:30',
    ],
  ])('In a message of the check-in, a time %s is shown as "$3"', (_, at, then, text) => {
    expect(timeText(at, then)).toBe(text)
  })
})

describe('the messages of rejected acts', () => {
  test.each([
    [
      told('confirm', { outcome: 'overtaken' }),
      'Erika Bantle: Um 14:00 hat Jonas K. die Bestätigung zurückgenommen, Dein Haken ist von 13:30.',
      ['Trotzdem bestätigen', 'Gut'],
    ],
    [
      told('unconfirm', { outcome: 'notYours' }),
      'Erika Bantle bleibt bestätigt: Den Haken hat Jonas K. gesetzt.',
      ['Gut'],
    ],
    [
      told('confirm', { outcome: 'gone' }),
      'Erika Bantle ist von diesem Umzug abgemeldet. Dein Haken um 13:30 zählt nicht.',
      ['Gut'],
    ],
    [
      told('pay', { outcome: 'already', at: new Date(on('12:40')).toISOString() }),
      'Erika Bantle hat schon bezahlt (bar bei Jonas K., 12:40). Gib das Geld zurück oder sprecht Euch ab.',
      ['Gut'],
    ],
    [
      told('pay', { outcome: 'gone' }),
      'Erika Bantle ist von diesem Umzug abgemeldet. Gib das Geld zurück.',
      ['Gut'],
    ],
    [
      told('confirm', { outcome: 'refused', code: 'ParadeOver', message: 'Das ist zu spät.' }),
      'Erika Bantle: Das ist zu spät. Dein Haken um 13:30 zählt nicht.',
      ['Gut'],
    ],
    [
      told('pay', { outcome: 'refused', code: 'ParadeOver', message: 'Das ist zu spät.' }),
      'Erika Bantle: Das ist zu spät. Gib das Geld der Verwaltung.',
      ['Gut'],
    ],
    [
      told('pay', { outcome: 'overtaken' }),
      'Erika Bantle: Um 14:00 hat Jonas K. die Bezahlung zurückgenommen, Dein Eintrag ist von 13:30. Wer hat das Geld?',
      ['Trotzdem als bezahlt eintragen', 'Gut'],
    ],
    [
      told('unpay', { outcome: 'paidOnline' }),
      'Erika Bantle hat online bezahlt. Das lässt sich nur unter „Zahlungen“ erstatten.',
      ['Gut'],
    ],
    [
      told('confirm', { outcome: 'noEntry' }),
      'Der Haken für Erika Bantle ließ sich nicht übertragen. Sag der Verwaltung Bescheid.',
      ['Gut'],
    ],
    [
      act('confirm', { state: 'rejected' }),
      'Der Haken für Erika Bantle ließ sich nicht übertragen. Sag der Verwaltung Bescheid.',
      ['Gut'],
    ],
    [
      told('unconfirm', { outcome: 'overtaken' }),
      'Erika Bantle: Um 14:00 hat Jonas K. die Teilnahme bestätigt, Du hast sie um 13:30 zurückgenommen.',
      ['Trotzdem zurücknehmen', 'Gut'],
    ],
    [
      told('confirm', { outcome: 'paradeCancelled' }),
      'Der Umzug ist abgesagt. Dein Haken für Erika Bantle zählt nicht.',
      ['Gut'],
    ],
  ])(
    'The message about the rejected act "$kind" with the outcome "$result.outcome" is "$1", with the buttons $2',
    (one, text, buttons) => {
      expect(sentence(one)).toBe(text)
      expect(labels(one)).toEqual(buttons)
    },
  )

  test('The message about a cash payment from a person who has already paid online contains "online" and no name of a user', () => {
    const result: StoredResult = { id: 'one', outcome: 'already', participationId: 1, row: null }
    expect(sentence(act('pay', { state: 'rejected', result }))).toBe(
      'Erika Bantle hat schon bezahlt (online). Gib das Geld zurück oder sprecht Euch ab.',
    )
  })

  test('If a check-in act was answered after the sign-in had expired, the message about it contains no name of another user', () => {
    const late = (kind: ActKind, outcome: StoredResult['outcome']) =>
      sentence(act(kind, { state: 'rejected', result: { id: 'one', outcome } }))
    expect(late('confirm', 'overtaken')).toBe(
      'Erika Bantle: Inzwischen hat jemand die Bestätigung zurückgenommen, Dein Haken ist von 13:30.',
    )
    expect(late('unconfirm', 'notYours')).toBe(
      'Erika Bantle bleibt bestätigt: Den Haken hat jemand anderes gesetzt.',
    )
    expect(late('unconfirm', 'refused')).toBe(
      'Erika Bantle: Helfer haken vom Tag vor dem Umzug bis zwei Tage danach ab, sonst die Verwaltung.',
    )
    expect(late('pay', 'already')).toBe(
      'Erika Bantle hat schon bezahlt. Gib das Geld zurück oder sprecht Euch ab.',
    )
  })

  test('The message about a check-in act of an earlier day contains the day, as "gestern" or "am 17.01."', () => {
    const one = told('confirm', { outcome: 'overtaken' })
    expect(explanationOf(one, on('09:00', '2027-01-18')).sentence).toBe(
      'Erika Bantle: Gestern um 14:00 hat Jonas K. die Bestätigung zurückgenommen, Dein Haken ist von gestern 13:30.',
    )
    expect(explanationOf(one, on('09:00', '2027-01-20')).sentence).toBe(
      'Erika Bantle: Am 17.01. um 14:00 hat Jonas K. die Bestätigung zurückgenommen, Dein Haken ist vom 17.01. 13:30.',
    )
    expect(explanationOf(told('confirm', {}), on('09:00', '2027-01-18')).sentence).toBe(
      'Erika Bantle ist von diesem Umzug abgemeldet. Dein Haken gestern um 13:30 zählt nicht.',
    )
  })

  test('The message about a rejected entry on site is the sentence of the rule, with buttons that fit the rule', () => {
    const message = 'Diese Person ist schon angemeldet.'
    const person = told('enter', { outcome: 'refused', code: 'PersonAlreadyEnrolled', message })
    expect(sentence(person)).toBe(message)
    // Who has not paid their reservation yet cannot be confirmed.
    expect(labels(person)).toEqual(['Ändern', 'Verwerfen'])
    const row = rowOf(1, 'Wäschle, Lena')
    const listed = told('enter', {
      outcome: 'refused',
      code: 'PersonAlreadyEnrolled',
      message,
      row,
    })
    expect(labels(listed)).toEqual(['Vorhandene Anmeldung bestätigen', 'Ändern', 'Verwerfen'])
    const costume = told('enter', { outcome: 'refused', code: 'CostumeAlreadyEnrolled', message })
    expect(labels(costume)).toEqual(['Ohne Nummer', 'Ändern', 'Verwerfen'])
    expect(sentence(costume)).toBe(message)
    const worn = { outcome: 'refused', code: 'CostumeAlreadyEnrolled', message, row } as const
    expect(sentence(told('enter', worn))).toBe(`${message} Damit ist Lena Wäschle angemeldet.`)
    expect(labels(act('enter', { state: 'rejected' }))).toEqual(['Ändern', 'Verwerfen'])
  })
})

describe('other sentences of the check-in', () => {
  test("The question whether to send another helper's waiting acts contains the names of both helpers", () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, at) => act('confirm', { seq: at }))
    const jonas = { id: 8, name: 'Jonas K.' }
    expect(adoptQuestions(of(3), jonas)).toEqual([
      '3 Haken von Lena F. warten noch. Als Jonas K. senden?',
    ])
    expect(adoptQuestions(of(1), jonas)).toEqual([
      '1 Haken von Lena F. wartet noch. Als Jonas K. senden?',
    ])
    expect(adoptQuestions(of(3), { id: 7, name: 'Lena F.' })).toEqual([])
    expect(adoptQuestions([told('confirm', {})], jonas)).toEqual([])
    expect(signOutLossText(of(3))).toBe(
      '3 Haken sind noch nicht angekommen. Beim Abmelden gehen sie verloren.',
    )
    expect(signOutLossText(of(1))).toBe(
      '1 Haken ist noch nicht angekommen. Beim Abmelden geht er verloren.',
    )
    expect(signOutLossText([])).toBe('')
  })

  test('The sentence about a stored check-in list contains the parade, the number of people and the time', () => {
    const rows = Array.from({ length: 212 }, (_, id) => rowOf(id, 'Bantle, Erika'))
    expect(savedForOffline(listOf(rows, { askedAt: on('08:15'), parade }), now)).toBe(
      'Für unterwegs gespeichert: Ringtreffen Moosried, 212 Personen, 08:15 Uhr',
    )
    expect(listMissingText).toBe(
      'Diese Liste ist noch nicht auf dem Gerät. Öffne sie einmal mit Netz.',
    )
  })
})
