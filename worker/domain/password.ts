import type { Day } from './dates.ts'
import { maxLength } from './limits.ts'

/** Spec §9. One sentence that names the whole rule, so that the next try succeeds. */
export const passwordRule =
  'Das Passwort braucht mindestens 8 Zeichen, eine Ziffer, einen Buchstaben und ein Sonderzeichen.'

/** Counted in the form that is hashed: after NFKC. */
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
 * Until when a key is locked; null when it is not. The lock starts with the failure that fills the window.
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

/** More failures of an address than this do not lengthen the delay. */
export const mostCountedOfAddress =
  accountDelay.from + accountDelay.step * (accountDelay.mostMs / accountDelay.msPerStep)

/**
 * Delay of a sign-in response, in ms, when an address has failed attempts from many networks. It is
 * no lock: the correct password works after some seconds, whatever strangers try.
 * @param failures of the last half hour, from all networks
 */
export function delayOfAddress(failures: number): number {
  const { from, step, msPerStep, mostMs } = accountDelay
  return Math.min(mostMs, Math.max(0, Math.ceil((failures - from) / step)) * msPerStep)
}

/**
 * "Verwaltung nur mit Passkey": whether it is on, and since which day it applies; null: without a
 * period of grace.
 */
export type PasskeyRule = { passkeysRequired: boolean; passkeysRequiredFrom: Day | null }

/** The period in which users of management can create a passkey before it is required. */
export const daysUntilPasskeys = 14

/** Whether users of management need a passkey to sign in on this day. */
export function arePasskeysRequired(
  { passkeysRequired, passkeysRequiredFrom: from }: PasskeyRule,
  today: Day,
): boolean {
  return passkeysRequired && (from === null || from <= today)
}
