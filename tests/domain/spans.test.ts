import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, fullMonths } from '#worker/domain/dates.ts'
import { dutyYears, mergedSpans, monthsIn } from '#worker/domain/spans.ts'

const months: [string, string, number][] = [
  ['2010-01-15', '2020-07-14', 125],
  ['2010-01-15', '2020-07-15', 126],
  ['2010-01-15', '2010-01-15', 0],
  ['2010-01-15', '2010-02-14', 0],
  ['2010-01-15', '2010-02-15', 1],
  // § 188 (2), (3) BGB: without its day the month ends with its last day, and is full on the next.
  ['2027-01-31', '2027-02-28', 0],
  ['2027-01-31', '2027-03-01', 1],
  ['2028-01-31', '2028-02-29', 0],
  ['2028-01-31', '2028-03-01', 1],
  ['2027-01-29', '2027-02-28', 0],
  ['2027-01-29', '2027-03-01', 1],
  ['2027-01-28', '2027-02-28', 1],
  ['2027-03-31', '2027-04-30', 0],
  ['2027-03-31', '2027-05-01', 1],
  ['2024-02-29', '2025-02-28', 11],
  ['2024-02-29', '2025-03-01', 12],
  ['1976-02-29', '2026-02-28', 599],
  ['1976-02-29', '2026-03-01', 600],
  ['2024-02-29', '2028-02-28', 47],
  ['2024-02-29', '2028-02-29', 48],
  ['2026-11-11', '2027-11-10', 11],
  ['2026-11-11', '2027-11-11', 12],
]

test.each(months)('From %s to %s are %i whole months', (from, to, count) => {
  expect(fullMonths(from, to)).toBe(count)
})

const span = (from: string, to: string | null) => ({ from, to })

