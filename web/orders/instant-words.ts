import { berlinDay, berlinTime, germanDateWithWeekday } from '#worker/domain/dates.ts'

/** "Sa 16.01.2027, 12:03 Uhr" in Berlin. */
export function instantWords(at: string): string {
  const instant = new Date(at)
  return `${germanDateWithWeekday(berlinDay(instant))}, ${berlinTime(instant)} Uhr`
}
