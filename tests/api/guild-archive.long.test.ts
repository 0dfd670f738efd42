import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { call, json, rows, setClock, signedIn, today, tokenOf } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { contents, extentOf, putBack } from '#tests/support/contents.ts'
import {
  type ArchiveFiles,
  broughtBack,
  committed,
  exported,
  previewOf,
  readFiles,
  staged,
} from '#tests/support/guild-archive.ts'
import { forgetLog } from '#tests/support/log.ts'
import { loadGuild, randomGuild } from '#tests/support/random-guild.ts'
import { type Refusal, refusingDatabase } from '#tests/support/refusing-database.ts'

beforeEach(() => setClock())

/** Pages and files that are computed from the rows of an archive. */
const evaluations = [
  '/api/statistics/parades-per-member',
  '/api/statistics/parades-per-member/csv',
  '/api/statistics/parades-per-member/honored',
  '/api/statistics/members/birthdays/upcoming/quarter',
  '/api/statistics/members/anniversaries?date=2027-11-11',
  '/api/statistics/members/honors?date=2027-11-11',
  '/api/statistics/pictures',
  '/api/statistics/duties',
  '/api/statistics/parades/enrolments',
  '/api/billing/membershipfees/2027',
  '/api/member',
  '/api/members/download',
  '/api/costume/info',
  '/api/costumeType',
  '/api/parade/year/2026',
]

async function evaluated(token: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const path of evaluations) {
    const answer = await call('GET', path, undefined, { token })
    expect(answer.status, path).toBe(200)
    answers[path] = await answer.text()
  }
  return answers
}

async function expectSame(after: ArchiveFiles, before: ArchiveFiles): Promise<void> {
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const [name, text] of Object.entries(before)) {
    // A diff of such a long text would be unreadable, so only equality is asserted.
    if (text.length > 50_000) expect(after[name] === text, name).toBe(true)
    else expect(after[name], name).toBe(text)
  }
}

/** Deletes the fee ledger: it is not in the archive, and a return because of a closed account changes what is collectible. */
async function forgetLedger(): Promise<void> {
  await env.DB.batch(
    [
      `UPDATE audit_context SET via = 'cli' WHERE id = 1`,
      'DELETE FROM fee_bookings',
      'DELETE FROM fee_claims',
      'UPDATE audit_context SET via = NULL WHERE id = 1',
    ].map((statement) => env.DB.prepare(statement)),
  )
}

