import { type Column, eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { retryOnConflict } from '#worker/db/commit.ts'
import { columnName, type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import * as schema from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { isUnusedPlace } from '#worker/db/unused-places.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { undoableSince } from '#worker/history/judgement.ts'
import { recorded } from '#worker/history/recorded.ts'
import {
  type JournalLine,
  journalWithRows,
  revertStatements,
  selectJournal,
  stateOfRow,
  toJournalLine,
} from '#worker/history/revert.ts'
import { notFoundError } from '#worker/http/validate.ts'
import { undoArchive } from './archive/commit-archive.ts'
import { type Context, conflictCauses, findImportAgain, isDoneByRequest } from './commit-import.ts'
import type { Import } from './imports.contract.ts'
import {
  findStored,
  guardState,
  importDoneError,
  requestOf,
  stepImport,
} from './imports.queries.ts'
import type { PlannedTable } from './plan.ts'
import { inMegabytes, inOrder, plannedTables } from './write-plan.ts'

const { auditEntries, checkInActs, feeClaims, imports, journal, memberMerges, participations } =
  schema

/** How many obstacles are named; users would not read a longer list. */
const mostObstacles = 200

/** German singular and plural for the rows of a table. */
export const rowWords: Readonly<Record<string, readonly [one: string, several: string]>> = {
  offices: ['Amt der Zunft', 'Ämter der Zunft'],
  honor_rules: ['Ehrung der Zunft', 'Ehrungen der Zunft'],
  honor_rule_duties: ['Ehrungsregel', 'Ehrungsregeln'],
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

/** Tables whose rows are meaningless without the row they refer to and are deleted with it. */
const dependentTables: readonly string[] = ['member_no_duplicates', 'parade_drafts']

/** `key`: the column that is referred to, if it is not the id. */
type Reference = { from: SQLiteTable; column: Column; to: PlannedTable; key: Column | null }

/**
 * The foreign keys that may prevent the deletion of an imported row, without those that are set to
 * null or deleted with it, in
 * the order of `rowWords`, which is the order of an obstacle's words.
 */
export const references: readonly Reference[] = Object.values(schema)
  .flatMap((table) => {
    if (!is(table, SQLiteTable)) return []
    return getTableConfig(table).foreignKeys.flatMap((key) => {
      if (key.onDelete === 'set null' || key.onDelete === 'cascade') return []
      const { columns, foreignTable, foreignColumns } = key.reference()
      const to = inOrder.find((name) => plannedTables[name] === foreignTable)
      const [column] = columns
      const [referred] = foreignColumns
      const isId = referred?.name === 'id'
      return to && column
        ? [{ from: table, column, to, key: isId ? null : (referred ?? null) }]
        : []
    })
  })
  .sort((one, other) => placeOf(one.from) - placeOf(other.from))

function placeOf(table: SQLiteTable): number {
  const place = Object.keys(rowWords).indexOf(getTableName(table))
  return place < 0 ? Object.keys(rowWords).length : place
}

/**
 * Deletes the imported rows and restores the changed ones, in one commit.
 * @param others keep the rows that prevent the undo, and undo all others
 * @throws DomainError NotFound, ImportDone, ImportInUse
 */
export async function undoImport(context: Context, id: number, others: boolean): Promise<Import> {
  const { db, now, requestId } = context
  return retryOnConflict(conflictCauses, async () => {
    const stored = await findStored(db, id)
    if (!stored) throw notFoundError()
    if (stored.state === 'undone' && (await isDoneByRequest(db, id, requestId)))
      return findImportAgain(db, id, now)
    if (stored.state === 'undone')
      throw importDoneError('Diese Übernahme ist schon zurückgenommen.')
    if (stored.state === 'staged') {
      throw new DomainError('Conflict', 'Diese Datei ist noch nicht übernommen.')
    }
    if (stored.doneAt === null || stored.doneAt < undoableSince(now)) {
      throw importDoneError('Nach 30 Tagen lässt sich eine Übernahme nicht mehr zurücknehmen.')
    }
    if (stored.kind === 'archive') {
      await undoArchive(context, stored)
      return findImportAgain(db, id, now)
    }
    const found = await readChanges(db, id)
    const way = findObstacles(found)
    if (way.roots.length > 0 && !others) throw importInUseError(await obstaclesOf(db, way.roots))
    return stepImport(db, id, undoStatements(context, stored, found, way.kept), now)
  })
}

type Change = {
  table: PlannedTable
  rowId: number
  isNew: boolean
  /** `gone`: deleted since the import, so that nothing is left to undo. */
  state: 'same' | 'changed' | 'gone'
  /** The rows that the changed row refers to today. */
  refersTo: { table: PlannedTable; id: number }[]
}

/** Rows outside the import that refer to an imported one. */
type Referrer = { table: PlannedTable; rowId: number; from: string; count: number }

/** A row `holder` with a unique value that the row `rowId` would get back; `moves`: the import gave it that value. */
type Holder = { table: PlannedTable; rowId: number; holder: number; moves: boolean; what: string }

type Found = { lines: JournalLine[]; changes: Change[]; referrers: Referrer[]; holders: Holder[] }

const ownReferences = (table: PlannedTable) =>
  references.filter(({ from }) => from === plannedTables[table])

async function readChanges(db: Db, importId: number): Promise<Found> {
  const asked = references.filter(({ from }) => !dependentTables.includes(getTableName(from)))
  const [lines, ...others] = await db.batch([
    selectJournal(db, requestOf(importId)),
    ...inOrder.map((table) => selectChanges(db, importId, table)),
    ...asked.map((reference) => selectReferrers(db, importId, reference)),
    ...contested.map((one) => selectHolders(db, importId, one)),
  ])
  const found = others.splice(0, inOrder.length) as ChangeRow[][]
  const referring = others.splice(0, asked.length) as ReferrerRow[][]
  const held = others as HolderRow[][]
  return {
    lines: lines.map(toJournalLine),
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
 * Unique values. In the SQL, `was` is the changed row's state to restore, `mine` its current one, and `other`
 * the row that holds the value today.
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
  const isChanged = (line: string) =>
    sql.raw(`${line}.before ->> '${column}' IS NOT ${line}.after ->> '${column}'`)
  return rowsOf<HolderRow>(
    db,
    {
      rowId: sql`mine.id`,
      holder: sql`other.id`,
      moves: sql`EXISTS (SELECT 1 FROM journal own WHERE own.entity = ${name}
        AND own.row_id = other.id AND own.request_id = ${requestOf(importId)}
        AND (own.before IS NULL OR ${isChanged('own')}))`,
    },
    sql`(SELECT l.row_id, l.before AS was FROM journal l WHERE l.request_id = ${requestOf(importId)}
        AND l.entity = ${name} AND l.op = 'update' AND ${isChanged('l')}) c
      CROSS JOIN ${sql.raw(name)} mine ON mine.id = c.row_id
      CROSS JOIN ${sql.raw(name)} other ON ${sql.raw(on)} AND other.id <> mine.id`,
  )
}

type ChangeRow = { rowId: number; isNew: number; state: Change['state']; refers: string }

function selectChanges(db: Db, importId: number, name: PlannedTable) {
  const table = plannedTables[name]
  const refers = ownReferences(name).map(({ column, to, key }) =>
    key
      ? sql`(SELECT t.id FROM ${plannedTables[to]} t WHERE t.${sql.raw(columnName(key))} = ${nested(column)})`
      : nested(column),
  )
  return rowsOf<ChangeRow>(
    db,
    {
      rowId: sql`l.row_id`,
      isNew: sql`l.before IS NULL`,
      state: stateOfRow(table, 'changed'),
      refers: sql`json_array(${sql.join(refers, sql`, `)})`,
    },
    sql`${journalWithRows(table)}
      WHERE l.request_id = ${requestOf(importId)} AND l.entity = ${getTableName(table)}`,
  )
}

function toChange(table: PlannedTable, row: ChangeRow): Change {
  const ids: (number | null)[] = JSON.parse(row.refers)
  return {
    table,
    rowId: row.rowId,
    isNew: row.isNew === 1,
    state: row.state,
    refersTo: ownReferences(table).flatMap(({ to }, index) => {
      const id = ids[index] ?? null
      return id === null ? [] : [{ table: to, id }]
    }),
  }
}

/** In a nested `sql` Drizzle keeps the table name of a column (`correlated` in db/statements.ts). */
const nested = (column: Column) => sql`(${sql`${column}`})`

type ReferrerRow = { rowId: number; count: number }

function selectReferrers(db: Db, importId: number, { from, column, to, key }: Reference) {
  const name = getTableName(from)
  const { id } = getTableColumns(from)
  const referred = key ? sql.raw(`l.after ->> '${columnName(key)}'`) : sql`l.row_id`
  // A separate alias, because a table may refer to itself.
  const of = (one: Column) => sql.raw(`r.${columnName(one)}`)
  const cameAlong = id
    ? sql` AND NOT EXISTS (SELECT 1 FROM journal own WHERE own.entity = ${name}
        AND own.row_id = ${of(id)} AND own.request_id = ${requestOf(importId)} AND own.before IS NULL)`
    : sql``
  const counts =
    from === participations
      ? sql` AND NOT EXISTS (SELECT 1 FROM ${participations} WHERE ${participations.id} = r.id
          AND ${isUnusedPlace})`
      : sql``
  const isInForce = from === memberMerges ? sql` AND r.undone_at IS NULL` : sql``
  // Fees of which the member is also the payer are counted by `member_id`.
  const ofOthers = column === feeClaims.payerId ? sql` AND r.member_id <> r.payer_id` : sql``
  return rowsOf<ReferrerRow>(
    db,
    { rowId: sql`l.row_id`, count: sql`count(*)` },
    sql`journal l CROSS JOIN ${from} r ON ${of(column)} = ${referred}
      WHERE l.request_id = ${requestOf(importId)} AND l.entity = ${getTableName(plannedTables[to])}
        AND l.before IS NULL${cameAlong}${counts}${isInForce}${ofOthers} GROUP BY +l.row_id`,
  )
}

const keyOf = (table: PlannedTable, id: number) => `${table} ${id}`

type Root = { table: PlannedTable; rowId: number; member: number | null; what: string }

/**
 * Finds the rows that prevent the undo (changed since, or referred to), and all rows that are kept with
 * them: the rows they refer to, and for a member everything imported with it.
 */
function findObstacles({ changes, referrers, holders }: Found): {
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
  // A kept row keeps its unique value, so a row that would get this value back is kept as well.
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

/** The rows that prevent the undo, by person: "Beate Bantle: 3 Teilnahmen, 1 Beitrag". */
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
      same.length > 1 && what.startsWith('1 ') ? pluralPhrase(what, same.length) : what,
    )
    return `${name}: ${whats.join(', ')}`
  })
  const more = subjects.size - named.length
  return more > 0 ? [...lines, `und ${more} weitere`] : lines
}

/** Sums up several changed rows of one member: "2 Ehrungen geändert". */
function pluralPhrase(what: string, count: number): string {
  const words = Object.values(rowWords).find(([one]) => what.startsWith(`1 ${one}`))
  return words ? what.replace(`1 ${words[0]}`, `${count} ${words[1]}`) : what
}

/** The names of these rows, in their order. */
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
        WHEN 'offices' THEN (SELECT o.label FROM offices o WHERE o.id = j.value ->> 1)
        WHEN 'honorRules' THEN (SELECT r.label FROM honor_rules r WHERE r.id = j.value ->> 1)
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

function importInUseError(obstacles: string[]): DomainError {
  const message = 'Das lässt sich nicht ganz zurücknehmen: Seitdem ist etwas dazugekommen.'
  return new DomainError('ImportInUse', message, undefined, { obstacles })
}

/** The history's entity name of each table. */
const entities = new Map<SQLiteTable, string>(
  Object.entries(recorded).map(([entity, { table }]) => [table, entity]),
)

/** The statements of the undo, rejected when a row has changed since it was read. */
function undoStatements(
  { now, userId, requestId }: Context,
  { id, fileName, kind }: { id: number; fileName: string; kind: string },
  { lines, changes }: Found,
  kept: ReadonlySet<string>,
): [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] {
  const back = changes.filter(
    ({ table, rowId, state }) => state === 'same' && !kept.has(keyOf(table, rowId)),
  )
  const isBack = new Set(
    back.map(({ table, rowId }) => `${getTableName(plannedTables[table])} ${rowId}`),
  )
  const toldRows = JSON.stringify(
    back
      .filter(({ isNew }) => !isNew)
      .map(({ table, rowId }) => `${entities.get(plannedTables[table])} ${rowId}`),
  )
  return [
    guardState(id, 'done'),
    ...detachStatements(
      Map.groupBy(
        back.filter(({ isNew }) => isNew),
        ({ table }) => table,
      ),
    ),
    ...revertStatements(
      lines.filter(({ entity, rowId }) => isBack.has(`${entity} ${rowId}`)),
      now,
    ),
    write
      .update(imports)
      .set({ state: 'undone', undoneAt: now.toISOString(), undoneBy: userId })
      .where(eq(imports.id, id)),
    write.delete(journal).where(eq(journal.requestId, requestOf(id))),
    // Earlier changes of restored rows can be undone again.
    write
      .update(auditEntries)
      .set({ undoneBy: requestId })
      .where(
        sql`${auditEntries.requestId} = ${requestOf(id)} AND (${auditEntries.entity} = 'import'
          OR ${auditEntries.entity} || ' ' || ${auditEntries.entityId} IN (SELECT value FROM json_each(${toldRows})))`,
      ),
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

/** Deletes or clears dependent rows, as deleting a member or a parade does. */
function detachStatements(deletedRows: ByTable): BatchItem<'sqlite'>[] {
  const idsOf = (table: PlannedTable) =>
    inMegabytes((deletedRows.get(table) ?? []).map(({ rowId }) => String(rowId)))
  const among = (json: string) => sql`(SELECT value FROM json_each(${json}))`
  const along = references.filter(({ from }) => dependentTables.includes(getTableName(from)))
  return [
    ...along.flatMap(({ from, column, to }) =>
      idsOf(to).map(({ json }) => write.delete(from).where(sql`${column} IN ${among(json)}`)),
    ),
    ...idsOf('members').map(({ json }) =>
      write
        .delete(memberMerges)
        .where(
          sql`${memberMerges.keptId} IN ${among(json)} AND ${memberMerges.undoneAt} IS NOT NULL`,
        ),
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
