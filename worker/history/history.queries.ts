import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { AuditEntity, AuditOp, AuditVia } from '#worker/domain/codes.ts'
import { namesOfGroup } from '#worker/domain/member.ts'
import type {
  History,
  HistoryChanges,
  HistoryEntry,
  HistoryLine,
  HistoryNames,
  HistoryQuery,
  HistorySubjects,
} from './history.contract.ts'
import { hasLaterChange, isNotUndoable, undoableSince } from './judgement.ts'

const entriesPerPage = 25
/** How many lines of a request are shown: the first ones. */
const linesPerEntry = 100

type Row = {
  head: number
  requestId: string
  at: string
  via: AuditVia
  act: string
  entity: AuditEntity
  entityId: number
  memberId: number | null
  costumeId: number | null
  paradeId: number | null
  op: AuditOp
  changes: string | null
  isNotUndoable: number
  hasLaterChange: number
  isUndone: number
  userId: number | null
  userFirstName: string
  userLastName: string
  memberName: string | null
  costumeName: string | null
  paradeName: string | null
  costumeTypeNames: string
}

const columnOf = { member: 'member_id', costume: 'costume_id', parade: 'parade_id' } as const

/** The entries about one row or about everything, newest first. */
export async function listHistory(
  db: Db,
  { entity, entityId, before = Number.MAX_SAFE_INTEGER }: HistoryQuery,
  now: Date,
): Promise<History> {
  const isOfIt = (l: string) => (entity && entityId ? concernsEntity(l, entity, entityId) : null)
  // The last line of a request represents it.
  const ofIt = isOfIt('audit_entries')
  const heads = ofIt
    ? sql`SELECT max(id) AS head, request_id FROM audit_entries WHERE ${ofIt}
        GROUP BY request_id HAVING max(id) < ${before}`
    : sql`SELECT a.id AS head, a.request_id FROM audit_entries a WHERE a.id < ${before}
        AND NOT EXISTS (SELECT 1 FROM audit_entries b
          WHERE b.request_id = a.request_id AND b.id > a.id)`
  const rows = await selectLines(
    db,
    sql`${heads} ORDER BY head DESC LIMIT ${entriesPerPage + 1}`,
    isOfIt('l') ?? sql`1`,
    now,
  )
  const groups = [...Map.groupBy(rows, ({ head }) => head)]
  const shown = groups.slice(0, entriesPerPage)
  const isMore = groups.length > entriesPerPage
  return {
    entries: shown.flatMap(([, lines]) => toEntry(lines)),
    next: isMore ? (shown.at(-1)?.[0] ?? null) : null,
    names: namesIn(shown.flatMap(([, lines]) => lines)),
    about: Object.fromEntries(
      shown.map(([, lines]) => [lines[0]?.requestId ?? '', subjectsIn(lines)]),
    ),
  }
}

/**
 * The lines about a row. For a member also the lines of records merged into it and of the import that added it,
 * whose line names no member.
 */
function concernsEntity(l: string, entity: keyof typeof columnOf, entityId: number): SQL {
  const of = (column: string) => sql.raw(`${l}.${column}`)
  const column = of(columnOf[entity])
  if (entity !== 'member') return sql`${column} = ${entityId}`
  return sql`(${column} IN (SELECT ${entityId} UNION ALL SELECT gone_id FROM member_merges
      WHERE kept_id = ${entityId} AND undone_at IS NULL)
    OR (${of('entity')} = 'import' AND ${of('act')} = ${importCommitAct}
      AND ${of('entity_id')} = (SELECT import_id FROM members WHERE id = ${entityId})))`
}

/** The commit of an import; its undo is listed only in the complete history, since its members are deleted. */
const importCommitAct = 'POST /api/imports/:id/commit'

/** The lines of one request, as a statement of its batch; `toEntry` turns them into the entry. */
export function selectEntry(db: Db, requestId: string, now: Date) {
  const head = sql`SELECT max(id) AS head, request_id FROM audit_entries
    WHERE request_id = ${requestId} GROUP BY request_id`
  return selectLines(db, head, sql`1`, now)
}

/** An exit is undone at the member, not in the history. */
const isExitTakenBack = sql`(l.entity = 'exit' AND l.op = 'insert' AND EXISTS (
  SELECT 1 FROM member_exits gone WHERE gone.id = l.entity_id AND gone.undone_at IS NOT NULL))`

