import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#worker/domain/dates.ts'
import {
  type MembershipPeriods,
  type MembershipTimes,
  memberCountOn,
  movementsBetween,
  periodsOf,
} from '#worker/domain/stock.ts'

const member = (given: Partial<MembershipTimes>): MembershipTimes => ({
  membershipState: 'Active',
  dateJoined: null,
  dateLeft: null,
  timespans: [],
  ...given,
})
const span = (from: Day, to: Day | null) => ({ from, to })

function known(given: Partial<MembershipTimes>): MembershipPeriods {
  const stays = periodsOf(member(given))
  if (typeof stays === 'string') throw new Error(`without ${stays}`)
  return stays
}

describe('the members at the end of a year', () => {
  const cases: [string, Partial<MembershipTimes>, Day, number][] = [
    ['who joined on its last day is counted', { dateJoined: '2020-12-31' }, '2020-12-31', 1],
    ['who joined the day after is not counted', { dateJoined: '2021-01-01' }, '2020-12-31', 0],
    [
      'who left on its last day is not counted',
      { membershipState: 'Left', dateJoined: '2010-05-01', dateLeft: '2020-12-31' },
      '2020-12-31',
      0,
    ],
    [
      'who left on the day after is counted',
      { membershipState: 'Left', dateJoined: '2010-05-01', dateLeft: '2021-01-01' },
      '2020-12-31',
      1,
    ],
    [
      'with timespans is counted only within them, whatever the day of joining',
      { dateJoined: '1990-01-01', timespans: [span('2015-01-01', null)] },
      '2014-12-31',
      0,
    ],
    [
      'whose next timespan begins on the day after is counted',
      { timespans: [span('2010-01-01', '2020-12-31'), span('2021-01-01', null)] },
      '2020-12-31',
      1,
    ],
    [
      'with two timespans at once is counted once',
      { timespans: [span('2010-01-01', null), span('2012-01-01', '2013-05-05')] },
      '2020-12-31',
      1,
    ],
    [
      'who left while a timespan is open is not counted after the day of leaving',
      { membershipState: 'Left', dateLeft: '2018-03-31', timespans: [span('2010-01-01', null)] },
      '2018-12-31',
      0,
    ],
    [
      'who left while a timespan is open is counted before the day of leaving',
      { membershipState: 'Left', dateLeft: '2018-03-31', timespans: [span('2010-01-01', null)] },
      '2017-12-31',
      1,
    ],
    [
      'who leaves on a future day is counted until then',
      { dateJoined: '2010-01-01', dateLeft: '2027-06-30' },
      '2026-12-31',
      1,
    ],
  ]
  test.each(cases)('At the end of a year, a member %s', (_, given, day, count) => {
    expect(memberCountOn(day, [known(given)])).toBe(count)
  })

  test.each([
    ['who has no day of joining', {}, 'dateJoined'],
    [
      'who left and has no day of joining',
      { membershipState: 'Left', dateLeft: '2020-01-01' },
      'dateJoined',
    ],
    [
      'who left on an unknown day',
      { membershipState: 'Left', dateJoined: '2000-01-01' },
      'dateLeft',
    ],
    [
      'who died on an unknown day',
      {
        membershipState: 'Died',
        timespans: [span('2000-01-01', '2004-01-01'), span('2009-01-01', null)],
      },
      'dateLeft',
    ],
  ] as const)('A member %s is counted in no year, since "$2" is missing', (_, given, missing) => {
    expect(periodsOf(member(given as Partial<MembershipTimes>))).toBe(missing)
  })
})

describe('entries and exits of a year', () => {
  const in2020 = (...members: MembershipPeriods[]) =>
    movementsBetween('2019-12-31', '2020-12-31', members)
  const none = { entries: 0, reentries: 0, exits: 0, deaths: 0 }

  test.each<[string, Partial<MembershipTimes>, Partial<typeof none>]>([
    ['joined on its first day', { dateJoined: '2020-01-01' }, { entries: 1 }],
    ['joined on the last day of the year before', { dateJoined: '2019-12-31' }, {}],
    [
      'left on its last day',
      { membershipState: 'Left', dateJoined: '2000-01-01', dateLeft: '2020-12-31' },
      { exits: 1 },
    ],
    [
      'died',
      { membershipState: 'Died', dateJoined: '2000-01-01', dateLeft: '2020-02-29' },
      { deaths: 1 },
    ],
    [
      'left, came back in the next year and died as a member',
      {
        membershipState: 'Died',
        dateLeft: '2022-01-01',
        timespans: [span('2000-01-01', '2020-03-31'), span('2021-01-01', null)],
      },
      { exits: 1 },
    ],
    [
      'left, and died years later without having come back',
      {
        membershipState: 'Died',
        dateLeft: '2024-06-01',
        timespans: [span('2000-01-01', '2020-03-31')],
      },
      { exits: 1 },
    ],
    [
      'left and died on the next day',
      {
        membershipState: 'Died',
        dateLeft: '2020-04-01',
        timespans: [span('2000-01-01', '2020-03-31')],
      },
      { exits: 1 },
    ],
    [
      'left years before and died in it',
      {
        membershipState: 'Died',
        dateLeft: '2020-06-01',
        timespans: [span('2000-01-01', '2012-12-31')],
      },
      {},
    ],
    [
      'died on the day on which the timespan ended',
      {
        membershipState: 'Died',
        dateLeft: '2020-03-31',
        timespans: [span('2000-01-01', '2020-03-31')],
      },
      { deaths: 1 },
    ],
    [
      'died before the end of the timespan',
      {
        membershipState: 'Died',
        dateLeft: '2020-03-31',
        timespans: [span('2000-01-01', '2020-12-31')],
      },
      { deaths: 1 },
    ],
    [
      'left, and died on an unknown day',
      { membershipState: 'Died', timespans: [span('2000-01-01', '2020-03-31')] },
      { exits: 1 },
    ],
    [
      'died on the day of joining',
      { membershipState: 'Died', dateJoined: '2020-03-31', dateLeft: '2020-03-31' },
      { entries: 1, deaths: 1 },
    ],
    [
      'came back',
      { timespans: [span('2000-01-01', '2010-01-01'), span('2020-05-01', null)] },
      { reentries: 1 },
    ],
    [
      'left and came back on the next day',
      { timespans: [span('2000-01-01', '2020-05-01'), span('2020-05-02', null)] },
      {},
    ],
    [
      'was a member for a single day',
      { timespans: [span('2020-05-01', '2020-05-01')] },
      { entries: 1, exits: 1 },
    ],
    [
      'left before the day of joining',
      { membershipState: 'Left', dateLeft: '2010-01-01', timespans: [span('2020-05-01', null)] },
      { entries: 1, exits: 1 },
    ],
  ])('In the statistics of 2020, a member who %s counts as $2', (_, given, moved) => {
    expect(in2020(known(given))).toEqual({ ...none, ...moved })
  })
})

