import { describe, expect, test } from 'vitest'
import { seeded } from '#tests/support/check-in-machine/seeded.ts'
import {
  feesOfYear,
  honorsOfYears,
  knownMembers,
  lastReportedDay,
  membersToday,
  mostActiveMembers,
  type ReportMember,
  stockOfYear,
} from '#worker/domain/assembly-report.ts'
import type { FeeBookingKind, HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { feeReport, type SummedBooking } from '#worker/domain/fee-report.ts'

const member = (given: Partial<ReportMember>): ReportMember => ({
  membershipState: 'Active',
  birthday: null,
  dateJoined: '2000-01-01',
  dateLeft: null,
  timespans: [],
  ...given,
})

const known = (...members: Partial<ReportMember>[]) => knownMembers(members.map(member)).known

describe('the last day of a report', () => {
  test.each([
    [2026, '2027-01-16', '2026-12-31'],
    [2027, '2027-01-16', '2027-01-16'],
    [2027, '2027-12-31', '2027-12-31'],
    // It is to come: nothing has happened in it.
    [2028, '2027-01-16', '2027-01-16'],
  ])(
    'The assembly report of the year %i, made on %s, covers the days until %s',
    (year, today, until) => {
      expect(lastReportedDay(year, today)).toBe(until)
    },
  )
})

describe('the members of a year', () => {
  const none = { entries: 0, reentries: 0, exits: 0, deaths: 0 }

  test('The assembly report counts the members at the start and at the end of the year, and who joined, left or died in between', () => {
    const members = known(
      { dateJoined: '2019-12-31' },
      { dateJoined: '2020-01-01' },
      { dateJoined: '2020-12-31' },
      { dateJoined: '2021-01-01' },
      { membershipState: 'Left', dateJoined: '2010-01-01', dateLeft: '2019-12-31' },
      { membershipState: 'Left', dateJoined: '2010-01-01', dateLeft: '2020-12-31' },
      { membershipState: 'Died', dateJoined: '2010-01-01', dateLeft: '2020-01-01' },
    )
    expect(stockOfYear(members, 2020, '2020-12-31')).toMatchObject({
      ...none,
      start: 3,
      entries: 2,
      exits: 1,
      deaths: 1,
      end: 3,
    })
  })

  test('The assembly report of the current year omits members whose day of joining is after today', () => {
    const members = known({}, { dateJoined: '2027-01-16' }, { dateJoined: '2027-01-17' })
    expect(stockOfYear(members, 2027, '2027-01-16')).toMatchObject({ start: 1, entries: 1, end: 2 })
  })

  test("In the assembly report of a future year, the numbers of members at the start and end are today's, and entries and exits are 0", () => {
    const members = known({}, { dateJoined: '2028-02-01' }, { dateLeft: '2028-06-30' })
    expect(stockOfYear(members, 2029, '2027-01-16')).toMatchObject({ ...none, start: 2, end: 2 })
  })

  test('The average age in the assembly report is computed from full years on the last day, and has one decimal', () => {
    const members = known(
      // 40 on the day itself, 39 on the day before, and 20.
      { birthday: '1980-12-31' },
      { birthday: '1981-01-01' },
      { birthday: '2000-06-01' },
      { birthday: null },
      // Gone: not counted.
      { birthday: '1920-01-01', membershipState: 'Died', dateLeft: '2020-05-01' },
    )
    const { meanAge, withoutBirthday } = stockOfYear(members, 2020, '2020-12-31')
    expect({ meanAge, withoutBirthday }).toEqual({ meanAge: 33, withoutBirthday: 1 })
    expect(stockOfYear(members.slice(0, 2), 2020, '2020-12-31').meanAge).toBe(39.5)
  })

  test('In the assembly report the average age is empty when no birthday is known', () => {
    expect(stockOfYear(known({}), 2020, '2020-12-31').meanAge).toBeNull()
    expect(stockOfYear([], 2020, '2020-12-31')).toMatchObject({ meanAge: null, withoutBirthday: 0 })
  })

  test('Members without a day of joining, and former members without a day of leaving, are excluded from every year and counted separately', () => {
    const { known: there, withoutDates } = knownMembers([
      member({}),
      member({ dateJoined: null }),
      member({ dateJoined: null, membershipState: 'Left', dateLeft: '2010-01-01' }),
      member({ membershipState: 'Left' }),
    ])
    expect(there).toHaveLength(1)
    expect(withoutDates).toEqual({ dateJoined: 2, dateLeft: 1 })
  })

  test('The counts of active and passive members of today exclude members who have left or who join later', () => {
    const members = known(
      {},
      { membershipState: 'Passive' },
      { membershipState: 'Passive', dateJoined: '2027-02-01' },
      { membershipState: 'Left', dateLeft: '2020-01-01' },
    )
    expect(membersToday(members, '2027-01-16')).toEqual({ active: 1, passive: 1 })
  })
})

describe('the most active members', () => {
  const of = (...jumps: number[]) => jumps.map((count, index) => ({ name: index, jumps: count }))
  const counts = (...jumps: number[]) => mostActiveMembers(of(...jumps)).map((row) => row.jumps)

  test('The assembly report lists the ten most active members', () => {
    expect(counts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  })
  test('The assembly report lists all members who share the tenth place of the most active', () => {
    expect(counts(9, 9, 9, 9, 9, 9, 9, 9, 9, 2, 2, 2, 1)).toEqual([...Array(9).fill(9), 2, 2, 2])
  })
  test('The assembly report never lists a member without a parade among the most active, even if the list then has fewer than ten', () => {
    expect(counts(0, 3, 0, 1)).toEqual([3, 1])
    expect(counts(0, 0)).toEqual([])
  })
  test('In the assembly report, members with the same number of parades stay sorted by name', () => {
    expect(mostActiveMembers(of(2, 5, 2, 5)).map(({ name }) => name)).toEqual([1, 3, 0, 2])
  })
})

describe('the honors of a year', () => {
  const given = (id: number, type: HonorType, date: Day) => ({ member: { id }, type, date })

  test('The assembly report counts the honors of the year by kind, beside those of the year before', () => {
    const honors = [
      given(1, 'Parades_25', '2026-01-01'),
      given(2, 'Parades_25', '2026-12-31'),
      given(3, 'Parades_25', '2025-12-31'),
      given(4, 'Member_for_25_Years', '2025-11-11'),
    ]
    expect(honorsOfYears(honors, 2026)).toEqual([
      { type: 'Parades_25', count: 2, before: 1 },
      { type: 'Member_for_25_Years', count: 0, before: 1 },
    ])
  })

  test('If a member gets the honors for 25 and 50 parades on the same day, the assembly report counts only the one for 50', () => {
    const honors = [
      given(1, 'Parades_25', '2026-11-11'),
      given(1, 'Parades_50', '2026-11-11'),
      given(1, 'Member_for_25_Years', '2026-11-11'),
      // On another day, or of another member: not among these.
      given(2, 'Parades_25', '2026-11-11'),
      given(3, 'Parades_25', '2026-01-06'),
      given(3, 'Parades_50', '2026-11-11'),
    ]
    expect(honorsOfYears(honors, 2026)).toEqual([
      { type: 'Parades_25', count: 2, before: 0 },
      { type: 'Parades_50', count: 2, before: 0 },
      { type: 'Member_for_25_Years', count: 1, before: 0 },
    ])
  })
})

describe('the fees of a year', () => {
  const nothing = { runId: null, reversesId: null, method: null }
  const booking = (
    id: number,
    kind: FeeBookingKind,
    amountInCent: number,
    more: Partial<SummedBooking> = {},
  ): SummedBooking => ({ ...nothing, id, kind, amountInCent, ...more })

  test('The assembly report has no sums of fees for a year in which no fees were claimed', () => {
    expect(feesOfYear([], new Set())).toBeNull()
  })

  test('The assembly report sums up the fees of a year as due, received (less refunds), waived, open and credit', () => {
    const claims = [
      // Collected, came back with a charge.
      {
        amountInCent: 2000,
        bookings: [
          booking(1, 'collected', -2000, { runId: 1 }),
          booking(2, 'returned', 2000, { runId: 1, reversesId: 1 }),
          booking(3, 'charged', 350),
        ],
      },
      // Corrected, then paid too much, of which a part went back.
      {
        amountInCent: 2000,
        bookings: [
          booking(4, 'corrected', -500),
          booking(5, 'paid', -2500, { method: 'cash' }),
          booking(6, 'refunded', 700),
        ],
      },
      { amountInCent: 1500, bookings: [booking(7, 'waived', -1500)] },
      // A payment that was taken back, and a debit of a file that was discarded.
      {
        amountInCent: 1000,
        bookings: [
          booking(8, 'paid', -1000, { method: 'transfer' }),
          booking(9, 'undone', 1000, { reversesId: 8 }),
          booking(10, 'collected', -1000, { runId: 2 }),
          booking(11, 'undone', 1000, { runId: 2, reversesId: 10 }),
        ],
      },
    ]
    expect(feesOfYear(claims, new Set([2]))).toEqual({
      dueInCent: 2000 + 350 + 1500 + 1500 + 1000,
      receivedInCent: 2500 - 700,
      waivedInCent: 1500,
      openInCent: 2350 + 1000,
      creditInCent: 300,
    })
  })

  test('For random bookings, received + waived + open - credit equals the fees due, and the sums equal the Beitragsabrechnung', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seeded(seed)
      const upTo = (most: number) => Math.floor(random() * (most + 1))
      let id = 0
      const claims = Array.from({ length: 1 + upTo(5) }, () => {
        const bookings = Array.from({ length: upTo(4) }, () => {
          id += 1
          const [kind, sign] = anyKind[upTo(anyKind.length - 1)] ?? anyKind[0]
          const runId = kind === 'collected' || kind === 'returned' ? 1 : null
          return booking(id, kind, sign * (1 + upTo(3000)), { runId, method: 'transfer' })
        })
        return { amountInCent: upTo(3000), bookings }
      })
      const fees = feesOfYear(claims, new Set())
      if (!fees) throw new Error('closed')
      expect(fees.receivedInCent + fees.waivedInCent + fees.openInCent - fees.creditInCent).toBe(
        fees.dueInCent,
      )
      const { lines, open, credit } = feeReport(claims.map(asReported), [])
      expect([fees.openInCent, fees.creditInCent, fees.waivedInCent]).toEqual([
        open.inCent,
        Math.abs(credit.inCent),
        Math.abs(lines.waived.inCent),
      ])
    }
  })
})

const anyKind = [
  ['collected', -1],
  ['returned', 1],
  ['paid', -1],
  ['refunded', 1],
  ['charged', 1],
  ['corrected', -1],
  ['waived', -1],
] as const

const person = { id: 1, firstName: 'Ida', lastName: 'Abele' }

/** With what the auditors' list shows besides. */
function asReported(claim: { amountInCent: number; bookings: SummedBooking[] }, index: number) {
  const rest = {
    day: '2026-01-01',
    endToEndId: null,
    mandateId: null,
    reasonCode: null,
    bankChargeInCent: null,
    bankKey: null,
    note: '',
  }
  return {
    ...claim,
    id: index,
    year: 2026,
    member: person,
    payer: person,
    bookings: claim.bookings.map((one) => ({ ...one, ...rest })),
  }
}
