import { describe, expect, test } from 'vitest'
import { hasFullAddress, householdsOf, sharesAddress } from '#worker/domain/households.ts'

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
  test('A single person gets an address label with first and last name', () => {
    expect(namesOf(anna)).toEqual(['Anna Häußler'])
  })

  test('Several people with the same last name and address share one family label', () => {
    expect(namesOf(anna, paul, { ...anna, firstName: 'Ida' })).toEqual(['Familie Häußler'])
  })

  test.each([
    ['capitals', { lastName: 'HÄUSSLER', addressStreet: 'klosterweg' }],
    ['blanks around', { lastName: ' Häußler ', addressTown: 'Moosried ' }],
    ['blanks within the house number', { addressNumber: '3a' }],
    [
      'the field of the house number (alone or behind the street)',
      { addressStreet: 'Klosterweg 3a', addressNumber: '' },
    ],
    ['ß or ss', { lastName: 'Häussler' }],
    ['the encoding of an umlaut', { lastName: 'Ha\u0308ußler' }],
  ])('Two people share a family label even if they differ in %s', (_what, changes) => {
    expect(namesOf(anna, { ...paul, ...changes })).toEqual(['Familie Häußler'])
  })

  test.each([
    ['another last name', { lastName: 'Beck' }, 'Paul Beck'],
    ['a double name', { lastName: 'Häußler-Beck' }, 'Paul Häußler-Beck'],
    ['another house number', { addressNumber: '3 b' }, 'Paul Häußler'],
    ['another town', { addressTown: 'Moosried-Nord' }, 'Paul Häußler'],
    ['another postal code', { addressPlz: '88998' }, 'Paul Häußler'],
  ])('Two people get two address labels if the second has %s', (_what, changes, name) => {
    expect(namesOf(anna, { ...paul, ...changes })).toEqual(['Anna Häußler', name])
  })

  test('"Weg 1, 2" and "Weg 12" are different addresses', () => {
    const one = { ...anna, addressStreet: 'Weg 1', addressNumber: '2' }
    const other = { ...paul, addressStreet: 'Weg', addressNumber: '12' }
    expect(namesOf(one, other)).toEqual(['Anna Häußler', 'Paul Häußler'])
  })

  test('People without a last name do not share an address label', () => {
    const nameless = { ...anna, lastName: '' }
    expect(namesOf(nameless, { ...nameless, firstName: 'Paul' })).toEqual(['Anna', 'Paul'])
  })

  test('A family label stands where the first member of the family stands in the list', () => {
    const beck = { ...anna, firstName: 'Ottmar', lastName: 'Beck' }
    expect(namesOf(anna, beck, paul)).toEqual(['Familie Häußler', 'Ottmar Beck'])
  })
})

describe('the completeness of an address', () => {
  test.each([
    ['without a house number', { addressNumber: '' }, true],
    ['without a street', { addressStreet: ' ' }, false],
    ['without a postal code', { addressPlz: '' }, false],
    ['without a town', { addressTown: '' }, false],
  ])('An address %s is complete: %o', (_what, changes, isFull) => {
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

describe('the same address in two spellings', () => {
  const at = (addressStreet: string, addressNumber = '3') => ({
    addressStreet,
    addressNumber,
    addressPlz: '88999',
    addressTown: 'Schellental',
  })
  const spellings = ['Klosterstraße', 'Klosterstrasse', 'Klosterstr.', 'Klosterstr', 'KLOSTER STR.']

  test.each(spellings)('"%s" is the same street as its other spellings', (street) => {
    for (const other of spellings) expect(sharesAddress(at(street), at(other))).toBe(true)
    expect(sharesAddress(at(`${street} 3`, ''), at('Klosterstraße'))).toBe(true)
  })

  test.each([
    ['Straßer Weg', 'Str. er Weg'],
    ['Klosterstraße', 'Klosterweg'],
    ['Klosterstraße', 'Klosterstraßen'],
    ['', ''],
  ])('"%s" and "%s" are different streets', (one, other) => {
    expect(sharesAddress(at(one), at(other))).toBe(false)
  })
})
