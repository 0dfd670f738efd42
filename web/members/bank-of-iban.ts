import { isValidIBAN } from 'ibantools'

export type Bank = { bankingBank: string; bankingBic: string }

export const noBank: Bank = { bankingBank: '', bankingBic: '' }

/**
 * The bank that a German IBAN names; `noBank` when it is not known. null as long as there is
 * nothing to say: the IBAN is not finished, or the list of banks could not be loaded.
 */
export async function bankOfIban(iban: string): Promise<Bank | null> {
  if (iban === '') return noBank
  if (!isValidIBAN(iban)) return null
  if (!iban.startsWith('DE')) return noBank
  // 200 kB that nobody needs before.
  const banks = await import('bankdata-germany').catch(() => null)
  if (!banks) return null
  const found = banks.bankDataByIBAN(iban)
  return found ? { bankingBank: found.bankName, bankingBic: found.bic ?? '' } : noBank
}
