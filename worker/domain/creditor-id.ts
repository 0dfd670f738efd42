/**
 * A German creditor identifier, `DE98ZZZ09999999999`: country, check digits, business code, number.
 * The check (ISO 7064, mod 97-10) leaves the business code out.
 * @param id without blanks, in capitals
 */
export function isCreditorId(id: string): boolean {
  const match = /^DE(\d{2})[A-Z0-9]{3}(\d{11})$/.exec(id)
  if (!match) return false
  const [, check, number] = match
  // "DE" behind the number, as A = 10 … Z = 35.
  return BigInt(`${number}1314${check}`) % 97n === 1n
}
