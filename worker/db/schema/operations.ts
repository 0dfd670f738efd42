import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The last run of each cron task. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  startedAt: text().notNull(),
  finishedAt: text(),
  failedAt: text(),
  cause: text(),
})

/** Precomputed statistics, in parts: a backup limits the length of a row (domain/archive.ts). */
export const preparedStatistics = sqliteTable(
  'prepared_statistics',
  {
    name: text().notNull(),
    part: integer().notNull(),
    day: text().notNull(),
    dataVersion: integer().notNull(),
    body: text().notNull(),
    preparedAt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.part] })],
)

/** One row with two versions, which triggers change. */
export const dataVersion = sqliteTable('data_version', {
  id: integer().primaryKey(),
  /** Raised by each write to data that a statistic may read. */
  version: integer().notNull().default(0),
  /** Random; changed with each line of the history about members. */
  membersVersion: integer().notNull().default(0),
})
