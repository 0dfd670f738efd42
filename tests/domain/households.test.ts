import { describe, expect, test } from 'vitest'
import { hasFullAddress, householdsOf } from '#worker/domain/households.ts'

const anna = {
  firstName: 'Anna',
  lastName: 'Häußler',
  addressStreet: 'Klosterweg',
  addressNumber: '3 a',
  addressPlz: '88999',
  addressTown: 'Moosried',
}
const paul = { ...anna, firstName: 'Paul' }

const namesOf = (...members: (typeof anna)[]) => householdsOf(members).map(({ name }) => name)

describe('the label of a household', () => {
  test("A single person's label has the name", () => {
    expect(namesOf(anna)).toEqual(['Anna Häußler'])
  })

  test('Several people with the same last name and address share a family label', () => {
    expect(namesOf(anna, paul, { ...anna, firstName: 'Ida' })).toEqual(['Familie Häußler'])
  })

  test.each([
    ['case', { lastName: 'HÄUSSLER', addressStreet: 'klosterweg' }],
    ['blanks around', { lastName: ' Häußler ', addressTown: 'Moosried ' }],
    ['blanks within the number', { addressNumber: '3a' }],
    ['the number in the street', { addressStreet: 'Klosterweg 3a', addressNumber: '' }],
    ['ß and ss', { lastName: 'Häussler' }],
    ['a decomposed umlaut', { lastName: 'Ha\u0308ußler' }],
  ])("A household's label ignores %s", (_what, changes) => {
    expect(namesOf(anna, { ...paul, ...changes })).toEqual(['Familie Häußler'])
  })

  test.each([
    ['another last name', { lastName: 'Beck' }, 'Paul Beck'],
    ['a double name', { lastName: 'Häußler-Beck' }, 'Paul Häußler-Beck'],
    ['another number', { addressNumber: '3 b' }, 'Paul Häußler'],
    ['another town', { addressTown: 'Moosried-Nord' }, 'Paul Häußler'],
    ['another code', { addressPlz: '88998' }, 'Paul Häußler'],
  ])('People get labels of their own for %s', (_what, changes, name) => {
    expect(namesOf(anna, { ...paul, ...changes })).toEqual(['Anna Häußler', name])
  })

  test('"Weg 1, 2" and "Weg 12" are different addresses', () => {
    const one = { ...anna, addressStreet: 'Weg 1', addressNumber: '2' }
    const other = { ...paul, addressStreet: 'Weg', addressNumber: '12' }
    expect(namesOf(one, other)).toEqual(['Anna Häußler', 'Paul Häußler'])
  })

  test('A person without a last name has a label of their own', () => {
    const nameless = { ...anna, lastName: '' }
    expect(namesOf(nameless, { ...nameless, firstName: 'Paul' })).toEqual(['Anna', 'Paul'])
  })

  test("A label is at the position of the household's first member", () => {
    const beck = { ...anna, firstName: 'Ottmar', lastName: 'Beck' }
    expect(namesOf(anna, beck, paul)).toEqual(['Familie Häußler', 'Ottmar Beck'])
  })
})

describe('the completeness of an address', () => {
  test.each([
    ['without a number', { addressNumber: '' }, true],
    ['without a street', { addressStreet: ' ' }, false],
    ['without a code', { addressPlz: '' }, false],
    ['without a town', { addressTown: '' }, false],
  ])('An address with %s is complete: %o', (_what, changes, isFull) => {
    expect(hasFullAddress({ ...anna, ...changes })).toBe(isFull)
  })
})

test('Each organization has its own address label, separate from a family of the same name', () => {
  const krone = { ...anna, firstName: '' }
  expect(namesOf(anna, krone, paul, { ...krone })).toEqual([
    'Familie Häußler',
    'Häußler',
    'Häußler',
  ])
})
