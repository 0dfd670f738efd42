import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
  feeBookingKinds,
  feeLetterKinds,
  letterChannels,
  letterTextKinds,
  paymentMethods,
} from '#worker/domain/codes.ts'
import { flag, id, optionalText } from './columns.ts'
import { members } from './members.ts'
import { users } from './users.ts'

/** The fee of a member for a year, as of when the year was closed. Only a merge changes a row. */
export const feeClaims = sqliteTable(
  'fee_claims',
  {
    id: id(),
    year: integer().notNull(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    payerId: integer()
      .notNull()
      .references(() => members.id),
    amountInCent: integer().notNull(),
    reason: text().notNull(),
    /** The claim came from a second record of the member that was merged; another row is the claim of the year. */
    merged: flag(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    uniqueIndex('fee_claims_once').on(t.year, t.memberId).where(sql`merged = 0`),
    index('fee_claims_by_year').on(t.year, t.id),
    index('fee_claims_by_member').on(t.memberId, t.year),
    index('fee_claims_by_payer').on(t.payerId, t.year),
    index('fee_claims_by_creation').on(t.createdAt),
  ],
)

/** A SEPA file that was generated. */
export const sepaRuns = sqliteTable(
  'sepa_runs',
  {
    id: id(),
    /** A random key, by which the bookings and parts of the same commit find the run before its id is known. */
    requestKey: text().notNull().unique(),
    messageId: text().notNull().unique(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    year: integer().notNull(),
    dueDate: text().notNull(),
    /** The number of debits in the file, one for each payer. */
    debitCount: integer().notNull(),
    claimCount: integer().notNull(),
    sumInCent: integer().notNull(),
    /** When the file was submitted to the bank. */
    submittedOn: text(),
    /** null for a file made with another program, which is not stored. */
    fileSha256: text('file_sha256'),
    creditedOn: text(),
    voidedAt: text(),
    voidedBy: integer().references(() => users.id),
    voidReason: optionalText(),
  },
  (t) => [
    index('sepa_runs_by_year').on(t.year, t.id),
    index('sepa_runs_by_due_date').on(t.dueDate).where(sql`voided_at IS NULL`),
    index('sepa_runs_void').on(t.id).where(sql`voided_at IS NOT NULL`),
  ],
)

/** The content of the file, compressed with gzip. */
export const sepaRunParts = sqliteTable(
  'sepa_run_parts',
  {
    runId: integer()
      .notNull()
      .references(() => sepaRuns.id),
    part: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).$type<Uint8Array>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.part] })],
)

/** The bookings of a claim. Rows are never changed or deleted: `domain/fee-ledger.ts`. */
export const feeBookings = sqliteTable(
  'fee_bookings',
  {
    id: id(),
    claimId: integer()
      .notNull()
      .references(() => feeClaims.id),
    kind: text({ enum: feeBookingKinds }).notNull(),
    /** How the booking changes the open amount: payments are negative. */
    amountInCent: integer().notNull(),
    day: text().notNull(),
    /** Set for a debit, for its return, and for the booking that reverts either. */
    runId: integer().references(() => sepaRuns.id),
    endToEndId: text(),
    mandateId: text(),
    reversesId: integer()
      .unique()
      .references((): AnySQLiteColumn => feeBookings.id),
    /** The bank's code for the reason of a return: AM04. */
    reasonCode: text(),
    /** The bank's charge for a return, on the first claim of the debit. */
    bankChargeInCent: integer(),
    method: text({ enum: paymentMethods }),
    /** The key of the statement line from which the booking was read; a line is booked once for each claim. */
    bankKey: text(),
    note: optionalText(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    index('fee_bookings_by_claim').on(t.claimId, t.id),
    index('fee_bookings_by_run').on(t.runId).where(sql`run_id IS NOT NULL`),
    index('fee_bookings_by_debit')
      .on(t.endToEndId, t.claimId)
      .where(sql`end_to_end_id IS NOT NULL`),
    index('fee_bookings_collected').on(t.runId, t.mandateId).where(sql`kind = 'collected'`),
    index('fee_bookings_returned').on(t.claimId).where(sql`kind = 'returned'`),
    uniqueIndex('fee_bookings_once').on(t.bankKey, t.claimId).where(sql`bank_key IS NOT NULL`),
  ],
)

/** A letter to a payer about fees, printed or mailed. */
export const feeLetters = sqliteTable(
  'fee_letters',
  {
    id: id(),
    kind: text({ enum: feeLetterKinds }).notNull(),
    /** The step of a reminder, 1 to 3; 0 for other letters. */
    step: integer().notNull().default(0),
    year: integer().notNull(),
    runId: integer().references(() => sepaRuns.id),
    payerId: integer()
      .notNull()
      .references(() => members.id),
    channel: text({ enum: letterChannels }).notNull(),
    dueOn: text().notNull(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    /** When a printed letter was voided because it had not been posted; null = the letter is valid. */
    voidedAt: text(),
    voidedBy: integer().references(() => users.id),
    /** The letter's texts with their placeholders; null = the default text. */
    opening: text(),
    closing: text(),
  },
  (t) => [
    index('fee_letters_by_year').on(t.year, t.id),
    index('fee_letters_by_payer').on(t.payerId, t.id),
    index('fee_letters_by_run').on(t.runId).where(sql`run_id IS NOT NULL`),
  ],
)

/** The claims that a letter is about. */
export const feeLetterClaims = sqliteTable(
  'fee_letter_claims',
  {
    letterId: integer()
      .notNull()
      .references(() => feeLetters.id),
    claimId: integer()
      .notNull()
      .references(() => feeClaims.id),
    /** The open amount stated in the letter. */
    openInCent: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.letterId, t.claimId] }),
    index('fee_letter_claims_by_claim').on(t.claimId),
  ],
)

/** The guild's own texts of letters; a kind without a row has the default text. */
export const letterTexts = sqliteTable('letter_texts', {
  id: id(),
  kind: text({ enum: letterTextKinds }).notNull().unique(),
  opening: text().notNull(),
  closing: text().notNull(),
  openingFormal: text().notNull(),
  closingFormal: text().notNull(),
})
