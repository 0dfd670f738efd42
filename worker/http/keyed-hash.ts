import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Something to recognise a text by without keeping it: nobody finds it out who lacks our secret.
 * @param purpose a hash made for one never fits another
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  const key = createHmac('sha256', secret).update(purpose).digest()
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
}

/** What is sealed of a row: its id, and what must not change for the seal to stay good. */
type Sealed = { id: number; content: string }

/**
 * `12.8fq…`: an id with a seal on what is stored under it, so that it can be written again and the table
 * alone opens nothing. After a restore another row may get the same id: `content` tells them apart.
 * @param purpose has a key of its own: a seal made for one fits no other
 */
export function sealedId(secret: string, purpose: string, { id, content }: Sealed): string {
  return `${id}.${seal(secret, purpose, `${id} ${content}`)}`
}

/** What only we can write under a text. */
export function seal(secret: string, purpose: string, content: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(content).digest('base64url')
}

/** Whose row it would be; null for what is no sealed id at all. */
export function idIn(token: string): number | null {
  const [, id] = /^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token) ?? []
  return id === undefined ? null : Number(id)
}

/** Two seals, or sealed ids of the same row; takes the same time whatever differs. */
export function isSameSeal(token: string, expected: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(expected)]
  return given.length === right.length && timingSafeEqual(given, right)
}
