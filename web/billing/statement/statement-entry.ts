import type { Day } from '#worker/domain/dates.ts'

/** A line of a bank statement, or one of several payments that the bank booked as one. */
export type StatementEntry = {
  /** Sent as `bankKey`; stays the same when the line is read again from a file of the same kind. */
  key: string
  /** The key that the line has in a file without the bank's own references. */
  plainKey: string
  /**
   * The `plainKey` of the first of all lines with the same day, amount, parties and purpose. They
   * share it, whatever references the bank has given them.
   */
  contentKey: string
  day: Day
  side: 'in' | 'out'
  amountInCent: number
  /** The amount collected by a returned debit, without the bank's charge; null when not stated. */
  originalInCent: number | null
  chargeInCent: number
  /** The bank's charge for this and other returns together, when it is not broken down. */
  sharedChargeInCent: number
  /** Whether a direct debit or a transfer was returned. */
  isReturn: boolean
  /** Whether the bank marks the line as the reversal of an earlier one. */
  isReversal: boolean
  /** Whether the money is from direct debits, one or a whole file. */
  isCollection: boolean
  /** The ISO 20022 reason code as the bank sent it, such as AM04. */
  reasonCode: string | null
  endToEndId: string | null
  mandateId: string | null
  /** Every reference of the line, including those of a file of direct debits. */
  references: readonly string[]
  /** The other party. */
  name: string
  iban: string
  purpose: string
  /** Every text that may hold a reference; where the bank broke lines, "\n" separates them. */
  texts: readonly string[]
  /** The file states only the sum; its parts are in a camt.054 file. */
  detailsElsewhere: boolean
}

/** Reasons why an entry cannot be booked; each is counted. */
export const omissions = [
  'pending',
  'reversal',
  'currency',
  'unreadable',
  'sumDiffers',
  'otherAccount',
] as const
export type Omission = (typeof omissions)[number]
export type OmissionCounts = Readonly<Record<Omission, number>>

/** The message says in German why the file cannot be read. */
export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'
}
