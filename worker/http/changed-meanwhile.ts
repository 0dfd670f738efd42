import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { auditEntries, users } from '#worker/db/schema.ts'
import type { AuditEntity } from '#worker/domain/codes.ts'
import { type ConflictingField, findConflicts, type Units } from '#worker/domain/conflicts.ts'
import { DomainError, type FieldConflict } from '#worker/domain/errors.ts'

type Save = { stored: object; given: object; before: object | undefined; units: Units }

/**
 * Rejects a save of fields that another user has changed since the form was loaded.
 * @throws DomainError ChangedMeanwhile
 */
export async function assertNoConflicts(
  db: Db,
  history: HistoryOf,
  { before = {}, ...save }: Save,
): Promise<void> {
  const conflicts = findConflicts({ ...save, before })
  if (conflicts.length > 0) throw await changedMeanwhileError(db, history, conflicts)
}

async function changedMeanwhileError(
  db: Db,
  history: HistoryOf,
  fields: readonly ConflictingField[],
): Promise<DomainError> {
  const changes = await listLastChanges(
    db,
    history,
    fields.map(({ field }) => field),
  )
  const conflicts = fields.map((field) => ({
    ...field,
    ...(changes.get(field.field) ?? { at: null, by: null }),
  }))
  const message = 'Das hat inzwischen jemand anderes geändert.'
  return new DomainError('ChangedMeanwhile', message, undefined, { conflicts })
}

/** The row whose history is searched. */
type HistoryOf = { entity: AuditEntity; id: number }

/** When a field was last changed, and by whom; `by` is null when no user changed it. */
type LastChange = Pick<FieldConflict, 'at' | 'by'>

/** Fields that are lists stored in other tables, with the condition that finds their lines of the history. */
const lists: Readonly<Record<string, (id: number) => SQL | undefined>> = {
  membershipActiveTimespan: (id) =>
    and(eq(auditEntries.memberId, id), eq(auditEntries.entity, 'timespan')),
  feeRules: () => eq(auditEntries.entity, 'feeRule'),
  honorRules: () => inArray(auditEntries.entity, ['honorRule', 'honorRuleDuty']),
}

/** How many of the newest lines of the history are searched for a field; a concurrent change is among them. */
const newest = 100

/** When and by whom each field's current value was entered; fields without a line in the history are left out. */
async function listLastChanges(
  db: Db,
  { entity, id }: HistoryOf,
  fields: readonly string[],
): Promise<Map<string, LastChange>> {
  const ofRow = and(
    eq(auditEntries.entity, entity),
    eq(auditEntries.entityId, id),
    eq(auditEntries.op, 'update'),
  )
  const asked = fields.flatMap((field) => {
    const ofList = lists[field]?.(id)
    return ofList ? [{ field, lines: selectLines(db, ofList, 1) }] : []
  })
  const [rows, ...answers] = await db.batch([
    selectLines(db, ofRow, newest),
    ...asked.map(({ lines }) => lines),
  ])
  const changes = new Map<string, LastChange>()
  for (const field of fields) {
    const line = rows.find(
      ({ changes }) => changes !== null && Object.hasOwn(JSON.parse(changes), field),
    )
    if (line) changes.set(field, toChange(line))
  }
  asked.forEach(({ field }, index) => {
    const line = answers[index]?.[0]
    if (line) changes.set(field, toChange(line))
  })
  return changes
}

function selectLines(db: Db, condition: SQL | undefined, limit: number) {
  return db
    .select({
      at: auditEntries.at,
      changes: auditEntries.changes,
      by: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .where(condition)
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}

const toChange = ({ at, by }: LastChange): LastChange => ({ at, by })
