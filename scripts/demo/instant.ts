import type { Day } from '#worker/domain/dates.ts'
import type { Random } from './random.ts'

/** An instant on a day from one full hour (UTC) to the end of another; 12 is early afternoon in Germany. */
export function instant(random: Random, day: Day, fromHour: number, toHour: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const hour = two(random.int(fromHour, toHour))
  return `${day}T${hour}:${two(random.int(0, 59))}:${two(random.int(0, 59))}.000Z`
}
