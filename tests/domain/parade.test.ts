import { describe, expect, test } from 'vitest'
import { germanEuro, parseTypedEuro } from '#worker/domain/money.ts'
import {
  isOpenForEnrolment,
  isOpenInternally,
  paradeProblems,
  priceFor,
  totalPrice,
} from '#worker/domain/parade.ts'

const window = {
  timeEnrolmentStart: null,
  timeEnrolmentEnd: null,
  date: '2027-01-24',
  dateEnrolmentStart: '2027-01-10',
  dateEnrolmentEnd: '2027-01-20',
}

test.each([
  ['2027-01-09', false],
  ['2027-01-10', true],
  ['2027-01-20', true],
  ['2027-01-21', false],
])('On %s public enrolment from 10 to 20 January 2027 is open: %s', (today, expected) => {
  expect(isOpenForEnrolment(window, `${today} 12:00`)).toBe(expected)
})

test('Public enrolment is closed after the day of the parade, even if its window ends later', () => {
  const late = { ...window, dateEnrolmentEnd: '2027-01-24' }
  expect(isOpenForEnrolment(late, '2027-01-24 23:59')).toBe(true)
  expect(isOpenForEnrolment({ ...late, dateEnrolmentEnd: '2027-01-30' }, '2027-01-25 00:00')).toBe(
    false,
  )
})

test('Internal enrolment is open at any time before the parade and on its day, and closed afterwards', () => {
  expect(isOpenInternally(window, '2026-01-01')).toBe(true)
  expect(isOpenInternally(window, '2027-01-24')).toBe(true)
  expect(isOpenInternally(window, '2027-01-25')).toBe(false)
})

test("The total of an enrolment is the sum of the parades' prices for the person's age class", () => {
  const prices = [
    { priceForAdultsInCent: 800, priceForChildrenInCent: 300 },
    { priceForAdultsInCent: 650, priceForChildrenInCent: 0 },
  ]
  expect(totalPrice('Adult', prices)).toBe(1450)
  expect(totalPrice('Child', prices)).toBe(300)
  expect(totalPrice('Adult', [])).toBe(0)
  expect(priceFor('Child', { priceForAdultsInCent: 800, priceForChildrenInCent: 300 })).toBe(300)
})

describe('the checks of a parade', () => {
  const parade = { title: 'Umzug', host: 'Zunft', timeStart: null, departures: [], ...window }
  test.each([
    [{}, []],
    [{ dateEnrolmentStart: '2027-01-20' }, []],
    [{ dateEnrolmentEnd: '2027-01-24' }, []],
    [{ title: '' }, ['title']],
    [{ host: '' }, ['host']],
    [{ date: null }, ['date']],
    [{ dateEnrolmentStart: null }, ['dateEnrolmentStart']],
    [{ dateEnrolmentEnd: null }, ['dateEnrolmentEnd']],
    [{ dateEnrolmentStart: '2027-01-21' }, ['dateEnrolmentEnd']],
    [{ dateEnrolmentEnd: '2027-01-25' }, ['dateEnrolmentEnd']],
  ])('A parade with %j is rejected at the fields %j (none: accepted)', (change, fields) => {
    expect(Object.keys(paradeProblems({ ...parade, ...change }))).toEqual(fields)
  })
})

test.each([
  [0, '0,00\u00a0€'],
  [5, '0,05\u00a0€'],
  [1400, '14,00\u00a0€'],
  [123456, '1.234,56\u00a0€'],
  [100000000, '1.000.000,00\u00a0€'],
])('%i cents are shown as %s', (cents, text) => {
  expect(germanEuro(cents)).toBe(text)
})

test.each([
  ['8', 800],
  ['8,5', 850],
  ['8,50 €', 850],
  ['8.50', 850],
  ['1.234,50', 123450],
  ['0', 0],
  ['', null],
  ['abc', null],
  ['8,555', null],
  ['-8', null],
  ['1.23,4', null],
])('The typed price "%s" is read as %s cents (null: rejected)', (typed, cents) => {
  expect(parseTypedEuro(typed)).toBe(cents)
})
