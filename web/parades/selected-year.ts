import { readStored, writeStored } from '#web/lib/storage.ts'
import type { Day } from '#worker/domain/dates.ts'

// Spec §2 and §9.
const key = 'currently-selected-year'

export const firstYear = 1900
export const lastYear = 2099

/** The year chosen last, or the current one when nothing useful is stored. */
export function selectedYear(today: Day): number {
  const stored = readStored(key)?.trim() ?? ''
  const year = /^\d{4}$/.test(stored) ? Number(stored) : 0
  return year >= firstYear && year <= lastYear ? year : Number(today.slice(0, 4))
}

export function selectYear(year: number): void {
  writeStored(key, String(year))
}
