import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { isViolationOf, violationsIn } from '#worker/db/causes.ts'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import {
  assemblyHonors,
  auditEntries,
  guildSettings,
  memberMerges,
  members,
  parades,
  participations,
} from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { AuditEntity, AuditOp } from '#worker/domain/codes.ts'
import { nameKey, type Place } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { costumeNumberKey } from '#worker/domain/names.ts'
import { mayUndo } from '#worker/domain/undo-rights.ts'
import {
  extrasGuard,
  guardCapacity,
  guardExtrasKept,
  guardLine,
  placesGuard,
} from '#worker/enrolment/places.queries.ts'
import { placeConflictCauses, takePlaces } from '#worker/enrolment/take-places.ts'
import { sensitiveFields } from '#worker/guild/save-settings.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { offerFreePlacesAfter, shortenOffersAfter } from '#worker/orders/offer-places.ts'
import { paradesOfWaiting } from '#worker/orders/waiting-list.queries.ts'
import type { HistoryChanges, HistoryEntry } from './history.contract.ts'
import { selectEntry, toEntry } from './history.queries.ts'
import { hasLaterChange, isNotUndoable, undoableSince } from './judgement.ts'
import { revertStatements, selectJournal, toJournalLine } from './revert.ts'

/**
 * Undoes a whole request in one commit; its guards reject it when it is not allowed.
 * @param which id of the request to undo, and id of this request (`own`)
 * @returns the history entry of the undo
 * @throws DomainError NotFound, Forbidden, NotUndoable, ChangedSince, and the errors of `takePlaces`
 */
export async function undoRequest(
  deps: Deps & { mustBeConfirmed: () => Promise<void>; user: Pick<SignedInUser, 'roles'> },
  which: { requestId: string; own: string },
): Promise<HistoryEntry[]> {
  const { db, now } = deps
  const before = await readRequest(db, which.requestId, now)
  const { lines } = before
  const [first] = lines
  if (!first) throw notFoundError()
  if (!mayUndo(deps.user, { act: first.act, lines })) {
    throw new DomainError(
      'Forbidden',
      'Das liegt nicht nur in Deinem Teil. Die Verwaltung kann es rückgängig machen.',
    )
  }
  if (lines.some((line) => line.isUndone))
    throw changedSinceError('Das ist schon rückgängig gemacht.')
  if (lines.some((line) => line.isNotUndoable)) throw notUndoableError()
  if (lines.some((line) => line.hasLaterChange)) throw changedSinceError()
  // Reverting a sensitive field requires a password entered within ten minutes, as changing it does.
  if (lines.some(isSensitive)) await deps.mustBeConfirmed()

  // Values past their retention have been deleted from the journal.
  if (before.journal.length < lines.length) throw notUndoableError()

  const undo = [
    ...markUndone(which, now),
    ...forgetMerges(lines),
    ...guardLineOf(before, now),
    ...revertStatements(before.journal, now),
    ...guardOffices(lines),
    ...guardLabels(lines),
    ...guardPlaces(before),
    ...enterAgain(lines),
    ...moveVersions(lines),
  ] as const
  const run = async () => {
    const [entryRows] = (
      await commit(db, [...undo, selectEntry(db, which.own, now)], {
        [extrasGuard]: extraLostError,
      }).catch(rethrowConstraintError)
    ).slice(-1)
    // The last statement of the batch has read the entry of the undo.
    return toEntry(entryRows as EntryRows)
  }
  const places = placesOf(before)
  const undone = await (places.length > 0
    ? takePlaces(deps, places, run, (_, field) => field, exceptOwnPlace(before))
    : run())
  if (lines.some(({ entity }) => entity === 'parade')) await shortenOffersAfter(deps)
  if (lines.some(mayFreePlaces)) await offerFreePlacesAfter(deps, paradesOfWaiting)
  return undone
}

/** Places of deleted participations are free afterwards, and a parade or its extras may get a higher limit back. */
function mayFreePlaces({ entity }: Line): boolean {
  return entity === 'participation' || entity === 'parade'
}

function isSensitive({ entity, changes }: Line): boolean {
  return entity === 'settings' && sensitiveFields.some((field) => field in changes)
}

type EntryRows = Awaited<ReturnType<typeof selectEntry>>

type Line = {
  act: string
  entity: AuditEntity
  entityId: number
  memberId: number | null
  op: AuditOp
  changes: HistoryChanges
  isNotUndoable: boolean
  hasLaterChange: boolean
  isUndone: boolean
}

type Before = Awaited<ReturnType<typeof readRequest>>

