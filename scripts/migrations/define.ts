import { fingerprintOf } from '#worker/operations/schema-fingerprint.ts'
import { readMigrations, schemasOf } from './files.ts'

const migrations = readMigrations()

/** What the worker is built with: the newest migration and the schema that its database has to have. */
export const defineSchema = {
  LAST_MIGRATION: JSON.stringify(migrations.at(-1)?.name),
  SCHEMA_FINGERPRINT: JSON.stringify(fingerprintOf(schemasOf(migrations).at(-1) ?? [])),
}
