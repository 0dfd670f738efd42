import { expect, test } from 'vitest'
import { isRoundAge } from '#worker/domain/birthdays.ts'
import { daysBetween, weekdayName } from '#worker/domain/dates.ts'
import { nextSchmotziger } from '#worker/domain/season.ts'

// Schmotziger Donnerstag as calendars print it.
test.each([
  ['2026-11-21', '2027-02-04', 75],
  ['2027-02-04', '2027-02-04', 0],
  ['2027-02-05', '2028-02-24', 384],
  ['2025-12-31', '2026-02-12', 43],
  ['2024-02-08', '2024-02-08', 0],
])('On %s the next Schmotziger Donnerstag is %s, in %d days', (today, day, days) => {
  expect(nextSchmotziger(today)).toBe(day)
  expect(daysBetween(today, day)).toBe(days)
  expect(weekdayName(day)).toBe('Donnerstag')
})

test.each([
  [0, false],
  [10, true],
  [18, false],
  [60, true],
  [65, false],
  [70, true],
  [75, true],
  [76, false],
  [100, true],
])('%d years are a round birthday: %s', (age, isRound) => {
  expect(isRoundAge(age)).toBe(isRound)
})
