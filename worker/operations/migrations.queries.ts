import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { type SchemaObject, schemaObjects } from './schema-fingerprint.ts'

/** What wrangler keeps of the migrations it has applied. */
export function selectLastMigration(db: Db) {
  return rowsOf<{ name: string; appliedAt: string }>(
    db,
    { name: sql`name`, appliedAt: sql`applied_at` },
    sql`d1_migrations ORDER BY id DESC LIMIT 1`,
  )
}

/** Every table, index, view and trigger of the database. */
export function selectSchemaObjects(db: Db) {
  const columns = { type: sql`type`, name: sql`name`, sql: sql`sql` }
  return rowsOf<SchemaObject>(db, columns, sql.raw(schemaObjects))
}
