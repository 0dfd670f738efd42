import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { contents, extentOf, putBack } from '#tests/support/contents.ts'
import { type SheetFile, sendFile } from '#tests/support/import-file.ts'
import { forgetLog } from '#tests/support/log.ts'
import { type Refusal, refusingDatabase } from '#tests/support/refusing-database.ts'
import { templateHeadings } from '#worker/domain/import/fields.ts'
import { sheetKinds } from '#worker/domain/import/headings.ts'
import { parseListName } from '#worker/domain/names.ts'
import type { ImportAnswers, ImportCell, ImportPreview } from '#worker/imports/imports.contract.ts'

// Random sheets over HTTP: with any cell texts, concurrent writes and failing statements, a file is imported
// completely or not at all.

let user: { id: number; token: string }
beforeEach(async () => {
  setClock()
  user = await signedIn('management')
  const hexe = await aCostumeType('Hexe')
  const beate = await aMember({
    memberNumber: 1,
    firstName: 'Beate',
    lastName: 'Bantle',
    birthday: '1958-02-01',
  })
  await aMember({ memberNumber: 2, firstName: 'Karl', lastName: 'Bantle', birthday: null })
  await aMember({
    memberNumber: 3,
    firstName: 'Hans',
    lastName: 'Alb',
    membershipState: 'Died',
    dateLeft: '2019-05-01',
  })
  const costume = await aCostume(hexe.id, 'H 12')
  await env.DB.prepare(
    'INSERT INTO costume_ownerships (costume_id, member_id, owned_from) VALUES (?, ?, ?)',
  )
    .bind(costume.id, beate.id, '2001-11-11')
    .run()
  const past = { dateEnrolmentStart: '2026-12-01', dateEnrolmentEnd: '2027-01-09' }
  await aParade({ title: 'Ringtreffen', host: 'NZ Moosried', date: '2027-01-09', ...past })
  await aParade({ title: 'Nachtumzug', host: 'NZ Moosried', date: '2027-01-10', ...past })
  await aParade({ title: 'Kinderumzug', host: 'NZ Weilen', date: '2027-01-10', ...past })
})

/** Plausible cells of a column, by a part of its heading. */
const plausible: [RegExp, ImportCell[]][] = [
  [/^Mitgliedsnummer/, ['', '', '', 1, 40, '041', 'M-42']],
  [/nummer/i, [1, 2, '3', '007', 'M-12', 'H 12', 40, '41', 42, '']],
  [/^Nachname/, ['Bantle', 'Alb', 'Maier', 'von der Alb', 'BANTLE', 'Kurz', 'Haas']],
  [/^Vorname/, ['Beate', 'Karl', 'Hans', 'Beathe', 'Ida', 'Ute', 'Fred', 'Änne']],
  [
    /tag|datum|seit|bis|von|am|eingezahlt/i,
    ['01.02.1958', '1.2.58', 1979, { day: '1990-11-11' }, 21947, '10.01.2027', ''],
  ],
  [/status/i, ['aktiv', 'p', 'ausg', '†', '']],
  [/ehrung/i, ['Sprungorden 25', 'Sonderurkunde']],
  [/amt/i, ['Kassiererin', 'Elferrat']],
  [/typ/i, ['Hexe', 'Narro', '']],
  [/umzug|beschreibung/i, ['Ringtreffen', 'Nachtumzug', 'ja', '']],
  [/ringtreffen|umzüge|^bestätigt/i, ['x', '', 'ja', '-']],
  [/gastgeber/i, ['NZ Moosried', 'NZ Weilen']],
  [/preis/i, ['3,50 €', 0, '4,--']],
  [/iban/i, ['DE89370400440532013000', 'DE20 6425 0040 0001 0237 57']],
  [/lastschrift|bestätigt|bezahlt/i, ['ja', 'nein', 'x', true]],
  [/mail/i, ['a@example.de']],
  [/sprünge/i, [0, 48, '112']],
]

