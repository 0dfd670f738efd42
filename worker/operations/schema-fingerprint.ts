import { createHash } from 'node:crypto'

/** A table, index, view or trigger, as `sqlite_schema` describes it. */
export type SchemaObject = { type: string; name: string; sql: string }

/** Every object of the schema, without SQLite's own, the platform's, and the two lists of applied migrations. */
export const schemaObjects = `sqlite_schema
  WHERE sql IS NOT NULL AND tbl_name NOT IN ('d1_migrations', 'migration_checksums')
    AND tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`
export const readSchemaObjects = `SELECT type, name, sql FROM ${schemaObjects}`

/**
 * SQL without comments, with white space reduced and names without quotes: none of them says anything about a schema,
 * and wrangler, an export or a table renamed and back changes them.
 */
export function normalisedSql(sql: string): string {
  return sql
    .replace(/('(?:[^']|'')*')|"(\w+)"|(?:--[^\n]*|\s)+/g, (_, text, name) => text ?? name ?? ' ')
    .replace(/\s*;?\s*$/, '')
    .trim()
}

/** SHA-256 of all objects, hexadecimal; the order in which they were made does not count. */
export function fingerprintOf(objects: readonly SchemaObject[]): string {
  const lines = objects.map(({ type, name, sql }) => `${type} ${name} ${normalisedSql(sql)}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
