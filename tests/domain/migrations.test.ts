import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { historySql } from '#scripts/history/triggers.ts'
import { projectDir } from '#scripts/local/project.ts'
import { checksumProblem, schemaProblem } from '#scripts/migrations/check.ts'
import { checksumsJson, readMigrations } from '#scripts/migrations/files.ts'
import {
  fingerprintOf,
  readSchemaObjects,
  type SchemaObject,
} from '#worker/operations/schema-fingerprint.ts'

const textOf = (path: string) => readFileSync(join(projectDir, path), 'utf8')

test('migrations/0003_history.sql is the output of `npm run triggers`', () => {
  expect(textOf('migrations/0003_history.sql')).toBe(historySql())
})

test('Each migration has the checksum that scripts/migrations/checksums.json lists', () => {
  expect(checksumsJson()).toBe(textOf('scripts/migrations/checksums.json'))
})

/** The schema that the migrations make, after a change by hand. */
function schemaAfter(change = ''): SchemaObject[] {
  const database = new DatabaseSync(':memory:')
  for (const { sql } of readMigrations()) database.exec(sql)
  database.exec(change)
  return database.prepare(readSchemaObjects).all() as SchemaObject[]
}

test.each([
  ['DROP INDEX orders_by_state', 'der Index orders_by_state'],
  ['DROP TRIGGER fee_bookings_unchanged', 'der Trigger fee_bookings_unchanged'],
  ['DROP VIEW fee_open', 'die Sicht fee_open'],
  ['ALTER TABLE members ADD COLUMN nickname TEXT', 'die Tabelle members'],
  ['CREATE TABLE notes (id INTEGER)', 'die Tabelle notes'],
  ['CREATE INDEX mails_by_kind ON mails (kind)', 'der Index mails_by_kind'],
])(`After "%s", the check of a database's schema reports %s as different`, (change, words) => {
  const problem = schemaProblem(schemaAfter(change), { isComplete: true })
  expect(problem).toBe(`${words} ist anders als in migrations/`)
})

test("Comments, white space and the order of the objects do not make a database's schema different", () => {
  const objects = schemaAfter().map((one) => ({
    ...one,
    sql: `${one.sql.replaceAll('\n', '\n  -- a note\n\t')} ;\n`,
  }))
  expect(schemaProblem(objects.reverse(), { isComplete: true })).toBeNull()
})

test('Two schemas are different if they differ in blanks or comment signs within quotes', () => {
  const view = (sql: string) => fingerprintOf([{ type: 'view', name: 'v', sql }])
  expect(view("CREATE VIEW v AS SELECT 'a  b'")).not.toBe(view("CREATE VIEW v AS SELECT 'a b'"))
  expect(view("CREATE VIEW v AS SELECT 'a --b'")).not.toBe(view("CREATE VIEW v AS SELECT 'a '"))
})

test('A database to which only the first migration was applied is accepted by a migration, but rejected where all have to be applied', () => {
  const database = new DatabaseSync(':memory:')
  const [first] = readMigrations()
  database.exec(first?.sql ?? '')
  const objects = database.prepare(readSchemaObjects).all() as SchemaObject[]
  expect(schemaProblem(objects, { isComplete: false })).toBeNull()
  expect(schemaProblem(objects, { isComplete: true })).not.toBeNull()
  expect(schemaProblem([], { isComplete: false })).toBeNull()
})

test('If a migration was edited or removed after it was applied, the message contains its name', () => {
  const stored = readMigrations().map(({ name, checksum }) => ({ name, checksum }))
  expect(checksumProblem(stored)).toBeNull()
  const edited = stored.map((one, at) => (at === 1 ? { ...one, checksum: 'older' } : one))
  expect(checksumProblem(edited)).toBe('0002_defaults.sql hat sich seitdem geändert')
  const gone = [...stored, { name: '0004_passkeys.sql', checksum: 'x' }]
  expect(checksumProblem(gone)).toBe('die Migration 0004_passkeys.sql gibt es hier nicht')
})
