import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import {
  auditEntries,
  feeBookings,
  honorRules,
  journal,
  memberMerges,
  offices,
  orderHistory,
  participations,
} from '#worker/db/schema.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { BookedExtra } from '#worker/domain/extras.ts'
import { fullName } from '#worker/domain/names.ts'
import {
  journalWithRows,
  selectJournal,
  stateOfRow,
  toJournalLine,
} from '#worker/history/revert.ts'
import { placeTitleInHistory, refreshAttention } from '#worker/orders/order-sql.ts'
import {
  type MergedTable,
  mergedTables,
  type RowOf,
  rowAsJson,
  tableName,
} from './merged-tables.ts'

/** The rows of a table that are about these members. */
export function refersToMembers(table: MergedTable, ids: readonly number[]): SQL {
  const list = sql`(${sql.join([...ids], sql`, `)})`
  // The members themselves, and members whose fees they pay.
  if (table === 'members') {
    return sql`(${mergedTables.members.id} IN ${list} OR ${mergedTables.members.payerId} IN ${list})`
  }
  if (table === 'feeClaims') {
    const { memberId, payerId } = mergedTables.feeClaims
    return sql`(${memberId} IN ${list} OR ${payerId} IN ${list})`
  }
  if (table === 'feeLetters') return sql`${mergedTables.feeLetters.payerId} IN ${list}`
  if (table === 'memberMerges') return sql`${mergedTables.memberMerges.keptId} IN ${list}`
  if (table === 'memberNoDuplicates') {
    const { memberId, otherId } = mergedTables.memberNoDuplicates
    return sql`(${memberId} IN ${list} OR ${otherId} IN ${list})`
  }
  return sql`${mergedTables[table].memberId} IN ${list}`
}

const claimsOf = (ids: readonly number[]) =>
  sql`(SELECT c.id FROM fee_claims c WHERE c.member_id IN (${sql.join([...ids], sql`, `)}))`

/** Rejects payments booked since the plan was read; bookings are never deleted, so the count suffices. */
export function guardBookings(ids: readonly number[], count: number) {
  return guard(
    'bookingsAsRead',
    sql`(SELECT count(*) FROM fee_bookings b WHERE b.claim_id IN ${claimsOf(ids)}) = ${count}`,
  )
}

function selectRows(db: Db, table: MergedTable, condition: SQL) {
  return rowsOf<{ row: string }>(
    db,
    { row: rowAsJson(mergedTables[table]) },
    sql`${mergedTables[table]} WHERE ${condition}`,
  )
}

export type TouchedRows = { [Table in MergedTable]: RowOf<Table>[] }

/** Reads all rows about two members in one transaction. */
export async function readMergeRows(db: Db, keptId: number, goneId: number) {
  const ids = [keptId, goneId]
  const of = (table: MergedTable) => selectRows(db, table, refersToMembers(table, ids))
  const places = sql`SELECT parade_id FROM participations WHERE member_id IN (${keptId}, ${goneId})`
  const owned = sql`SELECT costume_id FROM costume_ownerships WHERE member_id IN (${keptId}, ${goneId})`
  const [
    members,
    memberTimespans,
    honors,
    dutyEntries,
    memberExits,
    costumeOwnerships,
    participations,
    memberMerges,
    memberNoDuplicates,
    claims,
    letters,
    assemblyHonors,
    bookings,
    payers,
    picked,
    parades,
    costumes,
    labels,
    officeLabels,
  ] = await db.batch([
    of('members'),
    of('memberTimespans'),
    of('honors'),
    of('dutyEntries'),
    of('memberExits'),
    of('costumeOwnerships'),
    of('participations'),
    of('memberMerges'),
    of('memberNoDuplicates'),
    of('feeClaims'),
    of('feeLetters'),
    of('assemblyHonors'),
    db
      .select()
      .from(feeBookings)
      .where(sql`${feeBookings.claimId} IN ${claimsOf(ids)}`)
      .orderBy(asc(feeBookings.id)),
    rowsOf<{ id: number; firstName: string; lastName: string }>(
      db,
      { id: sql`p.id`, firstName: sql`p.first_name`, lastName: sql`p.last_name` },
      sql`members p WHERE p.id IN (SELECT payer_id FROM members WHERE id IN (${keptId}, ${goneId}))`,
    ),
    // Places for which the member was chosen and which were matched with another member since: only their given key
    // still names the member.
    rowsOf<{ row: string }>(
      db,
      { row: rowAsJson(mergedTables.participations) },
      sql`parades d CROSS JOIN participations ON participations.parade_id = d.id
        AND participations.given_key = ${`m:${goneId}`}
        AND participations.state IN ('reserved', 'booked')
        AND participations.member_id IS NOT ${goneId} AND participations.member_id IS NOT ${keptId}`,
    ),
    rowsOf<{ id: number; title: string; date: Day }>(
      db,
      { id: sql`d.id`, title: sql`d.title`, date: sql`d.date` },
      sql`parades d WHERE d.id IN (${places})`,
    ),
    rowsOf<{ id: number; name: string }>(
      db,
      { id: sql`c.id`, name: sql`t.name || ' ' || c.number` },
      sql`costumes c JOIN costume_types t ON t.id = c.costume_type_id WHERE c.id IN (${owned})`,
    ),
    db.select({ type: honorRules.type, label: honorRules.label }).from(honorRules),
    db.select({ code: offices.code, label: offices.label }).from(offices),
  ])
  const texts: Record<MergedTable, string[]> = {
    members: members.map(textOf),
    memberTimespans: memberTimespans.map(textOf),
    honors: honors.map(textOf),
    dutyEntries: dutyEntries.map(textOf),
    memberExits: memberExits.map(textOf),
    costumeOwnerships: costumeOwnerships.map(textOf),
    participations: participations.map(textOf),
    memberMerges: memberMerges.map(textOf),
    memberNoDuplicates: memberNoDuplicates.map(textOf),
    feeClaims: claims.map(textOf),
    feeLetters: letters.map(textOf),
    assemblyHonors: assemblyHonors.map(textOf),
  }
  return {
    keptId,
    goneId,
    /** The rows as read; the commit is rejected when they have changed. */
    texts,
    rows: rowsIn(texts),
    /** Payments of both members' fees, oldest first. */
    bookings,
    /** Names of their payers, by id. */
    payers: new Map(
      payers.map(({ id, firstName, lastName }) => [id, fullName({ firstName, lastName })]),
    ),
    picked: picked.map(({ row }): RowOf<'participations'> => JSON.parse(row)),
    parades: new Map(parades.map((parade) => [parade.id, parade])),
    costumes: new Map(costumes.map(({ id, name }) => [id, name])),
    honorLabels: new Map<HonorType, string>(labels.map(({ type, label }) => [type, label])),
    officeLabels: new Map<Duty, string>(officeLabels.map(({ code, label }) => [code, label])),
  }
}

