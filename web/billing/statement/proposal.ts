import type { FeeClaim, FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import type { FeeBooking } from '#worker/domain/fee-ledger.ts'
import type { ManualTransfers } from './by-hand.ts'
import type { ClaimIndex } from './claim-index.ts'
import type { Debit, KnownDebits } from './debits.ts'
import type { StatementEntry } from './statement-entry.ts'

/** The part of a payment that goes to one claim. */
export type PaymentPart = { claim: FeeClaim; amountInCent: number }

/** `isSure`: ticked from the start. `note`: the reason for the proposal, and what does not match. */
export type Proposal =
  | {
      group: 'returns'
      entry: StatementEntry
      isSure: boolean
      note: string
      debit: Debit
      chargeInCent: number
    }
  | {
      group: 'transfers'
      entry: StatementEntry
      isSure: boolean
      note: string
      parts: PaymentPart[]
      /** The surplus that `note` announces as a credit. */
      beyondInCent: number
    }
  | { group: 'credits'; entry: StatementEntry; isSure: boolean; note: string; run: FeeRunSummary }
  | { group: 'unmatched'; entry: StatementEntry; note: string }
  | { group: 'done'; entry: StatementEntry; note: string }
  /** Money that went out for another purpose. */
  | { group: 'foreign'; entry: StatementEntry; note: string }

/** Claims and files, indexed for matching. */
export type MatchingState = {
  index: ClaimIndex
  runs: ReadonlyMap<number, FeeRunSummary>
  debits: KnownDebits
  /** The open amount of each claim after the ticked bookings of the lines before, in cents. */
  left: Map<number, number>
  /** Debits that an earlier line has returned. */
  returned: Set<Debit>
  byHand: ManualTransfers
  /** Payments entered by hand that an earlier line already matches. */
  taken: Set<FeeBooking>
}

/** The warning for a credit of a void file: voiding it, a user stated that it never went to the bank. */
export function voidNote({ voidedAt }: FeeRunSummary): string {
  const day = berlinDay(new Date(voidedAt ?? 0))
  return `Diese Datei wurde am ${germanDate(day)} verworfen, aber die Bank hat eingezogen. Prüfe, ob zweimal eingezogen wurde.`
}