describe('the export of a guild into an archive', () => {
  test('A random guild is restored from its archive byte for byte', async () => {
    const { token } = await signedIn('management')
    const empty = await contents()
    await fc.assert(
      fc.asyncProperty(randomGuild, async (guild) => {
        try {
          await loadGuild(guild)
          const before = await exported(token)
          const seen = await evaluated(token)
          await putBack(empty)
          await broughtBack(before, token)
          await expectSame(await exported(token), before)
          expect(await evaluated(token)).toEqual(seen)
        } finally {
          // Also after a failure: a smaller counterexample begins with an empty guild.
          await putBack(empty)
        }
      }),
      { numRuns: 10, seed: 16 },
    )
  })

  test('A demo guild of several years is restored from its archive with the same statistics', async () => {
    const empty = await contents()
    await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(120, 5), today), today)
    await forgetLedger()
    const old = await tokenOf(management.id)
    const before = await exported(old)
    const seen = await evaluated(old)
    await putBack(empty)
    const { token } = await signedIn('management')
    await broughtBack(before, token)
    await expectSame(await exported(token), before)
    expect(await evaluated(token)).toEqual(seen)
  })

  test('The CSV files of an archive quote text and disarm cells that a spreadsheet would run as a formula', async () => {
    const { token } = await signedIn('management')
    await aMember({
      firstName: '=HYPERLINK("x")',
      lastName: 'Müßig; "Sepp"',
      comment: 'Zeile 1\r\nZeile 2',
      phone: '+49 7523 12',
    })
    const { 'mitglieder.csv': csv = '' } = await exported(token)
    expect(csv.startsWith('\uFEFFID;Vorname;Nachname;Mädchenname;')).toBe(true)
    expect(csv).toContain(`"'=HYPERLINK(""x"")";"Müßig; ""Sepp""";`)
    expect(csv).toContain('"Zeile 1\r\nZeile 2"')
    expect(csv).toContain(';+49 7523 12;')
  })

  test('The archive omits cancelled and released places, and exits that have taken effect', async () => {
    const { token, id } = await signedIn('management')
    const type = await aCostumeType()
    const member = await aMember()
    const parade = await aParade()
    for (const state of ['booked', 'cancelled', 'released']) {
      await rows(`INSERT INTO participations (parade_id, member_id, door, state, first_name, last_name,
        person_key, costume_type_id, age_class, price_in_cent, created_at) VALUES (${parade.id},
        ${member.id}, 'management', '${state}', 'A', '${state}', 'm:${member.id}', ${type.id}, 'Adult', 0,
        '2026-12-01T10:00:00.000Z')`)
    }
    for (const over of ['NULL', `'2026-12-01T10:00:00.000Z'`]) {
      await rows(`INSERT INTO member_exits (member_id, state, date, state_before, ended, recorded_at,
        recorded_by, effective_at) VALUES (${member.id}, 'Left', '2027-12-31', 'Active', '[]',
        '2026-12-01T10:00:00.000Z', ${id}, ${over})`)
    }
    const files = await exported(token)
    expect(files['teilnahmen.csv']?.split('\r\n')).toHaveLength(3)
    expect(files['teilnahmen.csv']).toContain(';A;booked;')
    expect(files['austritte.csv']?.split('\r\n')).toHaveLength(3)
  })

  test('Exporting an archive is recorded in the history and requires a password entered in the last ten minutes (403)', async () => {
    const { token, id } = await signedIn('management')
    await exported(token)
    const lines = await rows(
      `SELECT entity, op, user_id, changes FROM audit_entries WHERE entity = 'export'`,
    )
    expect(lines).toEqual([
      {
        entity: 'export',
        op: 'event',
        user_id: id,
        changes: '{"file":[null,"zunft-2027-01-16.zip"]}',
      },
    ])
    setClock('2027-01-16T12:11:00Z')
    const late = await call('GET', '/api/export', undefined, { token })
    expect(late.status).toBe(403)
    expect(await json(late)).toMatchObject({ error: { code: 'ConfirmNeeded' } })
  })

  test('An export ends with the line CHANGED if the guild was changed while the export was being read', async () => {
    const { token } = await signedIn('management')
    const response = await call('GET', '/api/export', undefined, { token })
    await aMember()
    expect((await response.text()).endsWith('\u001eCHANGED\n')).toBe(true)
  })
})

/** Returns the archive of a small guild with rows in the important tables, and empties the database again. */
async function aGuildInFiles(): Promise<{ files: ArchiveFiles; token: string }> {
  const { token } = await signedIn('management')
  const empty = await contents()
  const [guild] = fc
    .sample(randomGuild, { seed: 4, numRuns: 200 })
    .filter(
      (one) =>
        [
          'members',
          'honors',
          'duty_entries',
          'costumes',
          'costume_ownerships',
          'participations',
        ].every((table) => (one[table]?.length ?? 0) > 1) &&
        one.participations?.some(({ state }) => state === 'booked'),
    )
  if (!guild) throw new Error('no guild has everything')
  await loadGuild(guild)
  const files = await exported(token)
  await putBack(empty)
  return { files, token }
}

/** Returns the files with one of them changed; fails if the change has no effect. */
function bent(files: ArchiveFiles, file: string, bend: (text: string) => string): ArchiveFiles {
  const text = files[file] ?? ''
  const after = bend(text)
  expect(after, `${file} is bent`).not.toBe(text)
  return { ...files, [file]: after }
}

const lastCell = (text: string, cell: string) => text.replace(/;[^;\r\n]*\r\n$/, `;${cell}\r\n`)
const added = (line: string) => (text: string) => `${text}${line}\r\n`

