import { rows } from './api.ts'

/** Parades, and extras of parades, whose stored counts differ from the number of their places. */
export async function wrongParadeCounts(): Promise<unknown[]> {
  return [...(await wrongCounts()), ...(await wrongExtraCounts())]
}

function wrongExtraCounts() {
  return rows(`SELECT c.*, counted.quantity FROM extra_counts c FULL JOIN (
      SELECT p.parade_id, e.value ->> 'id' AS extra_id, sum(e.value ->> 'quantity') AS quantity
      FROM participations p, json_each(p.extras) e WHERE p.state IN ('reserved', 'booked')
      GROUP BY 1, 2) counted USING (parade_id, extra_id)
    WHERE coalesce(c.taken_count, 0) <> coalesce(counted.quantity, 0)`)
}

function wrongCounts() {
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
