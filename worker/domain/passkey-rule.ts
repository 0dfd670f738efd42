import type { Day } from './dates.ts'

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
