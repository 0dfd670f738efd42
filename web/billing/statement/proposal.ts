import type { FeeClaim, FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import type { FeeBooking } from '#worker/domain/fee-ledger.ts'
import type { ByHand } from './by-hand.ts'
import type { ClaimIndex } from './claim-index.ts'
import type { Debit, KnownDebits } from './debits.ts'
import type { StatementEntry } from './statement-entry.ts'

/** What a payment pays of a claim. */
export type Part = { claim: FeeClaim; amountInCent: number }

/** `isSure`: ticked from the start. `told`: why it is taken so, and what does not fit. */
export type Proposal =
  | {
      group: 'returns'
      entry: StatementEntry
      isSure: boolean
      told: string
      debit: Debit
      chargeInCent: number
    }
  | {
      group: 'transfers'
      entry: StatementEntry
      isSure: boolean
      told: string
      parts: Part[]
      /** What `told` says that becomes a credit. */
      beyondInCent: number
    }
  | { group: 'credits'; entry: StatementEntry; isSure: boolean; told: string; run: FeeRunSummary }
  | { group: 'unmatched'; entry: StatementEntry; told: string }
  | { group: 'done'; entry: StatementEntry; told: string }
  /** Money that went out for something else. */
  | { group: 'foreign'; entry: StatementEntry; told: string }

/** What the server knows of claims and files, in the shape that matching needs. */
export type Ledger = {
  index: ClaimIndex
  runs: ReadonlyMap<number, FeeRunSummary>
  debits: KnownDebits
  /** Of each claim what is open once everything ticked on the lines before is booked. */
  left: Map<number, number>
  /** Debits that came back on an earlier line. */
  returned: Set<Debit>
  byHand: ByHand
  /** Payments entered by hand that an earlier line may be. */
  taken: Set<FeeBooking>
}

/** Whoever voided it said that it never went to the bank. */
export function voidTold({ voidedAt }: FeeRunSummary): string {
  const day = berlinDay(new Date(voidedAt ?? 0))
  return `Diese Datei wurde am ${germanDate(day)} verworfen, aber die Bank hat eingezogen. Prüfe, ob zweimal eingezogen wurde.`
}