const odd: ImportCell[] = [
  null,
  '',
  '31.02.1980',
  '2090-01-01',
  'Ehrenmitglied',
  'Ida und Fred',
  'DE00',
  'a(at)example.de',
  'vielleicht',
  'ca. 20',
  'Bierorden',
  'umsonst',
  -1,
  'Hofnarr',
  'Vereinshäs',
  'a@example.de; b@example.de',
  '-',
  '#NV',
  '=SUMME(A1)',
  '\u0000',
  '\u202e\u200b',
  '𝔅𝔞𝔫𝔱𝔩𝔢',
  'x'.repeat(3_000),
  -1,
  1e21,
  0.5,
  true,
  { day: '1899-12-31' },
  { day: '2026-04-02', format: 'd-mmm' },
  { unreadable: '#BEZUG!' },
  { unreadable: 'Formel ohne Ergebnis' },
  "Robert'); DROP TABLE members;--",
  '{"ref":"member 2"}',
]

/** Columns without which a row cannot be imported; the other columns are mostly empty. */
const needed =
  /^(Nachname|Vorname|Ehrung|Verliehen am|Amt|Von|Kleidertyp|Kleidernummer|Sprünge|Gezählt bis|Datum|Beschreibung|Gastgeber|Umz)/

const cellOf = (heading: string) => {
  const likely = plausible.find(([pattern]) => pattern.test(heading))?.[1] ?? ['Balingen', '', 5]
  const filled = likely.filter((cell) => cell !== '')
  return fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...(needed.test(heading) ? filled : likely)) },
    { weight: needed.test(heading) ? 0 : 60, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  )
}

const crosses = ['Ringtreffen 09.01.2027', 'Umzüge 10.1.27']

const sheets: fc.Arbitrary<SheetFile> = fc
  .constantFrom(...sheetKinds, 'members' as const, 'members' as const)
  .chain((kind) => {
    const own = templateHeadings[kind]
    const choices = kind === 'participations' ? [own, [...own.slice(0, 4), ...crosses]] : [own]
    return fc.constantFrom(...choices).map((headings) => ({ kind, headings }))
  })
  .chain(({ kind, headings }) =>
    fc
      .array(fc.tuple(...headings.map(cellOf)), { minLength: 1, maxLength: 5 })
      .map((lines) => ({ kind, headings, lines })),
  )

type Meanwhile = 'nothing' | 'a member is saved' | 'one of the same name comes'
const stories = fc.record({
  file: sheets,
  choice: fc.infiniteStream(fc.nat()),
  refusedAt: fc.option(fc.nat({ max: 45 }), { freq: 2 }),
  meanwhile: fc.constantFrom<Meanwhile[]>(
    'nothing',
    'nothing',
    'a member is saved',
    'one of the same name comes',
  ),
})

type Sent = Awaited<ReturnType<typeof sendFile>>

/** Gives each open question and each undecided row a random valid answer, until none is left. */
async function settle(
  sent: Sent,
  next: () => number,
): Promise<{ preview: ImportPreview; answers: ImportAnswers }> {
  const words: Record<string, Record<string, string>> = {}
  const empty: Record<string, string> = {}
  const choices: Record<string, string> = {}
  const pick = <Value>(values: readonly Value[]) => values[next() % values.length]
  for (let round = 0; ; round += 1) {
    const seen = await sent.preview()
    const open = seen.questions.filter(({ answer }) => answer === null)
    const undecided = seen.rows.filter(({ verdict }) => ['error', 'duplicate'].includes(verdict))
    if (undecided.length === 0) return { preview: seen, answers: { words, empty, choices } }
    if (open.length > 0 && round < 4) {
      for (const { place, field, word, options } of open) {
        const value = pick(options)?.value ?? '01.02.2014'
        if (place === 'words') words[field] = { ...words[field], [word]: value }
        else if (place === 'empty') empty[field] = value
        else choices[field] = value
      }
      expect((await sent.answer({ words, empty, choices })).status).toBe(200)
      continue
    }
    const decisions = undecided.map(({ row, verdict, candidates }) => {
      const one = pick(candidates)
      if (verdict === 'error' || round > 6) return { row, decision: 'skip' as const }
      const decision = pick(['same', 'new', 'skip'] as const) ?? 'skip'
      return decision === 'same' && one && one.memberId > 0
        ? { row, decision, memberId: one.memberId }
        : { row, decision }
    })
    expect((await sent.choose(decisions)).status).toBe(200)
  }
}