/** Appends members with these ids to the file, each with the id of the member who pays for them. */
function paidFor(...pairs: [id: number, payer: number | ''][]) {
  const at = '2026-01-01T00:00:00.000Z'
  return (text: string) => {
    const heads = text.slice(1, text.indexOf('\r\n')).split(';')
    const lines = pairs.map(([id, payer]) => {
      const given: Record<string, string | number> = {
        ID: id,
        Vorname: 'A',
        Nachname: 'B',
        Mitgliedsstatus: 'Active',
        Zahler: payer,
      }
      return heads.map((head) => given[head] ?? emptyCell(head, at)).join(';')
    })
    return `${text}${lines.join('\r\n')}\r\n`
  }
}

function emptyCell(head: string, at: string): string {
  if (/^(Angelegt|Geändert|Erstellt)/.test(head)) return at
  if (/^(Mitgliedsnummer|Sprünge vor der Erfassung)$/.test(head)) return '0'
  return /^(SEPA-Mandat|Keine Rundmails)$/.test(head) ? 'nein' : ''
}

describe('an archive edited by hand', () => {
  const wrongs: [what: string, file: string, bend: (text: string) => string, told: RegExp][] = [
    [
      'an office of an unknown member',
      'dienstbuch.csv',
      added('9001;777;Kassier;2001-01-01;;'),
      /^dienstbuch\.csv.*„Mitglied“: „777“ steht nicht in mitglieder\.csv\./,
    ],
    [
      'an honor of an unknown member',
      'generalversammlung.csv',
      added('9001;2026-11-11;777;Parades_25;;;;;;;;'),
      /^generalversammlung\.csv.*„Mitglied“: „777“ steht nicht in mitglieder\.csv\./,
    ],
    [
      'an unknown attendance',
      'generalversammlung.csv',
      added('9001;2026-11-11;2;Parades_25;vielleicht;;;;;;;'),
      /^generalversammlung\.csv.*„Anwesenheit“: „vielleicht“ ist hier nicht vorgesehen\./,
    ],
    [
      'a certificate text with {Jahre} for an honor without counted years',
      'ehrungsregeln.csv',
      added('Ehrenelferrat;manual;;Ehrenelferrat;;für {Jahre} Jahre;19;nein'),
      /^ehrungsregeln\.csv.*„Text der Urkunde“ nennt in Klammern etwas/,
    ],
    [
      'an unknown payer',
      'mitglieder.csv',
      paidFor([9001, 9002]),
      /^mitglieder\.csv.*„Zahler“: „9002“ steht nicht in mitglieder\.csv\./,
    ],
    [
      'a payer whose own fee another member pays',
      'mitglieder.csv',
      paidFor([9001, 9002], [9002, 9003], [9003, '']),
      /„Zahler“: „9002“ hat selbst einen Zahler\./,
    ],
    [
      'a member entered as their own payer',
      'mitglieder.csv',
      paidFor([9001, 9001]),
      /„Zahler“ bleibt leer, wenn das Mitglied selbst zahlt/,
    ],
    [
      'an unknown office',
      'dienstbuch.csv',
      added('9001;2;Kaiser;2001-01-01;;'),
      /„Kaiser“ ist hier nicht/,
    ],
    [
      'an impossible day',
      'dienstbuch.csv',
      added('9001;2;Kassier;31.02.2001;;'),
      /Hier muss ein Tag/,
    ],
    [
      'an end before the beginning',
      'dienstbuch.csv',
      added('9001;2;Kassier;2001-01-01;2000-01-01;'),
      /„Bis“ liegt vor „Von“/,
    ],
    [
      'an id that occurs twice',
      'mitgliedszeiten.csv',
      (text) => `${text}9;2;2001-01-01;2002-01-01\r\n9;2;2003-01-01;2004-01-01\r\n`,
      /steht zweimal in der Datei/,
    ],
    [
      'two registered costumes of the same number',
      'kleider.csv',
      (text) => `${text}901;X1;2;;;\r\n902;x 1;2;;;\r\n`,
      /Diese Kleidernummer ist zweimal angemeldet/,
    ],
    [
      'two rows of settings',
      'einstellungen.csv',
      // Repeats everything after the headings, since the one row may span several lines.
      (text) => text + text.slice(text.indexOf('\r\n') + 2),
      /genau eine Zeile|Feld/,
    ],
    [
      'a text that is too long',
      'kleidertypen.csv',
      added(`900;${'x'.repeat(101)}`),
      /Höchstens 100 Zeichen/,
    ],
    ['a control character', 'kleidertypen.csv', added('900;a\u0007b'), /nicht gespeichert werden/],
    ['an id that is not a whole number', 'kleidertypen.csv', added('9,5;Hexe'), /Nummer ab 1/],
    ['an id that is too large', 'kleidertypen.csv', added('9999999999999999;Hexe'), /Nummer ab 1/],
    [
      'a participation whose person key names another member',
      'teilnahmen.csv',
      added('9001;2;2;management;A;B;;m:3;;2;;;Adult;0;nein;;nein;;2026-12-01T10:00:00.000Z;;'),
      /„Person“ und „Mitglied“ passen nicht zusammen/,
    ],
    [
      'neither ja nor nein in a cell for yes or no',
      'umzuege.csv',
      (text) => lastCell(text, 'x').replace(/;(nein|ja);/, ';vielleicht;'),
      /„ja“ oder „nein“/,
    ],
    [
      'an exit with an unreadable list of what it ended',
      'austritte.csv',
      added('900;2;Left;2027-12-31;Active;;{};2026-01-01T00:00:00.000Z'),
      /nicht lesbar/,
    ],
  ]

  test.each(wrongs)(
    'For an archive with %s the preview shows an error at this row, and the commit is rejected (409)',
    async (_what, file, bend, told) => {
      const { files, token } = await aGuildInFiles()
      const id = await staged(bent(files, file, bend), token)
      const before = await contents()
      const preview = await previewOf(id, token)
      expect(preview.counts.error).toBeGreaterThan(0)
      const said = preview.rows
        .filter(({ verdict }) => verdict === 'error')
        .map(({ title, reasons }) => `${title}: ${reasons.map(({ text }) => text).join(' ')}`)
      expect(said.join('\n')).toMatch(new RegExp(told.source, 'm'))
      const answer = await call(
        'POST',
        `/api/imports/${id}/commit`,
        { seen: preview.seen },
        { token },
      )
      expect(answer.status).toBe(409)
      expect(await json(answer)).toMatchObject({ error: { code: 'ImportOpen' } })
      expect(extentOf(before, await contents())).toEqual({})
    },
  )

  test('An archive with a random changed cell or missing row is imported as a whole or not at all', async () => {
    const { files, token } = await aGuildInFiles()
    const empty = await contents()
    const names = Object.keys(files).filter((name) => name.endsWith('.csv'))
    const junk = fc.constantFrom(
      '',
      '0',
      '-1',
      '1',
      '2',
      '99',
      'x',
      'ja',
      '2001-02-30',
      '"',
      'Active',
      'm:2',
      '[]',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.nat(),
        junk,
        fc.boolean(),
        async (name, rowAt, cellAt, cell, isRow) => {
          const lines = (files[name] ?? '').split('\r\n')
          const at = rowAt % lines.length
          const cells = (lines[at] ?? '').split(';')
          if (isRow) lines.splice(at, 1)
          else lines[at] = cells.with(cellAt % cells.length, cell).join(';')
          const read = readFiles({ ...files, [name]: lines.join('\r\n') })
          if ('problems' in read) return
          const id = await staged({ ...files, [name]: lines.join('\r\n') }, token)
          const preview = await previewOf(id, token)
          const before = await contents()
          const body = { seen: preview.seen }
          const answer = await call('POST', `/api/imports/${id}/commit`, body, { token })
          if (preview.counts.error > 0) expect(answer.status).toBe(409)
          else expect(answer.status).toBe(200)
          if (answer.status !== 200) expect(extentOf(before, await contents())).toEqual({})
          // After a successful import all pages can be read, and the guild can be exported.
          else {
            await evaluated(token)
            await exported(token)
          }
          await putBack(empty)
        },
      ),
      { numRuns: 25, seed: 7 },
    )
  })

  const unreadable: [what: string, bend: (files: ArchiveFiles) => ArchiveFiles, told: string][] = [
    ['a missing file', ({ 'kleider.csv': _, ...rest }) => rest, 'Im Archiv fehlt kleider.csv.'],
    [
      'an unknown file',
      (files) => ({ ...files, 'notizen.txt': 'x' }),
      'notizen.txt gehört nicht in ein Archiv.',
    ],
    [
      'a missing column',
      (files) => bent(files, 'kleidertypen.csv', (text) => text.replace('ID;Name', 'ID;Namen')),
      'In kleidertypen.csv fehlt die Spalte „Name“.',
    ],
    [
      'an unknown column',
      (files) => ({ ...files, 'kleidertypen.csv': 'ID;Name;Farbe\r\n' }),
      'Die Spalte „Farbe“ gehört nicht in kleidertypen.csv.',
    ],
    [
      'a quote that is never closed',
      (files) => ({ ...files, 'kleidertypen.csv': 'ID;Name\r\n1;"Hexe\r\n' }),
      'kleidertypen.csv ist in Zeile 2 nicht lesbar.',
    ],
    [
      'a row with too many cells',
      (files) => ({ ...files, 'kleidertypen.csv': 'ID;Name\r\n1;Hexe;x\r\n' }),
      'kleidertypen.csv, Zeile 2: Die Zahl der Felder stimmt nicht.',
    ],
    [
      'a newer format',
      (files) => bent(files, 'LIESMICH.txt', (text) => text.replace('Fassung 1', 'Fassung 2')),
      'Dieses Archiv ist von einer neueren Fassung des Programms.',
    ],
    [
      'a LIESMICH.txt that is not of an archive',
      (files) => ({ ...files, 'LIESMICH.txt': 'Hallo' }),
      'LIESMICH.txt ist nicht von einem Archiv der Zunft.',
    ],
  ]
  test.each(unreadable)(
    'In the browser, an archive with %s is rejected before it is sent',
    async (_what, bend, told) => {
      const { token } = await signedIn('management')
      const files = await exported(token)
      expect(readFiles(bend(files))).toEqual({ problems: [told] })
    },
  )

  test('If an older archive lacks columns of the settings, these settings get the defaults of a new guild', async () => {
    const { token } = await signedIn('management')
    const files = await exported(token)
    const older = bent(files, 'einstellungen.csv', (text) =>
      text
        .replace(';Eigener Text zur Barrierefreiheit;Bargeld beim Abhaken\r\n', '\r\n')
        .replace(/;;ja\r\n$/, '\r\n'),
    )
    expect(older['einstellungen.csv']).not.toBe(files['einstellungen.csv'])
    expect(readFiles(older)).toEqual(readFiles(files))
  })

  test('Columns and rows of an archive may be in any order', async () => {
    const { files, token } = await aGuildInFiles()
    const types = 'Name;ID\r\nHexe;12\r\n"Bär;";2\r\nNarr;5\r\nRest;8\r\n'
    const id = await broughtBack({ ...files, 'kleidertypen.csv': types }, token)
    expect(id).toBeGreaterThan(0)
    expect(await rows('SELECT id, name FROM costume_types ORDER BY id')).toMatchObject([
      { id: 2, name: 'Bär;' },
      { id: 5, name: 'Narr' },
      { id: 8, name: 'Rest' },
      { id: 12, name: 'Hexe' },
    ])
  })
})

