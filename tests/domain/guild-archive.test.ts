import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { parse } from 'papaparse'
import { describe, expect, test } from 'vitest'
import { columnName } from '#worker/db/db.ts'
import * as schema from '#worker/db/schema.ts'
import { csvFile, plainText } from '#worker/domain/csv.ts'
import {
  archiveTableNames,
  archiveTables,
  cellOfValue,
  readArchiveRow,
  storedColumns,
} from '#worker/domain/guild-archive.ts'
import { isPrintable } from '#worker/domain/text.ts'
import { leftBehind, readMe } from '#worker/imports/archive/read-me.ts'

// For each table and column it is decided here whether it is archived.

const tables = Object.values(schema).filter((one) => is(one, SQLiteTable))

/** Under which sentence of LIESMICH a table stays behind. */
const stays: Record<string, keyof typeof leftBehind> = {
  users: 'accounts',
  user_roles: 'accounts',
  login_failures: 'accounts',
  sessions: 'accounts',
  user_links: 'accounts',
  passkeys: 'accounts',
  passkey_challenges: 'accounts',
  known_browsers: 'accounts',
  setup_links: 'accounts',
  saved_views: 'accounts',
  orders: 'money',
  match_acts: 'history',
  order_refunds: 'money',
  order_history: 'money',
  payment_events: 'money',
  sandbox_payments: 'money',
  sandbox_refunds: 'money',
  mails: 'mails',
  circulars: 'mails',
  circular_recipients: 'mails',
  circular_attachments: 'mails',
  circular_attachment_parts: 'mails',
  sepa_runs: 'runs',
  sepa_run_parts: 'runs',
  fee_claims: 'runs',
  fee_bookings: 'runs',
  fee_letters: 'runs',
  fee_letter_claims: 'runs',
  audit_context: 'history',
  audit_entries: 'history',
  check_in_acts: 'acts',
  imports: 'work',
  import_parts: 'work',
  import_rows: 'work',
  import_mappings: 'work',
  member_merges: 'work',
  journal: 'work',
  member_no_duplicates: 'work',
  parade_drafts: 'work',
  disclosures: 'privacy',
  retention_runs: 'privacy',
  network_load: 'computed',
  hourly_counts: 'computed',
  refusals: 'computed',
  job_runs: 'computed',
  prepared_statistics: 'computed',
  data_version: 'computed',
  guild_identity: 'computed',
  guards: 'computed',
  extra_counts: 'computed',
  row_changes: 'computed',
}

/** Of a table that comes along. */
const columnsThatStay: Record<string, Record<string, string>> = {
  guild_settings: {
    id: 'there is one row',
    passkeys_required: 'belongs to the accounts: who has no passkey here could not come in',
    passkeys_required_from: 'the same',
    setup_skipped: 'what is still to do is another question elsewhere',
    version: 'counts saves of one database',
  },
  members: { version: 'counts saves', import_id: 'names a file of one database' },
  honors: { version: 'counts saves' },
  duty_entries: { version: 'counts saves' },
  costumes: { version: 'counts saves' },
  parades: {
    version: 'counts saves',
    cancelled_by: 'names an account',
    registration_count: 'counted from the places by triggers',
    confirmed_count: 'counted from the places by triggers',
    taken_count: 'counted from the places by triggers',
  },
  member_exits: {
    recorded_by: 'names an account; whoever brings the archive stands there then',
    effective_at: 'only those that wait come along',
    undone_at: 'only those that wait come along',
  },
  participations: {
    order_id: 'names an order',
    fee_payed_by: 'names an account',
    confirmed_by: 'names an account',
    cancelled_at: 'only booked places come along',
    cancelled_by: 'only booked places come along',
    created_by: 'names an account',
    cash_returned_by: 'names an account',
    match_act_id: 'names what can be taken back with the history alone',
    is_guest: 'is asked again where it was not said',
    cash_while_off: 'is of the account that took the cash, which does not come along',
  },
}