export type MergeRows = Awaited<ReturnType<typeof readMergeRows>>

const textOf = ({ row }: { row: string }) => row

/** Parses the rows of each table, which `rowAsJson` has written. */
function rowsIn(texts: Record<MergedTable, string[]>): TouchedRows {
  const of = <Row>(rows: readonly string[]) => rows.map((row): Row => JSON.parse(row))
  return {
    members: of(texts.members),
    memberTimespans: of(texts.memberTimespans),
    honors: of(texts.honors),
    dutyEntries: of(texts.dutyEntries),
    memberExits: of(texts.memberExits),
    costumeOwnerships: of(texts.costumeOwnerships),
    participations: of(texts.participations),
    memberMerges: of(texts.memberMerges),
    memberNoDuplicates: of(texts.memberNoDuplicates),
    feeClaims: of(texts.feeClaims),
    feeLetters: of(texts.feeLetters),
    assemblyHonors: of(texts.assemblyHonors),
  }
}

/** Inserts the merge and its line in the history of the kept record. */
export function recordMerge(
  { keptId, goneId, goneName }: { keptId: number; goneId: number; goneName: string },
  { userId, now }: { userId: number; now: Date },
) {
  return [
    write
      .insert(memberMerges)
      .values({ keptId, goneId, mergedAt: now.toISOString(), mergedBy: userId })
      .returning({ id: memberMerges.id }),
    recordEvent({
      entity: 'merge',
      entityId: sql`(SELECT max(id) FROM member_merges)`,
      memberId: keptId,
      changes: { goneId, goneName },
    }),
  ] as const
}

/** Notes the cancelled places in their orders, which then ask for a refund of what was paid. */
export function flagOrders(
  places: readonly { id: number; orderId: number | null }[],
  { userId, now }: { userId: number; now: Date },
) {
  const ordered = places.filter(({ orderId }) => orderId !== null)
  if (ordered.length === 0) return []
  const ids = JSON.stringify(ordered.map(({ id }) => id))
  return [
    insertSelected(
      orderHistory,
      {
        orderId: sql`place.order_id`,
        at: now.toISOString(),
        kind: 'placeCancelled',
        detail: placeTitleInHistory(sql`place.id`),
        userId,
      },
      sql`participations place WHERE place.id IN (SELECT value FROM json_each(${ids}))`,
    ),
    ...attentionUpdates(ordered),
  ]
}

