import type { ActKind } from './codes.ts'
import { addDays, berlinMidnight, type Day } from './dates.ts'

/** What an act is about: two acts of one person meet only there. */
export const fieldKinds = {
  tick: ['confirm', 'unconfirm', 'enter'],
  fee: ['pay', 'unpay'],
} as const satisfies Record<string, readonly ActKind[]>

/** Kinds after which the tick or the fee stands; after all others it does not. */
export const settingKinds = ['confirm', 'enter', 'pay'] as const satisfies readonly ActKind[]

/** A helper reads and acts at the check-in of the parades from `from` to `to`; phones keep their lists. */
export function helpersParades(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, -2), to: addDays(today, 1) }
}

/** From the day before the parade until two days after it. */
export function isHelpersDay(parade: Day, today: Day): boolean {
  const { from, to } = helpersParades(today)
  return from <= parade && parade <= to
}

/** Why a helper does not see a parade of another day. */
export const notSeenByHelpers = 'Helfer sehen einen Umzug vom Tag davor bis zwei Tage danach.'

/** Why a helper may not act on a parade of another day. */
export const notHelpersDay =
  'Helfer haken vom Tag vor dem Umzug bis zwei Tage danach ab, sonst die Verwaltung.'

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

/**
 * What tells a person apart on the day: one for all their places of an order. It is random and opens
 * nothing: reading it reveals nothing.
 */
export function newCheckInCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/**
 * What stands in the picture that a phone reads. In upper case each letter takes half the room, and the
 * squares are large enough for a cheap camera; host and scheme mean the same in either case.
 * @param origin our own public address
 */
export function checkInLink(origin: string, code: string): string {
  return `https://${new URL(origin).host}/C/${code}`.toUpperCase()
}

/** A typed or scanned code in upper case; null = not a code. */
export function codeOf(written: string): string | null {
  return /^[0-9a-f]{16}$/i.test(written) ? written.toUpperCase() : null
}

/**
 * The code in what a camera read; null when that is no link of this kind. Its host does not count: the
 * guild may have moved since the mail went out, and only the list knows whose code it is.
 */
export function codeOfLink(read: string): string | null {
  const [, code = ''] = /^https?:\/\/[^/\s]+\/c\/([^/\s]+)\/?$/i.exec(read.trim()) ?? []
  return codeOf(code)
}
