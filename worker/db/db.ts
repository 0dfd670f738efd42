import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { newTries, retrying, type Tries } from './retrying.ts'
import * as schema from './schema.ts'

export type Db = DrizzleD1Database<typeof schema>

/**
 * Column names are snake_case in SQL and camelCase in TypeScript.
 * @param tries what a request has had of its database, and may have again
 */
export function openDb(d1: D1Database, tries: Tries = newTries()): Db {
  return drizzle(retrying(d1, tries), { schema, casing: 'snake_case' })
}
