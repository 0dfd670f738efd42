import { createHash } from 'node:crypto'

/** What is kept of the link to the first user's page: its code can be read nowhere. */
export function setupHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
