/**
 * What tells a person apart on the day: one for all their places of an order. It is random and opens
 * nothing, so whoever reads it learns nothing.
 */
export function newCheckInCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/**
 * What stands in the picture that a phone reads. In upper case each letter takes half the room, and the
 * squares are large enough for a cheap camera; host and scheme mean the same in either case.
 * @param origin our own public address
 */
export function checkInLink(origin: string, code: string): string {
  return `https://${new URL(origin).host}/C/${code}`.toUpperCase()
}

/** A person's code, whoever wrote it: phones and people do not keep to upper case. null = it is none. */
export function codeOf(written: string): string | null {
  return /^[0-9a-f]{16}$/i.test(written) ? written.toUpperCase() : null
}

/**
 * The code in what a camera read; null when that is no link of this kind. Its host does not count: the
 * guild may have moved since the mail went out, and only the list knows whose code it is.
 */
export function codeOfLink(read: string): string | null {
  const [, code = ''] = /^https?:\/\/[^/\s]+\/c\/([^/\s]+)\/?$/i.exec(read.trim()) ?? []
  return codeOf(code)
}
