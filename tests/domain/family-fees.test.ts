import { expect, test } from 'vitest'
import { type FamilyMember, type FeeRule, familyFees } from '#worker/domain/fees.ts'

const rules: FeeRule[] = [
  { validFrom: 2020, state: 'Active', ageFrom: 18, ageTo: null, amountInCent: 2000 },
  { validFrom: 2020, state: 'Active', ageFrom: 0, ageTo: 17, amountInCent: 800 },
]

let lastId = 0
const someone = (values: Partial<FamilyMember> = {}): FamilyMember => {
  const memberId = values.memberId ?? ++lastId
  return {
    memberId,
    payerId: memberId,
    membershipState: 'Active',
    birthday: '1980-01-01',
    individualFeeInCent: null,
    individualFeeReason: '',
    honors: [],
    ...values,
  }
}
const parent = someone({ memberId: 1, birthday: '1975-01-01' })
const ofParent = (memberId: number, birthday: string | null, values: Partial<FamilyMember> = {}) =>
  someone({ memberId, payerId: 1, birthday, ...values })
const spouse = ofParent(2, '1977-01-01')
const child = ofParent(3, '2015-01-01')
const baby = ofParent(4, '2020-01-01')

const amounts = (
  members: FamilyMember[],
  capInCent: number | null = 4500,
  claimedInCent?: Map<number, number>,
) =>
  familyFees(members, {
    rules,
    year: 2027,
    capInCent,
    ...(claimedInCent && { claimedInCent }),
  }).map(({ amountInCent }) => amountInCent)

test.each<[string, FamilyMember[], number | null, (number | null)[]]>([
  [
    'without a cap everybody pays the full fee',
    [parent, spouse, child, baby],
    null,
    [2000, 2000, 800, 800],
  ],
  ['below the cap no fee is reduced', [parent, child, baby], 4500, [2000, 800, 800]],
  ['exactly at the cap no fee is reduced', [parent, spouse, child], 4800, [2000, 2000, 800]],
  [
    'above the cap the fee of the youngest member is reduced first',
    [parent, spouse, child, baby],
    4500,
    [2000, 2000, 500, 0],
  ],
  [
    'the order of the members does not change who is reduced',
    [baby, child, spouse, parent],
    4500,
    [0, 500, 2000, 2000],
  ],
  ['the fee of the oldest member is reduced last', [parent, spouse, child], 1500, [1500, 0, 0]],
  [
    'of twins the one with the higher id is reduced first',
    [parent, spouse, child, ofParent(5, '2015-01-01')],
    4900,
    [2000, 2000, 800, 100],
  ],
  [
    'a member without a birthday counts as the oldest',
    [parent, ofParent(6, null)],
    3000,
    [1000, 2000],
  ],
  [
    'an individual fee does not count towards the cap',
    [parent, spouse, ofParent(7, '2016-01-01', { individualFeeInCent: 5000 })],
    4000,
    [2000, 2000, 5000],
  ],
  [
    'the fee of a member whom an honor makes free does not count towards the cap',
    [parent, spouse, ofParent(8, '1950-01-01', { honors: ['Honorary_Member_25'] })],
    4000,
    [2000, 2000, 0],
  ],
  ['a member who pays only for themselves has no cap', [someone({ memberId: 9 })], 1500, [2000]],
  ['a member whose payer left the guild has a cap', [ofParent(10, '1990-01-01')], 1500, [1500]],
  [
    'two families have a cap each',
    [
      parent,
      spouse,
      someone({ memberId: 11 }),
      someone({ memberId: 12, payerId: 11, birthday: '1999-01-01' }),
    ],
    3000,
    [2000, 1000, 2000, 1000],
  ],
  [
    'a member for whom the fee table has no row has no fee and does not count towards the cap',
    [parent, ofParent(13, '1990-01-01', { membershipState: 'Passive' })],
    1500,
    [1500, null],
  ],
])('Family fees: %s', (_, members, cap, expected) => {
  expect(amounts(members, cap)).toEqual(expected)
})

test('Fees already claimed from a family count towards its cap', () => {
  expect(amounts([child], 4500, new Map([[1, 4000]]))).toEqual([500])
  expect(amounts([child], 4500, new Map([[1, 4500]]))).toEqual([0])
  // Claimed more than a cap lowered since: there is no refund.
  expect(amounts([child], 4500, new Map([[1, 9000]]))).toEqual([0])
  expect(amounts([child], 4500, new Map([[99, 4500]]))).toEqual([800])
})

test('The reason of a fee is the family cap if the cap reduces the fee, and otherwise the row of the fee table', () => {
  const reasons = familyFees([parent, spouse, child], { rules, year: 2027, capInCent: 4500 })
  expect(reasons.map(({ reason }) => reason)).toEqual([
    'Aktiv ab 18',
    'Aktiv ab 18',
    'Familienbeitrag, zusammen höchstens 45,00\u00a0€',
  ])
})
