import { describe, expect, test } from 'vitest'
import { addDays, weekday } from '#worker/domain/dates.ts'
import { proposedDays, seasonToPrepare, seasonYear } from '#worker/domain/season.ts'
import { easterSunday } from '#worker/domain/target-days.ts'

const dayProposed = (date: string) =>
  proposedDays({ date, dateEnrolmentStart: date, dateEnrolmentEnd: date }).date

// From a calendar: Ash Wednesday 2025-03-05, 2026-02-18, 2027-02-10, 2028-03-01.
describe('the proposed day of a parade', () => {
  test.each([
    ['2026-01-06', '2027-01-06'],
    ['2025-11-11', '2026-11-11'],
    ['2024-02-29', '2025-03-20'],
    // Ash Wednesday itself, Rose Monday, the first weekend after Epiphany
    ['2026-02-18', '2027-02-10'],
    ['2026-02-16', '2027-02-08'],
    ['2025-01-11', '2025-12-27'],
    ['2026-01-10', '2027-01-02'],
    ['2027-01-16', '2028-02-05'],
    // Before Epiphany: 52 weeks
    ['2025-11-15', '2026-11-14'],
    ['2025-12-31', '2026-12-30'],
    ['2026-01-05', '2027-01-04'],
    // Summer, and the last day of the season
    ['2026-08-15', '2027-08-07'],
    ['2026-11-10', '2027-11-02'],
  ])('For a parade on %s the day %s is proposed for the next season', (date, proposed) =>
    expect(dayProposed(date)).toBe(proposed),
  )

  test("The day proposed for a parade's next season is on the same weekday, but on Epiphany or 11 November on the same date (1901 to 2098)", () => {
    for (let day = '1901-01-01'; day < '2098-11-11'; day = addDays(day, 13)) {
      const proposed = dayProposed(day)
      const isFixed = ['01-06', '11-11'].includes(day.slice(5))
      expect(isFixed ? proposed.slice(5) : weekday(proposed)).toBe(
        isFixed ? day.slice(5) : weekday(day),
      )
    }
  })

  test("For a parade after Epiphany (3 February), the day proposed for the next season is as many days before Easter as this season's", () => {
    const toEaster = (day: string) => Date.parse(easterSunday(seasonYear(day))) - Date.parse(day)
    for (const year of [1999, 2008, 2011, 2024, 2026, 2038]) {
      const before = `${year}-02-03`
      const after = dayProposed(before)
      expect(Date.parse(easterSunday(year + 1)) - Date.parse(after)).toBe(toEaster(before))
    }
  })

  test('The enrolment days proposed for the next season move by as many days as the parade', () => {
    const parade = {
      date: '2026-02-15',
      dateEnrolmentStart: '2025-11-11',
      dateEnrolmentEnd: '2026-02-01',
    }
    expect(proposedDays(parade)).toEqual({
      date: '2027-02-07',
      dateEnrolmentStart: '2026-11-03',
      dateEnrolmentEnd: '2027-01-24',
    })
  })
})

test.each([
  ['2026-11-10', 2027],
  ['2026-11-11', 2027],
  ['2027-01-16', 2027],
  ['2027-02-10', 2027],
  ['2027-02-11', 2028],
  ['2027-08-01', 2028],
  ['2027-11-11', 2028],
])('On %s the statistics prepare the season of %d', (today, season) => {
  expect(seasonToPrepare(today)).toBe(season)
})
