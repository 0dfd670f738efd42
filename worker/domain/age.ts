import type { AgeClass } from './codes.ts'
import { type Day, fullYears } from './dates.ts'

/** Spec §9: below 16 years a person is a child. */
const adultAge = 16

/** Spec §5: adult when there is no birthday or the person is at least 16 years old. */
export function ageClass(birthday: Day | null, today: Day): AgeClass {
  return birthday === null || fullYears(birthday, today) >= adultAge ? 'Adult' : 'Child'
}