describe('the tables and columns of an archive', () => {
  test('Each table of the database is either in the archive or listed here with the reason why not', () => {
    const known = [...archiveTableNames, ...Object.keys(stays)]
    expect(tables.map((table) => getTableName(table)).toSorted()).toEqual(known.toSorted())
  })

  test.each(archiveTableNames)(
    'Each database column of %s is either in the archive or listed here with the reason why not',
    (name) => {
      const table = tables.find((one) => getTableName(one) === name)
      const columns = Object.values(getTableColumns(table as SQLiteTable)).map(columnName)
      const known = [...storedColumns(name), ...Object.keys(columnsThatStay[name] ?? {})]
      expect(columns.toSorted()).toEqual(known.toSorted())
    },
  )

  test.each(archiveTableNames)(
    'In the archive of %s, exactly those columns may be null that may be null in the database',
    (name) => {
      const table = tables.find((one) => getTableName(one) === name)
      const columns = Object.values(getTableColumns(table as SQLiteTable))
      for (const { column, isNullable } of archiveTables[name].columns) {
        const stored = columns.find((one) => columnName(one) === column)
        expect([column, isNullable]).toEqual([column, !stored?.notNull && !stored?.primary])
      }
    },
  )

  test('The file LIESMICH of the archive lists each file, and each kind of data that the archive omits', () => {
    const text = readMe('2027-01-16')
    expect(text).toMatch(/^Zunft-Archiv, Fassung 1\r\nStand: 16\.01\.2027\r\n/)
    for (const name of archiveTableNames) expect(text).toContain(archiveTables[name].file)
    for (const key of new Set(Object.values(stays))) expect(text).toContain(leftBehind[key])
    // Reserved places and exits that are over are rows of tables that come along.
    expect(Object.keys(leftBehind).toSorted()).toEqual(
      [...new Set([...Object.values(stays), 'places'])].toSorted(),
    )
  })

  test('In a file of the archive no column heading occurs twice', () => {
    for (const name of archiveTableNames) {
      const headings = archiveTables[name].columns.map(({ heading }) => heading)
      expect(new Set(headings).size).toBe(headings.length)
    }
  })
})

/** What some spreadsheets take for `=`, `+`, `-` and `@`. */
const fullWidth = '＝＋－＠﹦﹢﹣﹫'
/** Soft hyphen, zero-width blank and joiner, direction mark, word joiner, byte-order mark; blanks of other widths. */
const notSeen = '\u00ad\u200b\u200d\u200e\u2060\ufeff\u00a0\u2003\u3000\u2028'

