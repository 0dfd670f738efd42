import { randomBytes } from 'node:crypto'
import { setupHash } from '#worker/auth/password-hash.ts'
import type { Statement } from './statements.ts'

/** docs/rules.md, "Zugänge" */
const validForMs = 7 * 24 * 60 * 60_000

/** How many can sign in, or could: only a guild without any is to be set up. */
export function countUsers(): Statement {
  return { sql: 'SELECT count(*) AS users FROM users', values: [] }
}

/**
 * A link to the first access, and what keeps it: nothing while there is a user, and of the older links none.
 * What is stored cannot be turned back into the token.
 */
export function newSetupLink(now: Date): { token: string; statements: Statement[] } {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + validForMs)
  const insert = `INSERT INTO setup_links (hash, created_at, expires_at)
    SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM users)`
  return {
    token,
    statements: [
      { sql: 'DELETE FROM setup_links', values: [] },
      { sql: insert, values: [setupHash(token), now.toISOString(), expiresAt.toISOString()] },
    ],
  }
}

/** Behind the "#" no server and no log sees what opens the guild. */
export function setupAddress(origin: string, token: string): string {
  return `${origin}/setup#${token}`
}
