import { createHash } from 'node:crypto'

/** A table, index, view or trigger, as in `sqlite_schema`. */
export type SchemaObject = { type: string; name: string; sql: string }

/**
 * Every object of the schema except those of SQLite, of the platform and the two tables of applied
 * migrations.
 */
export const schemaObjects = `sqlite_schema
  WHERE sql IS NOT NULL AND tbl_name NOT IN ('d1_migrations', 'migration_checksums')
    AND tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`
export const readSchemaObjects = `SELECT type, name, sql FROM ${schemaObjects}`

/**
 * SQL without comments and quotes around names, and with single spaces: none of these matters to a schema,
 * and wrangler, an export or a table renamed and back changes them.
 */
export function normalisedSql(sql: string): string {
  return sql
    .replace(/('(?:[^']|'')*')|"(\w+)"|(?:--[^\n]*|\s)+/g, (_, text, name) => text ?? name ?? ' ')
    .replace(/\s*;?\s*$/, '')
    .trim()
}

/** SHA-256 of all objects, hexadecimal; independent of their order. */
export function fingerprintOf(objects: readonly SchemaObject[]): string {
  const lines = objects.map(({ type, name, sql }) => `${type} ${name} ${normalisedSql(sql)}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
