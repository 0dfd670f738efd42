import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { auditEntities, auditOps, auditVias, journalOps } from '#worker/domain/codes.ts'
import { id } from './columns.ts'

/** The author of the current batch: one row, filled and emptied within each writing batch. */
export const auditContext = sqliteTable('audit_context', {
  id: integer().primaryKey(),
  /** `archive`: rows of a restored archive, which get neither history nor journal. */
  via: text({ enum: [...auditVias, 'archive'] }),
  userId: integer(),
  requestId: text(),
  act: text(),
  at: text(),
})

/** A line per changed row, written by the triggers, or for an event. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: id(),
    at: text().notNull(),
    via: text({ enum: auditVias }).notNull(),
    userId: integer(),
    requestId: text().notNull(),
    /** Method and route, or what the cron or a command did. */
    act: text().notNull(),
    entity: text({ enum: auditEntities }).notNull(),
    entityId: integer().notNull(),
    memberId: integer(),
    costumeId: integer(),
    paradeId: integer(),
    op: text({ enum: auditOps }).notNull(),
    /** JSON: {"field":[old,new]}; null once the values were deleted. */
    changes: text(),
    /** The id of the request that undid the change. */
    undoneBy: text(),
  },
  (t) => [
    index('audit_entries_by_request').on(t.requestId),
    index('audit_entries_by_entity').on(t.entity, t.entityId, t.id),
    index('audit_entries_by_member').on(t.memberId, t.id).where(sql`member_id IS NOT NULL`),
    index('audit_entries_by_costume').on(t.costumeId, t.id).where(sql`costume_id IS NOT NULL`),
    index('audit_entries_by_parade').on(t.paradeId, t.id).where(sql`parade_id IS NOT NULL`),
    index('audit_entries_by_time').on(t.at),
  ],
)

/**
 * The rows that a request changed, before and after, for `history/revert.ts`. Written by the triggers of
 * migrations/0003_history.sql and never shown: it contains bank data.
 */
export const journal = sqliteTable(
  'journal',
  {
    id: id(),
    at: text().notNull(),
    requestId: text().notNull(),
    /** The name of the changed row's table in the database. */
    entity: text().notNull(),
    /** The row's `id`; 0 in a table without that column. */
    rowId: integer().notNull(),
    memberId: integer(),
    op: text({ enum: journalOps }).notNull(),
    /** The row before and after the change: JSON by column name; null = the row did not exist. */
    before: text(),
    after: text(),
  },
  (t) => [
    index('journal_by_request').on(t.requestId, t.entity),
    index('journal_by_row').on(t.entity, t.rowId),
    index('journal_by_member').on(t.memberId).where(sql`member_id IS NOT NULL`),
    index('journal_by_code')
      .on(sql`coalesce(before ->> 'duty', before ->> 'type')`)
      .where(sql`entity IN ('duty_entries', 'honors', 'assembly_honors') AND op <> 'insert'`),
  ],
)

/** Always empty: its trigger writes each inserted row into `audit_entries` and `journal`. */
export const rowChanges = sqliteTable('row_changes', {
  entity: text(),
  entityId: integer(),
  source: text().notNull(),
  rowId: integer().notNull(),
  memberId: integer(),
  costumeId: integer(),
  paradeId: integer(),
  op: text().notNull(),
  before: text(),
  after: text(),
  /** 1 when the change is also written to the journal. */
  kept: integer().notNull(),
})

/** Always empty: its trigger aborts for a row whose `ok` is not 1 and ignores all others. */
export const guards = sqliteTable('guards', { name: text().notNull(), ok: integer() })
