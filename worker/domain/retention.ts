import { addDays, addMonths, type Day } from './dates.ts'
import { easterSunday } from './target-days.ts'

/** A retention period. `retention` states for each rule from when on the period is counted. */
export type Period = { count: number; unit: 'hours' | 'days' | 'months' | 'years' }

/**
 * Retention periods of personal data (docs/rules.md, "Aufbewahrung"). The public notice and the
 * nightly deletion both use this table, so they cannot differ.
 */
export const retention = {
  /** Counted from the order on. After the period the order can no longer be paid. */
  unpaidOrders: { count: 30, unit: 'days' },
  /** Counted from the parade on, for questions about payments and ticks. */
  eMailOfParticipants: { count: 12, unit: 'months' },
  /** Counted from the parade on: name, phone and consent, for questions about the day. */
  guardians: { count: 12, unit: 'months' },
  /** Counted from Ash Wednesday on; the birthday only serves the matching with members. */
  birthdayOfUnmatched: { count: 6, unit: 'months' },
  /** Counted from the end of the year on: vouchers, § 147 (3) AO as of 2025. The books are `directDebits`. */
  bookings: { count: 8, unit: 'years' },
  /** Counted from the end of the year on: § 147 (3) AO. */
  directDebits: { count: 10, unit: 'years' },
  /** Counted from leaving on: § 676b (2) BGB allows disputing a debit for 13 months. */
  bankDataOfFormerMembers: { count: 14, unit: 'months' },
  /** Counted from the request on: afterwards the count of the network is no longer needed. */
  networks: { count: 2, unit: 'hours' },
  /** Counted from the end of a session or password link on; the notices about them as well. */
  signIns: { count: 90, unit: 'days' },
  /** Counted from the last sign-in in that browser on: as long as the browser keeps its cookie. */
  knownBrowsers: { count: 400, unit: 'days' },
  /** Counted from the change on: the limitation period of claims, § 195 BGB. */
  history: { count: 3, unit: 'years' },
  /** Counted from the request on: the link to the disclosure works as long. */
  disclosures: { count: 7, unit: 'days' },
  /** Counted from the tick on, for questions about ticks. */
  checkIn: { count: 12, unit: 'months' },
  /** Counted from sending on, for recipients' questions about a circular. */
  circulars: { count: 12, unit: 'months' },
  /** Counted from the upload on, unless the import was committed. */
  stagedImports: { count: 24, unit: 'hours' },
  /** Counted from the change on: the rows that an undo needs. */
  journal: { count: 30, unit: 'days' },
  /** Counted from the rejection on: counts by hashed networks, for management to see who probed for access. */
  refusals: { count: 30, unit: 'days' },
} as const satisfies Record<string, Period>

export type RetentionRule = keyof typeof retention

/** After this period former members are proposed for anonymisation; a user decides. */
export const formerMembers = { count: 14, unit: 'months' } as const satisfies Period

/** The latest day on which a period can have begun that is over today. */
export function lastDayOver({ count, unit }: DayPeriod, today: Day): Day {
  if (unit === 'days') return addDays(today, -count)
  return addMonths(today, unit === 'months' ? -count : -12 * count)
}
type DayPeriod = Period & { unit: 'days' | 'months' | 'years' }

/** The first day on which a period is over that began on `from`. */
export function firstDayAfter(period: DayPeriod, from: Day): Day {
  const { count, unit } = period
  const day =
    unit === 'days' ? addDays(from, count) : addMonths(from, unit === 'months' ? count : 12 * count)
  // Where the target month lacks the day (31 December plus two months), `addMonths` is a day too early.
  return lastDayOver(period, day) < from ? addDays(day, 1) : day
}

/**
 * For a period that counts from the end of a year: the instant at which the oldest year that is still kept begins in
 * Germany.
 */
export function firstInstantKept({ count }: Period & { unit: 'years' }, today: Day): string {
  return `${Number(today.slice(0, 4)) - count - 1}-12-31T23:00:00.000Z`
}

/** Ash Wednesday of the newest season for which the period is over. */
export function lastSeasonOver(today: Day): Day {
  const year = Number(today.slice(0, 4))
  const latest = lastDayOver(retention.birthdayOfUnmatched, today)
  const ofThisYear = ashWednesday(year)
  return ofThisYear <= latest ? ofThisYear : ashWednesday(year - 1)
}

export function ashWednesday(year: number): Day {
  return addDays(easterSunday(year), -46)
}

const units = {
  hours: ['Stunde', 'Stunden'],
  days: ['Tag', 'Tage'],
  months: ['Monat', 'Monate'],
  years: ['Jahr', 'Jahre'],
} as const satisfies Record<Period['unit'], readonly [string, string]>

/** The period in words: "30 Tage". */
export function periodInWords({ count, unit }: Period): string {
  const [one, many] = units[unit]
  return `${count} ${count === 1 ? one : many}`
}
