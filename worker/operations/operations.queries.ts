import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { jobRuns } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { Job } from '#worker/domain/codes.ts'
import { type SchemaObject, schemaObjects } from './schema-fingerprint.ts'

/** The last entry of wrangler's table of applied migrations. */
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

type JobRun = {
  job: Job
  startedAt: string
  endedAt: string
  /** Cause of the failure: null = it succeeded, "" = unknown. */
  cause: string | null
}

/** Records when a cron job last finished, or when and why it last failed. */
export async function saveJobRun(
  db: Db,
  { job, startedAt, endedAt, cause }: JobRun,
): Promise<void> {
  const came = cause === null ? { finishedAt: endedAt } : { failedAt: endedAt, cause }
  await commit(db, [
    write
      .insert(jobRuns)
      .values({ job, startedAt, ...came })
      .onConflictDoUpdate({ target: jobRuns.job, set: { startedAt, ...came } }),
  ])
}

/** Deletes the records of jobs that a release no longer has. */
export async function deleteUnknownJobs(db: Db, known: readonly Job[]): Promise<void> {
  const names = JSON.stringify(known)
  await commit(db, [
    write.delete(jobRuns).where(sql`${jobRuns.job} NOT IN (SELECT value FROM json_each(${names}))`),
  ])
}

export function selectJobRuns(db: Db) {
  return db.select({ finishedAt: jobRuns.finishedAt }).from(jobRuns)
}
