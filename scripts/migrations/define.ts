import { fingerprintOf } from '#worker/operations/schema-fingerprint.ts'
import { readMigrations, schemasOf } from './files.ts'

const migrations = readMigrations()

/** Constants of the build: the newest migration, and the schema that the database must have. */
export const defineSchema = {
  LAST_MIGRATION: JSON.stringify(migrations.at(-1)?.name),
  SCHEMA_FINGERPRINT: JSON.stringify(fingerprintOf(schemasOf(migrations).at(-1) ?? [])),
}
