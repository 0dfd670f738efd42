import { describe, expect, test } from 'vitest'
import { isHelpersDay, plausibleActTime } from '#worker/domain/check-in.ts'
import { berlinMidnight } from '#worker/domain/dates.ts'
import { shortName } from '#worker/domain/names.ts'

test.each([
  ['2027-01-23', '2027-01-22T23:00:00.000Z'],
  ['2027-07-01', '2027-06-30T22:00:00.000Z'],
  // The clocks change at night, after the day began: the last Sundays of March and October.
  ['2027-03-28', '2027-03-27T23:00:00.000Z'],
  ['2027-03-29', '2027-03-28T22:00:00.000Z'],
  ['2027-10-31', '2027-10-30T22:00:00.000Z'],
  ['2027-11-01', '2027-10-31T23:00:00.000Z'],
])('The day %s begins in Germany at %s', (day, instant) => {
  expect(berlinMidnight(day).toISOString()).toBe(instant)
})

describe('the stored time of a check-in act', () => {
  const now = new Date('2027-01-24T13:00:00.000Z')

  test.each([
    ['2027-01-24T12:00:00Z', '2027-01-24', '2027-01-24T12:00:00.000Z'],
    ['2027-01-24T12:00:00.1239Z', '2027-01-24', '2027-01-24T12:00:00.123Z'],
    ['2027-01-24T13:00:00.001Z', '2027-01-24', '2027-01-24T13:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '2027-01-24', '2027-01-24T13:00:00.000Z'],
    ['2027-01-22T22:59:59.999Z', '2027-01-24', '2027-01-22T23:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '2027-01-24', '2027-01-22T23:00:00.000Z'],
    // Whichever is earlier: never after now, also of a parade to come.
    ['2027-01-24T12:00:00Z', '2027-01-31', '2027-01-24T13:00:00.000Z'],
    ['2027-01-30T12:00:00Z', '2027-01-31', '2027-01-24T13:00:00.000Z'],
    // There is no such parade.
    ['2020-01-01T00:00:00Z', null, '2020-01-01T00:00:00.000Z'],
    ['2030-01-01T00:00:00Z', null, '2027-01-24T13:00:00.000Z'],
  ])(
    'A check-in act of %s for the parade of %s (null: unknown) that arrives on 24 January 2027, 13:00 UTC, gets the stored time %s',
    (at, day, instant) => {
      expect(plausibleActTime(at, day, now)).toBe(instant)
    },
  )
})

test.each([
  ['2027-02-27', false],
  ['2027-02-28', true],
  ['2027-03-01', true],
  ['2027-03-02', true],
  ['2027-03-03', true],
  ['2027-03-04', false],
  ['2026-03-01', false],
  ['2028-03-01', false],
])('On %s a helper may see and tick off the parade of 1 March 2027: %s', (day, is) => {
  expect(isHelpersDay('2027-03-01', day)).toBe(is)
})

test.each([
  ['Jonas', 'Kiefer', 'Jonas K.'],
  ['Änne', 'Öhler', 'Änne Ö.'],
  ['Jonas', '', 'Jonas'],
  ['Jonas', '𝒦iefer', 'Jonas 𝒦.'],
])('The person "%s %s" is shown to helpers as "%s"', (firstName, lastName, known) => {
  expect(shortName({ firstName, lastName })).toBe(known)
})
