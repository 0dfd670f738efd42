import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntity } from '#worker/domain/codes.ts'
import type { Db } from './db.ts'
import { insertSelected } from './insert-selected.ts'
import { auditEntries } from './schema.ts'

type Happened = {
  entity: AuditEntity
  entityId: number | SQL
  memberId?: number | SQL | null
  /** What is worth telling: `{ year: 2027 }`. */
  changes?: Readonly<Record<string, unknown>>
  /** It only happened when this is true as the statement's turn comes. */
  onlyIf?: SQL
}

/**
 * A line for something that changed no row people enter: a sign-in, an export. Belongs into the batch
 * of what it tells of.
 */
export function recordEvent(
  db: Db,
  { entity, entityId, memberId = null, changes = {}, onlyIf }: Happened,
) {
  const told = Object.entries(changes).map(([field, value]) => [field, [null, value]])
  return insertSelected(
    db,
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
      changes: JSON.stringify(Object.fromEntries(told)),
    },
    sql`audit_context WHERE id = 1${onlyIf ? sql` AND (${onlyIf})` : sql``}`,
  )
}
