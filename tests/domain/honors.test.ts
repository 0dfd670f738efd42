import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { honorRuleProblems } from '#worker/domain/certificates.ts'
import { type BuiltInDuty, type Duty, type HonorType, honorTypes } from '#worker/domain/codes.ts'
import {
  assemblyDay,
  dueForParades,
  dueStep,
  type Honoree,
  type HonorRule,
  honorCountAt,
  honorsDueOn,
  inAssemblyOrder,
  paradesAhead,
  rulesBySeries,
  seriesOf,
  withoutLowerSteps,
} from '#worker/domain/honors.ts'
import { dutyLabels, honorLabels } from '#worker/domain/labels.ts'

const rule = (type: HonorType, change: Partial<HonorRule> = {}): HonorRule => ({
  type,
  basis: 'membershipYears',
  threshold: Number(/\d+/.exec(type)?.[0]),
  duties: [],
  label: type,
  issuer: '',
  certificateText: '',
  ...change,
})

const membership = [
  rule('Member_for_25_Years'),
  rule('Member_for_40_Years'),
  rule('Member_for_50_Years'),
]

const emptyHonoree: Honoree = {
  held: [],
  timespans: [],
  dateJoined: null,
  dateLeft: null,
  offices: [],
  confirmed: 0,
}
const day = '2027-11-11'

const dueOf = (member: Partial<Honoree>, rules = membership) =>
  honorsDueOn({ ...emptyHonoree, ...member }, rulesBySeries(rules), day).map(
    ({ type, alsoDue, count }) => [type, alsoDue, count],
  )

describe('years of membership', () => {
  const cases: [string, Partial<Honoree>, unknown[]][] = [
    [
      'with 25 years to the day, the honor for 25 years is due',
      { dateJoined: '2002-11-11' },
      [['Member_for_25_Years', [], 25]],
    ],
    ['one day before the 25 years are full, none is due', { dateJoined: '2002-11-12' }, []],
    ['without a day of joining, none is due', {}, []],
    [
      'if three are reached at once, the highest is due, with the lower two beside it',
      { dateJoined: '1970-01-01' },
      [['Member_for_50_Years', ['Member_for_25_Years', 'Member_for_40_Years'], 57]],
    ],
    [
      'a lower honor that the member has is not listed beside the highest',
      { dateJoined: '1970-01-01', held: ['Member_for_25_Years'] },
      [['Member_for_50_Years', ['Member_for_40_Years'], 57]],
    ],
    [
      'if the member has a higher honor, the lower one is not due',
      { dateJoined: '2000-01-01', held: ['Member_for_40_Years'] },
      [],
    ],
    [
      'an honor that the member has is not due again',
      { dateJoined: '2000-01-01', held: ['Member_for_25_Years'] },
      [],
    ],
    [
      'the years between leaving and re-entry do not count',
      {
        dateJoined: '1990-01-01',
        timespans: [
          { from: '1990-01-01', to: '1999-12-31' },
          { from: '2012-11-11', to: null },
        ],
      },
      [['Member_for_25_Years', [], 25]],
    ],
    [
      'after a re-entry one day later, the 25 years are not full yet',
      {
        timespans: [
          { from: '1990-01-01', to: '1999-12-31' },
          { from: '2012-11-12', to: null },
        ],
      },
      [],
    ],
    [
      'without timespans, the day of leaving counts as the last day',
      { dateJoined: '1990-01-01', dateLeft: '2014-12-31' },
      [['Member_for_25_Years', [], 25]],
    ],
    [
      'without timespans, the 25 years are not full if the member left one day earlier',
      { dateJoined: '1990-01-01', dateLeft: '2014-12-30' },
      [],
    ],
    [
      'a day of leaving in the future adds no years',
      { dateJoined: '2002-11-12', dateLeft: '2027-12-31' },
      [],
    ],
    [
      'joining on 29 February 2000 makes 27 full years',
      { dateJoined: '2000-02-29' },
      [['Member_for_25_Years', [], 27]],
    ],
  ]

  test.each(cases)('Honors for years of membership on 11 November 2027: %s', (_, member, due) => {
    expect(dueOf(member)).toEqual(due)
  })

  test('The reason of a due honor consists of the timespans of membership and the sum of years', () => {
    const timespans = [
      { from: '1990-01-01', to: '2000-01-01' },
      { from: '2005-01-01', to: null },
    ]
    const [due] = honorsDueOn({ ...emptyHonoree, timespans }, rulesBySeries(membership), day)
    expect(due?.reason).toBe('Mitglied 1990–2000, 2005–2027, 32 Jahre')
  })
})

