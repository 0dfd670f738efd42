import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  addDays,
  berlinDay,
  berlinTime,
  germanDate,
  germanDateWithWeekday,
  isDay,
  monthName,
  parseTypedDate,
} from '#worker/domain/dates.ts'

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2100-02-29', false],
  ['2000-02-29', true],
  ['2026-02-31', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['2026-01-01T00:00:00Z', false],
  ['01.01.2026', false],
  ['', false],
])('%s is a valid day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['2027-01-16T22:59:59Z', '2027-01-16'],
  ['2027-01-16T23:00:00Z', '2027-01-17'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  ['2027-07-01T21:59:59Z', '2027-07-01'],
  ['2027-07-01T22:00:00Z', '2027-07-02'],
  // Clocks change on 28 March 2027 and 31 October 2027.
  ['2027-03-27T23:30:00Z', '2027-03-28'],
  ['2027-03-28T22:30:00Z', '2027-03-29'],
  ['2027-10-30T22:30:00Z', '2027-10-31'],
  ['2027-10-31T22:30:00Z', '2027-10-31'],
])('At %s the day in Berlin is %s', (instant, day) => {
  expect(berlinDay(new Date(instant))).toBe(day)
})

test('At any instant the day in Berlin is that of the time zone database', () => {
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
  const around = (from: string, to: string) =>
    fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
  // Midnight in Berlin is one of these hours, or of a neighbour of theirs.
  const nearMidnight = fc
    .tuple(fc.integer({ min: -20_000, max: 60_000 }), fc.integer({ min: -7_200, max: 7_200 }))
    .map(([days, seconds]) => new Date(days * 86_400_000 + (22.5 * 3_600 + seconds) * 1_000))
  const instants = fc.oneof(
    around('1900-01-01', '2200-01-01'),
    around('1940-01-01', '1950-01-01'),
    nearMidnight,
  )
  fc.assert(
    fc.property(instants, (instant) => berlinDay(instant) === calendar.format(instant)),
    { seed: 1980, numRuns: 5_000 },
  )
})

test('The time zone database is not loaded for an instant whose day is the same in summer and in winter time', () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat')
  onTestFinished(() => void format.mockRestore())
  for (const instant of ['2027-01-16T21:59:59Z', '2027-01-16T23:00:00Z', '2027-07-01T12:00:00Z'])
    berlinDay(new Date(instant))
  expect(format).not.toHaveBeenCalled()
})

test('The time of day is given in Berlin time', () => {
  expect(berlinTime(new Date('2027-01-17T12:42:00Z'))).toBe('13:42')
})

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2027-03-27', 2, '2027-03-29'],
])('%s plus %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
})

test('A day is shown as 17.01.2027, or with its weekday as So 17.01.2027, and its month is abbreviated in German', () => {
  expect(germanDate('2027-01-17')).toBe('17.01.2027')
  expect(germanDateWithWeekday('2027-01-17')).toBe('So 17.01.2027')
  expect(monthName('2027-03-01')).toBe('Mär')
})

describe('a typed date', () => {
  const today = '2026-11-21'
  test.each([
    ['1.2.1990', '1990-02-01'],
    ['01.02.90', '1990-02-01'],
    [' 24. 12. 1990 ', '1990-12-24'],
    ['24/12/1990', '1990-12-24'],
    ['24-12-1990', '1990-12-24'],
    ['24121990', '1990-12-24'],
    ['1990-12-24', '1990-12-24'],
    ['29.2.2028', '2028-02-29'],
    ['1.1.26', '2026-01-01'],
    ['1.1.27', '1927-01-01'],
    ['1.1.00', '2000-01-01'],
    ['31.12.2099', '2099-12-31'],
    ['01.01.1900', '1900-01-01'],
  ])('The birthday typed as %s on 21 November 2026 means %s', (typed, day) => {
    expect(parseTypedDate(typed, today)).toBe(day)
  })

  test.each([
    ['010758', '1958-07-01'],
    ['01071958', '1958-07-01'],
    ['290200', '2000-02-29'],
    ['29022028', '2028-02-29'],
    ['211126', '2026-11-21'],
    // A birthday lies in the past: the year of two digits is read from this year on back.
    ['010127', '1927-01-01'],
    [' 311299 ', '1999-12-31'],
  ])('The birthday typed as the digits %s on 21 November 2026 means %s', (typed, day) => {
    expect(parseTypedDate(typed, today)).toBe(day)
  })

  test('In a field that allows future dates, two-digit years in six typed digits are read as up to twenty years ahead', () => {
    expect(parseTypedDate('010127', today, 20)).toBe('2027-01-01')
    expect(parseTypedDate('010147', today, 20)).toBe('1947-01-01')
  })

  test.each([
    '310258',
    '290227',
    '000158',
    '011358',
    '010',
    '01075',
    '0107195',
    '010718990',
    '31121899',
  ])('The typed text "%s" is not read as a date', (typed) => {
    expect(parseTypedDate(typed, today)).toBeNull()
  })

  test.each([
    ['1.2.27', '2027-02-01'],
    ['1.2.46', '2046-02-01'],
    ['1.2.47', '1947-02-01'],
    ['1.2.90', '1990-02-01'],
  ])(
    'In a field that allows dates twenty years ahead, %s typed on 21 November 2026 means %s',
    (typed, day) => {
      expect(parseTypedDate(typed, today, 20)).toBe(day)
    },
  )

  test.each([
    '',
    'gestern',
    '31.2.1990',
    '29.2.2027',
    '1.13.1990',
    '31.12.1899',
    '1.1.2100',
    '1.2',
    '1.2.199',
    '1.2.1990x',
  ])('The typed text "%s" is not read as a date', (typed) => {
    expect(parseTypedDate(typed, today)).toBeNull()
  })
})
