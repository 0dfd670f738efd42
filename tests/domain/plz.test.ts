import { expect, test } from 'vitest'
import { plzDoubt } from '#worker/domain/plz.ts'

test.each([
  ['', false],
  ['88999', false],
  [' 01067 ', false],
  ['D-88999', false],
  ['A-6900', false],
  ['CH 8200', false],
  ['SW1A 1AA', false],
  ['7299', true],
  ['729999', true],
  ['72 99', true],
  ['7299O', true],
  ['D-7299', true],
  ['DE-7299', true],
  ['DE-72999', false],
])('The postcode "%s" entered for a member is questioned: %s', (plz, isAsked) => {
  expect(plzDoubt(plz) !== null).toBe(isAsked)
})
