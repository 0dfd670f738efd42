import { addDays, addMonths, type Day } from './dates.ts'
import { easterSunday } from './target-days.ts'

/** How long something is kept; from when on stands at each. */
export type Period = { count: number; unit: 'hours' | 'days' | 'months' | 'years' }

/**
 * How long data of people are kept (docs/rules.md, "Aufbewahrung"). The public notice is written from
 * these and the night deletes by them, so that what it says and what is done cannot part.
 */
export const retention = {
  /** From the order on. It can no longer be paid. */
  unpaidOrders: { count: 30, unit: 'days' },
  /** From the parade on: as long as payments and ticks may be asked for. */
  eMailOfParticipants: { count: 12, unit: 'months' },
  /** From Ash Wednesday on: it only serves the matching with members. */
  birthdayOfUnmatched: { count: 6, unit: 'months' },
  /** From the end of the year on: vouchers, § 147 (3) AO as of 2025; books are `directDebits`. */
  bookings: { count: 8, unit: 'years' },
  /** From the end of the year on: § 147 (3) AO. */
  directDebits: { count: 10, unit: 'years' },
  /** From leaving on: 13 months are those of § 676b (2) BGB, in which a debit can be disputed. */
  bankDataOfFormerMembers: { count: 14, unit: 'months' },
  /** From the request on: what its network asked for counts so long, and no longer. */
  networks: { count: 2, unit: 'hours' },
  /** From their end on: sign-ins on devices, links that led to a new password, and what was told of either. */
  signIns: { count: 90, unit: 'days' },
  /** From the last sign-in there on: as long as the browser keeps its cookie. */
  knownBrowsers: { count: 400, unit: 'days' },
  /** Of who changed what: the limitation of claims, § 195 BGB. */
  history: { count: 3, unit: 'years' },
  /** From the request on: so long the link to what is stored works. */
  disclosures: { count: 7, unit: 'days' },
  /** From the tick on: as long as ticks may be asked for. */
  checkIn: { count: 12, unit: 'months' },
  /** From the sending on: as long as recipients may ask what was written to them. */
  circulars: { count: 12, unit: 'months' },
  /** From the upload on, while it is not committed. */
  stagedImports: { count: 24, unit: 'hours' },
  /** From the change on: rows before and after, as long as an undo may need them. */
  journal: { count: 30, unit: 'days' },
  /** Of who was refused where: counts by keyed networks. So long somebody may look who tried doors. */
  refusals: { count: 30, unit: 'days' },
} as const satisfies Record<string, Period>

export type RetentionRule = keyof typeof retention

/** Former members are proposed for anonymisation after this; a user decides. */
export const formerMembers = { count: 14, unit: 'months' } as const satisfies Period

/** What began on this day or earlier has been kept for the whole period. */
export function lastDayOver({ count, unit }: DayPeriod, today: Day): Day {
  if (unit === 'days') return addDays(today, -count)
  return addMonths(today, unit === 'months' ? -count : -12 * count)
}
type DayPeriod = Period & { unit: 'days' | 'months' | 'years' }

/** The first day on which the period is over for what began on a day. */
export function firstDayAfter(period: DayPeriod, from: Day): Day {
  const { count, unit } = period
  const day =
    unit === 'days' ? addDays(from, count) : addMonths(from, unit === 'months' ? count : 12 * count)
  // A month may lack the day: 31 December and two months.
  return lastDayOver(period, day) < from ? addDays(day, 1) : day
}

/**
 * The instant at which the first year begins whose things are still kept, when the period counts from
 * the end of the year: midnight of New Year in Germany.
 */
export function firstInstantKept({ count }: Period & { unit: 'years' }, today: Day): string {
  return `${Number(today.slice(0, 4)) - count - 1}-12-31T23:00:00.000Z`
}

/** The last day of the newest season whose Ash Wednesday is long enough ago. */
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

/** "30 Tage" */
export function periodInWords({ count, unit }: Period): string {
  const [one, many] = units[unit]
  return `${count} ${count === 1 ? one : many}`
}
