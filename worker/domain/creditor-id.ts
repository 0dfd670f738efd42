/**
 * A SEPA creditor identifier, `DE98ZZZ09999999999`: country, check digits, business code, national
 * part. The check (ISO 7064, mod 97-10) leaves the business code out.
 * @param id without blanks, in capitals
 */
export function isCreditorId(id: string): boolean {
  const match = /^([A-Z]{2})(\d{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/.exec(id)
  if (!match) return false
  const [, country = '', check = '', national = ''] = match
  if (country === 'DE' && !/^\d{11}$/.test(national)) return false
  const digits = `${national}${country}${check}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
