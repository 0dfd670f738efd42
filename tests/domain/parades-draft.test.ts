import { describe, expect, test } from 'vitest'
import { aParade } from '#tests/support/parade-rows.ts'
import { unreadable } from '#web/lib/typed.ts'
import { draftOf, newDraft, readParadeForm } from '#web/parades/parade-draft.ts'
import { suggestEnrolment } from '#worker/domain/parade.ts'

describe('a parade in the form', () => {
  test('If a stored parade is filled into the form, the values read from the form are those stored', () => {
    const parade = aParade({ priceForAdultsInCent: 123450, paradeNumber: 0 })
    const {
      id: _,
      registrationCount: _r,
      participationCount: _p,
      takenCount: _k,
      ...fields
    } = parade
    expect(draftOf(parade)).toMatchObject({ priceForAdultsInCent: '1.234,50', paradeNumber: '' })
    expect(readParadeForm(draftOf(parade))).toEqual({ body: fields })
  })

  test('The form of a new parade starts with the next number, today as the first day of enrolment, and the price 0,00', () => {
    expect(newDraft('2026-11-21', 158)).toMatchObject({
      paradeNumber: '158',
      dateEnrolmentStart: '2026-11-21',
      dateEnrolmentEnd: null,
      priceForAdultsInCent: '0,00',
    })
  })
})

describe('invalid values in the form of a parade', () => {
  const draft = draftOf(aParade())

  test.each(['abc', '', '8,005', '-3', '8.5.2'])(
    'In the form of a parade, the price %j is rejected at its field',
    (priceForAdultsInCent) => {
      expect(readParadeForm({ ...draft, priceForAdultsInCent })).toEqual({
        problems: { priceForAdultsInCent: 'Das ist kein Preis. Schreib ihn so: 8,00' },
      })
    },
  )

  test.each(['zwölf', '1a', '1,5', '-1'])(
    'In the form of a parade, the parade number %j is rejected at its field',
    (paradeNumber) => {
      expect(readParadeForm({ ...draft, paradeNumber })).toEqual({
        problems: { paradeNumber: 'Das ist keine Nummer. Schreib nur Ziffern.' },
      })
    },
  )

  test('In the form of a parade, an invalid date is reported together with all other invalid fields', () => {
    expect(readParadeForm({ ...draft, date: unreadable, priceForChildrenInCent: '?' })).toEqual({
      problems: {
        date: 'Das ist kein gültiges Datum. Schreib es so: 24.12.1990',
        priceForChildrenInCent: 'Das ist kein Preis. Schreib ihn so: 4,00',
      },
    })
  })
})

describe('the enrolment of a new parade', () => {
  test.each([
    ['a parade in two months', '2027-01-17', '2026-11-21', '2027-01-16'],
    ['a parade tomorrow', '2026-11-22', '2026-11-21', '2026-11-21'],
    ['a parade today', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['a parade last week', '2026-11-14', '2026-11-14', '2026-11-14'],
  ])(
    'On 21 November 2026, the enrolment suggested for %s (%s) is from %s to %s',
    (_, date, start, end) => {
      expect(suggestEnrolment(date, '2026-11-21')).toEqual({ start, end })
    },
  )
})
