import { randomBytes } from 'node:crypto'
import { setupHash } from '#worker/auth/password-hash.ts'
import type { Statement } from './statements.ts'

/** docs/rules.md, "Zugänge" */
const validForMs = 7 * 24 * 60 * 60_000

/** Counts all users, locked ones too: only a guild without any can be set up. */
export function countUsers(): Statement {
  return { sql: 'SELECT count(*) AS users FROM users', values: [] }
}

/**
 * A link of the first access and the statements that store it: none is stored while there is a user, and
 * older links are deleted. Only a hash of the token is stored.
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

/** The part behind the "#" reaches no server and no log. */
export function setupAddress(origin: string, token: string): string {
  return `${origin}/setup#${token}`
}