/** @param shown which of the lines are returned; all lines decide whether the request can be undone */
function selectLines(db: Db, heads: SQL, shown: SQL, now: Date) {
  const of = (name: keyof Row) => sql.raw(`lines.${name}`)
  return rowsOf<Row>(
    db,
    {
      head: of('head'),
      requestId: of('requestId'),
      at: of('at'),
      via: of('via'),
      act: of('act'),
      entity: of('entity'),
      entityId: of('entityId'),
      memberId: of('memberId'),
      costumeId: of('costumeId'),
      paradeId: of('paradeId'),
      op: of('op'),
      changes: of('changes'),
      isNotUndoable: of('isNotUndoable'),
      hasLaterChange: of('hasLaterChange'),
      isUndone: of('isUndone'),
      userId: of('userId'),
      userFirstName: sql`u.first_name`,
      userLastName: sql`u.last_name`,
      memberName: sql`(SELECT trim(m.first_name || ' ' || m.last_name) FROM members m
        WHERE m.id = coalesce((SELECT g.kept_id FROM member_merges g
          WHERE g.gone_id = lines.memberId AND g.undone_at IS NULL), lines.memberId))`,
      costumeName: sql`(SELECT t.name || ' ' || c.number FROM costumes c JOIN costume_types t
        ON t.id = c.costume_type_id WHERE c.id = lines.costumeId)`,
      paradeName: sql`(SELECT p.title FROM parades p WHERE p.id = lines.paradeId)`,
      costumeTypeNames: sql`(SELECT json_group_object(t.id, t.name) FROM costume_types t
        WHERE t.id IN (lines.changes ->> '$.costumeTypeId[0]', lines.changes ->> '$.costumeTypeId[1]'))`,
    },
    sql`(
      SELECT h.head, l.id, l.request_id AS requestId, l.at, l.via, l.act, l.entity,
        l.entity_id AS entityId, l.member_id AS memberId, l.costume_id AS costumeId,
        l.parade_id AS paradeId, l.op, l.changes, l.user_id AS userId, ${shown} AS isShown,
        max(${isNotUndoable('l', undoableSince(now))}) OVER request AS isNotUndoable,
        max(${hasLaterChange('l')}) OVER request AS hasLaterChange,
        max(l.undone_by IS NOT NULL OR ${isExitTakenBack}) OVER request AS isUndone,
        row_number() OVER (PARTITION BY l.request_id ORDER BY ${shown} DESC, l.id) AS place
      FROM (${heads}) AS h CROSS JOIN audit_entries l ON l.request_id = h.request_id
      WINDOW request AS (PARTITION BY l.request_id)
    ) AS lines LEFT JOIN users u ON u.id = lines.userId
    WHERE lines.isShown AND lines.place <= ${linesPerEntry}
    ORDER BY lines.head DESC, lines.id`,
  )
}

/** The entry of a request as a list: empty when the request wrote back the values that were stored already. */
export function toEntry(rows: readonly Row[]): HistoryEntry[] {
  const [first] = rows
  const lines = dropReinsertedRows(rows).map(toLine)
  if (!first || lines.length === 0) return []
  const { requestId, at, via, act, userId, userFirstName, userLastName } = first
  const by = userId && { id: userId, firstName: userFirstName, lastName: userLastName }
  return [{ requestId, at, via, by: by || null, act, lines, undo: undoStateOf(first) }]
}

function undoStateOf({ isUndone, isNotUndoable, hasLaterChange }: Row): HistoryEntry['undo'] {
  if (isUndone) return 'undone'
  if (isNotUndoable) return 'never'
  return hasLaterChange ? 'changedSince' : 'possible'
}

function toLine({ entity, entityId, op, changes }: Row): HistoryLine {
  return { entity, entityId, op, changes: changes === null ? null : JSON.parse(changes) }
}

/** Drops rows that were deleted and inserted again with equal values. */
function dropReinsertedRows(rows: readonly Row[]): Row[] {
  const left = [...rows]
  for (const row of rows) {
    if (row.op !== 'delete') continue
    const inserted = left.findIndex(
      (one) => one.op === 'insert' && contentOf(one) === contentOf(row),
    )
    if (inserted < 0) continue
    left.splice(inserted, 1)
    left.splice(left.indexOf(row), 1)
  }
  return left
}

function contentOf({ entity, memberId, costumeId, paradeId, changes, op }: Row): string {
  const values = Object.entries<HistoryChanges[string]>(JSON.parse(changes ?? '{}'))
    .map(([field, [old, now]]) => [field, op === 'delete' ? old : now])
    .sort()
  return JSON.stringify([entity, memberId, costumeId, paradeId, values])
}

/** For users who may not see bank data: only the masked IBAN is left of it. */
export function withoutBankData(history: History): History {
  const open = namesOfGroup('bank').filter((name) => name !== 'bankingIban')
  const left = ({ entity, changes, ...line }: HistoryLine): HistoryLine => {
    if (entity !== 'member' || !changes) return { ...line, entity, changes }
    const kept = Object.entries(changes).filter(([name]) => !open.some((bank) => bank === name))
    return { ...line, entity, changes: Object.fromEntries(kept) }
  }
  const entries = history.entries.map((entry) => ({ ...entry, lines: entry.lines.map(left) }))
  return { ...history, entries }
}

function subjectsIn(rows: readonly Row[]): HistorySubjects {
  const each = (ids: (number | null)[]) => [...new Set(ids)].filter((id) => id !== null)
  return {
    member: each(rows.map(({ memberId }) => memberId)),
    costume: each(rows.map(({ costumeId }) => costumeId)),
    parade: each(rows.map(({ paradeId }) => paradeId)),
  }
}

function namesIn(rows: readonly Row[]): HistoryNames {
  const names: HistoryNames = { member: {}, costume: {}, parade: {}, costumeType: {} }
  for (const row of rows) {
    const { memberId, memberName, costumeId, costumeName, paradeId, paradeName } = row
    if (memberId !== null && memberName !== null) names.member[memberId] = memberName
    if (costumeId !== null && costumeName !== null) names.costume[costumeId] = costumeName
    if (paradeId !== null && paradeName !== null) names.parade[paradeId] = paradeName
    Object.assign(names.costumeType, JSON.parse(row.costumeTypeNames))
  }
  return names
}
