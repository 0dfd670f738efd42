import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import {
  auditEntries,
  feeBookings,
  honorRules,
  memberMergeRows,
  memberMerges,
  orderHistory,
} from '#worker/db/schema.ts'
import { always, insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import { placeTitleInHistory, refreshAttention } from '#worker/orders/order-sql.ts'
import {
  type RowChange,
  type RowOf,
  rowAsJson,
  type Touched,
  tableName,
  touched,
  touchedNamed,
} from './touched.ts'

/** The rows of a table that are about these members. */
export function isAbout(table: Touched, ids: readonly number[]): SQL {
  const list = sql`(${sql.join([...ids], sql`, `)})`
  // Those whose fee they pay as well.
  if (table === 'members') {
    return sql`(${touched.members.id} IN ${list} OR ${touched.members.payerId} IN ${list})`
  }
  if (table === 'feeClaims') {
    const { memberId, payerId } = touched.feeClaims
    return sql`(${memberId} IN ${list} OR ${payerId} IN ${list})`
  }
  if (table === 'feeLetters') return sql`${touched.feeLetters.payerId} IN ${list}`
  if (table === 'memberMerges') return sql`${touched.memberMerges.keptId} IN ${list}`
  if (table === 'memberNoDuplicates') {
    const { memberId, otherId } = touched.memberNoDuplicates
    return sql`(${memberId} IN ${list} OR ${otherId} IN ${list})`
  }
  return sql`${touched[table].memberId} IN ${list}`
}

const claimsOf = (ids: readonly number[]) =>
  sql`(SELECT c.id FROM fee_claims c WHERE c.member_id IN (${sql.join([...ids], sql`, `)}))`

/** Nothing was booked on the fees of both since: a line that is there stays. */
export function guardBookings(ids: readonly number[], count: number) {
  return guard(
    'bookingsAsRead',
    sql`(SELECT count(*) FROM fee_bookings b WHERE b.claim_id IN ${claimsOf(ids)}) = ${count}`,
  )
}

function selectRows(db: Db, table: Touched, condition: SQL) {
  return rowsOf<{ row: string }>(
    db,
    { row: rowAsJson(touched[table]) },
    sql`${touched[table]} WHERE ${condition}`,
  )
}

export type TouchedRows = { [Table in Touched]: RowOf<Table>[] }

/** All there is of two members, in one transaction. */
export async function readBoth(db: Db, keptId: number, goneId: number) {
  const ids = [keptId, goneId]
  const of = (table: Touched) => selectRows(db, table, isAbout(table, ids))
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
    // Picked at the door, and matched with somebody else since: only the key still names the member.
    rowsOf<{ row: string }>(
      db,
      { row: rowAsJson(touched.participations) },
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
  ])
  const texts: Record<Touched, string[]> = {
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
    /** As they were read: what is written must still find them so. */
    texts,
    rows: rowsIn(texts),
    /** Of the fees of both, oldest first. */
    bookings,
    /** Who pays for one of them, by name. */
    payers: new Map(
      payers.map(({ id, firstName, lastName }) => [id, fullName({ firstName, lastName })]),
    ),
    picked: picked.map(({ row }): RowOf<'participations'> => JSON.parse(row)),
    parades: new Map(parades.map((parade) => [parade.id, parade])),
    costumes: new Map(costumes.map(({ id, name }) => [id, name])),
    honorLabels: new Map<HonorType, string>(labels.map(({ type, label }) => [type, label])),
  }
}

export type ReadBoth = Awaited<ReturnType<typeof readBoth>>

const textOf = ({ row }: { row: string }) => row

