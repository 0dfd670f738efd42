import { db, rows } from '#tests/support/api.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { feeBookings, feeClaims, sepaRuns } from '#worker/db/schema.ts'

// Inserts rows of the ledger directly.

const at = '2026-12-01T12:00:00.000Z'

/** Any user, because rows of the ledger need an author. */
async function someUser(): Promise<number> {
  const [first] = await rows<{ id: number }>('SELECT min(id) AS id FROM users')
  return first?.id ?? 0
}

type Claimed = { memberId: number; payerId?: number; year?: number; amountInCent?: number }

export async function aClaim({ memberId, payerId = memberId, ...more }: Claimed): Promise<number> {
  const claim = { year: 2027, amountInCent: 2000, reason: 'Aktiv ab 18', ...more }
  const createdBy = await someUser()
  const [[row]] = await commit(db(), [
    write
      .insert(feeClaims)
      .values({ ...claim, memberId, payerId, createdAt: at, createdBy })
      .returning({ id: feeClaims.id }),
  ])
  return row?.id ?? 0
}

export async function aRun({ year = 2027, dueDate = '2027-02-01' } = {}): Promise<number> {
  const [last] = await rows<{ n: number }>('SELECT count(*) AS n FROM sepa_runs')
  const key = `run-${last?.n ?? 0}`
  const [[row]] = await commit(db(), [
    write
      .insert(sepaRuns)
      .values({
        requestKey: key,
        messageId: key,
        createdAt: at,
        createdBy: await someUser(),
        year,
        dueDate,
        debitCount: 1,
        claimCount: 1,
        sumInCent: 2000,
        fileSha256: 'none',
      })
      .returning({ id: sepaRuns.id }),
  ])
  return row?.id ?? 0
}

type Booking = Partial<typeof feeBookings.$inferInsert>

export async function aBooking(claimId: number, booking: Booking): Promise<number> {
  const createdBy = await someUser()
  const [[row]] = await commit(db(), [
    write
      .insert(feeBookings)
      .values({
        claimId,
        kind: 'paid',
        amountInCent: -2000,
        day: '2026-12-01',
        createdAt: at,
        createdBy,
        ...booking,
      })
      .returning({ id: feeBookings.id }),
  ])
  return row?.id ?? 0
}

/** The booking of a run for a claim. */
export function aDebit(claimId: number, runId: number, amountInCent = -2000): Promise<number> {
  const debit = { kind: 'collected', runId, amountInCent, endToEndId: `E${claimId}` } as const
  return aBooking(claimId, { ...debit, mandateId: 'M4711-20140201', day: '2027-02-01' })
}
