import type { Day } from '#worker/domain/dates.ts'

/** What stands in a date field is a text that is no date. */
export const unreadable = Symbol('unreadable')

/** A date as it is being written; null = the field is empty. */
export type TypedDay = Day | null | typeof unreadable

export const notADate = 'Das ist kein gültiges Datum. Schreib es so: 24.12.1990'

/** Beside a date that a dialog's button waits for: there is none yet, or what is there is none. */
export function whyNoDay(typed: TypedDay, missing: string): string | false {
  return typed === unreadable ? notADate : typed === null && missing
}