/** Each text is a row of its table, as `rowAsJson` made it. */
function rowsIn(texts: Record<Touched, string[]>): TouchedRows {
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

/** Each once; a list of them is one parameter. */
const rowsAtOnce = 100

const newestMerge = sql`(SELECT max(id) FROM member_merges)`

/** The merge, what it changed row by row, and its line in the history of the record that stays. */
export function keepMerge(
  { keptId, goneId, goneName }: { keptId: number; goneId: number; goneName: string },
  changes: readonly RowChange[],
  { userId, now }: { userId: number; now: Date },
) {
  const kept = changes.map(({ table, id, before, after }, index) => ({
    seq: index + 1,
    entity: tableName(table),
    id,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }))
  const of = (name: string) => sql`given.value ->> ${sql.raw(`'$.${name}'`)}`
  return [
    write
      .insert(memberMerges)
      .values({ keptId, goneId, mergedAt: now.toISOString(), mergedBy: userId })
      .returning({ id: memberMerges.id }),
    ...chunks(kept).map((rows) =>
      insertSelected(
        memberMergeRows,
        {
          mergeId: newestMerge,
          seq: of('seq'),
          entity: of('entity'),
          rowId: of('id'),
          before: of('before'),
          after: of('after'),
        },
        sql`json_each(${JSON.stringify(rows)}) given WHERE 1`,
      ),
    ),
    recordEvent({
      entity: 'merge',
      entityId: newestMerge,
      memberId: keptId,
      changes: { goneId, goneName },
    }),
  ] as const
}

function chunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsAtOnce)
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
}

/** Orders of places that were given up know of it, and ask for what was paid. */
export function tellOrders(
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
    ...attentionOf(ordered),
  ]
}

/** The same taken back: as if it had not been. */
export function untellOrders(
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
    ...attentionOf(ordered),
  ]
}

function attentionOf(places: readonly { orderId: number | null }[]) {
  const orderIds = new Set(places.flatMap(({ orderId }) => orderId ?? []))
  return [...orderIds].map((orderId) => refreshAttention(orderId))
}

/** A merge with what it changed, in its order; null when there is none of this number. */
export async function readMerge(db: Db, id: number) {
  const [found, kept] = await db.batch([
    db.select().from(memberMerges).where(eq(memberMerges.id, id)),
    db
      .select({
        entity: memberMergeRows.entity,
        rowId: memberMergeRows.rowId,
        before: memberMergeRows.before,
        after: memberMergeRows.after,
      })
      .from(memberMergeRows)
      .where(eq(memberMergeRows.mergeId, id))
      .orderBy(asc(memberMergeRows.seq)),
  ])
  const [merge] = found
  if (!merge) return null
  const changes = kept.map(({ entity, rowId, before, after }): RowChange => {
    const table = touchedNamed(entity)
    if (!table) throw new Error(`a merge of ${entity}, which is not known`)
    return { table, id: rowId, before: parsed(before), after: parsed(after) }
  })
  return { merge, changes }
}

const parsed = (text: string | null): RowChange['before'] =>
  text === null ? null : JSON.parse(text)

export const isOneOf = (table: Touched, ids: readonly number[]) =>
  sql`${getTableColumns<SQLiteTable>(touched[table]).id} IN
    (SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** These rows as they are today, and whether money of these places went back since. */
export async function readAgain(db: Db, idsOf: ReadonlyMap<Touched, number[]>, isRefunded: SQL) {
  const tables = [...idsOf]
  const [[refund], ...found] = await db.batch([
    rowsOf<{ is: number }>(db, { is: isRefunded }, always),
    ...tables.map(([table, ids]) => selectRows(db, table, isOneOf(table, ids))),
  ])
  const current = tables.map(([table, ids], index) => ({
    table,
    ids,
    texts: (found[index] ?? []).map(textOf),
  }))
  return { current, isRefunded: refund?.is === 1 }
}

/** Money of these places that went back since. */
export function refundedSince(places: readonly { id: number }[], since: string): SQL {
  const ids = JSON.stringify(places.map(({ id }) => id))
  return sql`EXISTS (SELECT 1 FROM order_refunds r
    WHERE r.participation_id IN (SELECT value FROM json_each(${ids})) AND r.requested_at >= ${since})`
}

/** Closed, and nothing of either record is kept any more. */
export function closeMerge(
  { id, keptId }: { id: number; keptId: number },
  { userId, requestId, now }: { userId: number; requestId: string; now: Date },
) {
  return [
    write
      .update(memberMerges)
      .set({ undoneAt: now.toISOString(), undoneBy: userId })
      .where(eq(memberMerges.id, id)),
    write.delete(memberMergeRows).where(eq(memberMergeRows.mergeId, id)),
    write
      .update(auditEntries)
      .set({ undoneBy: requestId })
      .where(
        sql`${auditEntries.entity} = 'merge' AND ${auditEntries.entityId} = ${id}
          AND ${auditEntries.undoneBy} IS NULL`,
      ),
    recordEvent({ entity: 'merge', entityId: id, memberId: keptId }),
  ] as const
}
