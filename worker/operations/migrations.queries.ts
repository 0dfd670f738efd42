import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'

/** What wrangler keeps of the migrations it has applied. */
export function selectLastMigration(db: Db) {
  return db.all<{ name: string; appliedAt: string }>(
    sql`SELECT name, applied_at AS appliedAt FROM d1_migrations ORDER BY id DESC LIMIT 1`,
  )
}
