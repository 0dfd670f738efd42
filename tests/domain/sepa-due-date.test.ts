import { describe, expect, test } from 'vitest'
import { defaultDueDate, dueDateProblem, dueDateRange } from '#worker/domain/sepa-due-date.ts'
import {
  addTargetDays,
  isTargetDay,
  targetDayFrom,
  targetDayUntil,
} from '#worker/domain/target-days.ts'

test.each([
  ['2026-12-24', '2026-12-24'],
  ['2026-12-25', '2026-12-28'],
  ['2026-12-26', '2026-12-28'],
  ['2026-12-31', '2026-12-31'],
  ['2029-12-25', '2029-12-27'],
  ['2027-01-01', '2027-01-04'],
  ['2027-03-26', '2027-03-30'],
  ['2027-03-29', '2027-03-30'],
  ['2027-05-01', '2027-05-03'],
  ['2028-05-01', '2028-05-02'],
  // Ascension, Corpus Christi and the Day of German Unity: banks collect.
  ['2027-05-06', '2027-05-06'],
  ['2027-05-27', '2027-05-27'],
  ['2028-10-03', '2028-10-03'],
])('The next bank day from %s on is %s', (day, next) => {
  expect(targetDayFrom(day)).toBe(next)
})

// Good Friday and Easter Monday of years with early, late and exceptional Easter days.
test.each([
  ['1954-04-16', '1954-04-19'],
  ['1981-04-17', '1981-04-20'],
  ['2000-04-21', '2000-04-24'],
  ['2008-03-21', '2008-03-24'],
  ['2024-03-29', '2024-04-01'],
  ['2026-04-03', '2026-04-06'],
  ['2027-03-26', '2027-03-29'],
  ['2028-04-14', '2028-04-17'],
  ['2035-03-23', '2035-03-26'],
  ['2038-04-23', '2038-04-26'],
  ['2049-04-16', '2049-04-19'],
  ['2076-04-17', '2076-04-20'],
])('Good Friday %s and Easter Monday %s are no bank days', (goodFriday, easterMonday) => {
  expect([goodFriday, easterMonday].map(isTargetDay)).toEqual([false, false])
})

test('Weekends and holidays are skipped when bank days are counted', () => {
  expect(addTargetDays('2026-12-23', 2)).toBe('2026-12-28')
  expect(addTargetDays('2026-11-21', 2)).toBe('2026-11-24')
  expect(targetDayUntil('2027-03-29')).toBe('2027-03-25')
})

describe('the due date', () => {
  test('The default due date of a SEPA file is the first bank day after the lead time', () => {
    expect(defaultDueDate('2026-11-21', 14)).toBe('2026-12-07')
    expect(defaultDueDate('2026-12-11', 14)).toBe('2026-12-28')
  })

  test('The default due date of a SEPA file is at least two bank days ahead, even if the lead time is shorter', () => {
    expect(defaultDueDate('2026-11-20', 0)).toBe('2026-11-24')
    expect(defaultDueDate('2026-11-20', 3)).toBe('2026-11-24')
  })

  test('The due date of a SEPA file may lie between two bank days and 90 days ahead, on a bank day', () => {
    expect(dueDateRange('2026-11-20')).toEqual({ earliest: '2026-11-24', latest: '2027-02-18' })
    // The 90th day is a Saturday.
    expect(dueDateRange('2026-11-22').latest).toBe('2027-02-19')
  })

  test.each([
    ['2026-11-23', 'zwei Bankarbeitstage', 'Di 24.11.2026'],
    ['2026-11-20', 'zwei Bankarbeitstage', 'Di 24.11.2026'],
    ['2020-01-01', 'zwei Bankarbeitstage', 'Di 24.11.2026'],
    ['2026-11-28', 'nicht ein', 'Mo 30.11.2026'],
    ['2026-12-25', 'nicht ein', 'Mo 28.12.2026'],
    ['2027-02-19', 'höchstens 90 Tage', 'Do 18.02.2027'],
    ['2027-05-06', 'höchstens 90 Tage', 'Do 18.02.2027'],
  ])(
    'On 20 November 2026 the due date %s is rejected (%s), and %s is proposed',
    (day, why, possible) => {
      const problem = dueDateProblem(day, '2026-11-20')
      expect(problem).toContain(why)
      expect(problem).toContain(`Tag ist ${possible}.`)
    },
  )

  test.each(['2026-11-24', '2026-12-24', '2027-02-18'])(
    'On 20 November 2026 the due date %s is accepted',
    (day) => {
      expect(dueDateProblem(day, '2026-11-20')).toBeNull()
    },
  )
})