const byParades = (type: HonorType, threshold: number) =>
  rule(type, { basis: 'parades', threshold })
const orders = [
  byParades('Parades_25', 25),
  byParades('Parades_50', 50),
  byParades('Parades_100', 100),
  byParades('Parades_150', 150),
]

describe('the honors for parades', () => {
  const due = (
    counts: [confirmed: number, maximum: number],
    held: HonorType[] = [],
    steps: readonly HonorRule[] = orders,
  ) => {
    const [confirmed, maximum] = counts
    const { reached, reachable } = dueForParades(steps, new Set(held), { confirmed, maximum })
    const named = (one: typeof reached) => one && [one.rule.type, ...one.alsoDue]
    return { reached: named(reached), reachable: named(reachable) }
  }

  test.each<[string, [number, number], HonorType[], HonorType[] | null, HonorType[] | null]>([
    ['with 24 parades and none to come, nothing is reached or reachable', [24, 24], [], null, null],
    ['with 24 parades and one to come, 25 is reachable', [24, 25], [], null, ['Parades_25']],
    ['with exactly 25 parades, 25 is reached', [25, 25], [], ['Parades_25'], null],
    [
      'with 48 parades and two to come, 25 is reached and 50 is reachable',
      [48, 50],
      [],
      ['Parades_25'],
      ['Parades_50'],
    ],
    [
      'if the member has the honor for 50, neither 25 nor 50 is listed',
      [48, 50],
      ['Parades_50'],
      null,
      null,
    ],
    [
      'if the member has the honor for 25, only 50 is reachable',
      [48, 50],
      ['Parades_25'],
      null,
      ['Parades_50'],
    ],
    [
      'with 60 parades, 50 is reached, with 25 beside it',
      [60, 60],
      [],
      ['Parades_50', 'Parades_25'],
      null,
    ],
    [
      'with 120 parades and the honor for 50, only 100 is reached',
      [120, 120],
      ['Parades_50'],
      ['Parades_100'],
      null,
    ],
    [
      'with 30 parades and 71 to come, 25 is reached and 100 is reachable, with 50 beside it',
      [30, 101],
      [],
      ['Parades_25'],
      ['Parades_100', 'Parades_50'],
    ],
    [
      'with 24 parades and 76 to come, 100 is reachable, with 25 and 50 beside it',
      [24, 100],
      [],
      null,
      ['Parades_100', 'Parades_25', 'Parades_50'],
    ],
    [
      'if the member has the honor for 150, nothing lower is listed',
      [24, 101],
      ['Parades_150'],
      null,
      null,
    ],
  ])('Honors for 25, 50, 100 and 150 parades: %s', (_, counts, held, reached, reachable) => {
    expect(due(counts, held)).toEqual({ reached, reachable })
  })

  test('If the guild gives the honor for 50 parades by decision, a member with 60 parades is not reported as having reached it', () => {
    const steps = orders.map((step) =>
      step.type === 'Parades_50' ? { ...step, basis: 'manual' as const, threshold: null } : step,
    )
    expect(due([60, 100], [], steps)).toEqual({
      reached: ['Parades_25'],
      reachable: ['Parades_100'],
    })
  })

  test("An honor above the member's highest is reached if the confirmed parades meet its threshold, and reachable if the coming ones are needed for it", () => {
    for (let confirmed = 0; confirmed <= 160; confirmed += 1) {
      for (const coming of [0, 1, 2, 25, 60]) {
        for (const held of [[], ['Parades_25'], ['Parades_50'], ['Parades_100']] as HonorType[][]) {
          const { reached, reachable } = due([confirmed, confirmed + coming], held)
          const open = orders.filter(
            ({ type }) =>
              orders.findIndex((one) => one.type === type) >
              orders.findIndex((one) => held.includes(one.type)),
          )
          const steps = (from: number, to: number) =>
            open.filter(({ threshold }) => Number(threshold) > from && Number(threshold) <= to)
          const types = (list: readonly HonorRule[]) => list.map(({ type }) => type).sort()
          expect((reached ?? []).toSorted()).toEqual(types(steps(0, confirmed)))
          expect((reachable ?? []).toSorted()).toEqual(types(steps(confirmed, confirmed + coming)))
        }
      }
    }
  })
})

