import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { recordEvents } from '#worker/db/record-event.ts'
import { feeBookings, feeClaims } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { eachId } from '#worker/http/many.ts'
import { selectBookings } from './ledger.queries.ts'
import type { NewLine } from './plan-bookings.ts'

/** Statements that read claims and their bookings. @param claims ids, as a subquery */
export function selectAccounts(db: Db, claims: SQL) {
  return [
    db
      .select({
        id: feeClaims.id,
        year: feeClaims.year,
        memberId: feeClaims.memberId,
        amountInCent: feeClaims.amountInCent,
        merged: feeClaims.merged,
      })
      .from(feeClaims)
      .where(sql`${feeClaims.id} IN ${claims}`),
    selectBookings(db, claims),
  ] as const
}

export type AccountRow = Awaited<ReturnType<typeof selectAccounts>[0]>[number]

/** Ids of these claims, and of all claims that were collected by the same debits as the claims in `returned`. */
export function withWholeDebits(claims: readonly number[], returned: readonly number[]): SQL {
  return sql`(SELECT value FROM ${eachId(claims)} UNION
    SELECT same.claim_id FROM ${eachId(returned)} given
      CROSS JOIN fee_bookings debit ON debit.claim_id = given.value AND debit.run_id IS NOT NULL
      CROSS JOIN fee_bookings same ON same.end_to_end_id = debit.end_to_end_id)`
}

/** The claim of a booking, and all claims of the same debit. */
export function claimsOfBooking(id: number): SQL {
  return sql`(SELECT claim_id FROM fee_bookings WHERE id = ${id} UNION
    SELECT same.claim_id FROM fee_bookings booking
      CROSS JOIN fee_bookings same ON same.end_to_end_id = booking.end_to_end_id
      WHERE booking.id = ${id})`
}

type SeenClaim = { claimId: number; openInCent?: number | undefined }

/** For a guard: the open amounts are as the caller saw them, where given. */
export function isOpenAsSeen(seen: readonly SeenClaim[]): SQL {
  const expected = seen.flatMap(({ claimId, openInCent }) =>
    openInCent === undefined ? [] : [{ claimId, openInCent }],
  )
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(expected)}) expected
    CROSS JOIN fee_open o ON o.claim_id = (expected.value ->> '$.claimId')
    WHERE o.open_in_cent <> (expected.value ->> '$.openInCent'))`
}

type BookedBy = { at: string; userId: number }

/** One statement, in the order of the lines; a trigger that rejects one line aborts all. */
export function insertBookings(lines: readonly NewLine[], { at, userId }: BookedBy) {
  const of = (name: keyof NewLine) => sql`given.value ->> ${sql.raw(`'$.${name}'`)}`
  return insertSelected(
    feeBookings,
    {
      claimId: of('claimId'),
      kind: of('kind'),
      amountInCent: of('amountInCent'),
      day: of('day'),
      runId: of('runId'),
      endToEndId: of('endToEndId'),
      mandateId: of('mandateId'),
      reversesId: of('reversesId'),
      reasonCode: of('reasonCode'),
      bankChargeInCent: of('bankChargeInCent'),
      method: of('method'),
      bankKey: of('bankKey'),
      note: of('note'),
      createdAt: at,
      createdBy: userId,
    },
    sql`json_each(${JSON.stringify(lines)}) given WHERE 1 ORDER BY given.key`,
  ).returning()
}

/** The lines of the history for these bookings. */
export function recordBookings(lines: readonly NewLine[], claims: readonly AccountRow[]) {
  const claimOf = new Map(claims.map((claim) => [claim.id, claim]))
  return recordEvents(
    'feeBooking',
    lines.map(({ claimId, kind, amountInCent, day, note }) => {
      const { year = 0, memberId = null } = claimOf.get(claimId) ?? {}
      return { entityId: claimId, memberId, changes: { kind, year, amountInCent, day, note } }
    }),
  )
}
