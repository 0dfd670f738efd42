import { sepaText } from './sepa-text.ts'
import { plainIban } from './text.ts'

// The code that banking apps read off a bill: EPC069-12 of the European Payments Council, "GiroCode".

export type Transfer = {
  name: string
  iban: string
  /** "" = the bank finds it by the IBAN. */
  bic: string
  amountInCent: number
  /** What stands on the statement: "MB2027-4711 Mitgliedsbeitrag". */
  purpose: string
}

/** The most that a transfer can carry: 999,999,999.99 €. */
const maxTransferInCent = 99_999_999_999

/**
 * What stands in the code. Name and purpose are in the basic character set, so that no bank puts a question
 * mark into them and all of it stays below 331 bytes. null when it would be no transfer.
 */
export function giroCode({ name, iban, bic, amountInCent, purpose }: Transfer): string | null {
  const receiver = sepaText(name, 70)
  const account = plainIban(iban)
  if (!receiver || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return null
  if (amountInCent < 1 || amountInCent > maxTransferInCent) return null
  const cents = String(amountInCent % 100).padStart(2, '0')
  const lines = [
    'BCD',
    '002',
    // In UTF-8.
    '1',
    'SCT',
    plainIban(bic),
    receiver,
    account,
    `EUR${Math.floor(amountInCent / 100)}.${cents}`,
    // Neither a purpose by code nor a reference with a check digit.
    '',
    '',
    sepaText(purpose, 140),
  ]
  return lines.join('\n')
}
