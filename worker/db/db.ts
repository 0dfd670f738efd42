import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { type Audit, auditedDatabase } from './audited.ts'
import * as schema from './schema.ts'

export type Db = DrizzleD1Database<typeof schema>

/**
 * Column names are snake_case in SQL and camelCase in TypeScript.
 * @param audit who writes; without it the history takes what is written for a hand at the database
 */
export function openDb(d1: D1Database, audit?: Audit): Db {
  return drizzle(audit ? auditedDatabase(d1, audit) : d1, { schema, casing: 'snake_case' })
}
