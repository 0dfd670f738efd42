import { berlinDay } from '#worker/domain/dates.ts'
import { seasonOf } from '#worker/domain/season.ts'

/** The season is not over: its numbers still grow. */
export function isRunning(season: string): boolean {
  return season === seasonOf(berlinDay(new Date()))
}

/** "2026/27 (läuft)" */
export function seasonInWords(season: string): string {
  return isRunning(season) ? `${season} (läuft)` : season
}