const elfer: Duty[] = ['Elferratsmitglied', 'Kassier']
const offices = [
  rule('Ehrennarr_20', { basis: 'dutyYears', duties: ['Elferratsmitglied', 'Kassier', 'Einkauf'] }),
  rule('Ehrennarr_30', { basis: 'dutyYears', duties: ['Elferratsmitglied', 'Kassier', 'Einkauf'] }),
  rule('Obernarr_15', { basis: 'dutyYears', duties: elfer }),
  rule('Obernarr_20', { basis: 'dutyYears', duties: elfer }),
]
const office = (duty: BuiltInDuty, from: string, to: string | null = null) => ({
  duty,
  label: dutyLabels[duty],
  from,
  to,
})

describe('the honors for years of office', () => {
  const due = (held: HonorType[], ...list: Honoree['offices']) =>
    honorsDueOn({ ...emptyHonoree, held, offices: list }, rulesBySeries(offices), day)

  test('If two series of honors count the same office, an honor of each becomes due, and lists the offices that its series counts', () => {
    const found = due(
      [],
      office('Elferratsmitglied', '2005-11-11'),
      office('Einkauf', '2000-01-01', '2004-01-01'),
    )
    expect(found).toEqual([
      {
        type: 'Ehrennarr_20',
        basis: 'dutyYears',
        count: 26,
        alsoDue: [],
        offices: [
          { duty: 'Einkauf', label: 'Einkauf', years: '2000–2004' },
          { duty: 'Elferratsmitglied', label: 'Elferrat', years: '2005–2027' },
        ],
        reason: 'Einkauf 2000–2004, Elferrat 2005–2027, 26 Jahre',
      },
      {
        type: 'Obernarr_20',
        basis: 'dutyYears',
        count: 22,
        alsoDue: ['Obernarr_15'],
        offices: [{ duty: 'Elferratsmitglied', label: 'Elferrat', years: '2005–2027' }],
        reason: 'Elferrat 2005–2027, 22 Jahre',
      },
    ])
  })

  test('Years in an office that no honor rule counts make no honor due', () => {
    expect(due([], office('Gruendungsmitglied', '1950-01-01'))).toEqual([])
  })

  test('Years in two offices at the same time count once for an honor', () => {
    const both = [office('Kassier', '2017-11-11'), office('Elferratsmitglied', '2017-11-11')]
    expect(due([], ...both)).toEqual([])
  })

  test('For honors, the last half year in office counts as a full year, but not if it lacks a day', () => {
    expect(due([], office('Kassier', '2013-05-11'))[0]?.type).toBe('Obernarr_15')
    expect(due([], office('Kassier', '2013-05-12'))).toEqual([])
  })

  test('An honor for years of office is not due if the member already has this honor or a higher one of the same series', () => {
    const kassier = office('Kassier', '2011-01-01')
    expect(due(['Obernarr_15'], kassier)).toEqual([])
    expect(due(['Obernarr_20'], kassier)).toEqual([])
  })
})