/** The lines of the request, and the current rows that the undo needs beyond them. */
async function readRequest(db: Db, requestId: string, now: Date) {
  const rowsIn = (entity: AuditEntity) => sql`(SELECT entity_id FROM audit_entries
    WHERE request_id = ${requestId} AND entity = ${entity} AND op = 'update')`
  const [journal, lines, places, held] = await db.batch([
    selectJournal(db, requestId),
    rowsOf<{
      act: string
      entity: AuditEntity
      entityId: number
      memberId: number | null
      op: AuditOp
      changes: string | null
      isNotUndoable: number
      hasLaterChange: number
      isUndone: number
    }>(
      db,
      {
        act: sql`l.act`,
        entity: sql`l.entity`,
        entityId: sql`l.entity_id`,
        memberId: sql`l.member_id`,
        op: sql`l.op`,
        changes: sql`l.changes`,
        isNotUndoable: isNotUndoable('l', undoableSince(now)),
        hasLaterChange: hasLaterChange('l'),
        isUndone: sql`l.undone_by IS NOT NULL`,
      },
      sql`audit_entries l WHERE l.request_id = ${requestId} ORDER BY l.id`,
    ),
    db
      .select()
      .from(participations)
      .where(sql`${participations.id} IN ${rowsIn('participation')}`),
    db
      .select({ id: parades.id, title: parades.title })
      .from(parades)
      .where(
        sql`${parades.id} IN (SELECT parade_id FROM participations
          WHERE id IN ${rowsIn('participation')})`,
      ),
  ])
  return {
    lines: lines.map(
      ({ changes, ...line }): Line => ({
        ...line,
        changes: JSON.parse(changes ?? '{}'),
        isNotUndoable: line.isNotUndoable === 1,
        hasLaterChange: line.hasLaterChange === 1,
        isUndone: line.isUndone === 1,
      }),
    ),
    journal: journal.map(toJournalLine),
    places,
    parades: held,
  }
}

function markUndone({ requestId, own }: { requestId: string; own: string }, now: Date) {
  return [
    guard(
      'undoable',
      sql`NOT EXISTS (SELECT 1 FROM audit_entries l WHERE l.request_id = ${requestId}
        AND (l.undone_by IS NOT NULL OR ${isNotUndoable('l', undoableSince(now))} OR ${hasLaterChange('l')}))`,
    ),
    write.update(auditEntries).set({ undoneBy: own }).where(eq(auditEntries.requestId, requestId)),
  ]
}

/** Deletes undone merges, whose reference to the member would prevent the undo of its creation. */
function forgetMerges(lines: readonly Line[]) {
  const ids = lines.flatMap(({ entity, op, entityId }) =>
    entity === 'member' && op === 'insert' ? entityId : [],
  )
  if (ids.length === 0) return []
  return [
    write
      .delete(memberMerges)
      .where(and(inArray(memberMerges.keptId, ids), isNotNull(memberMerges.undoneAt))),
  ]
}

/** A member cannot hold the same office twice at a time, which no index can check. */
function guardOffices(lines: readonly Line[]) {
  const ids = lines.flatMap(({ entity, op, entityId }) =>
    entity === 'duty' && op !== 'insert' ? entityId : [],
  )
  if (ids.length === 0) return []
  const apart = sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) w
    CROSS JOIN duty_entries a ON a.id = w.value CROSS JOIN duty_entries b
    ON b.member_id = a.member_id AND b.duty = a.duty AND b.id <> a.id
    WHERE (a.to_date IS NULL OR b.from_date <= a.to_date)
      AND (b.to_date IS NULL OR a.from_date <= b.to_date))`
  return [guard('officesApart', apart)]
}

/** Two honors may not get the same name; for offices a unique index ensures that. */
function guardLabels(lines: readonly Line[]) {
  const ids = lines.flatMap(({ entity, op, entityId, changes }) =>
    entity === 'honorRule' && op !== 'insert' && 'label' in changes ? entityId : [],
  )
  if (ids.length === 0) return []
  const apart = sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) w
    CROSS JOIN honor_rules a ON a.id = w.value
    CROSS JOIN honor_rules b ON b.label_key = a.label_key AND b.id <> a.id)`
  return [guard('labelsApart', apart)]
}

/** Links a restored honor to the assembly entry that created it. */
function enterAgain(lines: readonly Line[]) {
  const ids = lines.flatMap(({ entity, op, entityId }) =>
    entity === 'honor' && op === 'delete' ? entityId : [],
  )
  if (ids.length === 0) return []
  return [
    write
      .update(assemblyHonors)
      .set({ honorId: sql`h.id` })
      .from(sql`json_each(${JSON.stringify(ids)}) w CROSS JOIN honors h ON h.id = w.value`)
      .where(
        sql`${assemblyHonors.date} = h.date AND ${assemblyHonors.memberId} = h.member_id
          AND ${assemblyHonors.type} = h.type AND ${assemblyHonors.act} IS NOT NULL
          AND ${assemblyHonors.honorId} IS NULL`,
      ),
  ]
}

