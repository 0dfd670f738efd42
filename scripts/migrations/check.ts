import {
  fingerprintOf,
  normalisedSql,
  readSchemaObjects,
  type SchemaObject,
} from '#worker/operations/schema-fingerprint.ts'
import { readMigrations, schemasOf } from './files.ts'

// Checks whether a database has the schema that the migrations make, and whether the applied migrations are
// still the same files. Runs before a migration and after it.

export { readSchemaObjects }

/** Computed once per command: 35 ms. */
let made: SchemaObject[][] | undefined

export type StoredChecksum = { name: string; checksum: string }

/** A database without the table has none. */
export const readChecksums = 'SELECT name, checksum FROM migration_checksums'

/** Stores the checksums of the migrations; stored ones are not overwritten. */
export function keepChecksums(): string[] {
  const values = readMigrations().map(({ name, checksum }) => `('${name}', '${checksum}')`)
  return [
    'CREATE TABLE IF NOT EXISTS migration_checksums (name TEXT PRIMARY KEY, checksum TEXT NOT NULL) STRICT',
    `INSERT OR IGNORE INTO migration_checksums (name, checksum) VALUES ${values.join(', ')}`,
  ]
}

/**
 * Why this schema does not come from the migrations, as German words within a sentence; null if it does.
 * @param isComplete whether all migrations have to be applied; else some of the first suffice
 */
export function schemaProblem(
  objects: readonly SchemaObject[],
  { isComplete }: { isComplete: boolean },
): string | null {
  made ??= schemasOf(readMigrations())
  const schemas = made
  const fingerprint = fingerprintOf(objects)
  const fitting = isComplete ? schemas.slice(-1) : schemas
  if (fitting.some((schema) => fingerprintOf(schema) === fingerprint)) return null
  const expected = new Map((schemas.at(-1) ?? []).map((one) => [one.name, one]))
  const found = new Map(objects.map((one) => [one.name, one]))
  const [different] = [...expected.values(), ...found.values()].filter(
    ({ name }) => textOf(expected.get(name)) !== textOf(found.get(name)),
  )
  return different
    ? `${typeWords[different.type] ?? different.type} ${different.name} ist anders als in migrations/`
    : 'die Tabellen sind andere als in migrations/'
}

const typeWords: Record<string, string> = {
  table: 'die Tabelle',
  index: 'der Index',
  view: 'die Sicht',
  trigger: 'der Trigger',
}

const textOf = (object: SchemaObject | undefined) => object && normalisedSql(object.sql)

/**
 * Names a migration that differs from the applied one, as German words within a sentence; null if none does.
 */
export function checksumProblem(stored: readonly StoredChecksum[]): string | null {
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of stored) {
    if (!known.has(name)) return `die Migration ${name} gibt es hier nicht`
    if (known.get(name) !== checksum) return `${name} hat sich seitdem geändert`
  }
  return null
}