describe('the honors due on a day', () => {
  const all = [...membership, ...offices, ...orders]
  const at = (member: Partial<Honoree>, rules: readonly HonorRule[] = all) =>
    honorsDueOn({ ...emptyHonoree, ...member }, rulesBySeries(rules), day)

  test('A member can have one honor due in each series: years of membership, years of office, and parades', () => {
    const member = {
      dateJoined: '2000-01-01',
      offices: [office('Kassier', '2010-01-01')],
      confirmed: 51,
    }
    expect(at(member).map(({ type, count, reason }) => [type, count, reason])).toEqual([
      ['Parades_50', 51, '51 Sprünge'],
      ['Member_for_25_Years', 27, 'Mitglied 2000–2027, 27 Jahre'],
      ['Obernarr_15', 18, 'Kassier 2010–2027, 18 Jahre'],
    ])
  })

  test('In a series only the highest reached honor is due, even if its honors count different things (years, offices, parades)', () => {
    const mixed = [
      rule('Member_for_25_Years'),
      rule('Member_for_40_Years', { basis: 'dutyYears', threshold: 10, duties: ['Kassier'] }),
      rule('Member_for_50_Years', { basis: 'parades', threshold: 100 }),
    ]
    const member = { dateJoined: '1990-01-01', offices: [office('Kassier', '2010-01-01')] }
    expect(at(member, mixed)).toMatchObject([
      { type: 'Member_for_40_Years', basis: 'dutyYears', alsoDue: ['Member_for_25_Years'] },
    ])
    expect(at({ ...member, confirmed: 100 }, mixed)).toMatchObject([
      {
        type: 'Member_for_50_Years',
        basis: 'parades',
        offices: [],
        alsoDue: ['Member_for_25_Years', 'Member_for_40_Years'],
      },
    ])
  })

  test('The reason of a due honor contains each office once with all its years, sorted by the first day', () => {
    const [due] = at({
      offices: [
        office('Kassier', '2004-01-01', '2010-12-31'),
        office('Einkauf', '1998-01-01', '2003-12-31'),
        office('Elferratsmitglied', '2004-01-01', '2005-12-31'),
        office('Einkauf', '2012-01-01', '2012-12-31'),
        office('Einkauf', '2014-01-01'),
      ],
    })
    expect(due?.offices).toEqual([
      { duty: 'Einkauf', label: 'Einkauf', years: '1998–2003, 2012, 2014–2027' },
      { duty: 'Elferratsmitglied', label: 'Elferrat', years: '2004–2005' },
      { duty: 'Kassier', label: 'Kassier', years: '2004–2010' },
    ])
    expect(due?.reason).toBe(
      'Einkauf 1998–2003, 2012, 2014–2027, Elferrat 2004–2005, Kassier 2004–2010, 28 Jahre',
    )
  })

  test('An honor given by decision is never due, and has no count, reason or offices', () => {
    const byHand = rule('Ehrenelferrat', { basis: 'manual', threshold: null })
    expect(at({ dateJoined: '1950-01-01' }, [byHand])).toEqual([])
    expect(honorCountAt(emptyHonoree, byHand, day)).toMatchObject({
      count: null,
      reason: '',
      offices: [],
    })
  })

  test('For an honor that is not yet due, the years or parades so far are given, with the reason', () => {
    const [silver = byParades('Parades_25', 25)] = membership
    const member = { ...emptyHonoree, dateJoined: '2010-01-01', confirmed: 1 }
    expect(honorCountAt(member, silver, day)).toMatchObject({ count: 17, alsoDue: [] })
    expect(honorCountAt(member, byParades('Parades_25', 25), day).reason).toBe('1 Sprung')
    expect(honorCountAt(emptyHonoree, silver, day)).toMatchObject({ count: null, reason: '' })
  })
})

