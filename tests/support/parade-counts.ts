import { rows } from './api.ts'

/** The parades whose kept counts are not what counting their booked places gives. */
export function wrongParadeCounts(): Promise<unknown[]> {
  return rows(`SELECT * FROM (
    SELECT id, registration_count, confirmed_count,
      (SELECT count(*) FROM participations p
        WHERE p.parade_id = parades.id AND p.state = 'booked') AS booked,
      (SELECT count(*) FROM participations p WHERE p.parade_id = parades.id AND p.state = 'booked'
        AND p.participation_confirmed = 1) AS confirmed
    FROM parades)
    WHERE registration_count <> booked OR confirmed_count <> confirmed`)
}
