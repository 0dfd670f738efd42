import { ageClass } from '#worker/domain/birthdays.ts'
import type { Day } from '#worker/domain/dates.ts'
import { bookExtras, type ChosenExtra, type Extra, maxSeats } from '#worker/domain/extras.ts'
import { needsGuardian } from '#worker/domain/minors.ts'
import { priceFor } from '#worker/domain/parade.ts'
import type { Attendance } from './attendance.ts'
import { firstNamesOf } from './names.ts'
import type { Random } from './random.ts'

/** What the demo's parade with a bus offers. */
export const demoExtras: Extra[] = [
  {
    id: 1,
    title: 'Bus ab Rathaus',
    kind: 'bus',
    priceForAdultsInCent: 500,
    priceForChildrenInCent: 300,
    capacity: 20,
    departure: { time: '11:30', place: 'Rathaus' },
  },
  {
    id: 2,
    title: 'Plakette',
    kind: 'item',
    priceForAdultsInCent: 150,
    priceForChildrenInCent: 150,
    capacity: null,
    departure: null,
  },
]

/** Seats that stay free, so that the bus can be tried. */
const leftFree = 8

/** What is given with a person's place: extras, and who accompanies a child. */
export type Given = { extras: ChosenExtra[]; guardian: { name: string; phone: string } | null }

/** A function that chooses what each person gives, one after the other, until the bus is nearly full. */
export function makeGiven(random: Random): (attendance: Attendance) => Given {
  let seats = 0
  return ({ parade, person }) => {
    const extras = (parade.extras ?? []).flatMap(({ id, kind, capacity }) => {
      if (!random.chance(0.7)) return []
      if (kind === 'item') return { id, quantity: 1 }
      const quantity = random.weighted([
        [1, 80],
        [2, 15],
        [maxSeats, 5],
      ])
      if (capacity !== null && seats + quantity > capacity - leftFree) return []
      seats += quantity
      return { id, quantity }
    })
    const guardianBelow = parade.guardianBelow ?? null
    const isAccompanied = needsGuardian(person.birthday, { date: parade.date, guardianBelow })
    const guardian = isAccompanied
      ? {
          name: `${random.pick(firstNamesOf('f', 1985))} ${person.lastName}`,
          phone: `0171 39200${random.int(10, 99)}`,
        }
      : null
    return { extras, guardian }
  }
}

type Booking = { attendance: Attendance; given: Given }

/** Age class, extras and price of a place that is booked on this day. */
export function priced({ attendance: { parade, person }, given }: Booking, day: Day) {
  const age = ageClass(person.birthday, day)
  const extras = bookExtras(age, given.extras, parade.extras ?? [], 'extras', {})
  const priceInCent = extras.reduce((sum, one) => sum + one.priceInCent, priceFor(age, parade))
  return { ageClass: age, extras, priceInCent }
}
