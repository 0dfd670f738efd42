import type { AgeClass } from './codes.ts'
import type { Day } from './dates.ts'

/** Spec §9: below 16 years a person is a child. */
const adultAge = 16

/**
 * Whole years on a day. Someone born on 29 February turns on 1 March in other years, which the
 * comparison of month and day as text gives by itself.
 */
export function ageOn(birthday: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) >= birthday.slice(5) ? years : years - 1
}

/** Spec §5: adult when there is no birthday or the person is at least 16 years old. */
export function ageClass(birthday: Day | null, today: Day): AgeClass {
  return birthday === null || ageOn(birthday, today) >= adultAge ? 'Adult' : 'Child'
}
