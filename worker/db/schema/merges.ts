import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id } from './columns.ts'
import { members } from './members.ts'
import { users } from './users.ts'

/** Two records of one person that were merged. */
export const memberMerges = sqliteTable(
  'member_merges',
  {
    id: id(),
    keptId: integer()
      .notNull()
      .references(() => members.id),
    /** No member any more; links to it lead to `keptId`. */
    goneId: integer().notNull(),
    mergedAt: text().notNull(),
    mergedBy: integer()
      .notNull()
      .references(() => users.id),
    undoneAt: text(),
    undoneBy: integer().references(() => users.id),
  },
  (t) => [
    index('member_merges_by_kept').on(t.keptId),
    index('member_merges_by_gone').on(t.goneId),
    index('member_merges_by_time').on(t.mergedAt),
  ],
)

/** Two members who look like one person and are two. */
export const memberNoDuplicates = sqliteTable(
  'member_no_duplicates',
  {
    /** The lower number of the two. */
    memberId: integer()
      .notNull()
      .references(() => members.id),
    otherId: integer()
      .notNull()
      .references(() => members.id),
    at: text().notNull(),
    by: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.otherId] }),
    index('member_no_duplicates_by_other').on(t.otherId),
  ],
)
