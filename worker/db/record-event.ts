import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntity } from '#worker/domain/codes.ts'
import { auditEntries } from './schema.ts'
import { insertSelected } from './statements.ts'

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
export function recordEvent({ entity, entityId, memberId = null, changes = {}, onlyIf }: Happened) {
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
      changes: toldOf(changes),
    },
    sql`audit_context WHERE id = 1${onlyIf ? sql` AND (${onlyIf})` : sql``}`,
  )
}

type Told = {
  entityId: number
  memberId: number | null
  changes: Readonly<Record<string, unknown>>
}

/** As many lines of one kind, in one statement. */
export function recordEvents(entity: AuditEntity, happened: readonly Told[]) {
  const lines = happened.map(({ changes, ...about }) => ({ ...about, changes: toldOf(changes) }))
  const of = (name: keyof Told) => sql`given.value ->> ${sql.raw(`'$.${name}'`)}`
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

/** As the history keeps it: what was before, which is nothing, and what is told. */
function toldOf(changes: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(changes).map(([field, value]) => [field, [null, value]])
  return JSON.stringify(Object.fromEntries(told))
}
