import type { ActKind } from './codes.ts'
import { addDays, berlinMidnight, type Day } from './dates.ts'

/** What an act is about: two acts of one person meet only there. */
export const fieldKinds = {
  tick: ['confirm', 'unconfirm', 'enter'],
  fee: ['pay', 'unpay'],
} as const satisfies Record<string, readonly ActKind[]>

/** Kinds after which the tick or the fee stands; after all others it does not. */
export const settingKinds = ['confirm', 'enter', 'pay'] as const satisfies readonly ActKind[]

/**
 * When it was done, as far as a device can be believed: not in the future, and not before the day
 * before the parade.
 * @param day the parade's; null = there is no such parade
 */
export function believedAt(at: string, day: Day | null, now: Date): string {
  const told = new Date(at).getTime()
  const earliest = day === null ? told : berlinMidnight(addDays(day, -1)).getTime()
  return new Date(Math.min(now.getTime(), Math.max(told, earliest))).toISOString()
}
