import type { FeeRow } from '#worker/billing/billing.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'

export function feeText({ amountInCent }: FeeRow): string {
  return amountInCent === null ? '–' : germanEuro(amountInCent)
}

/** Spec §2: the SEPA accepted date or "Nein". */
export function sepaText({ bankingSepaAllowed, bankingSepaAllowedDate }: FeeRow): string {
  if (!bankingSepaAllowed) return 'Nein'
  return bankingSepaAllowedDate ? germanDate(bankingSepaAllowedDate) : 'ohne Datum'
}
