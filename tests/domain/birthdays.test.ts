import { expect, test } from 'vitest'
import { type BirthdayWindow, endOfWindow, nextBirthday } from '#worker/domain/birthdays.ts'
import { seasonOf } from '#worker/domain/season.ts'

const ends: [BirthdayWindow, string, string][] = [
  ['week', '2027-01-18', '2027-01-24'], // Monday
  ['week', '2027-01-24', '2027-01-24'], // Sunday
  ['week', '2026-12-28', '2027-01-03'],
  ['week', '2026-12-31', '2027-01-03'],
  ['month', '2026-12-31', '2026-12-31'],
  ['month', '2027-02-01', '2027-02-28'],
  ['month', '2028-02-01', '2028-02-29'],
  ['quarter', '2027-01-01', '2027-03-31'],
  ['quarter', '2027-03-31', '2027-03-31'],
  ['quarter', '2027-04-01', '2027-06-30'],
  ['quarter', '2026-11-21', '2026-12-31'],
]

test.each(ends)(
  'The list of birthdays of the current %s, opened on %s, ends with %s',
  (window, today, end) => {
    expect(endOfWindow(window, today)).toBe(end)
  },
)

test.each([
  ['1980-01-16', '2027-01-16', '2027-01-16'],
  ['1980-01-15', '2027-01-16', '2028-01-15'],
  ['1980-12-31', '2027-01-01', '2027-12-31'],
  ['2004-02-29', '2027-02-01', '2027-03-01'],
  ['2004-02-29', '2027-02-28', '2027-03-01'],
  ['2004-02-29', '2027-03-01', '2027-03-01'],
  ['2004-02-29', '2027-03-02', '2028-02-29'],
  ['2004-02-29', '2028-02-28', '2028-02-29'],
  ['2004-02-29', '2028-02-29', '2028-02-29'],
  ['2004-02-29', '2028-03-01', '2029-03-01'],
])('A person born on %s has, counted from %s, the next birthday on %s', (birthday, today, next) => {
  expect(nextBirthday(birthday, today)).toBe(next)
})

test.each([
  ['2026-11-10', '2025/26'],
  ['2026-11-11', '2026/27'],
  ['2027-02-09', '2026/27'],
  ['1999-12-01', '1999/00'],
])('The day %s belongs to the season %s', (day, season) => {
  expect(seasonOf(day)).toBe(season)
})
