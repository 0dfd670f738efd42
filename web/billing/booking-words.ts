import type { FeeClaimBooking } from '#worker/billing/billing.contract.ts'
import { germanDate, germanInstant } from '#worker/domain/dates.ts'
import { type FeeBooking, isDebit, returnReasonInWords } from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { methodLabels } from './fee-text.ts'

/** "Sabine Kächele, 23.11.2026, 13:42 Uhr" */
export function bookedWords({ createdAt, createdBy }: FeeClaimBooking): string {
  const at = germanInstant(new Date(createdAt))
  return createdBy ? `${createdBy}, ${at}` : at
}

/** What was booked: "Rücklastschrift: Konto nicht gedeckt". */
export function bookingWords(booking: FeeBooking, all: readonly FeeBooking[]): string {
  switch (booking.kind) {
    case 'collected':
      return 'Eingezogen, fällig an diesem Tag'
    case 'paid':
      return `Bezahlt, ${methodLabels[booking.method ?? 'transfer']}`
    case 'refunded':
      return `Erstattet, ${methodLabels[booking.method ?? 'transfer']}`
    case 'waived':
      return 'Erlassen'
    case 'returned':
      return `Rücklastschrift: ${returnReasonInWords(booking.reasonCode)}${chargeWords(booking)}`
    case 'charged':
      return 'Bankgebühr weiterbelastet'
    case 'corrected':
      return 'Berichtigt'
    case 'undone':
      return undoneWords(booking, all)
  }
}

function chargeWords({ bankChargeInCent }: FeeBooking): string {
  return bankChargeInCent ? `, Bankgebühr ${germanEuro(bankChargeInCent)}` : ''
}

function undoneWords(booking: FeeBooking, all: readonly FeeBooking[]): string {
  const target = all.find(({ id }) => id === booking.reversesId)
  if (!target) return 'Zurückgenommen'
  const name = undoneNames[target.kind]
  return isDebit(target)
    ? `Datei verworfen: nicht eingezogen am ${germanDate(target.day)}`
    : `${name} vom ${germanDate(target.day)} zurückgenommen`
}

const undoneNames: Record<FeeBooking['kind'], string> = {
  collected: 'Einzug',
  paid: 'Zahlung',
  waived: 'Erlass',
  returned: 'Rücklastschrift',
  refunded: 'Erstattung',
  charged: 'Bankgebühr',
  corrected: 'Berichtigung',
  undone: 'Buchung',
}

/** What somebody may take back by a counter-booking; a debit goes with its whole file alone. */
export function isUndoable({ kind }: FeeBooking): boolean {
  return kind !== 'collected' && kind !== 'undone'
}
