import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** When each part of the cron last ran. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  startedAt: text().notNull(),
  finishedAt: text(),
  failedAt: text(),
  cause: text(),
})