describe('the balance of members: start + entries + re-entries − exits − deaths = end', () => {
  const first = '2020-01-01'
  const days = 60
  /** From the day before the first; as long as open spans are followed, and two days more. */
  const calendar = Array.from({ length: 2 * days + 3 }, (_, index) => addDays(first, index - 1))
  const places = new Map(calendar.map((day, index) => [day, index]))
  const dayAt = (offset: number) => calendar[offset + 1] ?? ''
  const dayAfter = (day: Day) => calendar[(places.get(day) ?? Number.NaN) + 1] ?? ''
  const dayBefore = (day: Day) => calendar[(places.get(day) ?? Number.NaN) - 1] ?? ''
  const offset = fc.integer({ min: 0, max: days - 1 })
  const anySpan = fc
    .tuple(offset, fc.option(offset))
    .map(([a, b]) =>
      b === null ? span(dayAt(a), null) : span(dayAt(Math.min(a, b)), dayAt(Math.max(a, b))),
    )
  const anyMember = fc
    .record({
      membershipState: fc.constantFrom('Active', 'Passive', 'Left', 'Died'),
      dateJoined: fc.option(offset.map(dayAt)),
      dateLeft: fc.option(offset.map(dayAt)),
      timespans: fc.array(anySpan, { maxLength: 3 }),
    })
    .map(({ dateLeft, ...rest }) => ({
      ...rest,
      // As everywhere: the day of leaving is never before the day of joining.
      dateLeft:
        dateLeft !== null && rest.dateJoined !== null && dateLeft < rest.dateJoined
          ? rest.dateJoined
          : dateLeft,
    }))

  /** The days of membership one by one; null when a date is missing. */
  function daysOf(one: MembershipTimes): Set<Day> | null {
    const isOver = one.membershipState === 'Left' || one.membershipState === 'Died'
    const spans =
      one.timespans.length > 0
        ? one.timespans
        : one.dateJoined !== null
          ? [{ from: one.dateJoined, to: one.dateLeft }]
          : null
    if (spans === null || (isOver && one.dateLeft === null && spans.some(({ to }) => to === null)))
      return null
    const all = new Set<Day>()
    for (const { from, to } of spans) {
      const open = isOver && one.dateLeft !== null ? one.dateLeft : dayAt(2 * days)
      all.add(from)
      for (let day = from; day <= (to ?? open); day = dayAfter(day)) all.add(day)
    }
    return all
  }

  test('For random members, the balance of a period adds up and equals a day-by-day count of the members', () => {
    fc.assert(
      fc.property(fc.array(anyMember, { maxLength: 6 }), offset, offset, (members, a, b) => {
        const [before, until] = [dayAt(Math.min(a, b) - 1), dayAt(Math.max(a, b))]
        const stays = members.map(periodsOf).filter((one) => typeof one !== 'string')
        const counted = members.map(daysOf).filter((one) => one !== null)
        expect(stays).toHaveLength(counted.length)
        const evening = (day: Day) =>
          counted.filter((own) => own.has(day) && own.has(dayAfter(day))).length
        expect(memberCountOn(before, stays)).toBe(evening(before))
        expect(memberCountOn(until, stays)).toBe(evening(until))

        const moved = movementsBetween(before, until, stays)
        const within = (own: Set<Day>) => [...own].filter((day) => day > before && day <= until)
        const sum = (count: (own: Set<Day>) => number) =>
          counted.reduce((total, own) => total + count(own), 0)
        expect(moved.entries + moved.reentries).toBe(
          sum((own) => within(own).filter((day) => !own.has(dayBefore(day))).length),
        )
        expect(moved.exits + moved.deaths).toBe(
          sum((own) => within(own).filter((day) => !own.has(dayAfter(day))).length),
        )
        // A member's death ends the last timespan, and is counted once.
        const died = members.filter(({ membershipState, dateLeft, timespans, dateJoined }) => {
          const own = daysOf({ membershipState, dateLeft, timespans, dateJoined })
          const last = own && [...own].sort().at(-1)
          if (membershipState !== 'Died' || !last || dateLeft === null) return false
          return last >= dateLeft && last > before && last <= until
        })
        expect(moved.deaths).toBe(died.length)
        expect(
          memberCountOn(before, stays) +
            moved.entries +
            moved.reentries -
            moved.exits -
            moved.deaths,
        ).toBe(memberCountOn(until, stays))
      }),
      { seed: 19, numRuns: 2000 },
    )
  })
})
