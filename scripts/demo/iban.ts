/**
 * A German IBAN with valid check digits. The demo's bank codes begin with 9, which no bank has, so that none
 * of its accounts exists.
 */
export function germanIban(bankCode: string, accountNumber: number): string {
  const bban = bankCode + String(accountNumber).padStart(10, '0')
  // Check digits by ISO 13616: number, then "DE00", with letters as A = 10 … Z = 35.
  const rest = BigInt(`${bban}131400`) % 97n
  return `DE${String(98n - rest).padStart(2, '0')}${bban}`
}
