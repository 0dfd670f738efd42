/**
 * The longest text, in UTF-8 bytes, that an archive stores in one cell. An archive is restored as
 * SQL, whose statements may have 100 kB at most, and quoting can double the length of a text.
 */
export const mostBytesOfText = 60_000

/**
 * The length of one part of a longer text, in UTF-8 bytes: quoted, with JSON and names around it, a part stays below
 * `mostBytesOfText`.
 */
const bytesOfPart = 48_000

/** Splits a text into parts that each fit into a row; joined, they are the text again. "" has one part. */
export function splitIntoParts(text: string): string[] {
  const bytes = new Uint8Array(bytesOfPart)
  const encoder = new TextEncoder()
  const parts: string[] = []
  let rest = text
  do {
    // encodeInto reads whole characters only, so no part ends within one.
    const { read } = encoder.encodeInto(rest, bytes)
    parts.push(rest.slice(0, read))
    rest = rest.slice(read)
  } while (rest !== '')
  return parts
}
