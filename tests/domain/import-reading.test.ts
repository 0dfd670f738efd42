import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { workbookOf } from '#tests/support/workbook.ts'
import type { CodePage } from '#web/imports/reading/code-page.ts'
import { readBytes } from '#web/imports/reading/read-bytes.ts'
import { type Sheet, sheetOf } from '#web/imports/reading/sheet.ts'
import { uploadOf } from '#web/imports/upload.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { oneLine, severalLines } from '#worker/domain/import/cells.ts'
import { maxPartBytes } from '#worker/domain/limits.ts'
import { cleanLine } from '#worker/domain/text.ts'

const samples = new URL('../support/import-samples/', import.meta.url)
const bytesOf = (text: string) => new TextEncoder().encode(text)
const sampleOf = (name: string) => new Uint8Array(readFileSync(new URL(name, samples)))

/** Of a file the sheet that is shown first. */
async function read(
  file: Uint8Array<ArrayBuffer> | string,
  codePage?: CodePage | undefined,
): Promise<Sheet> {
  const found = await readBytes(typeof file === 'string' ? bytesOf(file) : file, codePage)
  const table = found.kind === 'tables' ? found.tables[found.best] : undefined
  if (!table) throw new Error(`It is ${found.kind}`)
  return sheetOf(table)
}

const cellsOf = ({ rows }: Sheet) => rows.map(({ cells }) => cells)
const problemsOf = ({ rows }: Sheet) =>
  rows.flatMap(({ row, problem }) => (problem === undefined ? [] : [[row, problem]]))
/** What a row says of these headings. */
const pick = ({ headings, rows }: Sheet, ...wanted: string[]) =>
  rows.map(({ cells }) => wanted.map((heading) => cells[headings.indexOf(heading)]))

// ── The samples ────────────────────────────────────────────────────────────────────────────

test('In a handmade list, only the rows of members are read, without titles, group headings, blank lines and the line of sums', async () => {
  const sheet = await read(sampleOf('01-mitglieder-handliste.xlsx'))
  expect(sheet).toMatchObject({ name: 'Mitglieder 2026', headingRow: 4 })
  expect(sheet.headings).toEqual(
    'Nr. Name geb. Straße PLZ Ort Telefon Mail akt./pass. Eintritt Häs IBAN Lastschrift Bemerkung'.split(
      ' ',
    ),
  )
  expect(sheet.rows.map(({ row }) => row)).toEqual([6, 7, 8, 9, 12, 13, 14])
  expect(sheet.skipped).toEqual([
    { row: 5, text: 'Aktive Mitglieder', reason: 'nur eine Zelle gefüllt' },
    { row: 10, text: '', reason: 'leere Zeile' },
    { row: 11, text: 'Passive Mitglieder', reason: 'nur eine Zelle gefüllt' },
    { row: 15, text: '', reason: 'leere Zeile' },
    { row: 16, text: 'Summe · 7', reason: 'Summe' },
  ])
  expect(pick(sheet, 'Nr.', 'geb.', 'PLZ', 'Telefon', 'Eintritt')).toEqual([
    [1, { day: '1958-02-01' }, 72336, '07433/12345, 0171 2345678', { day: '1979-11-11' }],
    [2, '1.2.58', 72336, '0171-9876543', 1979],
    [3, '29.02.1960', 1067, 1711234567, '11.11.95'],
    ['007', '01.05.1971', 72348, '07428 / 99', '1/2/2001'],
    [12, 21947, 72459, null, '1985'],
    [13, '3. März 1949', '72336', '+49 7433 555', { day: '2010-01-06' }],
    [14, '00.00.0000', null, null, '1950'],
  ])
  expect(pick(sheet, 'Bemerkung')[3]).toEqual(['Zeile eins\nZeile zwei'])
})

