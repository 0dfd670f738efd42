import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'

/** "21.11.2026, 18:03 Uhr" */
export function momentOf(instant: string): string {
  const at = new Date(instant)
  return `${germanDate(berlinDay(at))}, ${berlinTime(at)} Uhr`
}
