import { describe, expect, test } from 'vitest'
import { anOpenParade, costumeTypes, hohenkirch, moosried } from '#tests/support/enrolment-page.tsx'
import { chosenParades, sumUp } from '#web/enrolment/chosen-parades.ts'
import { enrolRequest, problemsOf } from '#web/enrolment/enrol-request.ts'
import {
  type EnrolmentForm,
  emptyForm,
  enrolmentFormReducer,
  type FormAction,
  type Problems,
} from '#web/enrolment/enrolment-form.ts'
import { missingForEnrolment } from '#web/enrolment/missing.ts'
import { leadLine, seasonOf } from '#web/enrolment/season.ts'
import { unreadable } from '#web/lib/typed-day.ts'

const today = '2026-11-21'
const offer = { parades: [moosried, hohenkirch], costumeTypes }

function changed(form: EnrolmentForm, ...actions: FormAction[]): EnrolmentForm {
  return actions.reduce(enrolmentFormReducer, form)
}

const toggle = (paradeId: number): FormAction => ({ type: 'toggled', paradeId })

const complete: EnrolmentForm = {
  ...emptyForm,
  firstName: 'Jörg',
  lastName: 'Straßer',
  emailAddress: 'joerg@example.de',
  chosen: [11],
  costumes: { 11: { costumeNumber: '118', costumeTypeId: 3 } },
}

const missing = (changes: Partial<EnrolmentForm>) => {
  const form = { ...complete, ...changes }
  return missingForEnrolment(form, chosenParades(form, offer), today)
}

describe('choosing', () => {
  test('takes over the costume of the first chosen parade that has one', () => {
    const form = changed({ ...complete, chosen: [12, 11] }, toggle(13))
    expect(form.costumes[13]).toEqual({ costumeNumber: '118', costumeTypeId: 3 })
  })

  test('starts empty when nothing is known of a costume yet', () => {
    const form = changed(emptyForm, toggle(12))
    expect(form.costumes[12]).toEqual({ costumeNumber: '', costumeTypeId: null })
  })

  test('a change to one card leaves the others alone', () => {
    const change = { costumeNumber: '7' }
    const form = changed(complete, toggle(12), { type: 'costumeChanged', paradeId: 12, change })
    expect(form.costumes[11]?.costumeNumber).toBe('118')
    expect(form.costumes[12]).toEqual({ costumeNumber: '7', costumeTypeId: 3 })
  })

  test('counts neither a parade nor a costume type that is no longer offered', () => {
    const form = { ...complete, chosen: [11, 99] }
    const gone = { parades: [moosried], costumeTypes: [] }
    expect(chosenParades(form, gone)).toEqual([
      { parade: moosried, costumeNumber: '118', costumeType: null },
    ])
  })
})

describe("the server's sentences", () => {
  const problems: Problems = { firstName: 'a', 'parade:11': 'b', 'costumeNumber:11': 'c' }
  const refused = changed(complete, { type: 'refused', problems })

  test.each<[string, FormAction, string[]]>([
    ['the name', { type: 'typed', field: 'firstName', value: 'Lena' }, ['firstName', 'parade:11']],
    ['the birthday', { type: 'birthdayChanged', birthday: null }, ['parade:11']],
    [
      'the costume type',
      { type: 'costumeChanged', paradeId: 11, change: { costumeTypeId: 1 } },
      ['costumeNumber:11'],
    ],
    ['the choice', toggle(11), ['parade:11', 'costumeNumber:11']],
    ['another card', toggle(12), []],
  ])('are answered by changing %s', (_, action, answered) => {
    const left = Object.keys(problems).filter((key) => !answered.includes(key))
    expect(Object.keys(changed(refused, action).problems)).toEqual(left)
  })
})

describe('what is missing', () => {
  test.each<[string, Partial<EnrolmentForm>]>([
    ['', {}],
    ['Es fehlt der Nachname.', { lastName: '  ' }],
    ['Es fehlen Vorname und Nachname.', { firstName: '', lastName: '' }],
    ['Die E-Mail Adresse ist noch nicht vollständig.', { emailAddress: 'joerg@' }],
    ['Wähle mindestens einen Umzug.', { chosen: [99] }],
    [
      'Der Geburtstag muss ein Datum zwischen dem 01.01.1900 und heute sein.',
      { birthday: unreadable },
    ],
    [
      'Der Geburtstag muss ein Datum zwischen dem 01.01.1900 und heute sein.',
      { birthday: '2026-11-22' },
    ],
    ['', { birthday: '2026-11-21' }],
    [
      'Es fehlt die Kleidernummer für „Ringtreffen Moosried“.',
      { costumes: { 11: { costumeNumber: '', costumeTypeId: 3 } } },
    ],
    [
      'Es fehlt die Kleidernummer für „Ringtreffen Moosried“.',
      { costumes: { 11: { costumeNumber: ' \u00a0\u200b', costumeTypeId: 3 } } },
    ],
  ])('"%s"', (sentence, changes) => {
    expect(missing(changes)).toBe(sentence)
  })

  test('includes the parades as long as nobody knows them', () => {
    expect(missingForEnrolment(complete, null, today)).toBe('Die Umzüge sind noch nicht geladen.')
  })
})

describe('the sum', () => {
  const chosen = chosenParades({ ...complete, chosen: [12, 11] }, offer)

  test.each([
    [null, 1400],
    ['2010-11-21', 1400],
    ['2010-11-22', 450],
  ])('with the birthday %s is %i cents', (birthday, cents) => {
    expect(sumUp(chosen, birthday, today).totalInCent).toBe(cents)
  })

  test('stands in the order of the parades, whatever was chosen first', () => {
    expect(sumUp(chosen, null, today).lines.map((line) => line.about)).toEqual([
      'So 10.01.2027 · Bachhexe 118',
      'So 17.01.2027 · Kleid fehlt noch',
    ])
  })
})

test('a child is sent as one, at the price it was shown', () => {
  const form = { ...complete, birthday: '2012-05-04' }
  const request = enrolRequest(form, chosenParades(form, offer), {
    today,
    origin: 'https://umzug.example',
  })
  expect(request).toMatchObject({
    birthday: '2012-05-04',
    age: 'Child',
    expectedTotalInCent: 300,
    errorRedirectUrl: 'https://umzug.example/parade-enrolment/result?state=error',
  })
})

test('a field that is on no card and no line is left to the sentence of the dialog', () => {
  const fields = {
    age: 'zu jung',
    'parades.1.costumeTypeId': 'gibt es nicht',
    'parades.7.costumeNumber': 'unbekannt',
    successRedirectUrl: 'fremd',
  }
  const failure = {
    type: 'ApiError',
    error: { code: 'ValidationFailed', message: '', fields },
  } as const
  expect(problemsOf(failure, [11, 12])).toEqual({
    birthday: 'zu jung',
    'costumeType:12': 'gibt es nicht',
  })
})

describe('the season', () => {
  test.each([
    ['2026-11-11', 2027],
    ['2027-02-09', 2027],
    ['2027-06-30', 2027],
    ['2027-07-01', 2028],
  ])('of %s is %i', (day, season) => {
    expect(seasonOf(day)).toBe(season)
  })

  test('is not named when the parades belong to two', () => {
    const parades = [moosried, anOpenParade({ date: '2027-12-05' })]
    expect(leadLine(parades)).toBe('Wähle Deine Umzüge der Fasnet und bezahle gleich online.')
  })
})
