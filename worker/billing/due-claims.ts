import { type SQL, sql } from 'drizzle-orm'
import { addDays, berlinMidnight, type Day } from '#worker/domain/dates.ts'
import { remindBefore } from '#worker/domain/treasury.ts'

// Which fees need work (docs/rules.md, "Kasse"). The treasury and the tasks of the overview share these counts.

/** The number of payers of the run `r` to whom a letter announced the debit. */
export const announcedPayers = sql`(SELECT count(DISTINCT l.payer_id) FROM fee_letters l
  WHERE l.run_id = r.id AND l.kind = 'notice' AND l.voided_at IS NULL)`

/** A payer to whom no letter announces the debit. */
export type UnreachablePayer = { id: number; firstName: string; lastName: string }

/**
 * JSON of `UnreachablePayer[]`: the payers of the run `r` for whom `planLetter` and `channelFor` give no notice,
 * because there is neither an e-mail address nor a postal address, payer or member has died, or the debit was undone. Empty
 * once the debit was due.
 */
export function unreachablePayers(today: Day): SQL {
  const hasEmail = sql`p.e_mail LIKE '%_@_%.__%'`
  const hasAddress = sql`trim(p.address_street) <> '' AND trim(p.address_plz) <> ''
    AND trim(p.address_town) <> ''`
  const isStanding = isLive('b')
  return sql`(SELECT json_group_array(json_object('id', id, 'firstName', first_name, 'lastName', last_name)) FROM (
    SELECT p.id, p.first_name, p.last_name
    FROM fee_bookings b INDEXED BY fee_bookings_collected
    CROSS JOIN fee_claims c ON c.id = b.claim_id
    CROSS JOIN members m ON m.id = c.member_id
    CROSS JOIN members closing ON closing.id = c.payer_id
    CROSS JOIN members p ON p.id = CASE closing.membership_state WHEN 'Died'
      THEN coalesce(m.payer_id, m.id) ELSE closing.id END
    WHERE b.run_id = r.id AND b.kind = 'collected' AND r.due_date >= ${today}
      AND NOT EXISTS (SELECT 1 FROM fee_letters l WHERE l.run_id = r.id AND l.payer_id = p.id
        AND l.kind = 'notice' AND l.voided_at IS NULL)
    GROUP BY p.id HAVING p.membership_state = 'Died' OR NOT (${hasEmail} OR (${hasAddress}))
      OR max(m.membership_state = 'Died' AND ${isStanding}) OR NOT max(${isStanding})))`
}

const isOpen = sql`c.amount_in_cent + (SELECT coalesce(sum(a.amount_in_cent), 0)
  FROM fee_bookings a WHERE a.claim_id = c.id) > 0`

const isLive = (booking: string) =>
  sql.raw(`NOT EXISTS (SELECT 1 FROM fee_bookings u WHERE u.reverses_id = ${booking}.id)`)

const ofYear = (year: number | undefined) =>
  year === undefined ? sql`c.merged = 0` : sql`c.merged = 0 AND c.year = ${year}`

/**
 * Whether the year is closed without a file in effect, and an open fee has a payer with a mandate; 0 or 1. The treasury
 * decides with all obstacles of a debit (`isCollectible`), which would cost a read of all fees here.
 */
export function isFileToMake(year: number, today: Day): SQL {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM fee_claims k WHERE k.year = ${year})
      AND NOT EXISTS (SELECT 1 FROM sepa_runs r WHERE r.year = ${year} AND r.voided_at IS NULL)
    THEN EXISTS (SELECT 1 FROM fee_claims c CROSS JOIN members m ON m.id = c.member_id
      CROSS JOIN members p ON p.id = c.payer_id
      WHERE ${ofYear(year)} AND m.membership_state <> 'Died' AND p.membership_state <> 'Died'
        AND p.banking_sepa_allowed = 1 AND p.banking_iban <> ''
        AND p.banking_sepa_allowed_date <= ${today} AND ${isOpen})
    ELSE 0 END`
}

/** The number of open fees of a year that the bank returned and that were not settled since. */
export function countReturned(year: number): SQL {
  return selectReturned(sql`count(DISTINCT c.id)`, year)
}

/** Such fees of all years: JSON of `ReturnedFees[]`. */
export function returnedByYear(): SQL {
  const ofEach = selectReturned(
    sql`c.year, count(DISTINCT c.id) AS fees`,
    undefined,
    sql`GROUP BY c.year`,
  )
  return sql`(SELECT json_group_array(json_object('year', y.year, 'count', y.fees)) FROM ${ofEach} y)`
}

/** The returned fees of one year, at least one. */
export type ReturnedFees = { year: number; count: number }

/** Reads along the index of returns; the condition is the state "returned" of `feeState` in the domain. */
function selectReturned(what: SQL, year?: number, grouped: SQL = sql``): SQL {
  return sql`(SELECT ${what} FROM fee_bookings b INDEXED BY fee_bookings_returned
    CROSS JOIN fee_claims c ON c.id = b.claim_id AND ${ofYear(year)}
    WHERE b.kind = 'returned' AND ${isLive('b')} AND ${isOpen}
      AND NOT EXISTS (SELECT 1 FROM fee_bookings later WHERE later.claim_id = b.claim_id
        AND later.id > b.id AND ${isLive('later')} AND (later.kind IN ('collected', 'paid', 'waived')
          OR (later.kind = 'undone' AND later.run_id IS NOT NULL AND later.amount_in_cent < 0)))
    ${grouped})`
}

type Reminding = {
  today: Day
  /** The first year whose letters are read. */
  since: number
  /** Left out: fees of all years. */
  year?: number
}

/** The number of open fees whose last invoice or reminder was written 30 days ago or earlier. */
export function countToRemind({ today, since, year }: Reminding): SQL {
  const end = berlinMidnight(addDays(remindBefore(today), 1)).toISOString()
  return sql`(SELECT count(*) FROM (
    SELECT c.id FROM fee_letters l
      CROSS JOIN fee_letter_claims lc ON lc.letter_id = l.id
      CROSS JOIN fee_claims c ON c.id = lc.claim_id AND ${ofYear(year)}
    WHERE l.year >= ${since} AND l.kind IN ('invoice', 'reminder') AND l.voided_at IS NULL
    GROUP BY c.id HAVING max(l.created_at) < ${end} AND ${isOpen}))`
}
