import { expect, test } from 'vitest'
import { type OwnedSpan, ownershipProblems } from '#worker/domain/ownership.ts'

const today = '2027-01-16'
const from = (ownedFrom: string, ownedTo: string | null = null): OwnedSpan => ({
  ownedFrom,
  ownedTo,
})
const lena = { firstName: 'Lena', lastName: 'Rist' }
const living = { ...lena, hasDied: false, dateOfDeath: null, isAnonymised: false }
const died = (dateOfDeath: string | null) => ({
  ...lena,
  hasDied: true,
  dateOfDeath,
  isAnonymised: false,
})
const of = (firstName: string, span: OwnedSpan) => ({
  member: { firstName, lastName: 'Gruber' },
  ...span,
})
/** Owners: Anna until 2018, none, Berta 2019 to 2020, Cilli since 2021. */
const others = [
  of('Anna', from('2015-01-06', '2018-01-06')),
  of('Berta', from('2019-01-06', '2020-01-06')),
  of('Cilli', from('2021-01-06')),
]
const problemsOf = (
  span: OwnedSpan,
  change: Partial<Parameters<typeof ownershipProblems>[0]> = {},
) =>
  ownershipProblems(
    { span, before: from('1990-01-06'), owner: living, given: [], others, ...change },
    today,
  )

test.each<[string, OwnedSpan, Record<string, string>]>([
  ['fills a gap to the day', from('2018-01-06', '2019-01-06'), {}],
  ['fills the next gap', from('2020-01-06', '2021-01-06'), {}],
  ['lies before all', from('1990-01-06', '2015-01-06'), {}],
  [
    'begins a day too early',
    from('2018-01-05', '2019-01-06'),
    { ownedFrom: 'Bis 06.01.2018 hatte Anna Gruber das Kleid.' },
  ],
  [
    'ends a day too late',
    from('2018-01-06', '2019-01-07'),
    { ownedTo: 'Ab 06.01.2019 hatte Berta Gruber das Kleid.' },
  ],
  [
    'begins a day too early and ends a day too late',
    from('2018-01-05', '2019-01-07'),
    {
      ownedFrom: 'Bis 06.01.2018 hatte Anna Gruber das Kleid.',
      ownedTo: 'Ab 06.01.2019 hatte Berta Gruber das Kleid.',
    },
  ],
  [
    'lies within that of another owner',
    from('2016-01-06', '2017-01-06'),
    { ownedFrom: 'Bis 06.01.2018 hatte Anna Gruber das Kleid.' },
  ],
  [
    'begins on the same day as that of another owner',
    from('2019-01-06', '2019-01-07'),
    { ownedFrom: 'Bis 06.01.2020 hatte Berta Gruber das Kleid.' },
  ],
  [
    'lies within that of the present owner',
    from('2022-01-06', '2023-01-06'),
    { ownedFrom: 'Seit 06.01.2021 hat Cilli Gruber das Kleid.' },
  ],
  [
    'has no end although another owner follows',
    from('2020-01-06'),
    { ownedTo: 'Ab 06.01.2021 hatte Cilli Gruber das Kleid.' },
  ],
])('A costume ownership that %s (%j) is reported with %j ({}: accepted)', (_, span, problems) => {
  expect(problemsOf(span)).toEqual(problems)
})

test('If a costume ownership overlaps several others, the error message contains the nearest one', () => {
  expect(problemsOf(from('2018-01-06'))).toEqual({
    ownedTo: 'Ab 06.01.2019 hatte Berta Gruber das Kleid.',
  })
  const reversed = { others: others.toReversed() }
  expect(problemsOf(from('2018-01-06'), reversed)).toEqual(problemsOf(from('2018-01-06')))
})

test('A costume ownership of zero days overlaps no other', () => {
  const none = [of('Anna', from('2016-01-06', '2016-01-06'))]
  expect(problemsOf(from('2015-01-06'), { others: none })).toEqual({})
})

test.each<[OwnedSpan, OwnedSpan, string[], Record<string, string>]>([
  [from(today), from(today), [], {}],
  [from('2027-01-17'), from(today), [], { ownedFrom: 'Der Beginn liegt in der Zukunft.' }],
  [from(today, '2027-12-31'), from(today), ['ownedTo'], {}],
  [
    from('2018-02-01', '2018-01-31'),
    from(today),
    ['ownedFrom', 'ownedTo'],
    { ownedTo: 'Der Besitz endet, bevor er beginnt.' },
  ],
  [
    from('2018-02-01', '2018-01-31'),
    from('2018-01-01', '2018-01-31'),
    ['ownedFrom'],
    { ownedFrom: 'Der Besitz endet, bevor er beginnt.' },
  ],
  [
    from('2018-02-01', '2018-02-01'),
    from('2018-02-01'),
    ['ownedTo'],
    { ownedTo: 'Das wäre kein einziger Tag. War es ein Irrtum, entferne den Eintrag.' },
  ],
  [from('2018-02-01', '2018-02-01'), from('2018-02-01', '2018-02-01'), ['memberId'], {}],
])(
  'The costume ownership %j, changed from %j in the fields %j, is reported with %j ({}: accepted)',
  (span, before, given, problems) => {
    expect(problemsOf(span, { before, given, others: [] })).toEqual(problems)
  },
)

const beyond = 'Lena Rist ist am 06.01.2020 verstorben. Der Besitz endet spätestens dann.'
const hasDied = 'Dieses Mitglied ist verstorben.'

test.each<[OwnedSpan, string | null, string[], Record<string, string>]>([
  [from('2018-01-06', '2020-01-06'), '2020-01-06', ['memberId'], {}],
  [from('2018-01-06', '2020-01-07'), '2020-01-06', ['ownedTo'], { ownedTo: beyond }],
  [from('2018-01-06'), '2020-01-06', ['memberId'], { memberId: hasDied, ownedTo: beyond }],
  [from('2018-01-06'), null, [], { ownedTo: 'Lena Rist ist verstorben. Gib an, bis wann.' }],
  [from('2018-01-06', today), null, [], {}],
])(
  'The costume ownership %j of a member who died on %s (null: unknown), changed in %j, is reported with %j ({}: accepted)',
  (span, dateOfDeath, given, problems) => {
    expect(problemsOf(span, { owner: died(dateOfDeath), given, others: [] })).toEqual(problems)
  },
)

test('A member who does not exist is rejected as the owner of a costume', () => {
  expect(problemsOf(from('2018-01-06', '2019-01-06'), { owner: null })).toEqual({
    memberId: 'Dieses Mitglied gibt es nicht mehr.',
  })
})
