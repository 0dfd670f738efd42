import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { erasuresFile, signedErasures } from '#scripts/archive/erasures.ts'
import { seal } from '#scripts/archive/seal.ts'
import { dumpSql, loadSql } from '#scripts/archive/sql-file.ts'
import { projectDir } from '#scripts/local/project.ts'
import { keepChecksums } from '#scripts/migrations/check.ts'

// A restore anonymises again exactly the members anonymised after the archive was made, whatever files lie
// beside the archive.

const joined = '2026-01-10T18:00:00.000Z'
const erasedAt = '2027-01-16T12:00:00.000Z'
const firstList = '2026-12-01T1000'
const secondList = '2027-02-01T1000'

let schema = ''
let identity = ''
let recipient = ''
let folder = ''
/** With Emma (1), Otto (2) and Rosa (3). */
let guild: DatabaseSync
let archive = ''
let target = ''
const opened: DatabaseSync[] = []

beforeAll(async () => {
  const migrations = join(projectDir, 'migrations')
  const files = readdirSync(migrations).toSorted()
  schema = files.map((file) => readFileSync(join(migrations, file), 'utf8')).join('\n')
  identity = await generateIdentity()
  recipient = await identityToRecipient(identity)
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zunft-erasures-'))
  target = join(folder, 'restored.sql')
  guild = aGuild(['Emma', 'Otto', 'Rosa'])
  archive = await keep(guild, firstList)
})

afterEach(() => {
  for (const database of opened.splice(0)) database.close()
  rmSync(folder, { recursive: true })
})

/** Members with the ids 1, 2, 3 …, all entered in the same moment. */
function aGuild(firstNames: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  opened.push(database)
  database.exec(schema)
  for (const name of firstNames) addMember(database, name, joined)
  return database
}

function addMember(database: DatabaseSync, firstName: string, createdAt: string, id?: number) {
  database
    .prepare(`INSERT INTO members (id, first_name, last_name, first_name_key, last_name_key, maiden_name_key,
        birthday, membership_state, created_at, updated_at)
      VALUES (?, ?, 'Straßer', ?, 'strasser', '', '1971-04-03', 'Left', ?, ?)`)
    .run(id ?? null, firstName, firstName.toLowerCase(), createdAt, createdAt)
}

function anonymise(database: DatabaseSync, id: number): void {
  database
    .prepare(`UPDATE members SET first_name = '', last_name = 'Anonymisiert', anonymised_at = ?
      WHERE id = ?`)
    .run(erasedAt, id)
}

/** What `npm run backup` leaves. */
async function keep(database: DatabaseSync, at: string): Promise<string> {
  const place = join(folder, 'backups', `zunft-${at}`)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'zunft.sql.gz.age'), await seal(dumpSql(database), { recipient }))
  const list = signedErasures(database, `${at.slice(0, 13)}:00:00.000Z`)
  if (list) writeFileSync(join(place, erasuresFile), list)
  return place
}

function restore(args: readonly string[] = [], answer = '', env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--no-warnings', 'scripts/restore.ts', archive],
      ...['--identity', identity, '--to', target, ...args],
    ],
    { cwd: projectDir, encoding: 'utf8', input: answer, env: { ...process.env, ...env } },
  )
  return { status, output: stdout + stderr }
}

function restoredNames(): unknown[] {
  const database = loadSql(readFileSync(target, 'utf8'))
  opened.push(database)
  const rows = database.prepare('SELECT first_name AS name FROM members ORDER BY id').all()
  return rows.map(({ name }) => name)
}

/** Content of a list of this guild after a change. */
function change(place: string, edit: (list: SignedList) => object): void {
  const file = join(place, erasuresFile)
  writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))))
}

type SignedList = {
  guildId: string
  madeAt: string
  erasures: { memberId: number; createdAt: string; at: string }[]
  signature: string
}

function expectNothingWritten({ status }: { status: number | null }): void {
  expect(status).toBe(1)
  expect(existsSync(target)).toBe(false)
}

