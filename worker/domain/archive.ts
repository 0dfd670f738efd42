/**
 * An archive is a file of SQL, and no statement of it may have more than 100 kB. A text doubles there
 * at worst: each quote is written twice.
 */
export const mostBytesOfText = 60_000

/** What a part of a long text has: with the quotes of JSON and names it stays well below the limit. */
const bytesOfPart = 48_000

/** The text in parts that rows may hold; joined, they are it again. "" is one part. */
export function textInParts(text: string): string[] {
  const bytes = new Uint8Array(bytesOfPart)
  const encoder = new TextEncoder()
  const parts: string[] = []
  let rest = text
  do {
    // Never within a character, however many bytes it has.
    const { read } = encoder.encodeInto(rest, bytes)
    parts.push(rest.slice(0, read))
    rest = rest.slice(read)
  } while (rest !== '')
  return parts
}
