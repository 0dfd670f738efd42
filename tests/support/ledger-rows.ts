import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { feeBookings, feeClaims, feeLetters, sepaRuns } from '#worker/db/schema.ts'
import type { FeeBookingKind } from '#worker/domain/codes.ts'
import { db } from './api.ts'

// Inserts fees and bookings directly.

type Claim = Partial<typeof feeClaims.$inferInsert> & { memberId: number; createdBy: number }

/** A claim of 20,00 € for 2026, paid by the member. */
export async function aClaim(claim: Claim): Promise<number> {
  const [[row]] = await commit(db(), [
    write
      .insert(feeClaims)
      .values({
        year: 2026,
        payerId: claim.memberId,
        amountInCent: 2000,
        reason: 'Aktiv, ab 18',
        createdAt: '2026-02-01T10:00:00.000Z',
        ...claim,
      })
      .returning({ id: feeClaims.id }),
  ])
  return row?.id ?? 0
}

type Booking = Partial<typeof feeBookings.$inferInsert> & {
  claimId: number
  kind: FeeBookingKind
  amountInCent: number
  createdBy: number
}

export async function aBooking(booking: Booking): Promise<number> {
  const [[row]] = await commit(db(), [
    write
      .insert(feeBookings)
      .values({ day: '2026-03-01', createdAt: '2026-03-01T10:00:00.000Z', ...booking })
      .returning({ id: feeBookings.id }),
  ])
  return row?.id ?? 0
}

/** A run that was made by another program, so that it has no file. */
export async function aRun(
  run: Partial<typeof sepaRuns.$inferInsert> & { createdBy: number },
): Promise<number> {
  const [[row]] = await commit(db(), [
    write
      .insert(sepaRuns)
      .values({
        requestKey: `key of ${run.messageId}`,
        messageId: 'MB2026-1',
        createdAt: '2026-02-10T10:00:00.000Z',
        year: 2026,
        dueDate: '2026-02-20',
        debitCount: 1,
        claimCount: 1,
        sumInCent: 2000,
        submittedOn: '2026-02-11',
        ...run,
      })
      .returning({ id: sepaRuns.id }),
  ])
  return row?.id ?? 0
}

export async function aFeeLetter(
  letter: Partial<typeof feeLetters.$inferInsert> & { payerId: number; createdBy: number },
): Promise<number> {
  const [[row]] = await commit(db(), [
    write
      .insert(feeLetters)
      .values({
        kind: 'invoice',
        year: 2026,
        channel: 'letter',
        dueOn: '2026-03-15',
        createdAt: '2026-03-01T10:00:00.000Z',
        ...letter,
      })
      .returning({ id: feeLetters.id }),
  ])
  return row?.id ?? 0
}
