import type { Day } from './dates.ts'
import { basicLatin, cleanLine, dashes, withoutInvisible } from './text.ts'

// What banks understand everywhere: the basic character set of SEPA, pure ASCII.

const symbols: Record<string, string> = {
  '&': '+',
  '€': 'EUR',
  '@': '(at)',
  _: '-',
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
}

const quotes = /["`´ʼ‘’‚‛“”„‟′″‹›«»]/gu

/**
 * Text in the basic character set: umlauts spelled out, accents dropped, what is left over a blank.
 * "" when nothing of it can be written.
 */
export function sepaText(text: string, maxLength: number): string {
  const written = withoutInvisible(cleanLine(text)).replace(dashes, '-').replace(quotes, "'")
  return basicLatin(written.replace(/./gsu, (letter) => symbols[letter] ?? letter))
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trimEnd()
}

/**
 * What a reference of SEPA may be: 35 characters, with blanks and slashes at neither end and none of
 * them twice in a row. Printed references have blanks, and nobody can change a signed one alone.
 */
export function isSepaReference(text: string): boolean {
  const isAllowed = /^[A-Za-z0-9+?/:().,' -]{1,35}$/.test(text)
  return isAllowed && !/^[/ ]|[/ ]$|\/\/| {2}/.test(text)
}

export type Mandate = {
  memberNumber: number
  /** The day of the signature. */
  bankingSepaAllowedDate: Day | null
  /** Stands already on an old paper mandate, and wins; "" = none. */
  mandateReference: string
}

/**
 * The reference of a member's mandate, `M12-20140201`. A new account is a new mandate with a new
 * date, and so with a new reference. Banks compare them without case: written in capitals.
 */
export function mandateReference(mandate: Mandate): string {
  const own = mandate.mandateReference.trim()
  if (own) return own.toUpperCase()
  return `M${mandate.memberNumber}-${(mandate.bankingSepaAllowedDate ?? '').replaceAll('-', '')}`
}

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
