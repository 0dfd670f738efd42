import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import * as schema from './schema.ts'

export type Db = DrizzleD1Database<typeof schema>

/** Column names are snake_case in SQL and camelCase in TypeScript. */
export function openDb(d1: D1Database): Db {
  return drizzle(d1, { schema, casing: 'snake_case' })
}
