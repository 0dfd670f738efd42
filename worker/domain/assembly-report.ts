import { type HonorType, rankOfHonor } from './codes.ts'
import { type Day, fullYears } from './dates.ts'
import { feeSums, type SummedClaim } from './fee-report.ts'
import { withoutLowerSteps } from './honors.ts'
import {
  isMemberAtEndOf,
  type MembershipPeriods,
  type MembershipTimes,
  type Movements,
  memberCountOn,
  movementsBetween,
  periodsOf,
} from './stock.ts'

// The figures of the guild's report on a calendar year: docs/rules.md, "Jahresbericht".

/**
 * The last day a report covers: 31 December, or today for the running year. A year that has not
 * begun has no figures.
 */
export function lastReportedDay(year: number, today: Day): Day {
  const last = `${year}-12-31`
  return last < today ? last : today
}

export type ReportMember = MembershipTimes & { birthday: Day | null }
export type KnownMember = MembershipPeriods & Pick<ReportMember, 'membershipState' | 'birthday'>

/** Members whose membership dates are known, and how many are left out because a date is missing. */
export function knownMembers<Row extends ReportMember>(members: readonly Row[]) {
  const withoutDates = { dateJoined: 0, dateLeft: 0 }
  const known: (Row & KnownMember)[] = []
  for (const member of members) {
    const stays = periodsOf(member)
    if (typeof stays === 'string') withoutDates[stays] += 1
    else known.push({ ...member, ...stays })
  }
  return { known, withoutDates }
}

export type StockOfYear = Movements & {
  start: number
  end: number
  /** The mean age of members in years, to one decimal; null when no birthday is known. */
  meanAge: number | null
  withoutBirthday: number
}

/** The number of members at the beginning and at the end of a year, and the entries and exits between. */
export function stockOfYear(
  members: readonly KnownMember[],
  year: number,
  until: Day,
): StockOfYear {
  const before = `${year - 1}-12-31`
  const there = members.filter((member) => isMemberAtEndOf(until, member))
  const birthdays = there.flatMap(({ birthday }) => birthday ?? [])
  return {
    start: memberCountOn(before < until ? before : until, members),
    ...movementsBetween(before, until, members),
    end: there.length,
    meanAge: meanOf(birthdays.map((birthday) => fullYears(birthday, until))),
    withoutBirthday: there.length - birthdays.length,
  }
}

function meanOf(ages: readonly number[]): number | null {
  if (ages.length === 0) return null
  return Math.round((ages.reduce((sum, age) => sum + age, 0) * 10) / ages.length) / 10
}

/** The numbers of active and passive members today. Past states are not stored, so only today can be counted. */
export function membersToday(members: readonly KnownMember[], today: Day) {
  const there = members.filter((member) => isMemberAtEndOf(today, member))
  return {
    active: there.filter(({ membershipState }) => membershipState === 'Active').length,
    passive: there.filter(({ membershipState }) => membershipState === 'Passive').length,
  }
}

const mostShown = 10

/** The ten members with the most Sprünge, and those with as many as the tenth. Equal numbers keep their order. */
export function mostActiveMembers<Row extends { jumps: number }>(rows: readonly Row[]): Row[] {
  const jumped = rows.filter(({ jumps }) => jumps > 0).toSorted((a, b) => b.jumps - a.jumps)
  const last = jumped[mostShown - 1]?.jumps ?? 1
  return jumped.filter(({ jumps }) => jumps >= last)
}

type GivenHonor = { member: { id: number }; type: HonorType; date: Day }

/**
 * How often each honor was given in a year and in the year before, in the order of the honors. Lower steps that
 * were entered together with a higher one do not count, as in the list of an assembly.
 */
export function honorsOfYears(given: readonly GivenHonor[], year: number) {
  const counted = withoutLowerSteps(given)
  const types = new Set(counted.map(({ type }) => type))
  return [...types]
    .sort((a, b) => rankOfHonor(a) - rankOfHonor(b))
    .flatMap((type) => {
      const countIn = (of: number) =>
        counted.filter((honor) => honor.type === type && isInYear(of, honor.date)).length
      const [count, before] = [countIn(year), countIn(year - 1)]
      return count + before > 0 ? { type, count, before } : []
    })
}

export function isInYear(year: number, day: Day): boolean {
  return day.startsWith(`${year}-`)
}

/** The sums of a year's fees. Always due = received + waived + open − credit, to the cent. */
export type FeesOfYear = {
  /** The sum of the claims, with corrections and the bank charges passed on to members. */
  dueInCent: number
  /** The sum of payments and debits, less refunds and returned debits. */
  receivedInCent: number
  waivedInCent: number
  openInCent: number
  /** The sum that was paid beyond what was due. */
  creditInCent: number
}

/** The fees of one year from its claims; null for a year that is not closed and has no claims. */
export function feesOfYear(
  claims: readonly SummedClaim[],
  voidRuns: ReadonlySet<number>,
): FeesOfYear | null {
  if (claims.length === 0) return null
  const { lines, open, credit } = feeSums(claims, voidRuns)
  const { claimed, corrected, charged } = lines
  const { collected, returned, transferred, inCash, refunded, waived } = lines
  return {
    dueInCent: sum(claimed, corrected, charged),
    // Subtracted from 0, since the minus sign alone would turn 0 into -0.
    receivedInCent: 0 - sum(collected, returned, transferred, inCash, refunded),
    waivedInCent: 0 - waived.inCent,
    openInCent: open.inCent,
    creditInCent: 0 - credit.inCent,
  }
}

function sum(...sums: readonly { inCent: number }[]): number {
  return sums.reduce((total, { inCent }) => total + inCent, 0)
}
