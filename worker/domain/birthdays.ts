import type { AgeClass } from './codes.ts'
import { addDays, type Day, daysInMonth, fullYears, yearsLater } from './dates.ts'

/** Spec §9: a person under 16 is a child. */
const adultAge = 16

/** Adult or child (Spec §5): adult without a birthday, or from the age of 16 on. */
export function ageClass(birthday: Day | null, today: Day): AgeClass {
  return birthday === null || fullYears(birthday, today) >= adultAge ? 'Adult' : 'Child'
}

export const birthdayWindows = ['week', 'month', 'quarter'] as const
export type BirthdayWindow = (typeof birthdayWindows)[number]

/** The last day of the calendar week (Monday to Sunday), month or quarter that contains a day. */
export function endOfWindow(window: BirthdayWindow, today: Day): Day {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  if (window === 'week') {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
    return addDays(today, (7 - weekday) % 7)
  }
  const last = window === 'month' ? month : Math.ceil(month / 3) * 3
  const day = daysInMonth(year, last)
  return `${year}-${String(last).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The next birthday, today included. */
export function nextBirthday(birthday: Day, today: Day): Day {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  const thisYear = yearsLater(birthday, years)
  return thisYear >= today ? thisYear : yearsLater(birthday, years + 1)
}

/** Ages that are congratulated on: each tenth, and from 70 on each fifth. */
export function isRoundAge(age: number): boolean {
  return age > 0 && age % (age >= 70 ? 5 : 10) === 0
}
