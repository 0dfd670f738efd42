import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id } from './columns.ts'
import { users } from './users.ts'

/** A person requested a disclosure of their data; the link is only sent to their address. */
export const disclosures = sqliteTable(
  'disclosures',
  {
    id: id(),
    emailAddress: text().notNull(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    expiresAt: text().notNull(),
  },
  (t) => [
    index('disclosures_by_expiry').on(t.expiresAt),
    index('disclosures_by_user').on(t.createdBy),
    index('disclosures_by_address').on(sql`lower(email_address)`),
  ],
)

/** How many rows the cron deleted, by rule and night. */
export const retentionRuns = sqliteTable(
  'retention_runs',
  {
    id: id(),
    at: text().notNull(),
    /** A key of `retention` in domain/retention.ts. */
    rule: text().notNull(),
    rowCount: integer().notNull(),
  },
  (t) => [index('retention_runs_by_time').on(t.at)],
)
