import type { FeeRow } from '#worker/billing/billing.contract.ts'
import type { PaymentMethod } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { chargeOf } from '#worker/domain/fee-figures.ts'
import {
  collectedOn,
  dueInCent,
  type FeeBooking,
  lastSettling,
  returnReasonInWords,
} from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import type { FeeGridRow } from './fee-rows.ts'

export function feeText({ amountInCent }: Pick<FeeRow, 'amountInCent'>): string {
  return amountInCent === null ? '–' : germanEuro(amountInCent)
}

/** Spec §2: the SEPA accepted date or "Nein". */
export function sepaText({ bankingSepaAllowed, bankingSepaAllowedDate }: FeeRow): string {
  if (!bankingSepaAllowed) return 'Nein'
  return bankingSepaAllowedDate ? germanDate(bankingSepaAllowedDate) : 'ohne Datum'
}

export const methodLabels: Record<PaymentMethod, string> = { transfer: 'Überweisung', cash: 'bar' }

/** When and how the fee was settled, or what prevents that: "02.03.2026, Überweisung". */
export function settlementText(row: FeeGridRow, today: Day): string {
  return [settledText(row, today), chargeText(row)].filter(Boolean).join(', ')
}

function settledText(row: FeeGridRow, today: Day): string {
  const { claim, shown } = row
  const last = claim ? lastSettling(claim.bookings) : undefined
  switch (shown) {
    case 'open':
      return [partOf(row), row.obstacle ?? 'SEPA-Mandat da'].filter(Boolean).join(', ')
    case 'returned':
      return [partOf(row), last && returnText(last)].filter(Boolean).join(', ')
    case 'collected':
      return claim ? debitText(collectedOn(claim.bookings), today) : ''
    case 'paid':
      return last ? `${germanDate(last.day)}, ${methodLabels[last.method ?? 'transfer']}` : ''
    case 'waived':
      return last ? [last.note, germanDate(last.day)].filter(Boolean).join(', ') : ''
    case 'free':
      return row.reason
    case 'credit':
      return `${germanEuro(-(row.openInCent ?? 0))} zu viel`
  }
}

function debitText(day: Day, today: Day): string {
  return day > today ? `fällig ${germanDate(day)}` : `${germanDate(day)}, Lastschrift`
}

function returnText({ day, reasonCode }: FeeBooking): string {
  return `${germanDate(day)}, ${returnReasonInWords(reasonCode)}`
}

/** "5,00 € von 20,00 € offen"; '' when nothing is paid yet. */
function partOf({ claim }: FeeGridRow): string {
  if (!claim || claim.openInCent === dueInCent(claim)) return ''
  return `${germanEuro(claim.openInCent)} von ${germanEuro(dueInCent(claim))} offen`
}

/** "mit 3,00 € Bankgebühr"; '' when no bank charge was passed on. */
function chargeText({ claim }: FeeGridRow): string {
  const charge = chargeOf(claim)
  return charge > 0 ? `mit ${germanEuro(charge)} Bankgebühr` : ''
}

/** "Zahlt Annegret Gruber"; '' for members who pay for themselves. */
export function payerText({ payer }: Pick<FeeRow, 'payer'>): string {
  return payer ? `Zahlt ${fullName(payer)}` : ''
}

/** "33 Beiträge", "349 Beiträge, davon 48 beitragsfrei" */
export function feesInWords(count: number, freeCount = 0): string {
  const words = count === 1 ? '1 Beitrag' : `${count} Beiträge`
  return freeCount > 0 ? `${words}, davon ${freeCount} beitragsfrei` : words
}

/** After "mit": "33 Beiträgen", "349 Beiträgen, davon 48 beitragsfrei" */
export function feesInWordsDative(count: number, freeCount = 0): string {
  return feesInWords(count, freeCount).replace('Beiträge', 'Beiträgen')
}
