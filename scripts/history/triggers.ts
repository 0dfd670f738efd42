import { type Column, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { SQLiteSyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { columnName } from '#worker/db/db.ts'
import { jsonObject } from '#worker/db/statements.ts'
import { type JournalOp, journalOps } from '#worker/domain/codes.ts'
import {
  type Journalled,
  journalColumns,
  journalledForImports,
  type Recorded,
  recorded,
  uncomparedColumns,
} from '#worker/history/recorded.ts'

const dialect = new SQLiteSyncDialect()

export type Trigger = { name: string; sql: string }

/** The text of migrations/0003_history.sql. */
export function historySql(): string {
  return `-- Written by \`npm run triggers\` from worker/history/recorded.ts; not to be edited by hand.
-- The triggers of each table insert every changed row, before and after, into row_changes. Its trigger writes
-- the line of audit_entries, which is shown, and the row of journal, which an undo needs.

${allTriggers()
  .map(({ sql }) => sql)
  .join('\n')}
`
}

export function allTriggers(): Trigger[] {
  return [
    changesTrigger(),
    ...Object.entries<Recorded>(recorded).flatMap(([entity, record]) => triggersOf(record, entity)),
    ...Object.values<Journalled>(journalledForImports).flatMap((record) =>
      triggersOf(record, null),
    ),
  ]
}

/**
 * `iif` instead of CASE, because wrangler splits files at END. `LIMIT 1` keeps SQLite from computing the
 * changes twice.
 */
function changesTrigger(): Trigger {
  const fields = Object.entries<Recorded>(recorded).map(
    ([entity, record]) => `"${entity}":${recordedFields(record)}`,
  )
  const shown = (row: 'before' | 'after', value: string) =>
    `iif(NEW.${row} IS NULL, 'null', iif(f.how = 'flag', iif(${value}, 'true', 'false'), json_quote(
            iif(f.how = 'tail' AND ${value} <> '', '…' || iif(length(${value}) > 4, substr(${value}, -4), ''),
            iif(f.how = 'changed', iif(${value} = '', '', 'geändert'), ${value})))))`
  const name = 'row_changes_written'
  return {
    name,
    sql: `CREATE TRIGGER ${name} BEFORE INSERT ON row_changes BEGIN
  -- An import or a merge records one event instead of a line for each inserted or deleted row.
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      NEW.entity, NEW.entity_id, NEW.member_id, NEW.costume_id, NEW.parade_id, NEW.op, c.changes
    FROM (SELECT *, (SELECT '{' || coalesce(group_concat(json_quote(f.key) || ':[' ||
          ${shown('before', 'f.was')} || ',' ||
          ${shown('after', 'f.becomes')} || ']'), '') || '}'
        FROM (SELECT key, value ->> 1 AS usual, value ->> 2 AS how, NEW.before ->> (value ->> 0) AS was,
          NEW.after ->> (value ->> 0) AS becomes FROM json_each(${recordedJson(fields)} -> NEW.entity)) f
        WHERE f.how = 'key' OR iif(NEW.before IS NULL, f.usual, f.was) IS NOT iif(NEW.after IS NULL, f.usual, f.becomes)) AS changes
      FROM audit_context WHERE id = 1 AND NEW.entity IS NOT NULL
        AND (NEW.op = 'update' OR via IS NOT 'import') LIMIT 1) c
    WHERE NEW.op <> 'update' OR c.changes <> '{}';
  INSERT INTO journal (at, request_id, entity, row_id, member_id, op, before, after)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
      coalesce(c.request_id, (SELECT request_id FROM audit_entries WHERE id = last_insert_rowid())), NEW.source, NEW.row_id, NEW.member_id, NEW.op,
      NEW.before, NEW.after
    FROM audit_context c WHERE c.id = 1 AND coalesce(c.act, '') NOT LIKE '%/undo'
      AND NEW.kept;
  SELECT RAISE(IGNORE);
END;`,
  }
}

/** `{"memberNumber":["member_number",0]}`: for each recorded field its column, default and format. */
function recordedFields({ table, fields, names, masks }: Recorded): string {
  const shown = [...(names?.keys ?? []), ...fields].map((field) => {
    const column = columnOf(table, field)
    const isKey = names?.keys.includes(field)
    const isFlag = column.dataType === 'boolean'
    const how = isKey ? 'key' : isFlag ? 'flag' : masks?.[field]
    const without = isFlag ? Number(column.default ?? 0) : (column.default ?? null)
    return [field, [columnName(column), without, ...(how ? [how] : [])]]
  })
  return JSON.stringify(Object.fromEntries(shown))
}

function columnOf(table: SQLiteTable, field: string): Column {
  const column = Object.entries(getTableColumns(table)).find(([name]) => name === field)?.[1]
  if (!column) throw new Error(`${getTableName(table)} has no ${field}`)
  return column
}

/**
 * One JSON text as a concatenation of pieces, because a line break inside a piece would be part of the text.
 */
function recordedJson(fields: readonly string[]): string {
  const parts = `{${fields.join(',')}}`.split(/(?<=\],|\},)/)
  return `('${wrapped(parts, '', 10).replaceAll('\n          ', "' ||\n          '")}')`
}

