import type { Day } from './dates.ts'
import { basicLatin, cleanLine, dashes, withoutInvisible } from './text.ts'

/** Replacements for characters outside the basic character set of SEPA, the part of ASCII that all banks accept. */
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
 * Text in the basic character set: umlauts spelled out, accents dropped, other characters replaced
 * by a blank. "" when nothing is left.
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
 * Whether a text is a valid SEPA reference: up to 35 characters, no blank or slash at either end
 * and no two in a row. Blanks are allowed, since signed mandates have them and cannot be changed.
 */
export function isSepaReference(text: string): boolean {
  const isAllowed = /^[A-Za-z0-9+?/:().,' -]{1,35}$/.test(text)
  return isAllowed && !/^[/ ]|[/ ]$|\/\/| {2}/.test(text)
}

export type Mandate = {
  memberNumber: number
  /** The day on which the mandate was signed; null without a mandate. */
  bankingSepaAllowedDate: Day | null
  /** A reference from an old paper mandate, which takes precedence; "" when there is none. */
  mandateReference: string
}

/**
 * The reference of a member's mandate, `M12-20140201`. A new account needs a new mandate, whose new
 * date gives a new reference. In capitals, since banks compare references case-insensitively.
 */
export function mandateReference(mandate: Mandate): string {
  const own = mandate.mandateReference.trim()
  if (own) return own.toUpperCase()
  return `M${mandate.memberNumber}-${(mandate.bankingSepaAllowedDate ?? '').replaceAll('-', '')}`
}

/**
 * Whether a German creditor identifier, `DE98ZZZ09999999999`, is valid: country, check digits,
 * business code, number. The check (ISO 7064, mod 97-10) skips the business code.
 * @param id without blanks, in capitals
 */
export function isCreditorId(id: string): boolean {
  const match = /^DE(\d{2})[A-Z0-9]{3}(\d{11})$/.exec(id)
  if (!match) return false
  const [, check, number] = match
  // Behind the number stands "DE" as 13 and 14 (A = 10 … Z = 35), then the check digits.
  return BigInt(`${number}1314${check}`) % 97n === 1n
}