describe('the guild that receives an archive', () => {
  const full: [what: string, make: () => Promise<unknown>][] = [
    ['a member', () => aMember()],
    ['a parade', () => aParade()],
    [
      'a costume',
      async () => {
        const type = await aCostumeType()
        await rows(
          `INSERT INTO costumes (number, number_key, costume_type_id) VALUES ('1', '1', ${type.id})`,
        )
      },
    ],
  ]
  test.each(full)(
    'The import of an archive into a guild that already has %s is rejected (409 GuildNotEmpty)',
    async (_what, make) => {
      const { files, token } = await aGuildInFiles()
      const id = await staged(files, token)
      await make()
      const again = await call(
        'POST',
        '/api/imports',
        { kind: 'archive', fileName: 'a.zip', fileSha256: 'b'.repeat(64), headings: [], parts: 1 },
        { token },
      )
      expect(again.status).toBe(409)
      expect(await json(again)).toMatchObject({ error: { code: 'GuildNotEmpty' } })
      const before = await contents()
      const answer = await committed(id, token)
      expect(answer.status).toBe(409)
      expect(await json(answer)).toMatchObject({ error: { code: 'GuildNotEmpty' } })
      expect(extentOf(before, await contents())).toEqual({})
    },
  )

  test('Importing an archive replaces settings, rules and costume types of the guild', async () => {
    const { files, token } = await aGuildInFiles()
    await aCostumeType('Vorläufig')
    await rows(`UPDATE guild_settings SET name = 'Vorläufig'`)
    await broughtBack(files, token)
    expect(await rows(`SELECT id FROM costume_types WHERE name = 'Vorläufig'`)).toEqual([])
    expect(await rows(`SELECT id FROM guild_settings WHERE name = 'Vorläufig'`)).toEqual([])
    await expectSame(await exported(token), files)
  })

  test('Importing an archive does not turn off the rule that requires passkeys', async () => {
    const { files, token } = await aGuildInFiles()
    await rows('UPDATE guild_settings SET passkeys_required = 1')
    await broughtBack(files, token)
    expect(await rows('SELECT passkeys_required AS it FROM guild_settings')).toEqual([{ it: 1 }])
  })

  test('After the import of an archive, new members get ids above those of the archive', async () => {
    const { files, token } = await aGuildInFiles()
    await broughtBack(files, token)
    const [{ highest } = { highest: 0 }] = await rows<{ highest: number }>(
      'SELECT max(id) AS highest FROM members',
    )
    const { id } = await aMember({ lastName: 'Neu' })
    expect(id).toBeGreaterThan(highest)
  })

  test('The history of a deleted member is not shown for an imported member with the same id', async () => {
    const { files, token } = await aGuildInFiles()
    await rows(`INSERT INTO audit_entries (at, via, request_id, act, entity, entity_id, member_id, op, changes)
      VALUES ('2026-01-01T00:00:00.000Z', 'staff', 'r', 'x', 'member', 2, 2, 'delete', '{"lastName":["Alt",null]}')`)
    await broughtBack(files, token)
    const path = '/api/history?entity=member&entityId=2'
    const told = JSON.stringify(await json(call('GET', path, undefined, { token })))
    expect(told).not.toContain('Alt')
  })
})

