/** Blanks, joiners and other characters that show nothing make no name. */
export function isBlank(text: string): boolean {
  return /^[\p{Z}\p{C}\s]*$/u.test(text)
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

/** A standard address pattern: something, an @, a domain with a dot, no blanks. */
const emailAddress = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u

export function isEmailAddress(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.length <= 254 && emailAddress.test(trimmed)
}

/** An IBAN as it is stored, and what else is printed in groups: without blanks, in capitals. */
export function plainIban(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}