test('Every sheet of a workbook is offered, and any filled line of a sheet can be chosen as the line of the headings', async () => {
  const found = await readBytes(sampleOf('01-mitglieder-handliste.xlsx'))
  if (found.kind !== 'tables') throw new Error(found.kind)
  expect(found.best).toBe(0)
  expect(found.tables.map(({ name }) => name)).toEqual(['Mitglieder 2026', 'Notizen'])
  const [table] = found.tables
  if (!table) throw new Error('No sheet')
  const sheet = sheetOf(table, 6)
  expect(sheet.headings.slice(0, 3)).toEqual(['1', 'Bantle, Beate', '01.02.1958'])
  expect(sheet.headingRow).toBe(6)
  expect(sheet.rows[0]?.row).toBe(7)
  // Nothing stands in line 3, and nothing at all in line 99.
  expect(sheetOf(table, 3).headingRow).toBe(4)
  expect(sheetOf(table, 99).headingRow).toBe(1)
})

test('A file of JVerein is read: the code page Windows-1252, and a semicolon within a quoted cell', async () => {
  const sheet = await read(sampleOf('02-mitglieder-jverein.csv'))
  expect(sheet.rows.map(({ row }) => row)).toEqual([2, 3, 4])
  expect(
    pick(sheet, 'mitglied_name', 'mitglied_vorname', 'mitglied_strasse', 'mitglied_zahlungsweg'),
  ).toEqual([
    ['Maier', 'Gisela', 'Gässle 5', 'Basislastschrift'],
    ['Maier', 'Jörg', 'Gässle 5; Hinterhaus', 'Überweisung'],
    ['Wößner', 'Ägidius', 'Weg 1', 'Barzahlung'],
  ])
})

test('A file of SPG-Verein is read: cells quoted with apostrophes, and a remark of two lines', async () => {
  const sheet = await read(sampleOf('03-mitglieder-spg.csv'))
  expect(pick(sheet, 'Mitglieds_Nr', 'Zahler', 'Abt_Status_1', 'Bemerkungen')).toEqual([
    ['201', 'Öttinger, Paul', 'a', 'erste Zeile\n| zweite Zeile'],
    ['202', null, 'p', null],
  ])
})

test('A file of Admidio is read: cells separated by commas, and quotes within a quoted cell', async () => {
  const sheet = await read(sampleOf('04-mitglieder-admidio.csv'))
  expect(pick(sheet, 'Nachname', 'Vorname', 'Mitgliedschaftsende')).toEqual([
    ['Kienle', 'Rosa "Rosi"', null],
    ['Kienle', 'Max, jun.', '31.12.9999'],
  ])
})

test('A file of ClubDesk is read: the code page Latin-1', async () => {
  const sheet = await read(sampleOf('05-mitglieder-clubdesk.csv'))
  expect(pick(sheet, 'Nachname', 'Adresse', '[Gruppen]', 'PLZ', 'Status')).toEqual([
    ['Läufer', 'Höhenweg 3', 'Hexen, Ausschuss', '72336', 'Aktivmitglied'],
    ['Freund', 'Höhenweg 4', null, '8200', 'Gönner'],
  ])
})

test('A file saved as "Unicode text" is read: UTF-16, and cells separated by tabs', async () => {
  const sheet = await read(sampleOf('06-mitglieder-unicode-text.txt'))
  expect(cellsOf(sheet)).toEqual([
    ['301', 'Łucja', 'Kowalska', null, '1990-02-01', null, '0176 1', 'aktiv'],
    ['302', 'Eva', 'Kübler', 'Bantle', '01.02.1990', null, null, 'passiv'],
  ])
})

test.each([
  [
    '07-ehrungen.csv',
    4,
    ['1', 'Bantle, Beate', '25 Jahre Mitgliedschaft', '2004', 'laut Protokoll; Seite 4'],
  ],
  ['08-dienstbuch.csv', 3, ['Bantle, Beate', '01.02.1958', 'Kassierin', 'seit 1995', null]],
  ['09-kleider.csv', 5, ['Hexe', 'H 13', 'Bantle, Karl', '11.11.1979', '10.11.2005']],
  [
    '11-umzuege.csv',
    3,
    ['25.01.2025', 'Nachtumzug', 'Narrenverein Weilen', '72367', 'Weilen', '4,--', '2'],
  ],
  ['12-spruenge-vor-der-erfassung.csv', 4, ['2', 'Bantle, Karl', '112']],
])(
  'The sample %s is read as %d rows without a problem or a line left out',
  async (name, count, second) => {
    const sheet = await read(sampleOf(name))
    expect(sheet).toMatchObject({ headingRow: 1, skipped: [] })
    expect(sheet.rows).toHaveLength(count)
    expect(sheet.rows[1]?.cells).toEqual(second)
    expect(problemsOf(sheet)).toEqual([])
  },
)

