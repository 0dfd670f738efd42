// The one normal form of typed text. Every door uses it: the contracts through `worker/http/fields.ts`,
// the import, the bank statement, sign-in, and the forms of the browser before they compare or send.

/**
 * An emoji in all its parts, which may be joined by invisible characters (kept), or an invisible
 * character: soft hyphen, zero-width blank, direction mark, byte-order mark, variation selector.
 */
const emojiOrInvisible =
  /(\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*)|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/gu
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/gu
/** Blanks of every width, tabs and line breaks; the empty Braille cell looks like one as well. */
const blanks = /[\s\p{Z}\u0085\u2800]+/gu
/** Nearly all text is like this, and needs no work. */
const isNormal = /^(?:[!-~\u00c0-\u00ff]+(?: [!-~\u00c0-\u00ff]+)*)?$/

function visible(text: string): string {
  return text.normalize('NFC').replace(emojiOrInvisible, '$1').normalize('NFC')
}

/** One line as it is stored: NFC, without invisible characters, each run of blanks one blank, trimmed. */
export function cleanLine(typed: string): string {
  return isNormal.test(typed) ? typed : visible(typed).replace(blanks, ' ').trim()
}

/**
 * Text of several lines as it is stored: NFC, without invisible characters, line breaks as `\n`, every
 * blank an ordinary one. How many blanks and empty lines there are is left to the writer.
 */
export function cleanLines(typed: string): string {
  return visible(typed)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\t]|[\p{Zs}\u2800]/gu, ' ')
}

/** One line of a foreign file: control characters become blanks, since a file is read and not refused for them. */
export function foreignLine(text: string): string {
  return cleanLine(withoutInvisible(text).replace(/\p{C}/gu, ' '))
}

/** Also without the invisible parts of emojis: for comparisons. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '')
}

/** Only what is seen, without any blank: account numbers, costume numbers. */
export function withoutBlanks(typed: string): string {
  return withoutInvisible(typed).replace(blanks, '')
}

export const dashes = /[‐‑‒–—―−]/gu
export const apostrophes = /[‘’‚‛`´ʼ′]/gu

/** Blanks, joiners and other characters that show nothing make no name. */
export function isBlank(text: string): boolean {
  return /^[\p{Z}\p{C}\s\u2800\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and tabs have no place in one line
const lineControlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
// A half of a surrogate pair is no text: it could not be stored and read back as it is.
const loneSurrogate = /\p{Surrogate}/u

/** Whether a text of several lines can be stored, printed and read back as it is. */
export function isPrintable(text: string): boolean {
  return !controlCharacters.test(text) && !loneSurrogate.test(text)
}

export function isPrintableLine(text: string): boolean {
  return !lineControlCharacters.test(text) && !loneSurrogate.test(text)
}

/** Words joined by single dots, without quotes and brackets (RFC 5322's dot-atom, in any script). */
const localPart = /^[^\s@"(),:;<>[\]\\.]+(?:\.[^\s@"(),:;<>[\]\\.]+)*$/u
/** A part of a host: letters of any script, digits, hyphens inside. */
const hostLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

/**
 * A standard address pattern (specification §5): a local part without empty words, and a host of two
 * labels at least, in letters of any script (`müller.de`), that does not end in digits.
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

/** The link that opens a mail to this address alone: `?` and `&` in it would add a Bcc (RFC 6068). */
export function mailtoLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}

/** An IBAN as it is stored, and what else is printed in groups: without blanks and hyphens, in capitals. */
export function plainIban(typed: string): string {
  return withoutBlanks(typed).replace(dashes, '-').replace(/-/g, '').toUpperCase()
}

/**
 * Letters that Unicode does not take apart, in basic Latin. One table for all comparisons and for the
 * SEPA file, since a bank writes a name back as the file wrote it.
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
 * Letters in basic Latin where they have a spelling in it: umlauts spelled out, accents dropped, strokes
 * and ligatures by the table, full-width and styled letters as plain ones. Other scripts stay.
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

/** Whose dots in front of the @ mean nothing, and whose two names are one. */
const gmail = ['@gmail.com', '@googlemail.com']

/**
 * The mailbox that an address ends in: without what follows a `+`, in small letters, for Gmail without dots.
 * Only for counting what it is sent; nothing is sent to it. The same rule in SQL: `db/index-keys.ts`.
 */
export function mailboxOf(emailAddress: string): string {
  const address = emailAddress.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const at = address.indexOf('@')
  if (at < 0) return address
  const [local = ''] = address.slice(0, at).split('+')
  const host = address.slice(at)
  return gmail.includes(host) ? `${local.replaceAll('.', '')}${gmail[0]}` : `${local}${host}`
}