test('A restore lists the members anonymised since the archive was made, asks whether to go on, and anonymises them again', async () => {
  anonymise(guild, 2)
  await keep(guild, secondList)
  const { status, output } = restore([], 'ja\n')
  expect(status, output).toBe(0)
  expect(output).toContain('Otto Straßer, geboren am 03.04.1971 (anonymisiert am 16.01.2027)')
  expect(output).not.toContain('Emma')
  expect(output).toContain('bis zum 01.02.2027')
  expect(restoredNames()).toEqual(['Emma', '', 'Rosa'])
})

test.each([
  ['no', 'nein\n'],
  ['nothing at all', ''],
])(
  'A restore writes nothing when the question about anonymised members is answered with %s',
  async (_, answer) => {
    anonymise(guild, 2)
    await keep(guild, secondList)
    const ended = restore([], answer)
    expect(ended.output).toContain('Otto Straßer')
    expect(ended.output).toContain('Es ist nichts geschrieben worden.')
    expectNothingWritten(ended)
  },
)

test('With --yes a restore anonymises members again without a question', async () => {
  anonymise(guild, 2)
  await keep(guild, secondList)
  expect(restore(['--yes']).status).toBe(0)
  expect(restoredNames()).toEqual(['Emma', '', 'Rosa'])
})

test("A restore ignores another guild's list of anonymised members, even with the same ids and instants", async () => {
  const other = aGuild(['Anna', 'Berta', 'Clara'])
  for (const id of [1, 2, 3]) anonymise(other, id)
  await keep(other, secondList)
  const { status, output } = restore()
  expect(status, output).toBe(0)
  expect(output).toMatch(/Nicht beachtet: .*2027-02-01T1000.*von einer anderen Zunft/)
  expect(restoredNames()).toEqual(['Emma', 'Otto', 'Rosa'])
})

test("If a deleted member's id was given to a later member, who was then anonymised, a restore does not anonymise the deleted member", async () => {
  const later = aGuild(['Emma', 'Otto'])
  addMember(later, 'Xaver', '2026-11-02T09:00:00.000Z', 3)
  const own = guild.prepare('SELECT * FROM guild_identity').get()
  later
    .prepare('UPDATE guild_identity SET guild_id = ?, erasures_key = ?')
    .run(String(own?.guild_id), String(own?.erasures_key))
  anonymise(later, 3)
  await keep(later, secondList)
  const { status, output } = restore()
  expect(status, output).toBe(0)
  expect(restoredNames()).toEqual(['Emma', 'Otto', 'Rosa'])
})

test.each<[string, (list: SignedList) => object]>([
  [
    'had a member added',
    (list) => ({
      ...list,
      erasures: [...list.erasures, { memberId: 1, createdAt: joined, at: erasedAt }],
    }),
  ],
  ['had a member removed', (list) => ({ ...list, erasures: [] })],
  [
    'has a changed id',
    (list) => ({ ...list, erasures: [{ memberId: 1, createdAt: joined, at: erasedAt }] }),
  ],
  [
    'has a changed instant',
    (list) => ({ ...list, erasures: [{ memberId: 2, createdAt: joined, at: joined }] }),
  ],
  ['has a changed day', (list) => ({ ...list, madeAt: '2099-01-01T00:00:00.000Z' })],
  ['has no signature', ({ signature: _, ...list }) => list],
  ['has an added field', (list) => ({ ...list, more: true })],
  ['has a signature of the wrong length', (list) => ({ ...list, signature: 'ab' })],
])("A restore writes nothing if this guild's list of anonymised members %s", async (_, edit) => {
  anonymise(guild, 2)
  change(await keep(guild, secondList), edit)
  const ended = restore(['--yes'])
  expect(ended.output).toContain('beschädigt oder wurde verändert')
  expectNothingWritten(ended)
})

