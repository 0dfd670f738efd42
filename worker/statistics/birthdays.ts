import { type BirthdayWindow, endOfWindow, nextBirthday } from '#worker/domain/birthdays.ts'
import { type Day, fullYears } from '#worker/domain/dates.ts'
import { selectBirthdays } from './people.queries.ts'
import { statistic } from './prepared.ts'
import type { UpcomingBirthday } from './statistics.contract.ts'

/** Birthdays of Active and Passive members from today to the window's end, in their order. */
export const upcomingBirthdays = (window: BirthdayWindow, today: Day) => {
  const end = endOfWindow(window, today)
  // On 1 March a birthday of 29 February may be today.
  const from = today.endsWith('03-01') ? '02-29' : today.slice(5)
  return statistic({
    name: `birthdays-${window}`,
    read: (db, gate) => [selectBirthdays(db, gate, from, end.slice(5))],
    build: ([members]): UpcomingBirthday[] =>
      members
        .map((member) => ({ member, day: nextBirthday(member.birthday, today) }))
        .filter(({ day }) => day <= end)
        .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
        .map(({ member, day }) => ({
          member,
          age: fullYears(member.birthday, day),
        })),
  })
}
