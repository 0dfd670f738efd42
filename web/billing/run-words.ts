import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'

/** "21.11.2026, 13:42 Uhr" */
export function whenMade({ createdAt }: { createdAt: string }): string {
  const instant = new Date(createdAt)
  return `${germanDate(berlinDay(instant))}, ${berlinTime(instant)} Uhr`
}

/** "Lastschriften", with their number before it. */
export function debitsInWords(count: number): string {
  return count === 1 ? 'Lastschrift' : 'Lastschriften'
}
