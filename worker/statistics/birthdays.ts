import { type BirthdayWindow, endOfWindow, nextBirthday } from '#worker/domain/birthdays.ts'
import type { Day } from '#worker/domain/dates.ts'
import { selectBirthdays } from './people.queries.ts'
import { statistic } from './prepared.ts'
import type { UpcomingBirthday } from './statistics.contract.ts'

/** Birthdays of Active and Passive members from today to the window's end, in their order. */
export const upcomingBirthdays = (window: BirthdayWindow, today: Day) => {
  const end = endOfWindow(window, today)
  // Somebody born on 29 February has their birthday on the 28th in other years.
  const to = end.endsWith('02-28') ? '02-29' : end.slice(5)
  return statistic({
    name: `birthdays-${window}`,
    read: (db, gate) => [selectBirthdays(db, gate, today.slice(5), to)],
    build: ([members]): UpcomingBirthday[] =>
      members
        .map((member) => ({ member, day: nextBirthday(member.birthday, today) }))
        .filter(({ day }) => day <= end)
        .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
        .map(({ member, day }) => ({
          member,
          age: Number(day.slice(0, 4)) - Number(member.birthday.slice(0, 4)),
        })),
  })
}