describe('the years of an office', () => {
  const cases: [string, [string, string | null][], number][] = [
    ['5 months', [['2020-01-01', '2020-05-31']], 0],
    ['one day short of 6 months', [['2020-01-01', '2020-06-29']], 0],
    ['6 months', [['2020-01-01', '2020-06-30']], 1],
    ['19 years and one day short of 6 months', [['2000-01-01', '2019-06-29']], 19],
    ['19 years and 6 months', [['2000-01-01', '2019-06-30']], 20],
    [
      'ten years in two offices at once',
      [
        ['2000-01-01', '2010-01-01'],
        ['2000-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'ten years in two overlapping offices',
      [
        ['2000-01-01', '2006-01-01'],
        ['2004-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'ten years in an office and another office within them',
      [
        ['2000-01-01', '2010-01-01'],
        ['2003-01-01', '2004-01-01'],
      ],
      10,
    ],
    [
      'ten years in two offices that share a day',
      [
        ['2000-01-01', '2005-01-01'],
        ['2005-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'ten years in two offices on following days',
      [
        ['2000-01-01', '2004-12-31'],
        ['2005-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'ten years in two offices two days apart',
      [
        ['2000-01-01', '2004-12-30'],
        ['2005-01-01', '2010-01-01'],
      ],
      10,
    ],
    [
      'two terms of three months in two years',
      [
        ['2000-01-01', '2000-04-01'],
        ['2001-01-01', '2001-04-01'],
      ],
      1,
    ],
    [
      'a term of five months and one of a month',
      [
        ['2000-01-01', '2000-06-01'],
        ['2001-01-01', '2001-02-01'],
      ],
      1,
    ],
    ['ten years in an office that is still held', [['2017-11-11', null]], 10],
    ['one day short of 6 months in an office that is still held', [['2027-05-12', null]], 0],
    ['ten years in an office that ends in the future', [['2017-11-11', '2030-01-01']], 10],
    ['an office that begins in the future', [['2028-01-01', null]], 0],
    ['no office at all', [], 0],
  ]

  test.each(cases)('On 11 November 2027, %s count as $2 years of office', (_, spans, years) => {
    expect(
      dutyYears(
        spans.map(([from, to]) => span(from, to)),
        '2027-11-11',
      ),
    ).toBe(years)
  })
})

describe('the months of timespans, last day included', () => {
  const byDefault = '2027-11-11'
  const cases: [spans: [string, string | null][], day: string, months: number][] = [
    [[['1990-01-01', '1999-12-31']], byDefault, 120],
    [[['2027-01-01', '2027-06-30']], byDefault, 6],
    [[['2027-01-01', '2027-06-29']], byDefault, 5],
    [[['2010-01-15', '2020-07-14']], byDefault, 126],
    [[['2010-01-15', '2020-07-13']], byDefault, 125],
    [[['2010-01-15', null]], '2020-07-14', 125],
    [[['2010-01-15', null]], '2020-07-15', 126],
    [[['2010-01-15', '2020-07-14']], '2020-07-14', 125],
    [[['2010-01-15', '2020-07-14']], '2020-07-15', 126],
    [
      [
        ['2000-01-01', '2004-12-31'],
        ['2005-01-01', '2009-12-31'],
      ],
      byDefault,
      120,
    ],
    [[['2027-01-31', '2027-02-27']], byDefault, 0],
    [[['2027-01-31', '2027-02-28']], byDefault, 1],
    [[['2000-01-15', null]], '2025-01-15', 300],
    [[['2024-02-29', '2025-02-28']], byDefault, 12],
    [[['2024-02-29', '2025-02-27']], byDefault, 11],
    [[['2027-11-11', null]], byDefault, 0],
    [[['2027-11-10', '2027-11-10']], byDefault, 0],
  ]

  test.each(cases)(
    'The timespans %j, counted on %s with their last day, are %i months',
    (spans, day, count) => {
      expect(
        monthsIn(
          spans.map(([from, to]) => span(from, to)),
          day,
        ),
      ).toBe(count)
    },
  )
})

describe('months compared with a count day by day', () => {
  const millisecondsADay = 86_400_000
  const numberOf = (day: string) => Date.parse(day) / millisecondsADay
  const dayOf = (number: number) => new Date(number * millisecondsADay).toISOString().slice(0, 10)
  const first = numberOf('1996-01-01')

  /** Every day alone: who is a member in it, and since which day without a break. */
  function walked(spans: readonly { from: string; to: string | null }[], day: string): number {
    let months = 0
    let since: number | null = null
    const end = numberOf(day)
    for (let one = first; one <= end; one++) {
      const inside = one < end && spans.some((s) => isWithin(s, dayOf(one)))
      if (inside) since ??= one
      else if (since !== null) {
        months += anniversaries(since, one)
        since = null
      }
    }
    return months
  }

  const isWithin = ({ from, to }: { from: string; to: string | null }, day: string) =>
    from <= day && (to === null || day <= to)

  /** On how many days until then the day of the month came round, or the month without it was over. */
  function anniversaries(since: number, until: number): number {
    const dayOfMonth = Number(dayOf(since).slice(8))
    let count = 0
    for (let one = since + 1; one <= until; one++) {
      const is = Number(dayOf(one).slice(8))
      const lastOfBefore = Number(dayOf(one - 1).slice(8))
      if (is === dayOfMonth || (is === 1 && lastOfBefore < dayOfMonth)) count++
    }
    return count
  }

  test('The months of 400 members with random timespans equal a count day by day', () => {
    let seed = 20_261_111
    const below = (n: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * n)
    }
    const days = 365 * 12
    for (let round = 0; round < 400; round++) {
      const spans = Array.from({ length: 1 + below(4) }, () => {
        const from = first + 1 + below(days)
        const to = below(4) === 0 ? null : dayOf(from + below(below(2) ? 70 : 1500))
        return span(dayOf(from), to)
      })
      const day = dayOf(first + below(days + 800))
      expect({ spans, day, months: monthsIn(spans, day) }).toEqual({
        spans,
        day,
        months: walked(spans, day),
      })
    }
  })
})

describe('properties of the months of timespans', () => {
  const first = '2000-01-01'
  const day = fc.nat({ max: 9000 }).map((days) => addDays(first, days))
  const closed = fc
    .tuple(day, fc.nat({ max: 3000 }))
    .map(([from, days]) => ({ from, to: addDays(from, days) }))
  const some = fc.array(
    fc.oneof(
      closed,
      day.map((from) => span(from, null)),
    ),
    { maxLength: 3 },
  )
  const holds = <Args extends [unknown, ...unknown[]]>(property: fc.IProperty<Args>) =>
    fc.assert(property, { numRuns: 3000, seed: 20_271_111 })

  /** As it was once: the last day of a span did not count. */
  const withoutLastDays = (spans: readonly { from: string; to: string | null }[], asked: string) =>
    mergedSpans(spans, asked).reduce((sum, { from, to }) => sum + fullMonths(from, to), 0)

  test('With the last day of each timespan counted, the months are never fewer than without, and at most one more for each timespan', () => {
    holds(
      fc.property(some, day, (spans, asked) => {
        const more = monthsIn(spans, asked) - withoutLastDays(spans, asked)
        expect(more).toBeGreaterThanOrEqual(0)
        expect(more).toBeLessThanOrEqual(mergedSpans(spans, asked).length)
      }),
    )
  })

  test('A timespan has as many months as the two adjoining parts into which it is split', () => {
    holds(
      fc.property(closed, fc.nat(), day, ({ from, to }, at, asked) => {
        const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
        const cut = addDays(from, at % (days + 1))
        const parts = [span(from, cut), ...(cut < to ? [span(addDays(cut, 1), to)] : [])]
        expect(monthsIn(parts, asked)).toBe(monthsIn([span(from, to)], asked))
      }),
    )
  })

  test('The months of timespans do not decrease when they are counted on a later day or when a timespan is longer', () => {
    holds(
      fc.property(some, closed, day, fc.nat({ max: 900 }), (spans, one, asked, longer) => {
        const months = monthsIn([...spans, one], asked)
        expect(monthsIn([...spans, one], addDays(asked, longer))).toBeGreaterThanOrEqual(months)
        const later = { from: one.from, to: addDays(one.to, longer) }
        expect(monthsIn([later], asked)).toBeGreaterThanOrEqual(monthsIn([one], asked))
      }),
    )
  })

  test('On any day, a timespan without an end has as many months as one from the same first day that ended the day before', () => {
    holds(
      fc.property(day, day, (from, asked) => {
        if (from >= asked) return
        const ended = monthsIn([span(from, addDays(asked, -1))], asked)
        expect(ended).toBe(monthsIn([span(from, null)], asked))
      }),
    )
  })
})

test('Adjoining timespans are merged, and a timespan without an end is counted up to the day of counting', () => {
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
