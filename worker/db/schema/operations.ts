import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** When each part of the cron last ran. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  startedAt: text().notNull(),
  finishedAt: text(),
  failedAt: text(),
  cause: text(),
})

/** Computed answers, in parts: no row may be longer than a backup can hold (domain/archive.ts). */
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

/** One row; triggers raise both. */
export const dataVersion = sqliteTable('data_version', {
  id: integer().primaryKey(),
  /** Raised by every write to the guild's data that a statistic may read. */
  version: integer().notNull().default(0),
  /** Random; changed by every line of the history about members. */
  membersVersion: integer().notNull().default(0),
})