test('In a workbook with a list of crosses, a formula is read as its stored result, and the line of sums is left out', async () => {
  const sheet = await read(sampleOf('10-sprungliste.xlsx'))
  expect(sheet).toMatchObject({ name: 'Fasnet 2025', headingRow: 3 })
  expect(sheet.headings).toEqual([
    'Name',
    'Vorname',
    'Ringtreffen Moosried 19.01.2025',
    'Nachtumzug Weilen 25.01.2025',
    'Balingen 02.03.2025',
    'gesamt',
  ])
  expect(cellsOf(sheet)).toEqual([
    ['Bantle', 'Beate', 'x', 'x', 'X', 3],
    ['Bantle', 'Karl', 'x', null, '-', 1],
  ])
  expect(sheet.skipped).toEqual([{ row: 6, text: 'Gesamt · 2 · 1 · 1 · 4', reason: 'Summe' }])
})

test('In a file of faulty lines, surplus cells and an unclosed quote are reported with the number of their line', async () => {
  const sheet = await read(sampleOf('13-mitglieder-kaputt.csv'))
  expect(pick(sheet, 'Nr', 'Nachname', 'Vorname')).toEqual([
    ['401', 'Haas', 'Eva'],
    ['401', 'Haas', 'Otto'],
    ['402', null, 'Ohne'],
    ['403', 'Haas', 'Ida und Fred'],
    ['404', 'Kurz', null],
    ['405', 'Lang', 'Lore'],
    ['406', 'Haas', 'Eva'],
    ['407', 'Offen', 'Anführung'],
  ])
  expect(problemsOf(sheet)).toEqual([
    [7, '2 Zellen mehr als Überschriften.'],
    [9, 'In Zeile 9 fehlt ein schließendes Anführungszeichen.'],
  ])
})

// ── Texts ──────────────────────────────────────────────────────────────────────────────────

type Writing = {
  delimiter: string
  quote: '"' | "'"
  allQuoted: boolean
  newline: string
  encoding: 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  isTold: boolean
  titles: string[]
}

/** As RFC 4180 has it, written here once more so that the reader is not judged by its own library. */
function write(table: readonly (readonly string[])[], how: Writing): Uint8Array<ArrayBuffer> {
  const { delimiter, quote, newline } = how
  const cell = (text: string) => {
    const isSpecial = [delimiter, quote, '\n', '\r'].some((one) => text.includes(one))
    const written = text.replaceAll('\n', newline)
    if (!isSpecial && !how.allQuoted) return text
    return quote + written.replaceAll(quote, quote + quote) + quote
  }
  const lines = table.map((row) => row.map(cell).join(delimiter))
  const told = how.isTold ? [`sep=${delimiter}`] : []
  return encode([...told, ...how.titles, ...lines, ''].join(newline), how.encoding)
}

function encode(text: string, encoding: Writing['encoding']): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return bytesOf(text)
  if (encoding === 'utf-8 with mark') return bytesOf(`\uFEFF${text}`)
  // Of our letters each has the number of its Unicode character.
  if (encoding === 'windows-1252') return Uint8Array.from(text, (one) => one.charCodeAt(0))
  const bytes = new Uint8Array(2 * text.length + 2)
  const view = new DataView(bytes.buffer)
  const isLittle = encoding === 'utf-16le'
  view.setUint16(0, 0xfeff, isLittle)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i + 2, text.charCodeAt(i), isLittle)
  return bytes
}

const inner = [...'abcÄÖÜäöüßé ;,\t"\n.-0123x']
const text = fc.string({ unit: fc.constantFrom(...inner), maxLength: 12 })
// What shows nothing counts as blank, and a name does not begin with the sign that quotes.
const word = fc.string({ unit: fc.constantFrom(...[...'abcäöß1']), minLength: 1, maxLength: 8 })
const rowsOf = (columns: number) =>
  fc.array(fc.tuple(word, word, ...Array.from({ length: columns - 2 }, () => text)), {
    minLength: 1,
    maxLength: 12,
  })
