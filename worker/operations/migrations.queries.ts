import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { readSchemaObjects, type SchemaObject } from './schema-fingerprint.ts'

/** What wrangler keeps of the migrations it has applied. */
export function selectLastMigration(db: Db) {
  return db.all<{ name: string; appliedAt: string }>(
    sql`SELECT name, applied_at AS appliedAt FROM d1_migrations ORDER BY id DESC LIMIT 1`,
  )
}

/** Every table, index, view and trigger of the database. */
export function selectSchemaObjects(db: Db) {
  return db.all<SchemaObject>(sql.raw(readSchemaObjects))
}
