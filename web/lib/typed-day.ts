import type { Day } from '#worker/domain/dates.ts'

/** The value of a date field whose text is not a date. */
export const unreadableDay = Symbol('unreadable')

/** The value of a date field; null when it is empty. */
export type TypedDay = Day | null | typeof unreadableDay

export const notADate = 'Das ist kein gültiges Datum. Schreib es so: 24.12.1990'

/** Why a required date keeps a dialog's button disabled: `missing`, or `notADate`; false for a valid date. */
export function missingDayReason(typed: TypedDay, missing: string): string | false {
  return typed === unreadableDay ? notADate : typed === null && missing
}
