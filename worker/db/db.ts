import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { type Audit, auditedDatabase } from './audited.ts'
import { withQuickRows } from './quick-rows.ts'
import { newTries, retrying, type Tries } from './retrying.ts'

export type Db = DrizzleD1Database & { $client: D1Database }

/**
 * Column names are snake_case in SQL and camelCase in TypeScript.
 * @param audit who writes; without it the history takes what is written for a hand at the database
 * @param tries what a request has had of its database, and may have again
 */
export function openDb(d1: D1Database, audit?: Audit, tries: Tries = newTries()): Db {
  // What is sent once more is sent with who writes it.
  const patient = retrying(d1, tries)
  const client = audit ? auditedDatabase(patient, audit) : patient
  return withQuickRows(drizzle(client, { casing: 'snake_case' }))
}
