// The one normal form of typed text. The contracts use it through `worker/http/fields.ts`, as do
// the import, the bank statement, sign-in, and the browser's forms before they compare or send.

/**
 * An emoji in all its parts, which may be joined by invisible characters (kept), or an invisible
 * character: soft hyphen, zero-width blank, direction mark, byte-order mark, variation selector.
 */
const emojiOrInvisible =
  /(\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*)|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/gu
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/gu
/** Blanks of every width, tabs and line breaks; the empty Braille cell looks like one as well. */
const blanks = /[\s\p{Z}\u0085\u2800]+/gu
/** Matches texts that are clean already, which most are, so that `cleanLine` returns them unchanged. */
const isNormal = /^(?:[!-~\u00c0-\u00ff]+(?: [!-~\u00c0-\u00ff]+)*)?$/

function withoutInvisibleMarks(text: string): string {
  return text.normalize('NFC').replace(emojiOrInvisible, '$1').normalize('NFC')
}

/** One line as it is stored: NFC, without invisible characters, each run of blanks one blank, trimmed. */
export function cleanLine(typed: string): string {
  return isNormal.test(typed) ? typed : withoutInvisibleMarks(typed).replace(blanks, ' ').trim()
}

/**
 * Text of several lines as it is stored: NFC, without invisible characters, line breaks as `\n`,
 * all blanks ordinary ones. The number of blanks and empty lines is kept.
 */
export function cleanLines(typed: string): string {
  return withoutInvisibleMarks(typed)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\t]|[\p{Zs}\u2800]/gu, ' ')
}

/** One line of an imported file: control characters become blanks instead of being rejected. */
export function fileLine(text: string): string {
  return cleanLine(withoutInvisible(text).replace(/\p{C}/gu, ' '))
}

/** The text without invisible characters, also without those within emojis; only used for comparisons. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '')
}

/** The visible characters without blanks: for account and costume numbers. */
export function withoutBlanks(typed: string): string {
  return withoutInvisible(typed).replace(blanks, '')
}

export const dashes = /[‐‑‒–—―−]/gu
export const apostrophes = /[‘’‚‛`´ʼ′]/gu

/** Whether a text shows nothing: only blanks, joiners and invisible characters. */
export function isBlank(text: string): boolean {
  return /^[\p{Z}\p{C}\s\u2800\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and tabs have no place in one line
const lineControlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
// Matches half of a surrogate pair, which cannot be stored and read back unchanged.
const loneSurrogate = /\p{Surrogate}/u

/** Whether a text of several lines can be stored, printed and read back unchanged. */
export function isPrintable(text: string): boolean {
  return !controlCharacters.test(text) && !loneSurrogate.test(text)
}

export function isPrintableLine(text: string): boolean {
  return !lineControlCharacters.test(text) && !loneSurrogate.test(text)
}

/** The part before the @: words joined by single dots, without quotes and brackets (RFC 5322's dot-atom). */
const localPart = /^[^\s@"(),:;<>[\]\\.]+(?:\.[^\s@"(),:;<>[\]\\.]+)*$/u
/** A part of a host: letters of any script, digits, hyphens inside. */
const hostLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

/**
 * A standard address pattern (specification §5): a local part without empty words, and a host of at
 * least two labels in letters of any script (`müller.de`) that does not end in digits.
 */
export function isEmailAddress(text: string): boolean {
  const address = cleanLine(text)
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  return (
    at > 0 &&
    address.length <= 254 &&
    local.length <= 64 &&
    localPart.test(local) &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && hostLabel.test(label)) &&
    /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu.test(labels.at(-1) ?? '')
  )
}

/** A link for a mail to this address only: an unescaped `?` or `&` could add a Bcc (RFC 6068). */
export function mailtoLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}

/** An IBAN or similar identifier as it is stored: without blanks and hyphens, in capitals. */
export function plainIban(typed: string): string {
  return withoutBlanks(typed).replace(dashes, '-').replace(/-/g, '').toUpperCase()
}

/**
 * Letters that Unicode does not decompose, in basic Latin. Comparisons and the SEPA file use the
 * same table, since a bank returns a name as the file had it.
 */
const spelledOut: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ƙ: 'k',
  ɓ: 'b',
  ɗ: 'd',
  ƒ: 'f',
  ƶ: 'z',
  ǥ: 'g',
  ɨ: 'i',
  ŀ: 'l',
  '⁄': '/',
}

/**
 * Replaces letters that have a spelling in basic Latin: umlauts spelled out, accents dropped, strokes and
 * ligatures by the table, full-width and styled letters as plain ones. Other scripts are kept.
 */
export function basicLatin(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(/\P{ASCII}/gu, spell)
    .normalize('NFKD')
    .replace(/\P{ASCII}/gu, spell)
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
}

function spell(letter: string): string {
  const small = spelledOut[letter]
  if (small !== undefined) return small
  const capital = spelledOut[letter.toLowerCase()]
  return capital === undefined ? letter : capital.charAt(0).toUpperCase() + capital.slice(1)
}

/** The two hosts of Gmail: an address has the same mailbox at both, with or without dots before the @. */
const gmail = ['@gmail.com', '@googlemail.com']

/**
 * The mailbox of an address: without a `+` suffix, in lower case, for Gmail without dots. Only used to count mails,
 * never to send. `mailbox` in db/index-keys.ts is the same in SQL.
 */
export function mailboxOf(emailAddress: string): string {
  const address = emailAddress.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const at = address.indexOf('@')
  if (at < 0) return address
  const [local = ''] = address.slice(0, at).split('+')
  const host = address.slice(at)
  return gmail.includes(host) ? `${local.replaceAll('.', '')}${gmail[0]}` : `${local}${host}`
}

/** The last four characters of an IBAN; null without one. */
export function ibanTail(iban: string): string | null {
  return iban.slice(-4) || null
}
