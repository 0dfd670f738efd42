/** A standard address pattern: something, an @, a domain with a dot, no blanks. */
const pattern = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u

export function isEmailAddress(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.length <= 254 && pattern.test(trimmed)
}
