import { createHmac } from 'node:crypto'

/**
 * Something to recognise a text by without keeping it: nobody finds it out who lacks our secret.
 * @param purpose a hash made for one never fits another
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  const key = createHmac('sha256', secret).update(purpose).digest()
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
}
