import { type Column, eq, getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { commit, guardChanges } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import * as schema from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { isUnusedPlace } from '#worker/db/unused-places.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound } from '#worker/http/validate.ts'
import { undoArchive } from './archive/commit-archive.ts'
import { type Context, hasDone, importDone, reread, writeImport } from './commit-import.ts'
import type { Import } from './imports.contract.ts'
import { findStored, guardState, undoableSince } from './imports.queries.ts'
import type { PlannedTable } from './plan.ts'
import {
  columnName,
  idOf,
  inMegabytes,
  inOrder,
  inTurns,
  isIn,
  keptColumns,
  movedOn,
  plannedTables,
  rowAsJson,
  valueIn,
} from './write-plan.ts'

const { checkInActs, feeClaims, importChanges, imports, participations } = schema

/** More of them nobody reads. */
const mostObstacles = 200

/** What the rows of a table are called, one of them and several. */
export const rowWords: Readonly<Record<string, readonly [one: string, several: string]>> = {
  members: ['Mitglied', 'Mitglieder'],
  member_timespans: ['Mitgliedszeit', 'Mitgliedszeiten'],
  member_exits: ['Austritt', 'Austritte'],
  member_merges: ['Zusammenführung', 'Zusammenführungen'],
  honors: ['Ehrung', 'Ehrungen'],
  duty_entries: ['Dienst', 'Dienste'],
  costume_types: ['Kleidertyp', 'Kleidertypen'],
  costumes: ['Kleid', 'Kleider'],
  costume_ownerships: ['Besitz eines Kleids', 'Besitze eines Kleids'],
  parades: ['Umzug', 'Umzüge'],
  participations: ['Teilnahme', 'Teilnahmen'],
  fee_claims: ['Beitrag', 'Beiträge'],
  fee_letters: ['Schreiben zum Beitrag', 'Schreiben zum Beitrag'],
  assembly_honors: ['Ehrung der Generalversammlung', 'Ehrungen der Generalversammlung'],
}

/** Says nothing of anybody without the row that it refers to, and goes with it. */
const goesAlong: readonly string[] = ['member_no_duplicates', 'parade_drafts']

type Reference = { from: SQLiteTable; column: Column; to: PlannedTable }

/**
 * The foreign keys that may prevent the deletion of an imported row, without those that are set to null. In the order of
 * `rowWords`, which is the order of an obstacle's words.
 */
export const references: readonly Reference[] = Object.values(schema)
  .flatMap((table) => {
    if (!is(table, SQLiteTable)) return []
    return getTableConfig(table).foreignKeys.flatMap((key) => {
      if (key.onDelete === 'set null') return []
      const { columns, foreignTable } = key.reference()
      const to = inOrder.find((name) => plannedTables[name] === foreignTable)
      const [column] = columns
      return to && column ? [{ from: table, column, to }] : []
    })
  })
  .sort((one, other) => placeOf(one.from) - placeOf(other.from))

function placeOf(table: SQLiteTable): number {
  const place = Object.keys(rowWords).indexOf(getTableName(table))
  return place < 0 ? Object.keys(rowWords).length : place
}

/**
 * Rows that are still as they came go, changed ones get back what they were; all of it, or nothing.
 * @param others leave what stands in the way, and take back all else
 * @throws DomainError NotFound, ImportDone, ImportInUse
 */
export async function undoImport(context: Context, id: number, others: boolean): Promise<Import> {
  const { db, now, requestId } = context
  for (let round = 1; round <= 3; round += 1) {
    const stored = await findStored(db, id)
    if (!stored) throw notFound()
    if (stored.state === 'undone' && (await hasDone(db, id, requestId))) return reread(db, id, now)
    if (stored.state === 'undone') throw importDone('Diese Übernahme ist schon zurückgenommen.')
    if (stored.state === 'staged') {
      throw new DomainError('Conflict', 'Diese Datei ist noch nicht übernommen.')
    }
    if (stored.doneAt === null || stored.doneAt < undoableSince(now)) {
      throw importDone('Nach 30 Tagen lässt sich eine Übernahme nicht mehr zurücknehmen.')
    }
    if (stored.kind === 'archive') {
      if (await undoArchive(context, stored)) return reread(db, id, now)
      continue
    }
    const found = await readChanges(db, id)
    const way = inTheWay(found)
    if (way.roots.length > 0 && !others) throw inUse(await obstaclesOf(db, way.roots))
    const undone = await writeImport(context, id, undoStatements(context, stored, found, way.kept))
    if (undone) return undone
  }
  throw new DomainError(
    'Conflict',
    'Daran ändern gerade mehrere zugleich. Versuche es noch einmal.',
  )
}

type Change = {
  table: PlannedTable
  rowId: number
  seq: number
  isNew: boolean
  /** `gone`: somebody deleted it since; there is nothing left to take back. */
  state: 'same' | 'changed' | 'gone'
  /** The rows that it refers to today. */
  refersTo: { table: PlannedTable; id: number }[]
  /** Of a member, the number that it would lose and the one that it would get back. */
  gives: number | null
  takes: number | null
}

/** Rows that did not come with the import and refer to one that did. */
type Referrer = { table: PlannedTable; rowId: number; from: string; count: number }

/** A row that holds today what another one would get back; `moves`: it came by that with this import. */
type Holder = { table: PlannedTable; rowId: number; holder: number; moves: boolean; what: string }

type Found = { changes: Change[]; referrers: Referrer[]; holders: Holder[] }

const ownReferences = (table: PlannedTable) =>
  references.filter(({ from }) => from === plannedTables[table])

async function readChanges(db: Db, importId: number): Promise<Found> {
  const asked = references.filter(({ from }) => !goesAlong.includes(getTableName(from)))
  const [found, referring, held] = await inOneBatch(
    db,
    inOrder.map((table) => selectChanges(db, importId, table)),
    asked.map((reference) => selectReferrers(db, importId, reference)),
    contested.map((one) => selectHolders(db, importId, one)),
  )
  return {
    changes: inOrder.flatMap((table, index) =>
      (found[index] ?? []).map((row) => toChange(table, row)),
    ),
    referrers: asked.flatMap(({ from, to }, index) =>
      (referring[index] ?? []).map(({ rowId, count }) => ({
        table: to,
        rowId,
        from: getTableName(from),
        count,
      })),
    ),
    holders: contested.flatMap(({ table, what }, index) =>
      (held[index] ?? []).map(({ rowId, holder, moves }) => ({
        table,
        rowId,
        holder,
        moves: moves === 1,
        what,
      })),
    ),
  }
}

type Contested = { table: PlannedTable; column: string; on: string; what: string }

/**
 * What only one row may hold: `was` is what the changed row would get back, `mine` what it is, `other` who
 * holds it today.
 */
const contested: readonly Contested[] = [
  {
    table: 'members',
    column: 'member_number',
    on: `other.member_number = was ->> 'member_number' AND other.member_number > 0`,
    what: 'die alte Mitgliedsnummer hat jetzt jemand anderes',
  },
  {
    table: 'costumes',
    column: 'registered_until',
    on: `other.costume_type_id = mine.costume_type_id AND other.number_key = mine.number_key
      AND other.registered_until IS NULL AND was ->> 'registered_until' IS NULL`,
    what: 'die Nummer hat jetzt ein anderes Kleid',
  },
  {
    table: 'costumeOwnerships',
    column: 'owned_to',
    on: `other.costume_id = mine.costume_id AND coalesce(other.owned_to, '9') > mine.owned_from
      AND other.owned_from < coalesce(was ->> 'owned_to', '9')`,
    what: 'das Kleid hat jetzt jemand anderes',
  },
  {
    table: 'dutyEntries',
    column: 'to_date',
    on: `other.member_id = mine.member_id AND other.duty = mine.duty
      AND coalesce(other.to_date, '9') >= mine.from_date
      AND other.from_date <= coalesce(was ->> 'to_date', '9')`,
    what: 'dasselbe Amt steht seitdem noch einmal da',
  },
]

type HolderRow = { rowId: number; holder: number; moves: number }

function selectHolders(db: Db, importId: number, { table, column, on }: Contested) {
  const name = getTableName(plannedTables[table])
  const has = (json: string) => `json_type(${json}, '$.${column}') IS NOT NULL`
  return rowsOf<HolderRow>(
    db,
    {
      rowId: sql`mine.id`,
      holder: sql`other.id`,
      moves: sql`EXISTS (SELECT 1 FROM import_changes own WHERE own.entity = ${name}
        AND own.row_id = other.id AND own.import_id = ${importId}
        AND (own.before IS NULL OR ${sql.raw(has('own.before'))}))`,
    },
    sql`(SELECT row_id, before AS was FROM import_changes WHERE import_id = ${importId}
        AND entity = ${name} AND before IS NOT NULL AND ${sql.raw(has('before'))}) c
      CROSS JOIN ${sql.raw(name)} mine ON mine.id = c.row_id
      CROSS JOIN ${sql.raw(name)} other ON ${sql.raw(on)} AND other.id <> mine.id`,
  )
}

type Statement = BatchItem<'sqlite'>
type Results<Of extends Statement> = Of['_']['result'][]

/** Three lists of statements, read at one moment; each list gets its own results. */
async function inOneBatch<A extends Statement, B extends Statement, C extends Statement>(
  db: Db,
  a: readonly A[],
  b: readonly B[],
  c: readonly C[],
): Promise<[Results<A>, Results<B>, Results<C>]> {
  const results: unknown[] = [...(await commit(db, [...a, ...b, ...c]))]
  const ofA = results.slice(0, a.length) as Results<A>
  const ofB = results.slice(a.length, a.length + b.length) as Results<B>
  return [ofA, ofB, results.slice(a.length + b.length) as Results<C>]
}

type ChangeRow = {
  rowId: number
  seq: number
  isNew: number
  state: string
  refers: string
  gives: number | null
  takes: number | null
}

function selectChanges(db: Db, importId: number, name: PlannedTable) {
  const table = plannedTables[name]
  const id = nested(idOf(table))
  const matches = isAs(table, sql`c.after`)
  const refers = ownReferences(name).map(({ column }) => nested(column))
  return rowsOf<ChangeRow>(
    db,
    {
      rowId: sql`c.row_id`,
      seq: sql`c.seq`,
      isNew: sql`c.before IS NULL`,
      state: sql`CASE WHEN ${id} IS NULL THEN 'gone'
        WHEN iif(c.before IS NULL, ${rowAsJson(table)} = c.after, ${matches}) THEN 'same'
        ELSE 'changed' END`,
      refers: sql`json_array(${sql.join(refers, sql`, `)})`,
      gives: sql`c.after ->> 'member_number'`,
      takes: sql`c.before ->> 'member_number'`,
    },
    sql`${importChanges} c LEFT JOIN ${table} ON ${id} = c.row_id
      WHERE c.import_id = ${importId} AND c.entity = ${getTableName(table)}`,
  )
}

function toChange(table: PlannedTable, row: ChangeRow): Change {
  const ids: (number | null)[] = JSON.parse(row.refers)
  return {
    table,
    rowId: row.rowId,
    seq: row.seq,
    isNew: row.isNew === 1,
    gives: row.gives,
    takes: row.takes,
    state: row.state === 'same' ? 'same' : row.state === 'gone' ? 'gone' : 'changed',
    refersTo: ownReferences(table).flatMap(({ to }, index) => {
      const id = ids[index] ?? null
      return id === null ? [] : [{ table: to, id }]
    }),
  }
}

/** Whether the columns that a change names hold what it says. */
function isAs(table: SQLiteTable, json: SQL): SQL {
  const equal = keptColumns(table).map(
    ([, column]) => sql`(NOT ${isIn(json, column)} OR ${column} IS ${valueIn(json, column)})`,
  )
  return sql`(${sql.join(equal, sql` AND `)})`
}

/** One level deeper a column keeps its table (`correlated` in db/statements.ts). */
const nested = (column: Column) => sql`(${sql`${column}`})`

type ReferrerRow = { rowId: number; count: number }

function selectReferrers(db: Db, importId: number, { from, column, to }: Reference) {
  const name = getTableName(from)
  const { id } = getTableColumns(from)
  // An alias of its own: a table may refer to itself.
  const of = (one: Column) => sql.raw(`r.${columnName(one)}`)
  const cameAlong = id
    ? sql` AND NOT EXISTS (SELECT 1 FROM import_changes own WHERE own.entity = ${name}
        AND own.row_id = ${of(id)} AND own.import_id = ${importId} AND own.before IS NULL)`
    : sql``
  const counts =
    from === participations
      ? sql` AND NOT EXISTS (SELECT 1 FROM ${participations} WHERE ${participations.id} = r.id
          AND ${isUnusedPlace})`
      : sql``
  // Their own stands at them already.
  const ofOthers = column === feeClaims.payerId ? sql` AND r.member_id <> r.payer_id` : sql``
  return rowsOf<ReferrerRow>(
    db,
    { rowId: sql`c.row_id`, count: sql`count(*)` },
    sql`import_changes c CROSS JOIN ${from} r ON ${of(column)} = c.row_id
      WHERE c.import_id = ${importId} AND c.entity = ${getTableName(plannedTables[to])}
        AND c.before IS NULL${cameAlong}${counts}${ofOthers} GROUP BY c.row_id`,
  )
}

const keyOf = (table: PlannedTable, id: number) => `${table} ${id}`

type Root = { table: PlannedTable; rowId: number; member: number | null; what: string }

/**
 * What was changed since, what others refer to, and what stays because of it: the rows that they rest on,
 * and of a member all that came with it.
 */
function inTheWay({ changes, referrers, holders }: Found): {
  roots: Root[]
  kept: ReadonlySet<string>
} {
  const byKey = new Map(changes.map((change) => [keyOf(change.table, change.rowId), change]))
  const ofMember = new Map<number, Change[]>()
  for (const change of changes) {
    const member = memberOf(change)
    if (member !== null) ofMember.set(member, [...(ofMember.get(member) ?? []), change])
  }
  const kept = new Set<string>()
  const keep = (change: Change) => {
    const key = keyOf(change.table, change.rowId)
    if (kept.has(key)) return
    kept.add(key)
    for (const { table, id } of change.refersTo) {
      const parent = byKey.get(keyOf(table, id))
      if (parent?.isNew) keep(parent)
    }
    const member = memberOf(change)
    if (member !== null) for (const own of ofMember.get(member) ?? []) keep(own)
  }
  const roots: Root[] = []
  for (const change of changes) {
    if (change.state !== 'changed') continue
    keep(change)
    const member = memberOf(change)
    const isMember = change.table === 'members'
    const [one] = wordsOf(getTableName(plannedTables[change.table]))
    const isOfMember = member !== null && !isMember
    const what = isOfMember ? `1 ${one} geändert` : 'seitdem geändert'
    roots.push({ table: change.table, rowId: change.rowId, member, what })
  }
  for (const { table, rowId, from, count } of referrers) {
    const change = byKey.get(keyOf(table, rowId))
    if (!change || change.state === 'gone') continue
    keep(change)
    const [one, several] = wordsOf(from)
    const what = `${count} ${count === 1 ? one : several}`
    roots.push({ table, rowId, member: memberOf(change), what })
  }
  // Whoever stays keeps what it holds, and whoever waits for that stays as well.
  const isHeld = ({ table, rowId, holder, moves }: Holder) => {
    if (byKey.get(keyOf(table, rowId))?.state !== 'same' || kept.has(keyOf(table, rowId)))
      return false
    const other = byKey.get(keyOf(table, holder))
    return !moves || other?.state !== 'same' || kept.has(keyOf(table, holder))
  }
  for (let held = holders.filter(isHeld); held.length > 0; held = holders.filter(isHeld)) {
    for (const { table, rowId, what } of held) {
      const change = byKey.get(keyOf(table, rowId))
      if (!change) continue
      keep(change)
      roots.push({ table, rowId, member: memberOf(change), what })
    }
  }
  return { roots, kept }
}

const wordsOf = (table: string) => rowWords[table] ?? (['Eintrag', 'Einträge'] as const)

function memberOf(change: Change): number | null {
  if (change.table === 'members') return change.rowId
  return change.refersTo.find(({ table }) => table === 'members')?.id ?? null
}

/** "Beate Bantle: 3 Teilnahmen, 1 Beitrag" */
async function obstaclesOf(db: Db, roots: readonly Root[]): Promise<string[]> {
  const subjects = Map.groupBy(roots, ({ table, rowId, member }) =>
    member === null ? keyOf(table, rowId) : keyOf('members', member),
  )
  const named = [...subjects.values()].slice(0, mostObstacles)
  const asked = named.flatMap(([root]) => {
    if (!root) return []
    const { table, rowId, member } = root
    return member === null ? [{ table, id: rowId }] : [{ table: 'members' as const, id: member }]
  })
  const names = await namesOf(db, asked)
  const lines = named.map((of, index) => {
    const name = names[index] ?? ''
    const whats = [...Map.groupBy(of, ({ what }) => what)].map(([what, same]) =>
      same.length > 1 && what.startsWith('1 ') ? severalOf(what, same.length) : what,
    )
    return `${name}: ${whats.join(', ')}`
  })
  const more = subjects.size - named.length
  return more > 0 ? [...lines, `und ${more} weitere`] : lines
}

/** "1 Ehrung geändert" of several rows of the same member. */
function severalOf(what: string, count: number): string {
  const words = Object.values(rowWords).find(([one]) => what.startsWith(`1 ${one}`))
  return words ? what.replace(`1 ${words[0]}`, `${count} ${words[1]}`) : what
}

/** In the order they are asked for. */
async function namesOf(
  db: Db,
  asked: readonly { table: PlannedTable; id: number }[],
): Promise<string[]> {
  const text = JSON.stringify(asked.map(({ table, id }) => [table, id]))
  const rows = await rowsOf<{ name: string | null }>(
    db,
    {
      name: sql`CASE j.value ->> 0
        WHEN 'members' THEN (SELECT trim(m.first_name || ' ' || m.last_name) FROM members m
          WHERE m.id = j.value ->> 1)
        WHEN 'costumes' THEN (SELECT t.name || ' ' || c.number FROM costumes c
          JOIN costume_types t ON t.id = c.costume_type_id WHERE c.id = j.value ->> 1)
        WHEN 'costumeTypes' THEN (SELECT t.name FROM costume_types t WHERE t.id = j.value ->> 1)
        WHEN 'parades' THEN (SELECT p.title FROM parades p WHERE p.id = j.value ->> 1)
        WHEN 'participations' THEN (SELECT trim(p.first_name || ' ' || p.last_name)
          FROM participations p WHERE p.id = j.value ->> 1)
        END`,
    },
    sql`json_each(${text}) j ORDER BY j.key`,
  )
  return rows.map(({ name }) => name ?? 'Ein Eintrag')
}

function inUse(obstacles: string[]): DomainError {
  const message = 'Das lässt sich nicht ganz zurücknehmen: Seitdem ist etwas dazugekommen.'
  return new DomainError('ImportInUse', message, undefined, { obstacles })
}

/** One batch. What was found is asked again by each statement: `guardChanges` refuses all else. */
function undoStatements(
  { now, userId }: Context,
  { id, fileName, kind }: { id: number; fileName: string; kind: string },
  { changes }: Found,
  kept: ReadonlySet<string>,
): [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] {
  const back = changes.filter(
    ({ table, rowId, state }) => state === 'same' && !kept.has(keyOf(table, rowId)),
  )
  const goes = Map.groupBy(
    back.filter(({ isNew }) => isNew),
    ({ table }) => table,
  )
  const returns = Map.groupBy(
    back.filter(({ isNew }) => !isNew),
    ({ table }) => table,
  )
  return [
    guardState(id, 'done'),
    ...letGo(goes),
    // Children first.
    ...inOrder.toReversed().flatMap((table) => removed(id, table, goes.get(table) ?? [])),
    ...inOrder.flatMap((table) => returned(id, table, returns.get(table) ?? [], now)),
    write
      .update(imports)
      .set({ state: 'undone', undoneAt: now.toISOString(), undoneBy: userId })
      .where(eq(imports.id, id)),
    write.delete(importChanges).where(eq(importChanges.importId, id)),
    recordEvent({
      entity: 'import',
      entityId: id,
      changes: {
        fileName,
        kind,
        deleted: back.filter(({ isNew }) => isNew).length,
        restored: back.filter(({ isNew }) => !isNew).length,
      },
    }),
  ]
}

type ByTable = ReadonlyMap<PlannedTable, readonly Change[]>

/** What hangs on a row and is nothing of its own, as where a member or a parade is deleted. */
function letGo(goes: ByTable): BatchItem<'sqlite'>[] {
  const idsOf = (table: PlannedTable) =>
    inMegabytes((goes.get(table) ?? []).map(({ rowId }) => String(rowId)))
  const among = (json: string) => sql`(SELECT value FROM json_each(${json}))`
  const along = references.filter(({ from }) => goesAlong.includes(getTableName(from)))
  return [
    ...along.flatMap(({ from, column, to }) =>
      idsOf(to).map(({ json }) => write.delete(from).where(sql`${column} IN ${among(json)}`)),
    ),
    ...idsOf('members').map(({ json }) =>
      write
        .update(participations)
        .set({ memberId: null })
        .where(sql`${participations.memberId} IN ${among(json)} AND ${isUnusedPlace}`),
    ),
    ...idsOf('costumes').map(({ json }) =>
      write
        .update(participations)
        .set({ costumeId: null })
        .where(sql`${participations.costumeId} IN ${among(json)} AND ${isUnusedPlace}`),
    ),
    ...idsOf('costumeTypes').map(({ json }) =>
      write
        .delete(participations)
        .where(sql`${participations.costumeTypeId} IN ${among(json)} AND ${isUnusedPlace}`),
    ),
    ...idsOf('parades').flatMap(({ json }) => [
      write
        .delete(participations)
        .where(sql`${participations.paradeId} IN ${among(json)} AND ${isUnusedPlace}`),
      write.delete(checkInActs).where(sql`${checkInActs.paradeId} IN ${among(json)}`),
    ]),
  ]
}

/** Rows that are still as they came. */
function removed(
  importId: number,
  name: PlannedTable,
  changes: readonly Change[],
): BatchItem<'sqlite'>[] {
  const table = plannedTables[name]
  const id = idOf(table)
  return inMegabytes(changes.map(({ rowId }) => String(rowId))).flatMap(({ json, items }) => [
    write.delete(table).where(sql`${id} IN (SELECT value FROM json_each(${json}))
      AND EXISTS (SELECT 1 FROM import_changes c WHERE c.entity = ${getTableName(table)}
        AND c.row_id = ${id} AND c.import_id = ${importId} AND c.before IS NULL
        AND c.after = ${rowAsJson(table)})`),
    guardChanges('rowsAsRead', items.length),
  ])
}

/** Columns that hold what the import wrote there get back what they held. */
function returned(
  importId: number,
  name: PlannedTable,
  changes: readonly Change[],
  now: Date,
): BatchItem<'sqlite'>[] {
  const table = plannedTables[name]
  const before = sql`c.before`
  const set = keptColumns(table).map(([column, of]) => [
    column,
    sql`iif(${isIn(before, of)}, ${valueIn(before, of)}, ${of})`,
  ])
  return inTurns(changes, (change) => change).flatMap((turn) =>
    inMegabytes(turn.map(({ seq }) => String(seq))).flatMap(({ json, items }) => [
      write
        .update(table)
        .set({ ...Object.fromEntries(set), ...movedOn(table, now) })
        .from(sql`import_changes c`)
        .where(
          sql`${idOf(table)} = c.row_id AND c.import_id = ${importId}
          AND c.seq IN (SELECT value FROM json_each(${json})) AND ${isAs(table, sql`c.after`)}`,
        ),
      guardChanges('rowsAsRead', items.length),
    ]),
  )
}