const headings = ['Mitgliedsnummer', 'Nachname', 'Vorname', 'Geburtstag', 'Bemerkung', 'Ort']
const table = fc
  .integer({ min: 3, max: headings.length })
  .chain((columns) => fc.tuple(fc.constant(headings.slice(0, columns)), rowsOf(columns)))
const writing: fc.Arbitrary<Writing> = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t'),
  quote: fc.constantFrom('"', "'"),
  allQuoted: fc.boolean(),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'windows-1252'),
  isTold: fc.boolean(),
  titles: fc.constantFrom([], ['Mitgliederliste'], ['Zunft', '', 'Stand 11.11.2025']),
})

test('A random table is read unchanged, whatever its encoding, delimiter, quotes and line ends', async () => {
  await fc.assert(
    fc.asyncProperty(table, writing, async ([head, rows], how) => {
      // Apostrophes quote everything or nothing; a title stands before them in no file of theirs.
      const fits = how.quote === '"' ? how : { ...how, allQuoted: true, titles: [] }
      const file = write([head, ...rows], fits)
      const found = await readBytes(file)
      // Of letters that make no words it is asked, and the right answer is among those offered.
      const isAsked = found.kind === 'readings'
      if (isAsked) expect(found.readings.map(({ codePage }) => codePage)).toContain(how.encoding)
      const sheet = await read(file, isAsked ? 'windows-1252' : undefined)
      expect(sheet.headings).toEqual(head)
      expect(cellsOf(sheet)).toEqual(
        rows.map((row) => row.map((cell) => (cell === '' ? null : cell))),
      )
      expect(problemsOf(sheet)).toEqual([])
      expect(sheet.skipped).toEqual([])
      // Above all stand the titles, and what tells the delimiter is no line of the list.
      expect(sheet.headingRow).toBe(fits.titles.length + 1)
    }),
    { seed: 16, numRuns: 1_000 },
  )
})

test('If random bytes can be read as tables, these are converted to sheets without an exception', async () => {
  const start = fc.constantFrom('', 'PK\x03\x04', '\uFEFF', "'Nr';'Name'\n", 'Nr;Name\n"', 'sep=;')
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), async (before, bytes) => {
      const file = new Uint8Array([...bytesOf(before), ...bytes])
      const found = await readBytes(file).catch(() => ({ kind: 'unreadable' as const }))
      if (found.kind === 'tables') for (const one of found.tables) sheetOf(one)
    }),
    { seed: 17, numRuns: 1_000 },
  )
})

test.each([
  [
    'UTF-16, little-endian, without a byte-order mark',
    encode('Nr;Name\n1;Bär\n', 'utf-16le').slice(2),
  ],
  [
    'UTF-16, big-endian, without a byte-order mark',
    encode('Nr;Name\n1;Bär\n', 'utf-16be').slice(2),
  ],
  [
    'UTF-8 with a byte-order mark, and one letter of Windows',
    new Uint8Array([...bytesOf('\uFEFFNr;Name\n1;B'), 0xe4, 0x72]),
  ],
])('The encoding of a text file is recognised: %s', async (_, bytes) => {
  const sheet = await read(bytes)
  expect(sheet.headings).toEqual(['Nr', 'Name'])
  expect(cellsOf(sheet)).toEqual([['1', 'Bär']])
})

test('The characters 128 to 159 of Windows-1252, such as „ and €, are read correctly', async () => {
  const letters = new Uint8Array([0x84, 0x41, 0x93, 0x20, 0x96, 0x20, 0x80])
  const sheet = await read(new Uint8Array([...bytesOf('Nr;Name\n1;'), ...letters]))
  // Node 20 takes them for control characters; browsers and later ones do not.
  const isRight = new TextDecoder('windows-1252').decode(new Uint8Array([0x80])) === '€'
  if (isRight) expect(cellsOf(sheet)).toEqual([['1', '„A“ – €']])
  else expect(sheet.rows).toHaveLength(1)
})

