import type { Day } from '#worker/domain/dates.ts'

/** Somebody who leaves on a day to come owns their costumes until then. */
export function isOwnedOn(day: Day, { ownedTo }: { ownedTo: Day | null }): boolean {
  return ownedTo === null || ownedTo > day
}
