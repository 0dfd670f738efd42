import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import {
  normalisedSql,
  readSchemaObjects,
  type SchemaObject,
} from '#worker/operations/schema-fingerprint.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

export type Migration = {
  name: string
  sql: string
  /** SHA-256 of the SQL, hexadecimal; comments and white space are ignored. */
  checksum: string
}

/** The files of migrations/ in the order of application. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(normalisedSql(sql)).digest('hex') }
    })
}

/** Content of scripts/migrations/checksums.json; a test compares it. */
export function checksumsJson(): string {
  const checksums = readMigrations().map(({ name, checksum }) => [name, checksum])
  return `${JSON.stringify(Object.fromEntries(checksums), null, 2)}\n`
}

/** The schema before the first and after each of these migrations. */
export function schemasOf(migrations: readonly Migration[]): SchemaObject[][] {
  const database = new DatabaseSync(':memory:')
  const schemas = [[] as SchemaObject[]]
  for (const { sql } of migrations) {
    database.exec(`BEGIN;\n${sql}\nCOMMIT;`)
    schemas.push(database.prepare(readSchemaObjects).all() as SchemaObject[])
  }
  database.close()
  return schemas
}