test.each([
  [
    'semicolons although there are more commas',
    'Name, Vorname;Straße;Ort\nBär, A;Weg 1, Haus 2;Aa\nLux, B;x\n',
    ['Name, Vorname', 'Straße', 'Ort'],
  ],
  ['the one that the first line names', 'sep=|\nNr|Name\n1|Bär; A\n', ['Nr', 'Name']],
  [
    'the one that the first line names, although the headings look otherwise',
    'sep=,\nNr,Na;me;x\n1,B\n',
    ['Nr', 'Na;me;x'],
  ],
  [
    'semicolons between unknown headings',
    'Foo;Bar, Baz;Qux\n1;a, b;2\n3;c, d;4\n',
    ['Foo', 'Bar, Baz', 'Qux'],
  ],
  ['none in a file of one column', 'Mitgliedsnummer\n1\n2\n', ['Mitgliedsnummer']],
])('The delimiter of a file is recognised: %s', async (_, file, expected) => {
  expect((await read(file)).headings).toEqual(expected)
})

test('Quotes within a quoted cell that are not doubled are accepted, and so is a semicolon at the end of each line', async () => {
  const sheet = await read(
    'Anzeigename;TelefonPrivat;TelefonMobil\n"Kienle, Rosa "Rosi"";"1";"2";\n"Maier "Max" Karl";"";"3";\n',
  )
  expect(cellsOf(sheet)).toEqual([
    ['Kienle, Rosa "Rosi"', '1', '2'],
    ['Maier "Max" Karl', null, '3'],
  ])
  expect(problemsOf(sheet)).toEqual([])
})

const head = 'Nr;Nachname;Vorname;Bemerkung;Ort'

test.each([
  ['without another quote', '2;"Offen;B;;', '3;Lux;C;;'],
  ['with a quoted cell in the next line', '2;"Offen;B;;', '3;Lux;C;"Ja";X'],
  ['with a closing quote in the next line', '2;"Offen;B;;', '3;Lux;C;Ja";X'],
])(
  'An unclosed quote %s is reported at its own line, and the other lines are read',
  async (_, open, next) => {
    const lines = [head, '1;Adler;A;"zwei\nZeilen; hier";X', open, next, '4;Maus;D;;X']
    const sheet = await read(`${lines.join('\n')}\n`)
    expect(pick(sheet, 'Nr', 'Vorname').slice(0, 4)).toEqual([
      ['1', 'A'],
      ['2', 'B'],
      ['3', 'C'],
      ['4', 'D'],
    ])
    expect(problemsOf(sheet)[0]).toEqual([
      3,
      'In Zeile 3 fehlt ein schließendes Anführungszeichen.',
    ])
  },
)

test('In a text file, ="…" around a value and a control character at the end of the file are removed', async () => {
  const sheet = await read('Nr;Name;Ort\r\n="007";"=""A""";X\r\n\u001a')
  expect(cellsOf(sheet)).toEqual([['007', 'A', 'X']])
  expect(sheet.skipped).toEqual([])
})

test('A filled cell beyond the headings is reported at its line, and cells missing at the end of a line are empty', async () => {
  const sheet = await read(`${head}\n1;Adler;A;;X;;;\n2;Bär\n3;Lux;C;;X;zu viel\n`)
  expect(cellsOf(sheet)).toEqual([
    ['1', 'Adler', 'A', null, 'X'],
    ['2', 'Bär', null, null, null],
    ['3', 'Lux', 'C', null, 'X'],
  ])
  expect(problemsOf(sheet)).toEqual([[4, 'Eine Zelle mehr als Überschriften.']])
})

