import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  berlinInstant,
  berlinMinute,
  calendarTimesOf,
  departureList,
  germanMoment,
  isTime,
  parseDepartures,
  parseTypedTime,
  planLines,
} from '#worker/domain/times.ts'

// The oracle is the time zone database, which the rule does not use.
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'short',
})

const between = fc
  .integer({ min: Date.UTC(1996, 0) / 60_000, max: Date.UTC(2099, 11, 31) / 60_000 })
  .map((minute) => new Date(minute * 60_000))

describe('The clock in Berlin', () => {
  test('The minute in Berlin is that of the time zone database; in the hour that repeats in autumn it remains :59 until the hour is over', () => {
    fc.assert(
      fc.property(between, (now) => {
        const shown = clock.format(now)
        const isRepeated = clock.format(new Date(now.getTime() - 3_600_000)) === shown
        return berlinMinute(now) === (isRepeated ? `${shown.slice(0, 14)}59` : shown)
      }),
      { seed: 2026, numRuns: 2000 },
    )
  })

  test.each([2026, 2027, 2030, 2050])(
    'In %i the minute in Berlin never goes back, not even in the hour that repeats in autumn',
    (year) => {
      let last = ''
      for (let hour = 0; hour < 366 * 24 * 2; hour++) {
        const shown = berlinMinute(new Date(Date.UTC(year, 0, 1) + hour * 1_800_000))
        expect(shown >= last).toBe(true)
        last = shown
      }
    },
  )

  test('A day and a time in Berlin stand for the first of the instants at which clocks show them', () => {
    fc.assert(
      fc.property(between, (now) => {
        const [day = '', time = ''] = clock.format(now).split(' ')
        const isSecond = clock.format(new Date(now.getTime() - 3_600_000)) === `${day} ${time}`
        const first = isSecond ? now.getTime() - 3_600_000 : now.getTime()
        return berlinInstant(day, time)?.getTime() === first
      }),
      { seed: 7, numRuns: 2000 },
    )
  })

  test.each([
    ['2027-03-28', '01:59', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28', '02:00', null],
    ['2027-03-28', '02:59', null],
    ['2027-03-28', '03:00', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31', '01:59', '2027-10-30T23:59:00.000Z'],
    ['2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31', '03:00', '2027-10-31T02:00:00.000Z'],
    ['2027-01-24', '24:00', '2027-01-24T23:00:00.000Z'],
    ['2027-10-31', '24:00', '2027-10-31T23:00:00.000Z'],
  ])(
    'The day %s and the time %s in Berlin stand for the instant %s (null: skipped in spring)',
    (day, time, instant) => {
      expect(berlinInstant(day, time)?.toISOString() ?? null).toBe(instant)
    },
  )
})

test.each([
  ['20:00', '20:00'],
  ['8', '08:00'],
  ['20 Uhr', '20:00'],
  ['8.05', '08:05'],
  ['19:30 Uhr', '19:30'],
  ['1930', '19:30'],
  ['24:00', null],
  ['20:60', null],
  ['acht', null],
  ['', null],
])('The typed time "%s" is read as %s', (typed, time) => {
  expect(parseTypedTime(typed)).toBe(time)
})

test.each([
  ['00:00', true],
  ['23:59', true],
  ['24:00', false],
  ['7:00', false],
  ['20:00 ', false],
])('"%s" is a time: %s', (text, is) => {
  expect(isTime(text)).toBe(is)
})

test('The opening of an enrolment is shown as a weekday without a date if it is within the next six days', () => {
  expect(germanMoment('2026-11-27', '20:00', '2026-11-26')).toBe('Freitag, 20:00 Uhr')
  expect(germanMoment('2026-12-02', '20:00', '2026-11-26')).toBe('Mittwoch, 20:00 Uhr')
  expect(germanMoment('2026-12-03', '20:00', '2026-11-26')).toBe(
    'Donnerstag, 03.12.2026, 20:00 Uhr',
  )
  expect(germanMoment('2026-11-27', null, '2026-11-26')).toBe('Freitag')
})

test('The plan of a parade lists departures, start and line-up, as far as they are known', () => {
  const departures = [
    { time: '12:15', place: 'Schulhof' },
    { time: '12:25', place: 'Rathaus' },
  ]
  expect(
    planLines({ timeStart: '14:00', lineUpNumber: '14', lineUpPlace: 'Festplatz', departures }),
  ).toEqual([
    'Abfahrt 12:15 Uhr Schulhof, 12:25 Uhr Rathaus',
    'Beginn 14:00 Uhr',
    'Aufstellung Nr. 14, Festplatz',
  ])
  const nothing = { timeStart: null, lineUpNumber: null, lineUpPlace: null, departures: [] }
  expect(planLines(nothing)).toEqual([])
})

test('The calendar entry of a parade begins at its start in Berlin time, and is a whole day if the start is unknown', () => {
  expect(calendarTimesOf({ date: '2027-01-24', timeStart: '14:00' })).toEqual({
    start: new Date('2027-01-24T13:00:00Z'),
  })
  expect(calendarTimesOf({ date: '2027-07-24', timeStart: '14:00' })).toEqual({
    start: new Date('2027-07-24T12:00:00Z'),
  })
  expect(calendarTimesOf({ date: '2027-01-24', timeStart: null })).toEqual({
    allDay: true,
    start: new Date('2027-01-24T00:00:00Z'),
    end: new Date('2027-01-25T00:00:00Z'),
  })
})

describe('typed departures', () => {
  const two = [
    { time: '12:15', place: 'Schulhof, Nebeneingang' },
    { time: '09:05', place: 'Rathaus' },
  ]
  test.each([
    '12:15 Uhr Schulhof, Nebeneingang, 09:05 Uhr Rathaus',
    '12:15 Schulhof, Nebeneingang; 9:05 Rathaus',
    '12.15 Uhr: Schulhof, Nebeneingang\n9.05 Uhr: Rathaus',
    'Abfahrt: 12:15 – Schulhof, Nebeneingang und 9:05 – Rathaus',
    'ab 12:15 Schulhof, Nebeneingang / 9:05 Rathaus',
    'Schulhof, Nebeneingang 12:15 Uhr, Rathaus 9:05 Uhr',
  ])('The typed departures %j are read as times with places', (typed) => {
    expect(parseDepartures(typed)).toEqual(two)
  })

  test.each([
    '',
    '12:15',
    'Schulhof',
    'Schulhof 12:15 und zurück',
    '12:15 Schulhof, 25:00 Rathaus',
  ])('The typed departures %j are rejected as incomplete', (typed) =>
    expect(parseDepartures(typed)).toBeNull(),
  )

  test('Departures that were written into one text are read from it unchanged', () => {
    expect(parseDepartures(departureList(two))).toEqual(two)
  })
})
