import { expect, test } from 'vitest'
import { ageClass, ageOn } from '#worker/domain/age.ts'

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
])('born %s, on %s %i years old', (birthday, day, age) => {
  expect(ageOn(birthday, day)).toBe(age)
})

test.each([
  ['2011-01-18', 'Child'],
  ['2011-01-17', 'Adult'],
  [null, 'Adult'],
] as const)('born %s on 17 January 2027: %s', (birthday, expected) => {
  expect(ageClass(birthday, '2027-01-17')).toBe(expected)
})

test('someone born on 29 February is a child until the end of February', () => {
  expect(ageClass('2012-02-29', '2028-02-28')).toBe('Child')
  expect(ageClass('2012-02-29', '2028-02-29')).toBe('Adult')
})