describe('files of SPG-Verein', () => {
  const spg = 'Mitglieds_Nr;Nachname;Bemerkungen;Eintritt_Datum;IBAN_Nr;BIC_Nr;Ort'

  test('In a file of SPG-Verein, a remark that continues on the next lines without quotes is read as one cell', async () => {
    const sheet = await read(
      `${spg}\n1;Adler;eins\nzwei;01.01.2000;DE1;;X\n2;Bär;a;01.01.2001;;;Y\nnoch\n\neins\n3;Lux;;;;;Z\n`,
    )
    expect(cellsOf(sheet)).toEqual([
      ['1', 'Adler', 'eins\nzwei', '01.01.2000', 'DE1', null, 'X'],
      ['2', 'Bär', 'a', '01.01.2001', null, null, 'Y\nnoch\neins'],
      ['3', 'Lux', null, null, null, null, 'Z'],
    ])
    expect(sheet.rows.map(({ row }) => row)).toEqual([2, 4, 8])
  })

  test('In a file of SPG-Verein whose cells are quoted with apostrophes, an apostrophe within a cell is read as part of the text', async () => {
    const headings = "Mitglieds_Nr;Nachname\n'1';'Bär; A'\n"
    expect(cellsOf(await read(headings))).toEqual([['1', 'Bär; A']])
    const quoted = (line: string) => `'${line.split(';').join("';'")}'`
    const sheet = await read(
      `${quoted(spg)}\n${quoted("1;O'Neill;wie geht's;;;;X")}\n${quoted("2;Bär;erste\nwie geht's;;;;Y")}\n`,
    )
    expect(pick(sheet, 'Mitglieds_Nr', 'Nachname', 'Bemerkungen', 'Ort')).toEqual([
      ['1', "O'Neill", "wie geht's", 'X'],
      ['2', 'Bär', "erste\nwie geht's", 'Y'],
    ])
    expect(problemsOf(sheet)).toEqual([])
  })

  test('In a file that is not from SPG-Verein, a line with fewer cells than headings is a row of its own, not the rest of the previous row', async () => {
    const sheet = await read(`${head};PLZ;Straße\n1;Adler;A;;X;1;2\n2;Kurz\n`)
    expect(sheet.rows).toHaveLength(2)
  })
})

// ── What is no row ─────────────────────────────────────────────────────────────────────────

test('Group headings, sums, blank lines and repeated headings between the rows of a file are left out and reported', async () => {
  const lines = [
    'Nr;Name;Ort;Beitrag',
    'Aktive;;;',
    '1;Bär;X;10',
    'Zwischensumme;;;10',
    ';;;',
    ' Nr ; NAME;Ort;Beitrag',
    '2;Summer;Gesamtheim;20',
    '3;Lux;Anzahl;20',
    'Anzahl Mitglieder:;3;;',
    ';Summe:;;30',
    'Mitglieder gesamt;3;;',
    'Gesamt-Elferrat;Rat;X;1',
    ';;;',
  ]
  const sheet = await read(lines.join('\n'))
  expect(pick(sheet, 'Nr', 'Name')).toEqual([
    ['1', 'Bär'],
    ['2', 'Summer'],
    ['3', 'Lux'],
    ['Gesamt-Elferrat', 'Rat'],
  ])
  expect(sheet.skipped).toEqual([
    { row: 2, text: 'Aktive', reason: 'nur eine Zelle gefüllt' },
    { row: 4, text: 'Zwischensumme · 10', reason: 'Summe' },
    { row: 5, text: '', reason: 'leere Zeile' },
    { row: 6, text: 'Nr · NAME · Ort · Beitrag', reason: 'Überschriften wiederholt' },
    { row: 9, text: 'Anzahl Mitglieder: · 3', reason: 'Summe' },
    { row: 10, text: 'Summe: · 30', reason: 'Summe' },
    { row: 11, text: 'Mitglieder gesamt · 3', reason: 'Summe' },
  ])
})

test('In a file of two columns, a row with only one filled cell is read as a row, not left out as a group heading', async () => {
  const sheet = await read('Name;Sprünge bis 2024\nBär, A;\nLux, B;3\n')
  expect(cellsOf(sheet)).toEqual([
    ['Bär, A', null],
    ['Lux, B', '3'],
  ])
})

test('At most 2,000 left-out lines are reported, filled ones before blank ones; the last report gives the number of all others', async () => {
  const groups = Array.from({ length: 1_500 }, (_, index) => `;;\nGruppe ${index};;`)
  const sheet = await read(['Nr;Name;Ort', ...groups, '1;Bär;X'].join('\n'))
  expect(sheet.skipped).toHaveLength(2_000)
  expect(sheet.skipped.filter(({ text }) => text !== '')).toHaveLength(1_500)
  expect(sheet.skipped.at(-1)).toEqual({ row: 2, text: '', reason: 'und 1001 weitere Zeilen' })
})