describe('the parades missing for an honor', () => {
  const ahead = (confirmed: number, booked: number, held: HonorType[] = []) =>
    paradesAhead({ ...emptyHonoree, confirmed, held }, rulesBySeries(orders), { day, booked })
  const types = (steps: { type: HonorType }[]) => steps.map(({ type }) => type)

  test.each<[string, [number, number, HonorType[]?], HonorType[], HonorType[]]>([
    ['with 24 parades and none booked, 25 needs more parades', [24, 0], [], ['Parades_25']],
    ['with 23 parades and one booked, 25 needs more parades', [23, 1], [], ['Parades_25']],
    [
      'with 24 parades and one booked, 25 is reachable and 50 needs more parades',
      [24, 1],
      ['Parades_25'],
      ['Parades_50'],
    ],
    ['with 25 parades, 25 is not listed and 50 needs more parades', [25, 0], [], ['Parades_50']],
    [
      'with 24 parades and 80 booked, 100 is reachable and 150 needs more parades',
      [24, 80],
      ['Parades_100'],
      ['Parades_150'],
    ],
    [
      'with 24 parades, 80 booked and the honor for 50, 100 is reachable',
      [24, 80, ['Parades_50']],
      ['Parades_100'],
      ['Parades_150'],
    ],
    ['with 150 parades, nothing is listed', [150, 10], [], []],
    [
      'if the member has the honor for 150 without the parades, nothing is listed',
      [3, 5, ['Parades_150']],
      [],
      [],
    ],
  ])('Honors for parades that lie ahead of a member: %s', (_, counts, reachable, beyond) => {
    const found = ahead(...counts)
    expect([types(found.reachable), types(found.beyond)]).toEqual([reachable, beyond])
  })
})

test('If a member gets several honors of one series on the same day, only the highest is listed', () => {
  const given = (id: number, type: HonorType, date = day) => ({ date, member: { id }, type })
  const entered = [
    given(1, 'Member_for_25_Years'),
    given(1, 'Member_for_40_Years'),
    given(1, 'Parades_25'),
    given(2, 'Member_for_25_Years'),
    given(1, 'Member_for_25_Years', '2026-11-11'),
  ]
  expect(withoutLowerSteps(entered)).toEqual(entered.slice(1))
  expect(withoutLowerSteps(entered.toReversed())).toHaveLength(4)
})

test('The honors of an assembly are sorted by kind (membership, offices, parades, decision), and those of a series from high to low', () => {
  const listed = (type: HonorType, basis: HonorRule['basis']) => ({ type, basis })
  const inOrder = [
    listed('Member_for_50_Years', 'membershipYears'),
    listed('Member_for_25_Years', 'membershipYears'),
    listed('Ehrennarr_30', 'dutyYears'),
    listed('Ehrennarr_20', 'dutyYears'),
    listed('Obernarr_20', 'dutyYears'),
    listed('Obernarr_15', 'dutyYears'),
    listed('Parades_100', 'parades'),
    listed('Parades_50', 'parades'),
    listed('Honorary_Member_Extra', 'manual'),
    listed('Ehrenelferrat', 'manual'),
  ]
  expect(inOrder.toReversed().sort(inAssemblyOrder)).toEqual(inOrder)
})

test('Honors that differ only in their number form a series (Parades, Member_for, Ehrennarr, Obernarr, two kinds of Certificate)', () => {
  const bySeries = Map.groupBy(honorTypes, seriesOf)
  expect([...bySeries].filter(([, types]) => types.length > 1)).toEqual([
    ['Parades', honorTypes.filter((type) => type.startsWith('Parades'))],
    ['Member_for', honorTypes.filter((type) => type.startsWith('Member_for'))],
    ['Ehrennarr', ['Ehrennarr_20', 'Ehrennarr_30']],
    ['Obernarr', ['Obernarr_15', 'Obernarr_20']],
    ['Certificate_av', ['Certificate_10_Years_av', 'Certificate_15_Years_av']],
    ['Certificate', ['Certificate_30_Years', 'Certificate_35_Years']],
  ])
})