/** Raises the version of members whose spans, and of settings whose rules change, so that open forms see a conflict. */
function moveVersions(lines: readonly Line[]) {
  const memberIds = lines.flatMap(({ entity, memberId }) =>
    entity === 'timespan' && memberId !== null ? memberId : [],
  )
  const hasRules = lines.some(({ entity }) =>
    ['feeRule', 'honorRule', 'honorRuleDuty', 'office'].includes(entity),
  )
  const version = sql`version + 1`
  return [
    ...(memberIds.length > 0
      ? [
          write
            .update(members)
            .set({ version })
            .where(
              sql`${members.id} IN (SELECT value FROM json_each(${JSON.stringify(memberIds)}))`,
            ),
        ]
      : []),
    ...(hasRules
      ? [write.update(guildSettings).set({ version }).where(eq(guildSettings.id, 1))]
      : []),
  ]
}

function valuesBefore({ changes }: Line): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([field, [old]]) => [field, old]))
}

const isTakenAgain = ({ entity, op, changes }: Line) =>
  entity === 'participation' && op === 'update' && changes.state?.[0] === 'booked'

function takenAgain({ lines, places }: Before) {
  const back = new Set(lines.filter(isTakenAgain).map(({ entityId }) => entityId))
  return places.filter(({ id }) => back.has(id))
}

/** Before places are taken again: the waiting list comes first. */
function guardLineOf(before: Before, now: Date) {
  const ids = new Set(takenAgain(before).map(({ paradeId }) => paradeId))
  return ids.size === 0 ? [] : [guardLine([...ids], now)]
}

/**
 * The rules of every enrolment (enrolment/places.queries.ts): no name twice, no parade cancelled or full, no extra
 * that the parade lacks.
 */
function guardPlaces(before: Before) {
  const taken = takenAgain(before)
  const keys = taken.map((stored) => ({ id: stored.id, key: nameKey(stored) }))
  if (keys.length === 0) return []
  const conflict = sql`SELECT 1 FROM json_each(${JSON.stringify(keys)}) w
    CROSS JOIN participations o ON o.id = w.value ->> 'id'
    WHERE EXISTS (SELECT 1 FROM parades d WHERE d.id = o.parade_id AND d.cancelled_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM participations p
      WHERE p.parade_id = o.parade_id AND p.given_key = w.value ->> 'key'
      AND p.state IN ('reserved', 'booked') AND p.id <> o.id
      AND (o.given_key = w.value ->> 'key' OR p.member_id IS NULL))`
  return [
    guardExtrasKept(taken.map(({ id }) => id)),
    guard(placesGuard, sql`NOT EXISTS (${conflict})`),
    guardCapacity(taken),
  ]
}

function extraLostError(): DomainError {
  return changedSinceError(
    'Einen Zusatz davon gibt es bei dem Umzug nicht mehr, oder er ist jetzt etwas anderes. Mach zuerst das rückgängig.',
  )
}

/** The places that the undo takes: a participation that is restored, or one whose costume changes back. */
function placesOf({ lines, places, parades: held }: Before): Place[] {
  return lines.flatMap((line) => {
    const stored = places.find(({ id }) => id === line.entityId)
    if (line.entity !== 'participation' || line.op !== 'update' || !stored) return []
    const row = { ...stored, ...valuesBefore(line) }
    const { firstName, lastName, birthday } = row
    const person = { firstName, lastName, birthday }
    return {
      ...row,
      person,
      paradeTitle: held.find(({ id }) => id === row.paradeId)?.title ?? '',
      nameKey: nameKey(person),
      costumeNumberKey: costumeNumberKey(row.costumeNumber),
    }
  })
}

/** A participation that only changes its costume does not conflict with itself. */
function exceptOwnPlace({ lines }: Before) {
  const [changed] = lines.filter(
    (line) => line.entity === 'participation' && line.op === 'update' && !isTakenAgain(line),
  )
  return changed ? { ownPlaceId: changed.entityId } : {}
}

/** Violations become ChangedSince; a taken place is left to `takePlaces`, which names it. */
function rethrowConstraintError(error: unknown): never {
  const isPlace = isViolationOf(error, ...placeConflictCauses)
  throw violationsIn(error).length > 0 && !isPlace ? changedSinceError() : error
}

function changedSinceError(
  message = 'Daran hat sich inzwischen etwas geändert. Mach zuerst das Neuere rückgängig.',
): DomainError {
  return new DomainError('ChangedSince', message)
}

function notUndoableError(): DomainError {
  return new DomainError('NotUndoable', 'Das lässt sich hier nicht rückgängig machen.')
}
