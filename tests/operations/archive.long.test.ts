import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences } from '#scripts/archive/compare.ts'
import { dumpSql, loadSql } from '#scripts/archive/sql-file.ts'
import { projectDir } from '#scripts/local/project.ts'
import { archiveRound, databaseFile, hardTexts } from '#tests/support/archive-round.ts'
import { mostBytesOfText } from '#worker/domain/archive.ts'

// An archive comes back as it was, whatever people typed: by the commands, on a database of one's own.

const round = archiveRound()
const erasedAt = '2027-01-16T12:00:00.000Z'
let archive = ''
let made: ReturnType<typeof round.backup>

beforeAll(() => {
  expect(round.seed(50, 1).status).toBe(0)
  const database = round.open(round.states.before)
  const insert = database.prepare(
    `INSERT INTO parades (title, host, search_key, date, date_enrolment_start, date_enrolment_end, comment)
     VALUES (?, 'Butzenzunft', 'k', '2027-01-30', '2026-11-11', '2027-01-20', ?)`,
  )
  for (const text of hardTexts) insert.run(text, text)
  // The longest that a row may hold, of the letter that is written twice.
  database
    .prepare(`INSERT INTO prepared_statistics VALUES ('long', 0, '2027-01-16', 0, ?, '')`)
    .run("'".repeat(Math.floor(mostBytesOfText * 0.8)))
  addLedger(database)
  database.close()
  made = round.backup()
  ;[archive = ''] = round.archives()
}, 600_000)

afterAll(() => round.remove())

/** The longest part of a file for the bank, and one that was made void: nothing can be booked on it again. */
function addLedger(database: DatabaseSync): void {
  database.exec(`INSERT INTO fee_claims (id, year, member_id, payer_id, amount_in_cent, reason, merged, created_at, created_by)
      VALUES (9001, 2026, 2, 2, 2000, 'Aktiv ab 18', 1, '2026-02-20', 1);
    INSERT INTO sepa_runs (id, request_key, message_id, created_at, created_by, year, due_date, debit_count, claim_count,
        sum_in_cent, file_sha256)
      VALUES (9001, 'key', 'MB2026-X', '2026-02-20', 1, 2026, '2026-03-16', 1, 1, 2000, 'x');
    INSERT INTO fee_bookings (id, claim_id, kind, amount_in_cent, day, run_id, created_at, created_by)
      VALUES (9001, 9001, 'collected', -2000, '2026-03-16', 9001, '2026-02-20', 1);
    UPDATE sepa_runs SET voided_at = '2026-02-21', voided_by = 1 WHERE id = 9001;
    INSERT INTO fee_bookings (id, claim_id, kind, amount_in_cent, day, run_id, reverses_id, created_at, created_by)
      VALUES (9002, 9001, 'undone', 2000, '2026-02-21', 9001, 9001, '2026-02-21', 1);`)
  database.prepare('INSERT INTO sepa_run_parts VALUES (9001, 1, ?)').run(Buffer.alloc(40_000, 0xfe))
}