async function happen(meanwhile: Meanwhile, { rows: judged }: ImportPreview): Promise<void> {
  if (meanwhile === 'a member is saved') {
    const [member] = await rows<{ id: number }>('SELECT id FROM members ORDER BY id LIMIT 1')
    const path = `/api/member/${member?.id}`
    const saved = await call('PUT', path, { phone: '07433 99' }, { token: user.token })
    expect(saved.status).toBe(200)
  } else if (meanwhile === 'one of the same name comes') {
    const { title = 'Maier, Ida' } = judged.find(({ verdict }) => verdict === 'new') ?? {}
    const body = parseListName(title)
    await call('POST', '/api/member?allowDuplicate=true', body, { token: user.token })
  }
}

const ofImports = /^(imports|import_|sqlite_sequence)/

test('A random sheet is imported as a whole or not at all, also with errors, changes meanwhile and failing statements', async () => {
  const base = await contents()
  const done: Record<string, number> = {}
  let written = 0
  await fc.assert(
    fc.asyncProperty(stories, async ({ file, choice, refusedAt, meanwhile }) => {
      await putBack(base)
      const numbers = choice[Symbol.iterator]()
      const sent = await sendFile(file, user.token)
      const settled = await settle(sent, () => numbers.next().value ?? 0)
      const { seen, counts } = settled.preview
      await happen(meanwhile, settled.preview)
      const before = await contents()
      const refusal: Refusal = { at: refusedAt ?? -1, refused: null }
      const answer = await sent.commit(seen, { database: refusingDatabase(refusal) })
      const after = await contents()
      forgetLog()
      const changed = Object.keys(extentOf(before, after)).filter((one) => !ofImports.test(one))
      if (refusal.refused === null) expect([200, 409]).toContain(answer.status)
      done[`${answer.status}`] = (done[`${answer.status}`] ?? 0) + 1
      const [row] = await rows<{ state: string }>(`SELECT state FROM imports
        WHERE id = ${sent.path.split('/').at(-1)}`)
      if (answer.status !== 200) {
        expect(changed).toEqual([])
        expect(row?.state).toBe('staged')
        return
      }
      expect(row?.state).toBe('done')
      written += counts.new + counts.changes
      expect(await json(answer)).toMatchObject({ state: 'done', counts })
      if (counts.new + counts.changes === 0) {
        // The event of the import is written into the history, which raises the data version.
        const told = ['audit_entries', 'data_version']
        expect(changed.filter((table) => !told.includes(table))).toEqual([])
      }
      await expectSame({ ...file, answers: settled.answers }, settled.preview)
    }),
    { seed: 20270116, numRuns: 80 },
  )
  // Enough stories wrote rows, and some were rejected because of a simultaneous change.
  expect(written).toBeGreaterThan(20)
  expect(Object.keys(done)).toEqual(expect.arrayContaining(['200', '409']))
}, 600_000)

test('The import of a sheet is rejected (409) if a member with the name of one of its rows was added after the preview', async () => {
  const file: SheetFile = {
    kind: 'members',
    headings: ['Nachname', 'Vorname', 'Geburtstag'],
    lines: [
      ['Kurz', 'Ida', '01.02.1990'],
      ['Haas', 'Ute', '01.02.1991'],
    ],
  }
  const sent = await sendFile(file, user.token)
  const preview = await sent.preview()
  expect(preview.counts).toMatchObject({ new: 2, error: 0 })
  await happen('one of the same name comes', preview)
  const before = await contents()
  const answer = await sent.commit(preview.seen)
  expect(answer.status).toBe(409)
  expect(extentOf(before, await contents())).toEqual({})
  // After another preview and decision the import succeeds.
  await sent.choose([{ row: 2, decision: 'new' }])
  expect((await sent.commit((await sent.preview()).seen)).status).toBe(200)
})

/** Sends the same file again and expects that all its rows are stored already. */
async function expectSame(file: SheetFile, before: ImportPreview): Promise<void> {
  const again = await sendFile(file, user.token)
  const skipped = before.rows.filter(({ verdict }) => verdict === 'skipped')
  if (skipped.length > 0) {
    await again.choose(skipped.map(({ row }) => ({ row, decision: 'skip' })))
  }
  const { rows: now } = await again.preview()
  expect(now.filter(({ verdict }) => verdict !== 'same' && verdict !== 'skipped')).toEqual([])
}
