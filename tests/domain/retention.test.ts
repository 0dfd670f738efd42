import { describe, expect, test } from 'vitest'
import { addMonths } from '#worker/domain/dates.ts'
import { unmatchedGroupKey } from '#worker/domain/enrolment.ts'
import {
  ashWednesday,
  firstDayAfter,
  firstInstantKept,
  lastDayOver,
  lastSeasonOver,
  periodInWords,
  retention,
} from '#worker/domain/retention.ts'

describe('the day some months later', () => {
  test.each([
    ['2027-01-16', 12, '2028-01-16'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-03-31', -1, '2027-02-28'],
    ['2027-01-15', -14, '2025-11-15'],
    ['2027-01-31', -11, '2026-02-28'],
    ['2027-05-05', 0, '2027-05-05'],
  ])('%s plus %d months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })
})

describe('the end of a retention period', () => {
  const months = { count: 14, unit: 'months' } as const
  test.each([
    // From the first day on which it is over until the one before it.
    ['2025-11-16', months, '2027-01-16'],
    ['2025-12-31', months, '2027-03-01'],
    ['2026-12-31', { count: 2, unit: 'months' }, '2027-03-01'],
    ['2024-02-29', { count: 1, unit: 'years' }, '2025-03-01'],
    ['2026-12-17', { count: 30, unit: 'days' }, '2027-01-16'],
    ['2028-02-01', { count: 30, unit: 'days' }, '2028-03-02'],
  ] as const)(
    'Data of %s that are kept for %o are due for deletion from %s on',
    (from, period, first) => {
      expect(firstDayAfter(period, from)).toBe(first)
      const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
      expect(lastDayOver(period, first) >= from).toBe(true)
      expect(lastDayOver(period, before) >= from).toBe(false)
    },
  )

  test('Data kept for eight years from the end of their year are due for deletion at New Year, midnight in Germany', () => {
    const eight = { count: 8, unit: 'years' } as const
    // 2018 is over for eight years with the end of 2026.
    expect(firstInstantKept(eight, '2026-12-31')).toBe('2017-12-31T23:00:00.000Z')
    expect(firstInstantKept(eight, '2027-01-01')).toBe('2018-12-31T23:00:00.000Z')
  })
})

describe('the season that is over', () => {
  // From a calendar.
  test.each([
    [2024, '2024-02-14'],
    [2025, '2025-03-05'],
    [2026, '2026-02-18'],
    [2027, '2027-02-10'],
    [2028, '2028-03-01'],
    [2038, '2038-03-10'],
  ])('Ash Wednesday of %d is on %s', (year, day) => expect(ashWednesday(year)).toBe(day))

  test.each([
    ['2027-08-09', '2026-02-18'],
    ['2027-08-10', '2027-02-10'],
    ['2028-08-31', '2027-02-10'],
    ['2028-09-01', '2028-03-01'],
    ['2028-01-01', '2027-02-10'],
  ])(
    'Seen from %s, the newest season that ended at least six months ago ended on %s',
    (today, end) => expect(lastSeasonOver(today)).toBe(end),
  )
})

describe('the key of a person without a member', () => {
  const enrolled = { orderId: 7, createdAt: '2027-01-16T10:00:00.000Z' }
  const keyOf = (personKey: string, birthday: string | null, orderId: number | null = 7) =>
    unmatchedGroupKey({ ...enrolled, personKey, birthday, orderId })

  test('A guest with a birthday has the same key in every order, even after anonymising', () => {
    expect(keyOf('p:a|b|1990-01-01', '1990-01-01', 7)).toBe(
      keyOf('p:a|b|1990-01-01', '1990-01-01', 8),
    )
    expect(keyOf('x:12', null, 7)).toBe('x:12')
    expect(keyOf('x:12', null, 8)).toBe('x:12')
    expect(keyOf('x:12', null, null)).not.toBe(keyOf('x:13', null, null))
  })

  test('A guest without a birthday has another key in each order', () => {
    expect(keyOf('p:a|b|', null, 7)).not.toBe(keyOf('p:a|b|', null, 8))
    // A name may look like a key.
    expect(keyOf('p:x:12|b|', null, 7)).not.toBe(keyOf('p:x:12|b|', null, 8))
  })
})

test('A retention period is written in words', () => {
  expect(periodInWords(retention.unpaidOrders)).toBe('30 Tage')
  expect(periodInWords({ count: 1, unit: 'months' })).toBe('1 Monat')
})
