import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageClass, nextBirthday } from '#worker/domain/birthdays.ts'
import { addDays, fullYears, yearsLater } from '#worker/domain/dates.ts'
import { membershipFee } from '#worker/domain/fees.ts'
import { type HonorRule, honorsDueOn, rulesBySeries } from '#worker/domain/honors.ts'
import { dutyYears, monthsIn } from '#worker/domain/spans.ts'

test.each([
  ['2011-01-17', '2027-01-16', 15],
  ['2011-01-17', '2027-01-17', 16],
  ['2011-01-17', '2027-01-18', 16],
  ['2010-12-31', '2027-01-01', 16],
  ['2027-01-17', '2027-01-17', 0],
  // 29 February turns on 1 March in other years.
  ['2008-02-29', '2027-02-28', 18],
  ['2008-02-29', '2027-03-01', 19],
  ['2008-02-29', '2028-02-28', 19],
  ['2008-02-29', '2028-02-29', 20],
])('A person born on %s is, on %s, %i years old', (birthday, day, age) => {
  expect(fullYears(birthday, day)).toBe(age)
})

test.each([
  ['2011-01-18', 'Child'],
  ['2011-01-17', 'Adult'],
  [null, 'Adult'],
] as const)(
  'On 17 January 2027, a person with the birthday %s (null: unknown) counts as %s',
  (birthday, expected) => {
    expect(ageClass(birthday, '2027-01-17')).toBe(expected)
  },
)

test('A person born on 29 February becomes an adult 16 years later on 29 February, or on 1 March in a year without that day', () => {
  // 2100 is no leap year.
  expect(ageClass('2084-02-29', '2100-02-28')).toBe('Child')
  expect(ageClass('2084-02-29', '2100-03-01')).toBe('Adult')
  expect(ageClass('2012-02-29', '2028-02-28')).toBe('Child')
  expect(ageClass('2012-02-29', '2028-02-29')).toBe('Adult')
})

describe('Full years, also from 29 February', () => {
  test.each([
    ['1976-02-29', 50, '2026-03-01'],
    ['1976-02-29', 52, '2028-02-29'],
    ['2084-02-29', 16, '2100-03-01'],
    ['1976-02-28', 50, '2026-02-28'],
    ['1976-03-01', 50, '2026-03-01'],
  ])('From %s, %i full years are complete on %s', (from, years, day) => {
    expect(yearsLater(from, years)).toBe(day)
  })

  /** The day on which so many years are full, counted out: the first whose day of the year is reached. */
  function walked(from: string, years: number): string {
    const year = Number(from.slice(0, 4)) + years
    let day = `${year}-01-01`
    while (day.slice(5) < from.slice(5)) day = addDays(day, 1)
    return day
  }

  const days = fc.oneof(
    fc.integer({ min: 0, max: 24 }).map((leaps) => `${1904 + 4 * leaps}-02-29`),
    fc.nat({ max: 40_000 }).map((number) => addDays('1900-01-01', number)),
  )

  const rule: HonorRule = {
    type: 'Member_for_25_Years',
    basis: 'membershipYears',
    threshold: 25,
    duties: [],
    label: '',
    issuer: '',
    certificateText: '',
  }
  const isDue = (dateJoined: string, day: string) =>
    honorsDueOn(
      { held: [], timespans: [], dateJoined, dateLeft: null, offices: [], confirmed: 0 },
      rulesBySeries([rule]),
      day,
    ).length === 1

  test('A year of age, of membership, of office and for an honor is complete on the same day if all began on the same day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 90 }), (from, years) => {
        const full = walked(from, years)
        const before = addDays(full, -1)
        const open = [{ from, to: null }]
        expect(yearsLater(from, years)).toBe(full)
        expect([fullYears(from, before), fullYears(from, full)]).toEqual([years - 1, years])
        expect(nextBirthday(from, addDays(walked(from, years - 1), 1))).toBe(full)
        expect(nextBirthday(from, full)).toBe(full)
        expect([monthsIn(open, before), monthsIn(open, full)]).toEqual([12 * years - 1, 12 * years])
        expect(monthsIn([{ from, to: before }], addDays(full, 500))).toBe(12 * years)
        expect(dutyYears(open, full)).toBe(years)
        const jubilee = walked(from, 25)
        expect([isDue(from, addDays(jubilee, -1)), isDue(from, jubilee)]).toEqual([false, true])
      }),
      { numRuns: 500, seed: 290_276 },
    )
  })

  test('A fee by age is based on the age that the member has on 1 January of the year', () => {
    const rules = [
      { validFrom: 2000, state: 'Active' as const, ageFrom: 0, ageTo: 17, amountInCent: 1000 },
      { validFrom: 2000, state: 'Active' as const, ageFrom: 18, ageTo: null, amountInCent: 3000 },
    ]
    const feeIn = (year: number) =>
      membershipFee(
        {
          membershipState: 'Active',
          birthday: '2008-02-29',
          individualFeeInCent: null,
          individualFeeReason: '',
          honors: [],
        },
        rules,
        year,
      ).amountInCent
    expect([feeIn(2026), feeIn(2027)]).toEqual([1000, 3000])
  })
})