test('The table of honors in docs/rules.md has the series, steps and names with which a new guild starts', () => {
  const [table = ''] =
    readFileSync('docs/rules.md', 'utf8')
      .split('| Reihe | Stufen |\n|---|---|\n')[1]
      ?.split(/\n\n/) ?? []
  const written = table.split('\n').map((row) => row.split('|')[2]?.trim().split(', '))
  const series = [...Map.groupBy(honorTypes, seriesOf).values()].filter(({ length }) => length > 1)
  expect(written).toEqual(series.map((types) => types.map((type) => honorLabels[type])))
})

describe("A guild's own threshold", () => {
  const own = orders.map((step) => (step.type === 'Parades_25' ? { ...step, threshold: 30 } : step))
  const dueWith = (confirmed: number, held: HonorType[] = []) =>
    dueOf({ confirmed, held }, own).map(([type]) => type)

  test('If a guild sets 30 parades for the honor for 25, it is due with 30 and still ranks below the honor for 50', () => {
    expect(dueWith(29)).toEqual([])
    expect(dueWith(30)).toEqual(['Parades_25'])
    expect(dueWith(49, ['Parades_50'])).toEqual([])
    expect(dueWith(49, ['Parades_25'])).toEqual([])
    expect(dueOf({ confirmed: 50 }, own)).toEqual([['Parades_50', ['Parades_25'], 50]])
  })

  test('The threshold of an honor is rejected unless it is below that of the next honor with the same basis', () => {
    const to = (threshold: number) => byParades('Parades_25', threshold)
    expect(honorRuleProblems([to(49)], orders)).toEqual({})
    expect(honorRuleProblems([to(50)], orders)).toEqual({
      'honorRules.0.threshold': 'Diese Stufe kommt vor „Parades_50“ und muss darunter liegen.',
    })
  })
})

test('No honor of a series is due for a member who has its highest', () => {
  const [steps = []] = rulesBySeries(membership)
  expect(dueStep(steps, new Set(['Member_for_50_Years']), () => true)).toBeNull()
})

const problems: [string, HonorRule[], string[]][] = [
  [
    'an honor by decision is accepted without threshold and offices',
    [rule('Ehrenelferrat', { basis: 'manual', threshold: null })],
    [],
  ],
  [
    'an honor for years without a threshold is rejected',
    [rule('Member_for_25_Years', { threshold: null })],
    ['honorRules.0.threshold'],
  ],
  [
    'an honor for years of office without an office is rejected',
    [rule('Obernarr_15', { basis: 'dutyYears' })],
    ['honorRules.0.duties'],
  ],
  [
    'a threshold that equals that of the next honor of the series is rejected',
    [rule('Member_for_40_Years', { threshold: 25 }), rule('Member_for_25_Years')],
    ['honorRules.0.threshold'],
  ],
  [
    'an honor that occurs twice is rejected',
    [rule('Obernarr_15'), rule('Obernarr_15')],
    ['honorRules.1.type', 'honorRules.1.threshold'],
  ],
]

test.each(problems)('Honor rules: %s', (_, rules, fields) => {
  expect(Object.keys(honorRuleProblems(rules))).toEqual(fields)
})

test.each([
  [null, '2027-01-16', '2027-11-11'],
  [null, '2027-11-11', '2027-11-11'],
  [null, '2027-11-12', '2028-11-11'],
  ['2027-03-05', '2027-03-05', '2027-03-05'],
  ['2027-03-05', '2027-03-06', '2027-11-11'],
])(
  'If the stored day of the assembly is %s (null: none), the next assembly as of %s is on %s',
  (stored, today, expected) => {
    expect(assemblyDay(stored, today)).toBe(expected)
  },
)
