import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntity } from '#worker/domain/codes.ts'
import { auditEntries } from './schema.ts'
import { insertSelected } from './statements.ts'

type HistoryEvent = {
  entity: AuditEntity
  entityId: number | SQL
  memberId?: number | SQL | null
  /** The values shown in the history: `{ year: 2027 }`. */
  changes?: Readonly<Record<string, unknown>>
  /** The event is only recorded if this is true when the statement runs. */
  onlyIf?: SQL
}

/**
 * A line of the history for something that changed no recorded row: a sign-in, an export. Belongs into the
 * commit of what it reports.
 */
export function recordEvent({
  entity,
  entityId,
  memberId = null,
  changes = {},
  onlyIf,
}: HistoryEvent) {
  return insertSelected(
    auditEntries,
    {
      at: sql`coalesce(at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
      via: sql`coalesce(via, 'outside')`,
      userId: sql`user_id`,
      requestId: sql`coalesce(request_id, 'outside-' || lower(hex(randomblob(16))))`,
      act: sql`coalesce(act, '')`,
      entity,
      entityId,
      memberId,
      op: 'event',
      changes: changesJson(changes),
    },
    sql`audit_context WHERE id = 1${onlyIf ? sql` AND (${onlyIf})` : sql``}`,
  )
}

type EventFields = {
  entityId: number
  memberId: number | null
  changes: Readonly<Record<string, unknown>>
}

/** The statement that records several events of one kind in the history, like `recordEvent`. */
export function recordEvents(entity: AuditEntity, events: readonly EventFields[]) {
  const lines = events.map(({ changes, ...about }) => ({ ...about, changes: changesJson(changes) }))
  const of = (name: keyof EventFields) => sql`given.value ->> ${sql.raw(`'$.${name}'`)}`
  return insertSelected(
    auditEntries,
    {
      at: sql`coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
      via: sql`coalesce(c.via, 'outside')`,
      userId: sql`c.user_id`,
      requestId: sql`coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16))))`,
      act: sql`coalesce(c.act, '')`,
      entity,
      entityId: of('entityId'),
      memberId: of('memberId'),
      op: 'event',
      changes: of('changes'),
    },
    sql`audit_context c CROSS JOIN json_each(${JSON.stringify(lines)}) given WHERE c.id = 1`,
  )
}

/** The format of the history: old value (none) and new value of each field. */
function changesJson(changes: Readonly<Record<string, unknown>>): string {
  const withOldValues = Object.entries(changes).map(([field, value]) => [field, [null, value]])
  return JSON.stringify(Object.fromEntries(withOldValues))
}
