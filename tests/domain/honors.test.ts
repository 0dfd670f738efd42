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
    ['25 years to the day', { dateJoined: '2002-11-11' }, [['Member_for_25_Years', [], 25]]],
    ['one day short', { dateJoined: '2002-11-12' }, []],
    ['no day of joining', {}, []],
    [
      'several steps at once: the highest, the others beside it',
      { dateJoined: '1970-01-01' },
      [['Member_for_50_Years', ['Member_for_25_Years', 'Member_for_40_Years'], 57]],
    ],
    [
      'one held below',
      { dateJoined: '1970-01-01', held: ['Member_for_25_Years'] },
      [['Member_for_50_Years', ['Member_for_40_Years'], 57]],
    ],
    ['a higher one held', { dateJoined: '2000-01-01', held: ['Member_for_40_Years'] }, []],
    ['this one held', { dateJoined: '2000-01-01', held: ['Member_for_25_Years'] }, []],
    [
      're-entry with a gap: the gap does not count',
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
      're-entry one day later is not enough',
      {
        timespans: [
          { from: '1990-01-01', to: '1999-12-31' },
          { from: '2012-11-12', to: null },
        ],
      },
      [],
    ],
    [
      'without timespans until the day of leaving, which counts',
      { dateJoined: '1990-01-01', dateLeft: '2014-12-31' },
      [['Member_for_25_Years', [], 25]],
    ],
    [
      'without timespans until the day before the day of leaving is not enough',
      { dateJoined: '1990-01-01', dateLeft: '2014-12-30' },
      [],
    ],
    [
      'leaving after the day asked about: until that day',
      { dateJoined: '2002-11-12', dateLeft: '2027-12-31' },
      [],
    ],
    [
      'born into it on 29 February',
      { dateJoined: '2000-02-29' },
      [['Member_for_25_Years', [], 27]],
    ],
  ]

  test.each(cases)(
    'The honor for membership years is due as expected for: %s',
    (_, member, due) => {
      expect(dueOf(member)).toEqual(due)
    },
  )

  test('A due honor is explained in one line', () => {
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
    ['one short, and nothing to come', [24, 24], [], null, null],
    ['one short, and one to come', [24, 25], [], null, ['Parades_25']],
    ['reached to the parade', [25, 25], [], ['Parades_25'], null],
    ['reached, the next within reach', [48, 50], [], ['Parades_25'], ['Parades_50']],
    ['reached, the next held already', [48, 50], ['Parades_50'], null, null],
    ['the lower held, the next within reach', [48, 50], ['Parades_25'], null, ['Parades_50']],
    [
      'several reached: the highest, the lower beside it',
      [60, 60],
      [],
      ['Parades_50', 'Parades_25'],
      null,
    ],
    [
      'a gap below: only what is open above the highest held',
      [120, 120],
      ['Parades_50'],
      ['Parades_100'],
      null,
    ],
    [
      'several within reach: the highest, those between beside it',
      [30, 101],
      [],
      ['Parades_25'],
      ['Parades_100', 'Parades_50'],
    ],
    [
      'nothing reached and several within reach',
      [24, 100],
      [],
      null,
      ['Parades_100', 'Parades_25', 'Parades_50'],
    ],
    ['a higher one held than any within reach', [24, 101], ['Parades_150'], null, null],
  ])(
    'The reached and reachable step for parades is right for: %s',
    (_, counts, held, reached, reachable) => {
      expect(due(counts, held)).toEqual({ reached, reachable })
    },
  )

  test('A step given by decision is neither reached nor reachable, and its neighbours are', () => {
    const steps = orders.map((step) =>
      step.type === 'Parades_50' ? { ...step, basis: 'manual' as const, threshold: null } : step,
    )
    expect(due([60, 100], [], steps)).toEqual({
      reached: ['Parades_25'],
      reachable: ['Parades_100'],
    })
  })

  test('A member is listed under each step once, and a reached step is never reachable', () => {
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

  test('Offices are due in every series they reach, each with its own offices', () => {
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

  test('An office that no rule counts adds no years', () => {
    expect(due([], office('Gruendungsmitglied', '1950-01-01'))).toEqual([])
  })

  test('Two offices at the same time count once', () => {
    const both = [office('Kassier', '2017-11-11'), office('Elferratsmitglied', '2017-11-11')]
    expect(due([], ...both)).toEqual([])
  })

  test('Half a year makes the last year full', () => {
    expect(due([], office('Kassier', '2013-05-11'))[0]?.type).toBe('Obernarr_15')
    expect(due([], office('Kassier', '2013-05-12'))).toEqual([])
  })

  test('An honor held already, or below a held one, is not due', () => {
    const kassier = office('Kassier', '2011-01-01')
    expect(due(['Obernarr_15'], kassier)).toEqual([])
    expect(due(['Obernarr_20'], kassier)).toEqual([])
  })
})

describe('the honors due on a day', () => {
  const all = [...membership, ...offices, ...orders]
  const at = (member: Partial<Honoree>, rules: readonly HonorRule[] = all) =>
    honorsDueOn({ ...emptyHonoree, ...member }, rulesBySeries(rules), day)

  test('There is one row for each series of years, offices and parades', () => {
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

  test('A series is listed under its highest step, also when its steps count different things', () => {
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

  test('Offices are named by their first day, each once with all its years', () => {
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

  test('An honor given by decision is never due and has no reason', () => {
    const byHand = rule('Ehrenelferrat', { basis: 'manual', threshold: null })
    expect(at({ dateJoined: '1950-01-01' }, [byHand])).toEqual([])
    expect(honorCountAt(emptyHonoree, byHand, day)).toMatchObject({
      count: null,
      reason: '',
      offices: [],
    })
  })

  test('For a step that is not reached the current count and its reason are computed', () => {
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
    ['nothing booked', [24, 0], [], ['Parades_25']],
    ['one short of what is booked', [23, 1], [], ['Parades_25']],
    ['as many as are booked', [24, 1], ['Parades_25'], ['Parades_50']],
    ['what is reached already is not ahead', [25, 0], [], ['Parades_50']],
    ['the highest of several', [24, 80], ['Parades_100'], ['Parades_150']],
    [
      'a held one and those below are not ahead',
      [24, 80, ['Parades_50']],
      ['Parades_100'],
      ['Parades_150'],
    ],
    ['above the last there is nothing', [150, 10], [], []],
    ['of one that is held without the parades', [3, 5, ['Parades_150']], [], []],
  ])('The steps for parades ahead are right for: %s', (_, counts, reachable, beyond) => {
    const found = ahead(...counts)
    expect([types(found.reachable), types(found.beyond)]).toEqual([reachable, beyond])
  })
})

test('Of honors given to a member on one day the highest step of a series is kept', () => {
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

test("An assembly's order is years, offices, parades, then honors by decision; the highest step first", () => {
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

test('Each step belongs to its series, and honors without steps are series of their own', () => {
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

test('The table in docs/rules.md lists the series and steps with the names that a new guild has', () => {
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

  test("A guild's own threshold changes when a step is due, not its place in the series", () => {
    expect(dueWith(29)).toEqual([])
    expect(dueWith(30)).toEqual(['Parades_25'])
    expect(dueWith(49, ['Parades_50'])).toEqual([])
    expect(dueWith(49, ['Parades_25'])).toEqual([])
    expect(dueOf({ confirmed: 50 }, own)).toEqual([['Parades_50', ['Parades_25'], 50]])
  })

  test('A threshold is rejected unless the next step with the same basis is above it', () => {
    const to = (threshold: number) => byParades('Parades_25', threshold)
    expect(honorRuleProblems([to(49)], orders)).toEqual({})
    expect(honorRuleProblems([to(50)], orders)).toEqual({
      'honorRules.0.threshold': 'Diese Stufe kommt vor „Parades_50“ und muss darunter liegen.',
    })
  })
})

test('A step between two held ones is not due, because the higher one replaces it', () => {
  const [steps = []] = rulesBySeries(membership)
  expect(dueStep(steps, new Set(['Member_for_50_Years']), () => true)).toBeNull()
})

const problems: [string, HonorRule[], string[]][] = [
  [
    'a manual honor needs nothing',
    [rule('Ehrenelferrat', { basis: 'manual', threshold: null })],
    [],
  ],
  ['no threshold', [rule('Member_for_25_Years', { threshold: null })], ['honorRules.0.threshold']],
  ['no office', [rule('Obernarr_15', { basis: 'dutyYears' })], ['honorRules.0.duties']],
  [
    'a step that is not above the one before',
    [rule('Member_for_40_Years', { threshold: 25 }), rule('Member_for_25_Years')],
    ['honorRules.0.threshold'],
  ],
  [
    'the same honor twice',
    [rule('Obernarr_15'), rule('Obernarr_15')],
    ['honorRules.1.type', 'honorRules.1.threshold'],
  ],
]

test.each(problems)('The table of honor rules is rejected: %s', (_, rules, fields) => {
  expect(Object.keys(honorRuleProblems(rules))).toEqual(fields)
})

test.each([
  [null, '2027-01-16', '2027-11-11'],
  [null, '2027-11-11', '2027-11-11'],
  [null, '2027-11-12', '2028-11-11'],
  ['2027-03-05', '2027-03-05', '2027-03-05'],
  ['2027-03-05', '2027-03-06', '2027-11-11'],
])('With the stored day %s, on %s the next assembly is on %s', (stored, today, expected) => {
  expect(assemblyDay(stored, today)).toBe(expected)
})