/** @param entity name in the history; null for a table that only imports and merges record */
function triggersOf(record: Recorded | Journalled, entity: string | null): Trigger[] {
  const { table } = record
  const shown = 'fields' in record ? record : null
  const tableName = getTableName(table)

  function trigger(op: JournalOp): Trigger {
    const row = op === 'delete' ? 'OLD' : 'NEW'
    const of = (field: string | undefined) =>
      field === undefined ? null : `${row}.${columnName(columnOf(table, field))}`
    const id = 'id' in getTableColumns(table) ? of('id') : null
    const number = shown?.names ? (of(shown.names.id) ?? '0') : id
    const values = [
      entity === null ? 'NULL' : `'${entity}'`,
      entity === null ? 'NULL' : number,
      `'${tableName}'`,
      id ?? '0',
      of(record.memberId) ?? 'NULL',
      of(shown?.costumeId) ?? 'NULL',
      of(shown?.paradeId) ?? 'NULL',
      `'${op}'`,
    ]
    // Counts, versions and timestamps change without being recorded.
    const watched = journalColumns(table).filter(([field]) => !uncomparedColumns.has(field))
    const names = watched.map(([, column]) => columnName(column))
    const updated = op === 'update' ? ` OF ${wrapped(names, ', ', 4)}` : ''
    const hasShownChange = (shown?.fields ?? []).map((field) => {
      const name = columnName(columnOf(table, field))
      return `OLD.${name} IS NOT NEW.${name}`
    })
    const conditions = [
      'id = 1',
      "via IS NOT 'archive'",
      // Data that the cron deletes or empties (retention) must not survive in the history.
      ...(shown?.notByCron && op !== 'insert' ? ["via IS NOT 'cron'"] : []),
      ...(shown === null ? ["via IS 'import'"] : []),
      // Check-in ticks, payments and row keys are not shown in the history; imports and merges record them
      // for undo.
      ...(shown && op === 'update'
        ? [`(via IS 'import' OR ${wrapped(hasShownChange, ' OR ', 8)})`]
        : []),
    ]
    const onlyIf = shown?.onlyIf?.[op]
    const when = onlyIf ? `\n  WHEN ${onlyIf}` : ''
    const name = `${tableName}_${op}_audited`
    return {
      name,
      sql: `CREATE TRIGGER ${name} AFTER ${op.toUpperCase()}${updated} ON ${tableName}${when} BEGIN
  INSERT INTO row_changes SELECT ${values.join(', ')},
    ${op === 'insert' ? 'NULL' : rowAsJson(table, 'OLD')},
    ${op === 'delete' ? 'NULL' : rowAsJson(table, 'NEW')}, ${Number(shown?.journalled !== false)}
    FROM audit_context WHERE ${conditions.join(' AND ')};
END;`,
    }
  }

  const isUpdated = shown === null || shown.fields.length > 0
  return journalOps.filter((op) => op !== 'update' || isUpdated).map(trigger)
}

function rowAsJson(table: SQLiteTable, row: 'OLD' | 'NEW'): string {
  const pairs = journalColumns(table).map(([, column]) => {
    const name = columnName(column)
    return [name, sql.raw(`${row}.${name}`)] as const
  })
  const text = dialect.sqlToQuery(jsonObject(pairs)).sql
  return wrapped(text.split(/, (?=')/), ', ', 6)
}

/** Joins the parts in lines of about 120 characters. */
function wrapped(parts: readonly string[], by: string, indent: number): string {
  const [first = '', ...others] = parts
  return others.reduce((text, one) => {
    const isFull = text.length - text.lastIndexOf('\n') + one.length > 118
    return isFull ? `${text}${by.trimEnd()}\n${' '.repeat(indent)}${one}` : `${text}${by}${one}`
  }, first)
}
