import type { Day } from '#worker/domain/dates.ts'

/** Seasons begin in July and are named by that year. */
export function seasonAt(today: Day): number {
  const year = Number(today.slice(0, 4))
  return Number(today.slice(5, 7)) >= 7 ? year : year - 1
}

/** The one in the address, `?season=2026`; without a useful one the season of today. */
export function wantedSeason(search: URLSearchParams, today: Day): number {
  const asked = search.get('season') ?? ''
  const year = /^\d{4}$/.test(asked) ? Number(asked) : 0
  return year >= 1900 && year <= 2099 ? year : seasonAt(today)
}

/** "2026/27" */
export function seasonName(season: number): string {
  return `${season}/${String((season + 1) % 100).padStart(2, '0')}`
}
