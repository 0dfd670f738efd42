import { describe, expect, test } from 'vitest'
import { emptyMember } from '#worker/domain/member.ts'
import {
  continuesPeriod,
  effectiveReference,
  impliedSpan,
  joinPeriods,
  mergedFields,
  mergeUnits,
  presetParadesBefore,
  presetSide,
} from '#worker/domain/merge.ts'

// docs/rules.md, "Zwei Einträge, eine Person".

const { membershipActiveTimespan: _, ...emptyFields } = emptyMember
const kept = { ...emptyFields, firstName: 'Beate', lastName: 'Bantle', memberNumber: 12 }
const gone = { ...emptyFields, firstName: 'Beate', lastName: 'Bantle', memberNumber: 7 }
const mandate = {
  bankingIban: 'DE89370400440532013000',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2014-02-01',
}

test('When two records of a member are merged, each field belongs to exactly one choice, except Sprünge, timespans and the mail opt-out', () => {
  const chosen = Object.values(mergeUnits).flat()
  const others = ['paradesBefore', 'paradesBeforeUntil', 'membershipActiveTimespan', 'mailOptOut']
  expect([...chosen, ...others].sort()).toEqual(Object.keys(emptyMember).sort())
})

test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
  [true, true, true],
])(
  'Records with the mail opt-outs %s and %s are merged to one with the opt-out %s',
  (one, other, both) => {
    const records = { kept: { ...kept, mailOptOut: one }, gone: { ...gone, mailOptOut: other } }
    expect(mergedFields(records, {}, 'kept').mailOptOut).toBe(both)
  },
)

describe('the preset choice of a merge', () => {
  test.each([
    ['phone', {}, { phone: '1' }, 'gone'],
    ['phone', { phone: '2' }, { phone: '1' }, 'kept'],
    ['addressStreet', { addressTown: 'Aulendorf' }, { addressStreet: 'Ring' }, 'kept'],
    ['addressStreet', {}, { addressTown: 'Aulendorf' }, 'gone'],
    ['memberNumber', { memberNumber: 0 }, {}, 'gone'],
    ['individualFeeInCent', {}, { individualFeeInCent: 0 }, 'gone'],
    // A member without a last day is not an empty field.
    ['membershipState', {}, { membershipState: 'Left', dateLeft: '2010-12-31' }, 'kept'],
  ] as const)(
    'In a merge, when the kept record has $1 and the other one $2, the preset for $0 is the record "$3"',
    (field, one, other, side) => {
      expect(presetSide(field, { kept: { ...kept, ...one }, gone: { ...gone, ...other } })).toBe(
        side,
      )
    },
  )

  test('In a merge, the number of Sprünge is preset from the removed record only if the kept record has no day for its number', () => {
    const none = { paradesBefore: 0, paradesBeforeUntil: null }
    const zero = { paradesBefore: 0, paradesBeforeUntil: '2019-12-31' }
    const some = { paradesBefore: 8, paradesBeforeUntil: '2024-12-31' }
    expect(presetParadesBefore({ kept: none, gone: some })).toBe('gone')
    expect(presetParadesBefore({ kept: zero, gone: some })).toBe('kept')
    expect(presetParadesBefore({ kept: none, gone: none })).toBe('kept')
  })
})

describe('the mandate reference after a merge', () => {
  const both = { kept, gone: { ...gone, ...mandate } }

  test('A merge that takes only the mandate of the removed record, not its member number, stores the old reference "M7-20140201" with it', () => {
    expect(mergedFields(both, {}, 'kept').mandateReference).toBe('M7-20140201')
  })

  test('A merge that takes mandate and member number from the same record stores no mandate reference, since it is computed from both', () => {
    expect(mergedFields(both, { memberNumber: 'gone' }, 'kept').mandateReference).toBe('')
  })

  test('A merge that takes only the member number of the removed record, not its mandate, stores the old reference "M12-20140201"', () => {
    const other = { kept: { ...kept, ...mandate }, gone }
    expect(mergedFields(other, { memberNumber: 'gone' }, 'kept').mandateReference).toBe(
      'M12-20140201',
    )
  })

  test('A merge keeps the mandate reference of an old paper mandate, such as "Alt 7"', () => {
    const old = { kept, gone: { ...gone, ...mandate, mandateReference: 'Alt 7' } }
    expect(mergedFields(old, {}, 'kept').mandateReference).toBe('Alt 7')
  })

  test('A member without a mandate has no mandate reference', () => {
    expect(effectiveReference({ ...kept, ...mandate, bankingSepaAllowed: false })).toBeNull()
  })
})

describe('the union of timespans', () => {
  const row = (id: number, from: string, to: string | null) => ({ id, from, to })
  const told = (rows: ReturnType<typeof row>[], kind: keyof typeof continuesPeriod) =>
    joinPeriods(rows, continuesPeriod[kind]).map(({ kept: stays, from, to, deleted: goes }) => [
      stays.id,
      from,
      to,
      goes.map(({ id }) => id),
    ])

  test.each([
    ['timespan', '2010-01-01', [[1, '2000-01-01', '2011-12-31', [2]]]],
    ['duty', '2009-12-31', [[1, '2000-01-01', '2011-12-31', [2]]]],
    ['ownership', '2009-12-31', [[1, '2000-01-01', '2011-12-31', [2]]]],
  ] as const)(
    'In a merge, a %s that begins on %s is joined with the one that ends on 31 December 2009',
    (kind, next, whole) => {
      const rows = [row(1, '2000-01-01', '2009-12-31'), row(2, next, '2011-12-31')]
      expect(told(rows, kind)).toEqual(whole)
    },
  )

  test.each([
    ['timespan', '2010-01-02'],
    ['duty', '2010-01-01'],
    ['ownership', '2010-01-01'],
  ] as const)(
    'In a merge, a %s that begins on %s is not joined with the one that ends on 31 December 2009',
    (kind, next) => {
      const rows = [row(1, '2000-01-01', '2009-12-31'), row(2, next, '2011-12-31')]
      expect(told(rows, kind)).toHaveLength(2)
    },
  )

  test('In a merge, a timespan that lies within another one is dropped, even if the outer one has no end or begins with the day of joining', () => {
    const rows = [
      row(0, '1990-01-01', null),
      row(5, '1995-01-01', '1996-01-01'),
      row(4, '2001-01-01', null),
    ]
    expect(told(rows, 'timespan')).toEqual([[5, '1990-01-01', null, [4]]])
    const inner = [row(1, '2000-01-01', '2009-12-31'), row(2, '2001-01-01', '2002-01-01')]
    expect(told(inner, 'duty')).toEqual([[1, '2000-01-01', '2009-12-31', [2]]])
  })
})

test.each([
  [{ dateJoined: '2001-01-01' }, { from: '2001-01-01', to: null }],
  [
    { dateJoined: '2001-01-01', dateLeft: '2005-01-01', membershipState: 'Left' },
    { from: '2001-01-01', to: '2005-01-01' },
  ],
  // When is not known: it would be a member for ever.
  [{ dateJoined: '2001-01-01', membershipState: 'Left' }, null],
  [{ dateLeft: '2005-01-01' }, null],
  [{ dateJoined: '2005-01-01', dateLeft: '2001-01-01' }, null],
] as const)(
  "A member's record with %j and without timespans implies the timespan %j (null: none)",
  (dates, span) => {
    expect(impliedSpan({ ...kept, ...dates })).toEqual(span)
  },
)