/** Reverts `flagOrders` and deletes its entries in the history of the orders. */
export function unflagOrders(
  places: readonly { id: number; orderId: number | null }[],
  mergedAt: string,
) {
  const ordered = places.filter(({ orderId }) => orderId !== null)
  if (ordered.length === 0) return []
  const ids = JSON.stringify(ordered.map(({ orderId }) => orderId))
  return [
    write.delete(orderHistory).where(
      sql`${orderHistory.orderId} IN (SELECT value FROM json_each(${ids}))
          AND ${orderHistory.kind} = 'placeCancelled' AND ${orderHistory.at} = ${mergedAt}`,
    ),
    ...attentionUpdates(ordered),
  ]
}

function attentionUpdates(places: readonly { orderId: number | null }[]) {
  const orderIds = new Set(places.flatMap(({ orderId }) => orderId ?? []))
  return [...orderIds].map((orderId) => refreshAttention(orderId))
}

/** A merge with its rows in the journal; null when the id is unknown. */
/** A place that the merge cancelled. */
type GivenUpPlace = { id: number; orderId: number | null; paradeId: number; extras: BookedExtra[] }

export async function readMerge(db: Db, id: number) {
  const [[merge], lines, givenUp] = await db.batch([
    db
      .select({
        ...getTableColumns(memberMerges),
        keptFirst: lineOf(id, 'member_id').mapWith(Number),
      })
      .from(memberMerges)
      .where(eq(memberMerges.id, id)),
    selectJournal(db, requestOf(id)),
    rowsOf<GivenUpPlace>(
      db,
      {
        id: sql`l.row_id`,
        orderId: sql`l.before ->> 'order_id'`,
        paradeId: sql`l.before ->> 'parade_id'`,
        extras: sql`l.before ->> 'extras'`.mapWith(participations.extras),
      },
      sql`journal l WHERE l.request_id = ${requestOf(id)} AND l.entity = 'participations'
        AND l.op = 'update' AND l.before ->> 'state' <> l.after ->> 'state'`,
    ),
  ])
  if (!merge) return null
  const isOfMerge = (line: { entity: string; op: string }) =>
    line.entity === 'member_merges' && line.op === 'insert'
  return { merge, lines: lines.map(toJournalLine).filter((line) => !isOfMerge(line)), givenUp }
}

/** Reads from the merge's line in the history, because a later merge changes `kept_id`. */
const lineOf = (mergeId: number, column: 'request_id' | 'member_id') =>
  sql`(SELECT e.${sql.raw(column)} FROM audit_entries e WHERE e.entity = 'merge' AND e.entity_id = ${mergeId}
    ORDER BY e.id LIMIT 1)`
const requestOf = (mergeId: number) => lineOf(mergeId, 'request_id')

/** FROM and WHERE for rows changed since the merge; in participations only columns that the merge changed count. */
function movedSince(mergeId: number, table: MergedTable): SQL {
  const state = stateOfRow(mergedTables[table], table === 'participations' ? 'changed' : 'row')
  return sql`${journalWithRows(mergedTables[table])}
    WHERE l.request_id = ${requestOf(mergeId)} AND l.entity = ${tableName(table)} AND l.row_id <> 0
      AND l.op = 'update' AND ${state} <> 'same'
      AND NOT EXISTS (SELECT 1 FROM journal o WHERE o.entity = l.entity AND o.row_id = l.row_id
        AND o.request_id = l.request_id AND o.id > l.id)`
}

export function selectMoved(db: Db, mergeId: number, table: MergedTable) {
  return rowsOf<{ rowId: number }>(db, { rowId: sql`l.row_id` }, movedSince(mergeId, table))
}

/** Guards that reject when rows of these tables have changed since the merge. */
export function guardRowsAsMerged(mergeId: number, tables: readonly MergedTable[]) {
  return tables.map((table) =>
    guard('rowsAsLeft', sql`NOT EXISTS (SELECT 1 FROM ${movedSince(mergeId, table)})`),
  )
}

/** Whether one of these places was refunded since. */
export function refundedSince(places: readonly { id: number }[], since: string): SQL {
  const ids = JSON.stringify(places.map(({ id }) => id))
  return sql`EXISTS (SELECT 1 FROM order_refunds r
    WHERE r.participation_id IN (SELECT value FROM json_each(${ids})) AND r.requested_at >= ${since})`
}

/** Marks the merge as undone and deletes what was stored of either record. */
export function closeMerge(
  { id, keptId }: { id: number; keptId: number },
  { userId, requestId, now }: { userId: number; requestId: string; now: Date },
) {
  return [
    write
      .update(memberMerges)
      .set({ undoneAt: now.toISOString(), undoneBy: userId })
      .where(eq(memberMerges.id, id)),
    write.delete(journal).where(eq(journal.requestId, requestOf(id))),
    write
      .update(auditEntries)
      .set({ undoneBy: requestId })
      .where(eq(auditEntries.requestId, requestOf(id))),
    recordEvent({ entity: 'merge', entityId: id, memberId: keptId }),
  ] as const
}
