/**
 * The longest text, in UTF-8 bytes, that an archive stores in one cell. An archive is restored as
 * SQL, whose statements may have 100 kB at most, and quoting can double the length of a text.
 */
export const mostBytesOfText = 60_000

/**
 * Length of one part of a longer text, in UTF-8 bytes: quoted, with the JSON and names around it,
 * it stays below that limit.
 */
const bytesOfPart = 48_000

/** Splits a text into parts that fit into a row; joined, the parts are the text again. "" is one part. */
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
