import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findConflicts, isSameValue, paradeUnits, settingsUnits } from '#worker/domain/conflicts.ts'
import { legalLabels } from '#worker/domain/legal.ts'
import { memberUnits } from '#worker/domain/member.ts'

const units = [
  ['street', 'town'],
  ['iban', 'bic', 'bank'],
] as const

describe('the conflicts of a save', () => {
  const loaded = { street: 'a', town: 'a', iban: 'a', bic: 'a', bank: 'a', phone: 'a', note: 'a' }
  test.each([
    ['no field when nothing was changed meanwhile', {}, { phone: 'b' }, []],
    ['no field when another user changed another field', { note: 'c' }, { phone: 'b' }, []],
    ['a field that both users changed', { phone: 'c' }, { phone: 'b' }, [['phone', 'c', 'b']]],
    ['no field when both users entered the same value', { phone: 'b' }, { phone: 'b' }, []],
    [
      'the town when another user changed it and the street is saved (one address)',
      { town: 'c' },
      { street: 'b' },
      [['town', 'c', 'a']],
    ],
    [
      'no field when another user changed the address and the bank account is saved',
      { town: 'c' },
      { iban: 'b' },
      [],
    ],
    [
      'every differing field of the bank account when one of them is saved',
      { iban: 'c', bic: 'c', bank: 'b' },
      { iban: 'b', bank: 'b' },
      [
        ['iban', 'c', 'b'],
        ['bic', 'c', 'a'],
      ],
    ],
    [
      'a field that another user changed and that is sent as it was loaded',
      { phone: 'c' },
      { phone: 'a' },
      [['phone', 'c', 'a']],
    ],
    ['no field when an unchanged value is sent back', {}, { phone: 'a' }, []],
  ])('A save reports a conflict on %s', (_, changed, given, expected) => {
    const stored = { ...loaded, ...changed }
    const clashes = findConflicts({ stored, given, before: loaded, units })
    expect(clashes.map(({ field, stored, yours }) => [field, stored, yours])).toEqual(expected)
  })

  test('Fields whose loaded values are not sent with a save are not checked for conflicts', () => {
    const save = { stored: { phone: 'c', town: 'c' }, given: { phone: 'b', street: 'b' }, units }
    expect(findConflicts({ ...save, before: {} })).toEqual([])
    expect(findConflicts({ ...save, before: { phone: undefined, street: undefined } })).toEqual([])
  })
})

// The oracle replays both saves field by field, without the product's code.
describe('two successive saves', () => {
  const fields = ['street', 'town', 'iban', 'bic', 'bank', 'phone', 'note'] as const
  type Fields = Record<(typeof fields)[number], number>
  const value = fc.integer({ min: 0, max: 2 })
  const whole: fc.Arbitrary<Fields> = fc.record({
    street: value,
    town: value,
    iban: value,
    bic: value,
    bank: value,
    phone: value,
    note: value,
  })
  const change: fc.Arbitrary<Partial<Fields>> = fc
    .tuple(whole, fc.subarray([...fields]))
    .map(([all, names]) => Object.fromEntries(names.map((name) => [name, all[name]])))
  const unitOf = { street: 1, town: 1, iban: 2, bic: 2, bank: 2, phone: 3, note: 4 }
  /** As the page does it: what differs is sent, with all that belongs to it as it was loaded. */
  const sent = (loaded: Fields, change: Partial<Fields>) => {
    const given: Partial<Fields> = {}
    for (const name of fields) {
      const wanted = change[name]
      if (wanted !== undefined && wanted !== loaded[name]) given[name] = wanted
    }
    const before: Partial<Fields> = {}
    for (const name of fields) {
      if (fields.some((one) => one in given && unitOf[one] === unitOf[name])) {
        before[name] = loaded[name]
      }
    }
    return { given, before }
  }
  const saved = (stored: Fields, loaded: Fields, change: Partial<Fields>) => {
    const { given, before } = sent(loaded, change)
    return findConflicts({ stored, given, before, units }).length > 0
      ? null
      : { ...stored, ...given }
  }
  const check = (
    property: (loaded: Fields, hers: Partial<Fields>, mine: Partial<Fields>) => void,
  ) => fc.assert(fc.property(whole, change, change, property), { seed: 14, numRuns: 2000 })

  test('If two users change fields of different groups, both changes are stored, in whichever order the saves arrive', () => {
    check((loaded, hers, mine) => {
      const a = sent(loaded, hers).given
      const b = sent(loaded, mine).given
      const meet = fields.some(
        (x) => x in a && fields.some((y) => y in b && unitOf[x] === unitOf[y]),
      )
      fc.pre(!meet)
      const both = { ...loaded, ...a, ...b }
      expect(saved({ ...loaded, ...a }, loaded, mine)).toEqual(both)
      expect(saved({ ...loaded, ...b }, loaded, hers)).toEqual(both)
    })
  })

  test('A conflict lists exactly the fields that another user has set to another value and that share a group with a field of this save', () => {
    check((loaded, hers, mine) => {
      const stored = { ...loaded, ...hers }
      const { given, before } = sent(loaded, mine)
      const expected: Record<string, [number, number]> = {}
      for (const name of fields) {
        const isMyUnit = fields.some((one) => one in given && unitOf[one] === unitOf[name])
        const wanted = given[name] ?? loaded[name]
        const isHers = stored[name] !== loaded[name]
        if (isMyUnit && isHers && stored[name] !== wanted) expected[name] = [stored[name], wanted]
      }
      const clashes = findConflicts({ stored, given, before, units })
      expect(
        Object.fromEntries(clashes.map(({ field, ...one }) => [field, [one.stored, one.yours]])),
      ).toEqual(expected)
    })
  })

  test('Once the user has been shown the stored values of a conflict, saving again is not a conflict', () => {
    check((loaded, hers, mine) => {
      const stored = { ...loaded, ...hers }
      const { given, before } = sent(loaded, mine)
      const clashes = findConflicts({ stored, given, before, units })
      const newest = { ...loaded }
      for (const { field, stored: now } of clashes) Object.assign(newest, { [field]: now })
      expect(saved(stored, newest, { ...loaded, ...mine })).not.toBeNull()
    })
  })
})

describe('the comparison of values', () => {
  test.each([
    [
      [
        { from: '1', to: null },
        { from: '2', to: '3' },
      ],
      [
        { to: '3', from: '2' },
        { to: null, from: '1' },
      ],
      true,
    ],
    [[{ from: '1', to: null }], [{ from: '1', to: '2' }], false],
    [[1, 1, 2], [1, 2, 2], false],
    ['1', 1, false],
    [null, '', false],
    [['a,b'], ['a', 'b'], false],
    [{ a: [{ b: ['x', 'y'] }] }, { a: [{ b: ['y', 'x'] }] }, true],
    [[], null, false],
  ])('In the check for conflicts, %j and %j count as the same value: %s', (one, other, same) => {
    expect(isSameValue(one, other)).toBe(same)
    expect(isSameValue(other, one)).toBe(same)
  })
})

test('No field of members, parades or settings belongs to two groups of fields that are compared together', () => {
  for (const each of [memberUnits, paradeUnits, settingsUnits]) {
    const all = each.flat()
    expect(new Set(all).size).toBe(all.length)
  }
  expect(settingsUnits.flat()).toEqual(expect.arrayContaining(Object.keys(legalLabels)))
})