describe('a CSV file of an archive', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc
      .array(fc.constantFrom(...[...'\'=+-@\t\r\n;" 7ä', ...fullWidth, ...notSeen]), {
        maxLength: 6,
      })
      .map((parts) => parts.join('')),
  )

  test("Any printable text in a cell of an archive's CSV file is read back as it was written", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(texts.filter(isPrintable), texts.filter(isPrintable)), { minLength: 1 }),
        (rows) => {
          const file = csvFile(['A', 'B'], rows).slice(1)
          const { data } = parse<string[]>(file, { delimiter: ';', newline: '\r\n' })
          // The line break of the last line begins an empty one.
          const read = data.slice(1, -1).map((cells) => cells.map(plainText))
          expect(read).toEqual(rows)
        },
      ),
      { numRuns: 2000, seed: 16 },
    )
  })

  test('No cell of a CSV file is executed as a formula by a spreadsheet', () => {
    fc.assert(
      fc.property(texts.filter(isPrintable), (text) => {
        const cell = csvFile([], [[text]])
          .slice(3)
          .replace(/^"/, '')
        // As a spreadsheet sees it that drops what is not seen and makes full-width signs plain ones.
        const seen = cell.normalize('NFKC').replace(/^[\p{Default_Ignorable_Code_Point}\s]+/u, '')
        expect(cell).not.toMatch(/^[\t\r\n](?!\n$|\r\n$)/)
        expect(seen).not.toMatch(/^(?:[=\-@]|\+(?![\d ()/-]*"?\r\n))/)
      }),
      { numRuns: 5000, seed: 16 },
    )
  })

  test('In a CSV file a value with a leading plus gets an apostrophe in front, unless it is a phone number', () => {
    const cellOf = (text: string) => csvFile([], [[text]]).slice(3, -2)
    for (const phone of ['+49 (7523) 12/34-5', '+']) expect(cellOf(phone)).toBe(phone)
    for (const text of ['＋49 7523', '\u200b+49 7523', '\u00a0+1', '+1+1']) {
      expect(cellOf(text)).toBe(`'${text}`)
    }
  })
})

describe('a row of an archive', () => {
  const cellsOf = (changes: Record<string, string>) =>
    archiveTables.members.columns.map(({ column, isNullable, kind }) => {
      const usual = kind.of === 'number' ? '0' : kind.of === 'flag' ? 'nein' : ''
      const given: Record<string, string> = {
        id: '7',
        membership_state: 'Active',
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        ...changes,
      }
      return given[column] ?? (isNullable ? '' : usual)
    })
  const problems = (changes: Record<string, string>) => {
    const read = readArchiveRow('members', cellsOf(changes))
    return 'problems' in read ? read.problems.map(({ heading }) => heading) : []
  }

  test('A member row of an archive is stored with the search keys of the names', () => {
    const read = readArchiveRow('members', cellsOf({ first_name: 'Änne', last_name: 'Groß' }))
    if ('problems' in read) throw new Error('wrong')
    const row = Object.fromEntries(
      storedColumns('members').map((name, at) => [name, read.values[at]]),
    )
    expect(row).toMatchObject({
      id: 7,
      first_name: 'Änne',
      first_name_key: 'aenne',
      last_name_key: 'gross',
      birthday: null,
      banking_sepa_allowed: 0,
    })
  })

  test.each([
    [{ id: '0' }, 'ID'],
    [{ id: '01' }, 'ID'],
    [{ birthday: '1899-12-31' }, 'Geburtstag'],
    [{ birthday: '16.01.2027' }, 'Geburtstag'],
    [{ banking_sepa_allowed: '1' }, 'SEPA-Mandat'],
    [{ individual_fee_in_cent: '12,50' }, 'Eigener Beitrag in Cent'],
    [{ individual_fee_in_cent: '-1' }, 'Eigener Beitrag in Cent'],
    [{ membership_state: 'Aktiv' }, 'Mitgliedsstatus'],
    [{ created_at: '2026-01-01' }, 'Angelegt'],
    [{ created_at: '2026-13-01T00:00:00.000Z' }, 'Angelegt'],
    [{ phone: 'a\nb' }, 'Telefon'],
    [{ comment: 'a\u0000b' }, 'Bemerkung'],
    [{ parades_before: '3' }, null],
    [{ date_joined: '2001-01-01', date_left: '2000-01-01' }, null],
  ])(
    'A member row of an archive with %j is rejected at the column "%s" (null: as a whole)',
    (changes, heading) => {
      expect(problems(changes)).toEqual([heading])
    },
  )

  const bus = {
    id: 1,
    title: 'Bus ab Rathaus',
    kind: 'bus',
    priceForAdultsInCent: 500,
    priceForChildrenInCent: 300,
    capacity: 50,
    departure: { time: '09:10', place: 'Rathaus' },
  }
  const seat = { id: 1, quantity: 2, priceInCent: 1000, unitPricesInCent: [500, 500] }
  test.each([
    ['parades', [], true],
    ['parades', [bus, { ...bus, id: 2, kind: 'item', capacity: null, departure: null }], true],
    ['parades', [bus, bus], false],
    ['parades', Array.from({ length: 11 }, (_, index) => ({ ...bus, id: index + 1 })), false],
    ['parades', [{ ...bus, id: 0 }], false],
    ['parades', [{ ...bus, title: 'a\nb' }], false],
    ['parades', [{ ...bus, kind: 'train' }], false],
    ['parades', [{ ...bus, priceForAdultsInCent: 0.5 }], false],
    ['parades', [{ ...bus, capacity: 0 }], false],
    ['parades', [{ ...bus, departure: { time: '25:10', place: 'Rathaus' } }], false],
    ['parades', [{ ...bus, note: '' }], false],
    ['parades', [{ id: 1 }], false],
    ['parades', null, false],
    ['participations', [seat], true],
    ['participations', [seat, seat], false],
    ['participations', [{ ...seat, quantity: 5 }], false],
    ['participations', [{ ...seat, priceInCent: '1000' }], false],
    ['participations', [{ ...seat, unitPricesInCent: [0.5] }], false],
    ['participations', [{ constructor: 1, quantity: 2, priceInCent: 1000 }], false],
  ] as const)(
    'Whether the extras of %s in an archive, %j, can be read: %s',
    (table, extras, isReadable) => {
      const { columns } = archiveTables[table]
      const cells = columns.map(({ column }) => (column === 'extras' ? JSON.stringify(extras) : ''))
      const read = readArchiveRow(table, cells)
      const headings = 'problems' in read ? read.problems.map(({ heading }) => heading) : []
      expect(headings.includes('Zusätze')).toBe(!isReadable)
    },
  )

  test('A stored value is shown as the text of its archive cell: 1 as "ja", 0 as "nein", null as an empty cell', () => {
    const [flag] = archiveTables.members.columns.filter(({ kind }) => kind.of === 'flag')
    if (!flag) throw new Error('no flag')
    expect([1, 0].map((value) => cellOfValue(flag, value))).toEqual(['ja', 'nein'])
    expect(cellOfValue({ ...flag, kind: { of: 'day' } }, null)).toBe('')
  })
})
