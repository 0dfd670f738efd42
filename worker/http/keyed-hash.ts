import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * A hash to recognise a text without storing it; it cannot be computed without the secret. Hashes for different
 * purposes never match.
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  const key = createHmac('sha256', secret).update(purpose).digest()
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
}

/** The signed content of a row: its id, and the values whose change invalidates the signature. */
type Sealed = { id: number; content: string }

/**
 * A token that consists of a row's id and a signature, `12.8fq…`. It can be recomputed from the row, but only with the
 * secret. `content` distinguishes rows that get the same id after a restore. Each purpose has a key of its own, so
 * that a token is valid for one purpose only.
 */
export function signedId(secret: string, purpose: string, { id, content }: Sealed): string {
  return `${id}.${seal(secret, purpose, `${id} ${content}`)}`
}

/** An HMAC that only the server can compute. */
export function seal(secret: string, purpose: string, content: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(content).digest('base64url')
}

/** The id in a signed id, unverified; null when the format is wrong. */
export function idIn(token: string): number | null {
  const [, id] = /^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token) ?? []
  return id === undefined ? null : Number(id)
}

/** Compares a signature with the expected one in constant time, or a signed id with the one recomputed from its row. */
export function isSameSignature(token: string, expected: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(expected)]
  return given.length === right.length && timingSafeEqual(given, right)
}
