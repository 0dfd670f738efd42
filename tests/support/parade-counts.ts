import { rows } from './api.ts'

/** Parades whose stored counts differ from the number of their places. */
export function wrongParadeCounts(): Promise<unknown[]> {
  return rows(`SELECT * FROM (
    SELECT id, registration_count, confirmed_count, taken_count,
      (SELECT count(*) FROM participations p
        WHERE p.parade_id = parades.id AND p.state = 'booked') AS booked,
      (SELECT count(*) FROM participations p WHERE p.parade_id = parades.id AND p.state = 'booked'
        AND p.participation_confirmed = 1) AS confirmed,
      (SELECT count(*) FROM participations p
        WHERE p.parade_id = parades.id AND p.state IN ('reserved', 'booked')) AS taken
    FROM parades)
    WHERE registration_count <> booked OR confirmed_count <> confirmed OR taken_count <> taken`)
}
