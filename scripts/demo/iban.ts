/**
 * A German IBAN with the right check digits. The demo's bank codes begin with 9: none such are
 * given out, so that no account of the demo exists.
 */
export function germanIban(bankCode: string, accountNumber: number): string {
  const bban = bankCode + String(accountNumber).padStart(10, '0')
  // "DE00" behind the number, letters as A = 10 … Z = 35 (ISO 13616).
  const rest = BigInt(`${bban}131400`) % 97n
  return `DE${String(98n - rest).padStart(2, '0')}${bban}`
}