test('Headings become unique texts of one line with at most 200 characters: repeated ones are numbered, and missing ones are named', async () => {
  const sheet = await read(
    `Name;"Tele-\nfon";;Telefon;Telefon;${'x'.repeat(300)};;\nBär;1;links;2;3;;;\n`,
  )
  expect(sheet.headings).toEqual([
    'Name',
    'Tele- fon',
    'Spalte C',
    'Telefon',
    'Telefon (2)',
    'x'.repeat(200),
  ])
  expect(cellsOf(sheet)).toEqual([['Bär', '1', 'links', '2', '3', null]])
})

// ── Workbooks ──────────────────────────────────────────────────────────────────────────────

const book = (rows: Parameters<typeof workbookOf>[0]['sheets'][0]['rows'], more = {}) =>
  workbookOf({ sheets: [{ name: 'Tabelle1', rows }], ...more })

test('Dates, times, formulas, check marks, numbers and errors of a workbook are read', async () => {
  const rows = [
    ['Nr', 'Name', 'Geburtstag', 'Eintritt', 'Aktiv', 'Summe'],
    [{ formula: 'ROW()-1', value: 1 }, 'Bär', { serial: 21217 }, { serial: 21217.99 }, true, null],
    [2, 'Lux', { iso: '1958-02-01' }, { iso: '1958-02-01T00:00:00' }, false, { error: '#N/A' }],
    [3, 'Maus', { serial: 0.5 }, { serial: 1e12 }, null, 4.25],
  ]
  // East of Greenwich the day begins before it does there.
  vi.stubEnv('TZ', 'Europe/Berlin')
  const sheet = await read(book(rows)).finally(() => vi.unstubAllEnvs())
  const day = { day: '1958-02-01' }
  expect(cellsOf(sheet)).toEqual([
    [1, 'Bär', day, day, true, null],
    [2, 'Lux', day, day, false, { unreadable: '#NV' }],
    [3, 'Maus', '12:00', { unreadable: '########' }, null, 4.25],
  ])
})

test.each(['1', 'true'])(
  'Days of a workbook that counts its days from 1904 are read (date1904 = %s)',
  async (isFrom1904) => {
    const rows = [
      ['Nr', 'Geburtstag'],
      [1, { serial: 21217 - 1462 }],
    ]
    expect(cellsOf(await read(book(rows, { isFrom1904 })))).toEqual([[1, { day: '1958-02-01' }]])
  },
)

test('If a workbook has several sheets, blank ones are left out, and the one with headings of member names is proposed', async () => {
  const sheets = [
    { name: 'Leer', rows: [] },
    { name: 'Kasse', rows: Array.from({ length: 50 }, (_, row) => [`Posten ${row}`, row]) },
    {
      name: 'Mitglieder',
      rows: [
        ['Nr', 'Nachname', 'Vorname'],
        [1, 'Bär', 'A'],
      ],
    },
  ]
  const found = await readBytes(workbookOf({ sheets, hasBackslashes: true }))
  expect(found).toMatchObject({ kind: 'tables', best: 1 })
  expect(found.kind === 'tables' && found.tables.map(({ name }) => name)).toEqual([
    'Kasse',
    'Mitglieder',
  ])
})

test('In a workbook, a column with a filled cell but no heading is named after its letter ("Spalte D")', async () => {
  const sheet = await read(
    book([
      ['Nr', 'Name', null, null],
      [1, 'Bär', null, 'ruft an'],
    ]),
  )
  expect(sheet.headings).toEqual(['Nr', 'Name', 'Spalte D'])
  expect(cellsOf(sheet)).toEqual([[1, 'Bär', 'ruft an']])
})

test('A workbook of 20,000 rows is read, and one of 20,001 rows is rejected', async () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => [
    row + 1,
    `Nachname ${row}`,
    `Vorname ${row}`,
    { serial: 20_000 + row },
  ])
  const head = ['Nr', 'Nachname', 'Vorname', 'Geburtstag']
  const sheet = await read(book([head, ...rows]))
  expect(sheet.rows).toHaveLength(20_000)
  expect(sheet.rows.at(-1)).toEqual({
    row: 20_001,
    cells: [20_000, 'Nachname 19999', 'Vorname 19999', { day: '2009-07-05' }],
  })
  const one = [20_001, 'Zu', 'viel', null]
  expect(await readBytes(book([head, ...rows, one]))).toEqual({
    kind: 'unreadable',
    why: 'rows',
  })
})

