import type { Day } from '#worker/domain/dates.ts'

/** A line of a bank statement, or one of several payments that the bank booked as one. */
export type StatementEntry = {
  /** What is sent as `bankKey`: the same whenever this line is read again from a file of the same kind. */
  key: string
  /** The key that the line has in a file without the bank's own references. */
  plainKey: string
  /** Shared by the lines that are alike but for the bank's own reference: the plain key of the first of them. */
  alike: string
  day: Day
  /** Money came in, or went out. */
  side: 'in' | 'out'
  amountInCent: number
  /** Of a return: what had been collected, without what the bank took for it; null = not told. */
  originalInCent: number | null
  chargeInCent: number
  /** What it took for this and others together, where it does not say for which how much. */
  sharedChargeInCent: number
  /** A direct debit or a transfer came back. */
  isReturn: boolean
  /** The bank calls it the reversal of an earlier line. */
  isReversal: boolean
  /** What direct debits brought in, one or all of a file. */
  isCollection: boolean
  /** AM04, as the bank sent it. */
  reasonCode: string | null
  endToEndId: string | null
  mandateId: string | null
  /** Every reference of the line, those of a file of direct debits among them. */
  references: readonly string[]
  /** The other side. */
  name: string
  iban: string
  purpose: string
  /** Every text of the line that may hold a reference; lines that the bank has broken lie behind line breaks. */
  texts: readonly string[]
  /** The file holds the sum alone; what it is made of stands in a camt.054 file. */
  detailsElsewhere: boolean
}

/** What nobody can book, and how often it was left out. */
export const omissions = [
  'pending',
  'reversal',
  'currency',
  'unreadable',
  'sumDiffers',
  'otherAccount',
] as const
export type Omission = (typeof omissions)[number]
export type Omitted = Readonly<Record<Omission, number>>

/** What is thrown says in German why the file is not read. */
export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'
}
