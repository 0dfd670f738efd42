import type { ActKind } from './codes.ts'
import { addDays, berlinMidnight, type Day } from './dates.ts'

/** The acts by the value that they change. Acts on one person only conflict when they change the same value. */
export const fieldKinds = {
  tick: ['confirm', 'unconfirm', 'enter'],
  fee: ['pay', 'unpay'],
} as const satisfies Record<string, readonly ActKind[]>

/** Acts that set the tick or the fee; the other kinds clear it. */
export const settingKinds = ['confirm', 'enter', 'pay'] as const satisfies readonly ActKind[]

/** Days of the parades that a helper may see and tick off; phones keep the lists of the same days. */
export function helperDateRange(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, -2), to: addDays(today, 1) }
}

/** Whether a parade's day is within `helperDateRange`. */
export function isHelpersDay(parade: Day, today: Day): boolean {
  const { from, to } = helperDateRange(today)
  return from <= parade && parade <= to
}

/** The rejection when a helper opens a parade of another day. */
export const notSeenByHelpers = 'Helfer sehen einen Umzug vom Tag davor bis zwei Tage danach.'

/** The rejection when a helper acts on a parade of another day. */
export const notHelpersDay =
  'Helfer haken vom Tag vor dem Umzug bis zwei Tage danach ab, sonst die Verwaltung.'

/**
 * The instant of an act as reported by a phone, limited to a plausible range: not in the future,
 * and not earlier than the day before the parade.
 * @param day the parade's day; null when the parade does not exist
 */
export function plausibleActTime(at: string, day: Day | null, now: Date): string {
  const reported = new Date(at).getTime()
  const earliest = day === null ? reported : berlinMidnight(addDays(day, -1)).getTime()
  return new Date(Math.min(now.getTime(), Math.max(reported, earliest))).toISOString()
}

/**
 * A random code that identifies a person at the check-in: the same for all their places of an
 * order. It is not a secret and gives no access.
 */
export function newCheckInCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/**
 * The content of the QR code, in capitals: they take half the space, so that the squares are large enough for a cheap
 * camera, and scheme and host are case-insensitive.
 * @param origin the public address of this installation
 */
export function checkInLink(origin: string, code: string): string {
  return `https://${new URL(origin).host}/C/${code}`.toUpperCase()
}

/** A typed or scanned code in upper case; null when the text is not a code. */
export function codeOf(written: string): string | null {
  return /^[0-9a-f]{16}$/i.test(written) ? written.toUpperCase() : null
}

/**
 * The code in a scanned link; null for any other text. Any host is accepted, since the guild's address may have
 * changed after the mail with the code was sent.
 */
export function codeOfLink(read: string): string | null {
  const [, code = ''] = /^https?:\/\/[^/\s]+\/c\/([^/\s]+)\/?$/i.exec(read.trim()) ?? []
  return codeOf(code)
}
