import { describe, expect, test } from 'vitest'
import { berlinMinute, type Time } from '#worker/domain/times.ts'
import { lastBeginningWithoutOffer, offerEnd } from '#worker/domain/waiting.ts'

// docs/rules.md, "Warteliste": how long an offer stands, and when the last one is made.

const until = (date: string, timeStart: Time | null, now: string) =>
  offerEnd({ date, timeStart }, new Date(now)).toISOString()
/** Whether a parade with this beginning is still offered; the beginning without a time is 12:00. */
const isOffered = (date: string, timeStart: Time | null, now: string) =>
  `${date} ${timeStart ?? '12:00'}` > lastBeginningWithoutOffer(new Date(now))

describe('The end of an offer', () => {
  test.each([
    ['4 days before the parade', '2027-01-20T12:00:00Z', '2027-01-21T12:00:00.000Z'],
    ['3 days before it', '2027-01-21T12:00:00Z', '2027-01-21T15:00:00.000Z'],
    [
      'in the first minute of the third day before it',
      '2027-01-20T23:00:00Z',
      '2027-01-21T02:00:00.000Z',
    ],
    [
      'in the last minute of the fourth day before it',
      '2027-01-20T22:59:00Z',
      '2027-01-21T22:59:00.000Z',
    ],
    ['3 hours before the last end', '2027-01-23T21:11:00Z', '2027-01-24T00:11:00.000Z'],
    ['an hour before the last end', '2027-01-23T23:11:00Z', '2027-01-24T00:11:00.000Z'],
  ])(
    'An offer made %s stands for 24 hours, or for 3 when the parade is within 3 days, and at most until 12 hours before it',
    (_, now, end) => {
      expect(until('2027-01-24', '13:11', now)).toBe(end)
    },
  )

  test('A parade without a time counts from 12:00', () => {
    expect(until('2027-01-24', null, '2027-01-23T22:00:00Z')).toBe('2027-01-23T23:00:00.000Z')
  })
})

describe('The last offer on the days when the clock changes', () => {
  // At 02:00 the clock goes to 03:00; at 03:00 it goes back to 02:00.
  test.each([
    ['forward', '2027-03-28', '2027-03-27T22:11:00.000Z'],
    ['back', '2026-10-25', '2026-10-24T23:11:00.000Z'],
  ])(
    'When the clock goes %s before a parade at 12:11, its offers end 12 elapsed hours before it',
    (_, date, end) => {
      const earlier = (minutes: number) =>
        new Date(Date.parse(end) - minutes * 60_000).toISOString()
      expect(until(date, '12:11', earlier(60))).toBe(end)
      expect(isOffered(date, '12:11', earlier(1))).toBe(true)
      expect(isOffered(date, '12:11', end)).toBe(false)
    },
  )

  test.each([
    ['forward', '2027-03-27T12:00:00Z', '2027-03-28T12:00:00.000Z', '2027-03-28 14:00'],
    ['back', '2026-10-24T12:00:00Z', '2026-10-25T12:00:00.000Z', '2026-10-25 13:00'],
  ])('When the clock goes %s, an offer stands for 24 elapsed hours', (_, now, end, shown) => {
    expect(until('2027-05-01', '13:00', now)).toBe(end)
    expect(berlinMinute(new Date(end))).toBe(shown)
  })

  test.each([
    ['first', '2026-10-25T00:30:00Z', '2026-10-26T00:30:00.000Z', '2026-10-25T03:30:00.000Z'],
    ['second', '2026-10-25T01:30:00Z', '2026-10-26T01:30:00.000Z', '2026-10-25T04:30:00.000Z'],
  ])(
    'An offer made at the %s 02:30 of the day when the clock goes back stands for 24 or 3 elapsed hours',
    (_, now, afterDay, afterHours) => {
      expect(until('2026-11-05', '13:11', now)).toBe(afterDay)
      expect(until('2026-10-28', '13:11', now)).toBe(afterHours)
    },
  )

  test('The offers of a parade at 02:30 of the day when the clock goes back end 12 elapsed hours before the first 02:30', () => {
    const end = '2026-10-24T12:30:00.000Z'
    expect(until('2026-10-25', '02:30', '2026-10-24T11:00:00Z')).toBe(end)
    expect(isOffered('2026-10-25', '02:30', '2026-10-24T12:29:00Z')).toBe(true)
    for (const now of [end, '2026-10-24T13:29:00Z', '2026-10-24T14:00:00Z'])
      expect(isOffered('2026-10-25', '02:30', now)).toBe(false)
  })

  test('At every minute around a parade an offer is made exactly as long as it would end later', () => {
    for (const date of ['2027-01-24', '2027-03-28', '2026-10-25']) {
      // On the day when the clock goes forward there is no 02:30.
      const atNight = date === '2027-03-28' ? [] : ['02:00', '02:30', '02:59']
      for (const timeStart of ['00:00', '01:30', ...atNight, '04:00', '13:11', '23:59', null]) {
        const noon = Date.parse(`${date}T12:00:00Z`)
        for (let minute = -2000; minute < 800; minute += 1) {
          const now = new Date(noon + minute * 60_000)
          const ends = offerEnd({ date, timeStart }, now)
          expect(isOffered(date, timeStart, now.toISOString())).toBe(ends > now)
        }
      }
    }
  })
})
