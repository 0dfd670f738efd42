import { describe, expect, test } from 'vitest'
import { dutyYears, mergedSpans, monthsBetween, monthsIn } from '#worker/domain/spans.ts'

const months: [string, string, number][] = [
  ['2010-01-15', '2020-07-14', 125],
  ['2010-01-15', '2020-07-15', 126],
  ['2010-01-15', '2010-01-15', 0],
  ['2010-01-15', '2010-02-14', 0],
  ['2010-01-15', '2010-02-15', 1],
  // The month ends before its day is reached.
  ['2027-01-31', '2027-02-27', 0],
  ['2027-01-31', '2027-02-28', 1],
  ['2028-01-31', '2028-02-28', 0],
  ['2028-01-31', '2028-02-29', 1],
  ['2024-02-29', '2025-02-28', 12],
  ['2024-02-29', '2028-02-28', 47],
  ['2024-02-29', '2028-02-29', 48],
  ['2026-11-11', '2027-11-10', 11],
  ['2026-11-11', '2027-11-11', 12],
]

test.each(months)('from %s to %s are %i whole months', (from, to, count) => {
  expect(monthsBetween(from, to)).toBe(count)
})

const span = (from: string, to: string | null) => ({ from, to })

describe('duty years', () => {
  const cases: [string, [string, string | null][], number][] = [
    ['5 months', [['2020-01-01', '2020-06-01']], 0],
    ['one day short of 6 months', [['2020-01-01', '2020-06-30']], 0],
    ['6 months', [['2020-01-01', '2020-07-01']], 1],
    ['19 years and 5 months', [['2000-01-01', '2019-06-30']], 19],
    ['19 years and 6 months', [['2000-01-01', '2019-07-01']], 20],
    [
      'two offices at once',
      [
        ['2000-01-01', '2010-01-01'],
        ['2000-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'offices that overlap',
      [
        ['2000-01-01', '2006-01-01'],
        ['2004-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'one within another',
      [
        ['2000-01-01', '2010-01-01'],
        ['2003-01-01', '2004-01-01'],
      ],
      10,
    ],
    [
      'offices that touch',
      [
        ['2000-01-01', '2005-01-01'],
        ['2005-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'offices on following days',
      [
        ['2000-01-01', '2004-12-31'],
        ['2005-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'offices two days apart',
      [
        ['2000-01-01', '2004-12-30'],
        ['2005-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'months of a gap do not count',
      [
        ['2000-01-01', '2000-04-01'],
        ['2001-01-01', '2001-04-01'],
      ],
      1,
    ],
    [
      'rounded once, over all',
      [
        ['2000-01-01', '2000-06-01'],
        ['2001-01-01', '2001-02-01'],
      ],
      1,
    ],
    ['still in office', [['2017-11-11', null]], 10],
    ['still in office, begun this year', [['2027-05-12', null]], 0],
    ['an end that is still to come', [['2017-11-11', '2030-01-01']], 10],
    ['an office still to come', [['2028-01-01', null]], 0],
    ['none', [], 0],
  ]

  test.each(cases)('%s', (_, spans, years) => {
    expect(
      dutyYears(
        spans.map(([from, to]) => span(from, to)),
        '2027-11-11',
      ),
    ).toBe(years)
  })
})

test('spans are merged whatever their order, and clipped at the day', () => {
  const spans = [
    span('2010-01-01', null),
    span('2000-01-01', '2004-06-30'),
    span('2004-07-01', '2005-01-01'),
  ]
  expect(mergedSpans(spans, '2015-01-01')).toEqual([
    { from: '2000-01-01', to: '2005-01-01' },
    { from: '2010-01-01', to: '2015-01-01' },
  ])
  expect(monthsIn(spans, '2015-01-01')).toBe(120)
})