test('An archive of the guild is recognised by its file LIESMICH, even after it was unpacked and packed again on a Mac', async () => {
  const files = { 'LIESMICH.txt': strToU8('Zunft'), 'mitglieder.csv': strToU8('id;…') }
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(await readBytes(zipSync(files))).toEqual({ kind: 'archive', files, sha256 })
  const again = zipSync({
    'zunft-2026-11-21': files,
    __MACOSX: { 'zunft-2026-11-21': { '._LIESMICH.txt': strToU8('x') } },
  })
  expect(await readBytes(again)).toEqual({ kind: 'archive', files, sha256 })
})

// ── On the way to the server ───────────────────────────────────────────────────────────────

test('The parts of an upload contain every row once and in order, and no part is larger than the server accepts', () => {
  const cell = fc.oneof(text, fc.string({ unit: 'binary', maxLength: 15_000 }))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 200 }), { maxLength: 6 }), (rows) => {
      const lines = rows.map((cells, index) => ({ row: index + 2, cells }))
      const repeated = Array.from({ length: 4 }, () => lines).flat()
      const { body, parts } = uploadOf({
        name: '',
        headings: ['Nr'],
        headingRow: 1,
        rows: repeated,
        skipped: [],
        table: { name: '', lines: [], isText: true },
      })
      expect(body.parts).toBe(parts.length)
      for (const part of parts) {
        expect(bytesOf(JSON.stringify(part)).length).toBeLessThanOrEqual(maxPartBytes)
      }
      const sent = parts.flatMap(({ rows }) => rows)
      expect(sent.map(({ row }) => row)).toEqual(repeated.map(({ row }) => row))
      for (const [index, { cells, problem }] of sent.entries()) {
        // Whole, or told.
        if (problem === undefined) expect(cells).toEqual(repeated[index]?.cells)
      }
    }),
    { seed: 18, numRuns: 60 },
  )
})

test('With the headings, up to three filled cells of each column are sent to the server', async () => {
  const { body } = uploadOf(await read('Nr;Name;Ort\n1;Bär;\n2;Lux;\n3;Maus;X\n4;Reh;\n'))
  expect(body).toMatchObject({
    samples: [['1', '2', '3'], ['Bär', 'Lux', 'Maus'], ['X']],
    rowCount: 4,
    parts: 1,
  })
})

// ── Files of our own ───────────────────────────────────────────────────────────────────────

test('A name in an exported CSV file is read back as it was stored, whatever characters it begins with', async () => {
  const parts = [
    ..."'=+-@",
    ...'＝＋－＠﹦﹢﹣﹫',
    ...'\u200b\ufeff\u00a0\u2060',
    ' ',
    '\n',
    '7',
    'ä',
  ]
  const stored = fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 })
    .map((some) => cleanLine(`${some.join('')}x`))
  await fc.assert(
    fc.asyncProperty(fc.array(stored, { minLength: 2, maxLength: 5 }), async (texts) => {
      const file = csvFile(
        ['Nachname', 'Ort'],
        texts.map((text) => [text, 'Höfen']),
      )
      const cells = cellsOf(await read(file))
      expect(cells.map(([cell]) => oneLine(cell ?? null))).toEqual(texts)
    }),
    { numRuns: 200, seed: 16 },
  )
})

test('A comment of several lines in an exported CSV file is read back with all its lines', async () => {
  for (const text of ["'=a\nb", '- eins\n- zwei', '＝a\n＠b', "''-a", '@x']) {
    const cells = cellsOf(
      await read(
        csvFile(
          ['Nachname', 'Bemerkung'],
          [
            ['Abt', text],
            ['Beck', 'b'],
          ],
        ),
      ),
    )
    expect(severalLines(cells[0]?.[1] ?? null)).toBe(text)
  }
})
