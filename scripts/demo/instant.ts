import type { Day } from '#worker/domain/dates.ts'
import type { Random } from './random.ts'

/** A moment on a day between two full hours (UTC), the last one included: 12 is the early afternoon. */
export function instant(random: Random, day: Day, fromHour: number, toHour: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const hour = two(random.int(fromHour, toHour))
  return `${day}T${hour}:${two(random.int(0, 59))}:${two(random.int(0, 59))}.000Z`
}
