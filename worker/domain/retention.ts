/** How long something is kept; from when on stands at each. */
export type Period = { count: number; unit: 'hours' | 'days' | 'months' | 'years' }

/**
 * How long data of people are kept (docs/rules.md, "Aufbewahrung"). The public notice is written from
 * these, so that what it says and what is done cannot part.
 */
export const retention = {
  /** From the order on. Nobody pays for it any more. */
  unpaidOrders: { count: 30, unit: 'days' },
  /** From the parade on: so long somebody may ask for their money or their tick. */
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
  signIns: { count: 90, unit: 'days' },
  /** Of who changed what: the limitation of claims, § 195 BGB. */
  history: { count: 3, unit: 'years' },
} as const satisfies Record<string, Period>

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