/** Another process, as the server is one: small transactions, one after the other. */
function writeWithoutEnd(file: string) {
  const code = `import { DatabaseSync } from 'node:sqlite'
    const database = new DatabaseSync(${JSON.stringify(file)})
    database.exec('PRAGMA busy_timeout = 10000')
    for (let n = 0; ; n += 1) {
      database.exec(\`BEGIN IMMEDIATE;
        INSERT INTO hourly_counts VALUES ('busy', '\${n}', 1);
        INSERT INTO payment_events VALUES ('busy', '\${n}', '', NULL, '2027-01-16');
        COMMIT\`)
      if (n === 0) console.log('begun')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }`
  const args = ['--no-warnings', '--input-type=module', '--eval', code]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

test("The backup command makes an archive and reports how many rows it corrected that D1's export had changed", () => {
  expect(made.status, made.output).toBe(0)
  expect(made.output).toContain('geprüft')
  // A line break and what looks like one, in title and comment.
  expect(made.output).toContain('Richtiggestellt, was der Export verändert hat: 2 Zeilen.')
})

test('An archive is not readable and cannot be opened with another passphrase', () => {
  const file = readFileSync(join(archive, 'zunft.sql.gz.age'))
  expect(file.includes('Butzenzunft')).toBe(false)
  const opened = round.restore(archive, ['--to', join(archive, 'x.sql')], 'lauter falsche Wörter')
  expect(opened.status).toBe(1)
  expect(opened.output).toContain('falsches Kennwort')
})

test('The backup command rejects a passphrase of less than 16 characters and makes no archive', () => {
  const { status, output } = round.backup('Fasnet 2027')
  expect(status).toBe(1)
  expect(output).toContain('mindestens 16 Zeichen')
  expect(round.archives()).toEqual([archive])
})

test('A database restored from an archive equals the original in every table', () => {
  const { status, output } = round.restore(archive, ['--local'])
  expect(status, output).toBe(0)
  const [before, after] = [round.open(round.states.before), round.open(round.states.after)]
  expect(differences(before, after)).toEqual([])
  const texts = after
    .prepare(`SELECT title FROM parades WHERE host = 'Butzenzunft' ORDER BY id`)
    .all()
  expect(texts.map(({ title }) => title)).toEqual(hardTexts)
  const open = 'SELECT count(*) AS claims, sum(open_in_cent) AS open FROM fee_open'
  expect(before.prepare(open).get()?.claims).toBeGreaterThan(20)
  expect({ ...after.prepare(open).get() }).toEqual({ ...before.prepare(open).get() })
  expect(() => after.exec('DELETE FROM fee_bookings')).toThrow('ledger: nothing is deleted')
  // Where there is one already, nothing is written over it.
  expect(round.restore(archive, ['--local']).output).toContain('liegt schon eine Datenbank')
})

test('A member anonymised after the archive was made is anonymised again when it is restored, by the worker’s own statements', () => {
  const before = round.open(round.states.before)
  const find = 'SELECT first_name, last_name, birthday, anonymised_at FROM members WHERE id = ?'
  const other = { ...before.prepare(find).get(3) }
  const count = 'SELECT count(*) AS count FROM participations'
  const places = { ...before.prepare(count).get() }
  before.prepare('UPDATE members SET anonymised_at = ? WHERE id = 2').run(erasedAt)
  before.close()
  expect(round.backup().status).toBe(0)
  const file = join(archive, '..', 'restored.sql')
  const { output } = round.restore(archive, ['--yes', '--to', file])
  expect(output).toContain('Noch einmal anonymisiert: 1 Mitglieder.')
  const restored = loadSql(readFileSync(file, 'utf8'))
  expect({ ...restored.prepare(find).get(2) }).toEqual({
    first_name: '',
    last_name: 'Anonymisiert',
    birthday: null,
    anonymised_at: erasedAt,
  })
  expect({ ...restored.prepare(find).get(3) }).toEqual(other)
  expect({ ...restored.prepare(count).get() }).toEqual(places)
})

test('An archive that is made while a server is writing contains the data of a single moment', async () => {
  const writer = writeWithoutEnd(databaseFile(round.states.before))
  try {
    await once(writer.stdout, 'data')
    const { status, output } = round.backup()
    expect(status, output).toBe(0)
    expect(writer.exitCode).toBe(null)
  } finally {
    writer.kill()
    await once(writer, 'exit')
  }
  const file = join(archive, '..', 'busy.sql')
  const newest = round.archives().findLast((name) => name.includes('zunft-')) ?? ''
  const opened = round.restore(newest, ['--to', file])
  expect(opened.status, opened.output).toBe(0)
  // Both are written in one transaction.
  const counted = loadSql(readFileSync(file, 'utf8')).prepare(`SELECT
      (SELECT count(*) FROM hourly_counts WHERE key = 'busy') AS one,
      (SELECT count(*) FROM payment_events WHERE provider = 'busy') AS other`)
  const { one, other } = { ...counted.get() }
  expect(one).toBeGreaterThan(0)
  expect(other).toBe(one)
}, 180_000)

test('An archive of the local database is stored in backups/local, not among the archives of the deployed database', () => {
  const place = join(projectDir, 'backups/local')
  const there = () => (existsSync(place) ? readdirSync(place) : [])
  const known = there()
  const { status, output } = round.backupHere()
  const made = there().filter((name) => !known.includes(name))
  for (const name of made) rmSync(join(place, name), { recursive: true })
  expect(status, output).toBe(0)
  expect(made).toHaveLength(1)
  expect(output).toContain('backups/local/zunft-')
})

test('Any text, number and blob of a database is restored from an archive unchanged', () => {
  const piece = fc.constantFrom(
    '\n',
    '\r',
    '\\n',
    '\\r',
    '\\',
    'n',
    'r',
    '1',
    '.',
    "'",
    '"',
    ';',
    'ß',
    '🎭',
  )
  fc.assert(
    fc.property(
      fc.array(
        fc.array(piece).map((pieces) => pieces.join('')),
        { maxLength: 8 },
      ),
      fc.array(fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
      fc.array(fc.uint8Array({ maxLength: 40 })),
      (texts, numbers, blobs) => {
        const database = new DatabaseSync(':memory:')
        database.exec(`CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, b);
          CREATE INDEX a_by_b ON a (b);
          CREATE TRIGGER more AFTER INSERT ON a BEGIN UPDATE a SET b = 'x' WHERE id = 0; END`)
        const insert = database.prepare('INSERT INTO a (b) VALUES (?)')
        for (const value of [...texts, ...numbers, ...blobs, null]) insert.run(value)
        const sql = dumpSql(database)
        expect(differences(database, loadSql(sql))).toEqual([])
      },
    ),
    { seed: 14, numRuns: 300 },
  )
})

test('The rows of a restored archive have the order in which they were inserted, whatever their keys', () => {
  // Acts of the parade day: of two of the same instant the later to arrive wins.
  const database = new DatabaseSync(':memory:')
  database.exec(`CREATE TABLE acts (id TEXT PRIMARY KEY) STRICT;
    CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT`)
  database.exec(`INSERT INTO acts VALUES ('c'), ('a'), ('b')`)
  const ids = loadSql(dumpSql(database)).prepare('SELECT id FROM acts ORDER BY rowid').all()
  expect(ids.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('The comparison of two databases reports a difference of a single letter', () => {
  const make = (text: string) =>
    loadSql(`CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT) STRICT;
INSERT INTO a VALUES (1, '${text}');`)
  expect(differences(make('x'), make('x'))).toEqual([])
  expect(differences(make('x'), make('y'))).toEqual(['a'])
})