test("A restore writes nothing if a list of anonymised members with this guild's id was signed by another guild", async () => {
  const other = aGuild(['Anna', 'Berta', 'Clara'])
  for (const id of [1, 2, 3]) anonymise(other, id)
  const { guildId } = JSON.parse(readFileSync(join(archive, erasuresFile), 'utf8'))
  change(await keep(other, secondList), (list) => ({ ...list, guildId }))
  const ended = restore(['--yes'])
  expect(ended.output).toContain('beschädigt oder wurde verändert')
  expectNothingWritten(ended)
})

test('A restore writes nothing if a list of anonymised members is half-written, and says that it is damaged', async () => {
  writeFileSync(join(await keep(guild, secondList), erasuresFile), '{"guildId": "')
  const ended = restore(['--yes'])
  expect(ended.output).toContain('beschädigt oder wurde verändert')
  expectNothingWritten(ended)
})

test('A restore ignores a list of anonymised members in the old form without a signature, and mentions its file', async () => {
  change(await keep(guild, secondList), () => [{ memberId: 1, at: erasedAt }])
  const { status, output } = restore()
  expect(status, output).toBe(0)
  expect(output).toMatch(/Nicht beachtet: .*ohne Unterschrift/)
  expect(restoredNames()).toEqual(['Emma', 'Otto', 'Rosa'])
})

test('A restore writes nothing if the list given with --erasures is that of another guild', async () => {
  const other = aGuild(['Anna'])
  anonymise(other, 1)
  const place = await keep(other, secondList)
  const named = join(folder, 'named.json')
  writeFileSync(named, readFileSync(join(place, erasuresFile)))
  const ended = restore(['--yes', '--erasures', named])
  expect(ended.output).toContain('von einer anderen Zunft')
  expectNothingWritten(ended)
})

test('After a restore has anonymised members again, the next signed list of anonymised members is identical to the one before', async () => {
  anonymise(guild, 2)
  const place = await keep(guild, secondList)
  expect(restore(['--yes']).status).toBe(0)
  const restored = loadSql(readFileSync(target, 'utf8'))
  opened.push(restored)
  const list = readFileSync(join(place, erasuresFile), 'utf8')
  expect(signedErasures(restored, JSON.parse(list).madeAt)).toBe(list)
})

test('A restore rejects an archive of another version of the program, and the message contains the first difference', async () => {
  guild.exec('DROP TRIGGER fee_bookings_unchanged')
  archive = await keep(guild, '2026-11-01T1000')
  const ended = restore(['--yes'])
  expectNothingWritten(ended)
  expect(ended.output).toContain(
    'von einer anderen Fassung des Programms (der Trigger fee_bookings_unchanged ist anders als in migrations/)',
  )
})

test('A restore rejects an archive whose migrations were edited since, and accepts one with the same checksums', async () => {
  for (const sql of keepChecksums()) guild.exec(sql)
  archive = await keep(guild, '2026-11-01T1000')
  expect(restore(['--yes']).status).toBe(0)
  rmSync(target)
  guild.exec(`UPDATE migration_checksums SET checksum = 'older' WHERE name = '0002_defaults.sql'`)
  archive = await keep(guild, '2026-11-02T1000')
  const ended = restore(['--yes'])
  expectNothingWritten(ended)
  expect(ended.output).toContain('0002_defaults.sql hat sich seitdem geändert')
})

test('A restore to an existing file ends without a question and does not overwrite it', async () => {
  anonymise(guild, 2)
  await keep(guild, secondList)
  writeFileSync(target, 'mine')
  const { status, output } = restore()
  expect(status).toBe(1)
  expect(output).toContain('gibt es schon')
  expect(output).not.toContain('Otto')
  expect(readFileSync(target, 'utf8')).toBe('mine')
})

test('No unencrypted file is left when a restore fails', () => {
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const state = join(folder, 'a-file')
  writeFileSync(state, '')
  const { status, output } = restore(['--local'], '', { TMPDIR: temporary, STATE_DIR: state })
  expect(output).toContain('Das Einspielen ist fehlgeschlagen.')
  expect(status).toBe(1)
  expect(readdirSync(temporary).filter((name) => name.startsWith('zunft-'))).toEqual([])
})
