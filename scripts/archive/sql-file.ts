import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { stop } from '#scripts/local/stop.ts'

type Value = string | number | null | Uint8Array
export type Row = Record<string, Value>

/** D1's limit for one statement. */
const mostBytesOfStatement = 100_000

/**
 * Loads a file of SQL into a database in memory. A text with line breaks is on one line of the file, so that
 * each row is one line.
 */
export function loadSql(sql: string): DatabaseSync {
  // D1 ends a file at NUL, and rejects longer statements.
  if (sql.includes('\0')) stop('In der Datei steht ein Zeichen, das kein Archiv halten kann (NUL).')
  for (const line of sql.split('\n')) {
    if (line.length > mostBytesOfStatement / 4 && Buffer.byteLength(line) > mostBytesOfStatement) {
      const [, table] = /^INSERT INTO "(\w+)"/.exec(line) ?? []
      stop(`Eine Zeile von ${table ?? 'einer Tabelle'} ist für ein Archiv zu lang.`)
    }
  }
  // D1's export inserts rows before the tables they refer to, which D1 itself rejects: foreign keys are
  // checked afterwards.
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
  database.exec(`BEGIN;\n${sql}\nCOMMIT;`)
  const [broken] = database.prepare('PRAGMA foreign_key_check').all()
  if (broken) stop(`In ${broken.table} fehlt etwas, worauf eine Zeile verweist.`)
  return database
}

/** The database as a file of SQL that D1 imports, whatever its texts contain. */
export function dumpSql(database: DatabaseSync): string {
  const tables = tablesOf(database)
  const lines = [
    'PRAGMA defer_foreign_keys=TRUE;',
    // All tables first, because a row may refer to a table that was created later.
    ...tables.map(({ sql }) => `${sql};`),
    ...tables.flatMap(({ name }) => insertsOf(database, name)),
  ]
  lines.push('DELETE FROM sqlite_sequence;', ...insertsOf(database, 'sqlite_sequence'))
  const others = database
    .prepare(`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND type <> 'table'
      ORDER BY type, name`)
    .all() as { sql: string }[]
  lines.push(...others.map(({ sql }) => `${sql};`))
  return `${lines.join('\n')}\n`
}

/** The tables in the order of their creation, without SQLite's own. */
export function tablesOf(database: DatabaseSync): { name: string; sql: string }[] {
  return database
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
      ORDER BY rowid`)
    .all() as { name: string; sql: string }[]
}

type Column = { name: string; type: string; pk: number }

export function columnsOf(database: DatabaseSync, table: string): Column[] {
  const find = database.prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid')
  return find.all(table) as Column[]
}

/** Every row, in the order of insertion; in a table without rowid, in the order of the key. */
export function* rowsOf(database: DatabaseSync, table: string): Generator<Row> {
  const columns = columnsOf(database, table)
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const order = keepsOrder(database, table)
    ? 'rowid'
    : key.map(({ name }) => quotedName(name)).join()
  const names = columns.map(({ name }) => quotedName(name)).join()
  const all = database.prepare(`SELECT ${names} FROM ${quotedName(table)} ORDER BY ${order}`)
  for (const row of all.iterate()) yield row as Row
}

function keepsOrder(database: DatabaseSync, table: string): boolean {
  const [found] = database
    .prepare(`SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`)
    .all(table)
  return found?.wr === 0
}

function insertsOf(database: DatabaseSync, table: string): string[] {
  const names = columnsOf(database, table).map(({ name }) => quotedName(name))
  const start = `INSERT INTO ${quotedName(table)} (${names.join()}) VALUES(`
  return [...rowsOf(database, table)].map(
    (row) => `${start}${Object.values(row).map(literal).join()});`,
  )
}

function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return numberLiteral(value)
  if (typeof value === 'string') return quotedText(value)
  return `X'${Buffer.from(value).toString('hex')}'`
}

/** A REAL has to stay REAL when it is imported. */
function numberLiteral(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value)
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !text.includes('e')
    ? `${text}.0`
    : text
}

/**
 * A text with line breaks as an expression on one line: each break is a mark that the import replaces.
 * Wrangler always reads `
 * ` as a break and would change a text in which `
 * ` was typed, so the mark is one that the text does not contain.
 */
function quotedText(text: string): string {
  const lineFeed = text.includes('\n') ? unusedMark(text, '\\n') : null
  const carriageReturn = text.includes('\r') ? unusedMark(text, '\\r') : null
  let sql = text.replaceAll("'", "''")
  if (lineFeed) sql = sql.replaceAll('\n', lineFeed)
  if (carriageReturn) sql = sql.replaceAll('\r', carriageReturn)
  sql = `'${sql}'`
  if (carriageReturn) sql = `replace(${sql},'${carriageReturn}',char(13))`
  if (lineFeed) sql = `replace(${sql},'${lineFeed}',char(10))`
  return sql
}

function unusedMark(text: string, mark: string): string {
  let unused = mark
  for (let count = 1; text.includes(unused); count += 1) unused = `${mark}${count}.`
  return unused
}

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Changes rows without triggers: their effects are in the archive already. */
export function withoutTriggers(database: DatabaseSync, change: () => void): void {
  const triggers = database
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all() as { name: string; sql: string }[]
  database.exec('BEGIN')
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${quotedName(name)}`)
  change()
  for (const { sql } of triggers) database.exec(sql)
  database.exec('COMMIT')
}

export function run(database: DatabaseSync, sql: string, values: readonly unknown[]): void {
  database.prepare(sql).run(...(values as SQLInputValue[]))
}
