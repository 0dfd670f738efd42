import { expect, test } from 'vitest'
import { isCreditorId } from '#worker/domain/sepa-text.ts'

test.each([
  ['DE98ZZZ09999999999', true],
  // The business code is free and does not count.
  ['DE98ABC09999999999', true],
  ['DE98A1209999999999', true],
  ['DE99ZZZ09999999999', false],
  ['DE98ZZZ099999999990', false],
  ['DE98ZZZ0999999999', false],
  ['DE98---09999999999', false],
  ['DE98ZZ09999999999', false],
  ['DE98ZZZ0999999999A', false],
  ['de98zzz09999999999', false],
  ['AT61ZZZ01234567890', false],
  ['', false],
])('The creditor identifier %s is valid: %s', (id, isValid) => {
  expect(isCreditorId(id)).toBe(isValid)
})
