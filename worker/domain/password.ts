import type { Day } from './dates.ts'
import { maxLength } from './limits.ts'

/** Spec §9. One sentence for every way to break the rule, so that it helps at the first try. */
export const passwordRule =
  'Das Passwort braucht mindestens 8 Zeichen, eine Ziffer, einen Buchstaben und ein Sonderzeichen.'

/** Measured as it is compared: after NFKC. */
export function isPasswordTooLong(password: string): boolean {
  return [...password.normalize('NFKC')].length > maxLength.password
}

/** null = the password keeps the rule. */
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

/** docs/rules.md, "Anmelden": ten failures in a quarter of an hour lock the key for as long. */
const loginThrottle = { failures: 10, windowInMs: 15 * minute, lockInMs: 15 * minute }

/** Failures before this instant can no longer lock anything. */
export function failuresCountFrom(now: Date): Date {
  return new Date(now.getTime() - loginThrottle.windowInMs - loginThrottle.lockInMs)
}

/**
 * Until when a key is locked, or null. The lock starts with the failure that filled the window.
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

/** Failures of an address beyond this number do not lengthen the delay. */
export const mostCountedOfAddress =
  accountDelay.from + accountDelay.step * (accountDelay.mostMs / accountDelay.msPerStep)

/**
 * How long an answer waits when an address was guessed at from many networks. It is never a lock: who
 * knows the password gets in after seconds, whatever strangers do.
 * @param failures of the last half hour, from all networks
 */
export function delayOfAddress(failures: number): number {
  const { from, step, msPerStep, mostMs } = accountDelay
  return Math.min(mostMs, Math.max(0, Math.ceil((failures - from) / step)) * msPerStep)
}

/** "Verwaltung nur mit Passkey": whether it is chosen, and from which day on; null = all along. */
export type PasskeyRule = { passkeysRequired: boolean; passkeysRequiredFrom: Day | null }

/** So long everybody of the management has to make a passkey before it is asked for. */
export const daysUntilPasskeys = 14

/** Whether a password alone no longer lets management in on this day. */
export function arePasskeysRequired(
  { passkeysRequired, passkeysRequiredFrom: from }: PasskeyRule,
  today: Day,
): boolean {
  return passkeysRequired && (from === null || from <= today)
}