describe('errors while an archive is imported', () => {
  test('An archive with a missing part is reported in the preview, and the commit is rejected (409)', async () => {
    const { files, token } = await aGuildInFiles()
    const id = await staged(files, token)
    await rows(`DELETE FROM import_parts WHERE import_id = ${id} AND part = 5`)
    const preview = await previewOf(id, token)
    expect(preview.rows[0]?.reasons[0]?.text).toBe('Das Archiv ist nicht vollständig angekommen.')
    expect((await committed(id, token)).status).toBe(409)
  })

  test('Committing an archive is rejected (409 ImportStale) when a part was sent again after the preview', async () => {
    const { files, token } = await aGuildInFiles()
    const id = await staged(files, token)
    const { seen } = await previewOf(id, token)
    const other = { table: 'costume_types', first: 2, rows: [['2', 'Anders']] }
    await call('PUT', `/api/imports/${id}/parts/1`, other, { token })
    const answer = await call('POST', `/api/imports/${id}/commit`, { seen }, { token })
    expect(answer.status).toBe(409)
    expect(await json(answer)).toMatchObject({ error: { code: 'ImportStale' } })
  })

  test('Committing an archive without the "seen" value from its preview is rejected (ImportOpen)', async () => {
    const { files, token } = await aGuildInFiles()
    const id = await staged(files, token)
    const answer = await call('POST', `/api/imports/${id}/commit`, {}, { token })
    expect(await json(answer)).toMatchObject({ error: { code: 'ImportOpen' } })
  })

  test('Rows of an imported list, sent as a part of an archive, are rejected (422)', async () => {
    const { files, token } = await aGuildInFiles()
    const id = await staged(files, token)
    const list = { rows: [{ row: 2, cells: ['x'] }] }
    const answer = await call('PUT', `/api/imports/${id}/parts/1`, list, { token })
    expect(answer.status).toBe(422)
  })

  test("When any statement of an archive's import fails, the guild is unchanged", async () => {
    const { files, token } = await aGuildInFiles()
    const id = await staged(files, token)
    const { seen } = await previewOf(id, token)
    const before = await contents()
    for (let at = 0; ; at += 1) {
      const refusal: Refusal = { at, refused: null }
      const database = refusingDatabase(refusal)
      const answer = await call('POST', `/api/imports/${id}/commit`, { seen }, { token, database })
      forgetLog()
      const [stored] = await rows(`SELECT state FROM imports WHERE id = ${id}`)
      // From this statement on the import is stored, and only its answer was lost.
      if (stored?.state === 'done') break
      expect([at, answer.status]).toEqual([at, 500])
      expect([at, extentOf(before, await contents())]).toEqual([at, {}])
    }
    await expectSame(await exported(token), files)
  })

  test('Of two simultaneous commits of an archive one imports it (200) and the other is rejected (409)', async () => {
    const { files, token } = await aGuildInFiles()
    const id = await staged(files, token)
    const answers = await Promise.all([committed(id, token), committed(id, token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await expectSame(await exported(token), files)
  })
})

describe('the undo of an archive', () => {
  test('Undoing an imported archive restores the guild as it was before, and the archive can be imported again', async () => {
    const { files, token } = await aGuildInFiles()
    await aCostumeType('Vorläufig')
    await rows(`UPDATE guild_settings SET name = 'Vorläufig', imprint_text = 'Zeile 1\nZeile 2'`)
    const before = await exported(token)
    const id = await broughtBack(files, token)
    const answer = await call('POST', `/api/imports/${id}/undo`, {}, { token })
    expect(answer.status).toBe(200)
    expect(await json(answer)).toMatchObject({ state: 'undone', undoable: false })
    await expectSame(await exported(token), before)
    // The same archive can be imported again.
    await broughtBack(files, token)
    await expectSame(await exported(token), files)
  })

  const writes: [what: string, write: (token: string) => Promise<unknown>][] = [
    [
      'a member was changed',
      async (token) => {
        const [one] = await rows<{ id: number }>('SELECT min(id) AS id FROM members')
        const answer = await call('PUT', `/api/member/${one?.id}`, { phone: '07523 1' }, { token })
        // 409: the oldest member may be an anonymised one; the row is then changed in the database.
        expect([200, 409, 422]).toContain(answer.status)
        await rows(`UPDATE members SET phone = '1'`)
      },
    ],
    ['a member was added', () => aMember({ lastName: 'Neu' })],
    ['the settings were changed', () => rows(`UPDATE guild_settings SET name = 'Neu'`)],
    [
      'a participation was confirmed',
      () =>
        rows(`INSERT INTO check_in_acts (id, kind, parade_id, user_id, acted_at, received_at, outcome)
          VALUES ('a', 'confirm', 1, 1, '2027-01-16T12:00:00.000Z', '2027-01-16T12:00:00.000Z', 'done')`),
    ],
  ]
  test.each(writes)(
    'Undoing an imported archive is rejected (409 ImportInUse) once %s',
    async (_what, write) => {
      const { files, token } = await aGuildInFiles()
      const id = await broughtBack(files, token)
      await write(token)
      const before = await contents()
      const answer = await call('POST', `/api/imports/${id}/undo`, { others: true }, { token })
      expect(answer.status).toBe(409)
      const { error } = await json(answer)
      expect(error.code).toBe('ImportInUse')
      expect(error.obstacles).toHaveLength(1)
      expect(extentOf(before, await contents())).toEqual({})
    },
  )
})
