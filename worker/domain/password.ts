import type { Day } from './dates.ts'
import { maxLength } from './limits.ts'

/** The message about a rejected password (Spec §9). It names the whole rule, so that the next try succeeds. */
export const passwordRule =
  'Das Passwort braucht mindestens 8 Zeichen, eine Ziffer, einen Buchstaben und ein Sonderzeichen.'

/** Whether the password has too many characters, counted after NFKC, the form that is hashed. */
export function isPasswordTooLong(password: string): boolean {
  return [...password.normalize('NFKC')].length > maxLength.password
}

/** The German message about a password that breaks the rule; null when it complies. */
export function passwordProblem(password: string): string | null {
  if (isPasswordTooLong(password)) {
    return `Das Passwort darf höchstens ${maxLength.password} Zeichen haben.`
  }
  const text = password.normalize('NFKC')
  const keepsRule =
    [...text].length >= 8 &&
    /\p{Nd}/u.test(text) &&
    /\p{L}/u.test(text) &&
    /[^\p{L}\p{N}\s]/u.test(text)
  return keepsRule ? null : passwordRule
}

const minute = 60_000

/**
 * docs/rules.md, "Anmelden": ten failures within a quarter of an hour lock the key for a quarter of an hour.
 */
const loginThrottle = { failures: 10, windowInMs: 15 * minute, lockInMs: 15 * minute }

/** Failures before this instant can no longer cause a lock. */
export function failuresCountFrom(now: Date): Date {
  return new Date(now.getTime() - loginThrottle.windowInMs - loginThrottle.lockInMs)
}

/**
 * Until when a key is locked; null when it is not. The tenth failure within a quarter of an hour starts the lock.
 * @param failures instants (ISO 8601) of one key, oldest first
 */
export function lockedUntil(failures: readonly string[], now: Date): Date | null {
  for (let last = failures.length - 1; last >= loginThrottle.failures - 1; last -= 1) {
    const newest = Date.parse(failures[last] ?? '')
    const oldest = Date.parse(failures[last - loginThrottle.failures + 1] ?? '')
    const end = newest + loginThrottle.lockInMs
    if (newest - oldest <= loginThrottle.windowInMs && end > now.getTime()) return new Date(end)
  }
  return null
}

const accountDelay = { from: 20, step: 5, msPerStep: 1000, mostMs: 8000 }

/** The most failures of an address that are counted; more do not lengthen `delayOfAddress`. */
export const mostCountedOfAddress =
  accountDelay.from + accountDelay.step * (accountDelay.mostMs / accountDelay.msPerStep)

/**
 * The delay of a sign-in response, in ms, when attempts for an address failed from many networks. The delay is no
 * lock: the correct password works after some seconds, whatever strangers try.
 * @param failures the number of failures in the last half hour, from all networks
 */
export function delayOfAddress(failures: number): number {
  const { from, step, msPerStep, mostMs } = accountDelay
  return Math.min(mostMs, Math.max(0, Math.ceil((failures - from) / step)) * msPerStep)
}

/**
 * The setting "Verwaltung nur mit Passkey": whether it is on, and from which day on it applies; null: at once.
 */
export type PasskeyRule = { passkeysRequired: boolean; passkeysRequiredFrom: Day | null }

/** For how many days users of management can still sign in without a passkey after the setting is turned on. */
export const daysUntilPasskeys = 14

/** Whether users of management need a passkey to sign in on this day. */
export function arePasskeysRequired(
  { passkeysRequired, passkeysRequiredFrom: from }: PasskeyRule,
  today: Day,
): boolean {
  return passkeysRequired && (from === null || from <= today)
}
