import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Book, type BookCell, workbookOf } from '#tests/support/workbook.ts'
import { type CodePage, decodeAs, decodeText } from '#web/imports/reading/code-page.ts'
import { type ReadBytes, readBytes } from '#web/imports/reading/read-bytes.ts'
import { refusalWords } from '#web/imports/reading/refusals.ts'
import { type Sheet, sheetOf } from '#web/imports/reading/sheet.ts'
import { normaliseRow } from '#worker/domain/import/normalise.ts'
import type { ImportCell } from '#worker/imports/imports.contract.ts'

const samples = new URL('../support/import-samples/', import.meta.url)
const sampleOf = (name: string) => new Uint8Array(readFileSync(new URL(name, samples)))
const bytesOf = (text: string) => new TextEncoder().encode(text)

function sheetIn(found: ReadBytes): Sheet {
  const table = found.kind === 'tables' ? found.tables[found.best] : undefined
  return table ? sheetOf(table) : expect.fail(JSON.stringify(found))
}

const read = async (file: Uint8Array<ArrayBuffer>) => sheetIn(await readBytes(file))
const cellsOf = ({ rows }: Sheet) => rows.map(({ cells }) => cells)

// ── Code pages ─────────────────────────────────────────────────────────────────────────────

// As Python's codecs have them (cp850, mac_roman, cp1252): the letters of German names and a few more.
const letters = 'äöüÄÖÜßéèáçñ'
const codes: Record<'windows-1252' | 'cp850' | 'macintosh', readonly number[]> = {
  'windows-1252': [0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf, 0xe9, 0xe8, 0xe1, 0xe7, 0xf1],
  cp850: [0x84, 0x94, 0x81, 0x8e, 0x99, 0x9a, 0xe1, 0x82, 0x8a, 0xa0, 0x87, 0xa4],
  macintosh: [0x8a, 0x9a, 0x9f, 0x80, 0x85, 0x86, 0xa7, 0x8e, 0x8f, 0x87, 0x8d, 0x96],
}
type Single = keyof typeof codes
const singles = Object.keys(codes) as Single[]

const encode = (text: string, codePage: Single) =>
  Uint8Array.from(text, (one) => {
    const at = letters.indexOf(one)
    return at === -1 ? one.charCodeAt(0) : (codes[codePage][at] ?? 0)
  })

const joined = (parts: readonly Uint8Array[]) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  parts.reduce((at, part) => {
    all.set(part, at)
    return at + part.length
  }, 0)
  return all
}

const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), isLittle)
  return bytes
}

test.each([
  ['14-dos-cp850.csv', 'Jörg Jäger Schloßweg 4 72336 Höfen|René Groß Am Öschle 2 72336 Balingen'],
  ['15-mac-roman.csv', 'Jörg Müller Schloßweg 4 72336 Höfen|René Groß Am Öschle 2 72336 Balingen'],
  [
    '16-utf8-und-windows.csv',
    'Jörg Müller Schloßweg 4 72336 Höfen|René Groß Am Öschle 2 72336 Balingen|Käthe Kürner Gässle 1 72336 Balingen',
  ],
])('The file %s is read with its umlauts', async (name, rows) => {
  const sheet = await read(sampleOf(name))
  expect(sheet.headings).toEqual(['Vorname', 'Nachname', 'Straße', 'PLZ', 'Ort'])
  expect(cellsOf(sheet).map((cells) => cells.join(' '))).toEqual(rows.split('|'))
})

const textOf = (bytes: Uint8Array) => {
  const decoded = decodeText(bytes)
  return 'text' in decoded ? decoded.text : decoded.readings.map(({ codePage }) => codePage)
}

/** The bytes as they are, one a character. */
const raw = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))

test.each([
  ['Windows', 'M\xfcller', 'Müller'],
  ['Windows', 'Wei\xdf', 'Weiß'],
  ['Windows', 'Ren\xe9', 'René'],
  ['Windows', 'Zolt\xe1n', 'Zoltán'],
  ['Windows', 'Gen\xe8ve', 'Genève'],
  ['Windows', 'Fran\xe7ois', 'François'],
  ['Windows', 'Bj\xf8rn', 'Bjørn'],
  ['Windows', 'K\xc4SER', 'KÄSER'],
  ['Windows', '\x84Anna\x93 \x96 1979', '„Anna“ – 1979'],
  ['Windows', 'O\x92Neill', 'O’Neill'],
  ['Windows, with a non-breaking space', 'Gro\xdf\xa0M\xfcller', 'Groß\u00a0Müller'],
  ['DOS', 'J\x84ger', 'Jäger'],
  ['DOS', 'M\x81ller', 'Müller'],
  ['DOS', '\x99hler', 'Öhler'],
  ['DOS', 'Wei\xe1', 'Weiß'],
  ['DOS', 'Ren\x82', 'René'],
  ['Mac', 'M\x9fller', 'Müller'],
  ['Mac', 'Stra\xa7e', 'Straße'],
  ['Mac', 'Ren\x8e', 'René'],
  ['UTF-8', 'Kova\xc4\x8d', 'Kovač'],
  ['UTF-8 and Windows', 'Kova\xc4\x8d;M\xfcller', 'Kovač;Müller'],
  ['UTF-8 and DOS', 'J\xc3\xb6rg;J\x84ger', 'Jörg;Jäger'],
  ['UTF-8 and Mac', 'J\xc3\xb6rg;M\x9fller;Wei\xa7', 'Jörg;Müller;Weiß'],
  ['UTF-8, one character of it cut in two', 'J\xc3\xb6rg;Stra\xc3', 'Jörg;Stra\ufffd'],
  ['UTF-8, one byte of it broken', 'J\xc3\xb6rg;Stra\xffe', 'Jörg;Stra\ufffde'],
  ['Windows, of two Turkish names', 'I\xfe\xfdl;Ya\xf0mur', 'Işıl;Yağmur'],
  [
    'Windows, Turkish beside German',
    'Ay\xfee;\xc7a\xf0lar;M\xfcller;Gro\xdf',
    'Ayşe;Çağlar;Müller;Groß',
  ],
  ['Windows, of two Czech names', 'Dvo\xf8\xe1k;Ji\xf8\xed;Nov\xe1k', 'Dvořák;Jiří;Novák'],
  ['Windows, Danish', 'S\xf8rensen;J\xf8rgen', 'Sørensen;Jørgen'],
  ['UTF-8, written twice', 'M\xc3\x83\xc2\xbcller;Gro\xc3\x83\xc5\xb8', 'Müller;Groß'],
  ['UTF-8, written twice as Latin-1', 'Gro\xc3\x83\xc2\x9f;J\xc3\x83\xc2\xb6rg', 'Groß;Jörg'],
  ['UTF-8, with a letter of Portugal', 'S\xc3\x83O', 'SÃO'],
  ['ASCII', 'Maier', 'Maier'],
])(
  'A file in %s is recognised even if only one word (the bytes %j) has letters beyond ASCII; the word is read as %j',
  (_, bytes, expected) => {
    expect(textOf(raw(`Nachname;Ort\n${bytes};X\n`))).toBe(`Nachname;Ort\n${expected};X\n`)
  },
)

test.each([
  ['Gaál in Windows or Gaßl in DOS', 'Ga\xe1l', ['windows-1252', 'cp850']],
  ['a name that DOS or a Mac has written', 'Gen\x8ave', ['macintosh', 'cp850']],
  ['Kovač, written by a Windows of Zagreb', 'Kova\xe8', ['windows-1250', 'windows-1252']],
  ['Wałęsa, written by a Windows of Warsaw', 'Wa\xb3\xeasa', ['windows-1250']],
])(
  'The user is asked about the code page of a file if its only word with letters beyond ASCII is %s',
  (_, bytes, offered) => {
    expect(textOf(raw(`Nachname;Ort\n${bytes};X\n`))).toEqual(expect.arrayContaining(offered))
  },
)

test('The question about the code page shows a word of the file as each code page would read it', async () => {
  const file = raw('Nachname;Ort\nGa\xe1l;X\n')
  const found = await readBytes(file)
  expect(found).toMatchObject({
    kind: 'readings',
    readings: expect.arrayContaining([
      { codePage: 'windows-1252', samples: ['Gaál'] },
      { codePage: 'cp850', samples: ['Gaßl'] },
    ]),
  })
  expect(cellsOf(sheetIn(await readBytes(file, 'windows-1252')))).toEqual([['Gaál', 'X']])
  expect(cellsOf(sheetIn(await readBytes(file, 'cp850')))).toEqual([['Gaßl', 'X']])
})

test('An imported cell in which a letter was lost is reported as an error', async () => {
  const sheet = await read(raw('Vorname;Nachname;Ort\nJ\xc3\xb6rg;Stra\xc3;X\nEva;Lang;Y\n'))
  const columns = ['firstName', 'lastName', 'addressTown']
  const answers = { words: {}, empty: {}, choices: {} }
  const errors = sheet.rows.map(
    (row) => normaliseRow('members', { headings: [], columns }, answers, row, '2026-11-22').errors,
  )
  expect(errors).toEqual([
    [
      {
        field: 'lastName',
        text: 'In „Stra\ufffd“ ist ein Zeichen verloren gegangen. Schreib es, wie es richtig ist.',
      },
    ],
    [],
  ])
})

const names =
  'Jörg Jäger Müller Günther Straßer Weißhaupt Köhler Käthe Schäfer Öschle Überle Ängstle Groß Strauß Häußler Bühler Löffler Süßkind Kübler Höfer Märkle Föhr Länge Rößle Wörner Zürn Dürr Böhm Härle Hölzle Bäuerle'.split(
    ' ',
  )
const plainNames = 'Maier Schmid Lang Eva Ute Balingen Endingen'.split(' ')
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names, 'René', 'François', 'Zoltán') },
  { weight: 2, arbitrary: fc.constantFrom(...plainNames) },
)
/** At least two names with umlauts: with one alone it may be asked. */
const germanLines = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 3 }), fc.array(word))
  .map(([sure, more]) => [...sure, ...more])

describe('German texts in code pages', () => {
  test('German texts written in the code page of Windows, DOS or Mac are read correctly', () => {
    fc.assert(
      fc.property(germanLines, fc.constantFrom(...singles), (words, codePage) => {
        const text = `Nachname\r\n${words.join('\r\n')}\r\n`
        expect(textOf(encode(text, codePage))).toBe(text)
      }),
      { seed: 31, numRuns: 600 },
    )
  })

  test('German texts with some lines in UTF-8 and others in a code page are read correctly, or the question offers the right reading', () => {
    const line = fc.tuple(fc.constantFrom(...names), fc.boolean())
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 2, maxLength: 12 }),
        fc.constantFrom(...singles),
        (lines, codePage) => {
          const parts = lines.map(([name, isUtf8]) => {
            const text = `${name};1\n`
            return isUtf8 ? bytesOf(text) : encode(text, codePage)
          })
          const found = decodeText(joined([bytesOf('Jörg;Größe\n'), ...parts]))
          const text = `Jörg;Größe\n${lines.map(([name]) => `${name};1\n`).join('')}`
          // Of one single word it may be asked; what is offered then has the right answer.
          if ('text' in found) expect(found.text).toBe(text)
          else expect(found.readings.map((one) => one.codePage)).toContain(`utf-8+${codePage}`)
        },
      ),
      { seed: 32, numRuns: 400 },
    )
  })

  test('Texts in UTF-16 and UTF-8 are read correctly with and without a byte-order mark', () => {
    const word = fc.constantFrom(...names, ...plainNames, 'Kovač', 'Łucja', 'A')
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1 }),
        fc.boolean(),
        fc.boolean(),
        (words, isLittle, hasMark) => {
          const text = `Name;Ort\n${words.join(';X\n')};X\n`
          expect(textOf(utf16(hasMark ? `\ufeff${text}` : text, isLittle))).toBe(text)
          expect(textOf(bytesOf(hasMark ? `\ufeff${text}` : text))).toBe(text)
        },
      ),
      { seed: 33, numRuns: 500 },
    )
  })

  test('Random bytes as a file cause no exception, and every code page that the question offers can be applied', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const found = decodeText(bytes)
        if ('text' in found) return
        for (const { codePage } of found.readings)
          expect(decodeAs(bytes, codePage)).toBeTypeOf('string')
      }),
      { seed: 34, numRuns: 1_000 },
    )
  })
})

test('Each byte above 127 of a DOS file is read as its character of code page 850', () => {
  const high = Uint8Array.from({ length: 128 }, (_, at) => at + 128)
  expect(decodeAs(high, 'cp850' satisfies CodePage)).toBe(
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
  )
})

// ── Workbooks ──────────────────────────────────────────────────────────────────────────────

const book = (rows: BookCell[][], more: Partial<Book> = {}) =>
  workbookOf({ sheets: [{ name: 'Tabelle1', rows }], ...more })

test('A workbook without cell references is read', async () => {
  const sheet = await read(sampleOf('18-ohne-zellbezug.xlsx'))
  expect(sheet.headings).toEqual(['Vorname', 'Nachname', 'Ort'])
  expect(cellsOf(sheet)).toEqual([
    ['Jörg', 'Straßer', null],
    ['Eva', 'Lang', 'Balingen'],
  ])
})

test('In a workbook, formulas without a stored result and error values are reported as errors of their cells', async () => {
  const sheet = await read(sampleOf('17-formeln.xlsx'))
  const formula = { unreadable: 'Formel ohne Ergebnis' }
  expect(cellsOf(sheet)).toEqual([
    ['Jörg', 'Straßer', formula, formula, { unreadable: '#NV' }],
    ['Eva', 'Lang', { unreadable: '#BEZUG!' }, { unreadable: '#WERT!' }, null],
  ])
  const columns = ['firstName', 'lastName', 'birthday', 'addressPlz', 'bankingIban']
  const answers = { words: {}, empty: {}, choices: {} }
  const fields = sheet.rows.map((row) =>
    normaliseRow('members', { headings: sheet.headings, columns }, answers, row, '2026-11-22')
      .errors.map(({ field }) => field)
      .toSorted(),
  )
  expect(fields).toEqual([
    ['addressPlz', 'bankingIban', 'birthday'],
    ['addressPlz', 'birthday'],
  ])
})

test.each<[BookCell, ImportCell]>([
  [{ serial: 1067, format: '00000' }, '01067'],
  [{ serial: 7433555, format: '00000000' }, '07433555'],
  [{ serial: 72336, format: '00000' }, '72336'],
  [{ serial: 7.5, format: '00' }, 7.5],
  [{ serial: 1067, format: '0' }, 1067],
  [0.1 + 0.2, 0.3],
])(
  'The workbook cell %j is read as %j: with the leading zeros that its format shows',
  async (cell, expected) => {
    const sheet = await read(
      book([
        ['Nr', 'Name', 'X'],
        [1, 'Bär', cell],
      ]),
    )
    expect(cellsOf(sheet)[0]?.[2]).toEqual(expected)
  },
)

test('A text file whose cells are separated by "|" is read', async () => {
  const sheet = await read(bytesOf('Vorname|Nachname|Ort\nIda|Haas|Balingen\n'))
  expect(cellsOf(sheet)).toEqual([['Ida', 'Haas', 'Balingen']])
})

test.each<[string, BookCell, Partial<Book>, ImportCell]>([
  ['a formula with a text as its result', { formula: 'A1', value: 'Bär' }, {}, 'Bär'],
  ['a formula with an empty text as its result', { formula: 'A1', value: '' }, {}, null],
  ['a formula with a number as its result', { formula: 'A1', value: 12 }, {}, 12],
  ['a formula with zero as its result', { formula: 'A1', value: 0 }, {}, 0],
  ['a formula without a result', { formula: 'A1' }, {}, { unreadable: 'Formel ohne Ergebnis' }],
  [
    'a formula with zero, written by a program that does not calculate',
    { formula: 'A1', value: 0 },
    { isStale: true },
    { unreadable: 'Formel ohne Ergebnis' },
  ],
  ['the number zero, written by a program that does not calculate', 0, { isStale: true }, 0],
])('A workbook cell with %s is read as $3', async (_, cell, more, expected) => {
  const sheet = await read(
    book(
      [
        ['Nr', 'Name', 'X'],
        [1, 'Bär', cell],
        [2, 'Lux', 1],
      ],
      more,
    ),
  )
  expect(cellsOf(sheet)[0]?.[2]).toEqual(expected)
})

test.each([
  ['#REF!', '#BEZUG!'],
  ['#VALUE!', '#WERT!'],
  ['#N/A', '#NV'],
  ['#NUM!', '#ZAHL!'],
  ['#DIV/0!', '#DIV/0!'],
  ['#NAME?', '#NAME?'],
  ['#SPILL!', '#ÜBERLAUF!'],
])('The error %s is shown as in a German spreadsheet: %s', async (error, shown) => {
  const sheet = await read(
    book([
      ['Nr', 'Name', 'X'],
      [1, 'Bär', { error }],
    ]),
  )
  expect(cellsOf(sheet)).toEqual([[1, 'Bär', { unreadable: shown }]])
})

test.each<[string, number, ImportCell]>([
  ['dd.mm.yyyy', 46_114, { day: '2026-04-02' }],
  ['TT.MM.JJJJ', 46_114, { day: '2026-04-02' }],
  ['[$-407]d/\\ mmmm\\ yyyy;@', 46_114, { day: '2026-04-02' }],
  ['yyyy\\-mm\\-dd\\ hh:mm', 46_114.5, { day: '2026-04-02' }],
  ['dd/\\ mmm', 46_114, { day: '2026-04-02', format: 'dd/\\ mmm' }],
  ['mmm\\-yy', 46_114, { day: '2026-04-02', format: 'mmm\\-yy' }],
  ['yyyy', 46_114, { day: '2026-04-02', format: 'yyyy' }],
  ['hh:mm', 0.75, '18:00'],
  ['[h]:mm', 0.5, '12:00'],
  ['dd.mm.yyyy', 0, { unreadable: '00.01.1900' }],
  ['dd.mm.yyyy', -5, { unreadable: '########' }],
  ['dd.mm.yyyy', 59, { day: '1900-02-28' }],
  ['dd.mm.yyyy', 61, { day: '1900-03-01' }],
  ['General', 46_114, 46_114],
  ['0', 46_114, 46_114],
  ['00000', 1067, '01067'],
  ['#,##0.00\\ "DM"', 12, 12],
  ['0.00E+00', 12, 12],
  ['[Red]0;[Blue]-0', 12, 12],
  ['"Stand"\\ 0', 12, 12],
  ['@', 12, 12],
])(
  'A workbook number with the format %j and the value %d is read as %o',
  async (format, serial, expected) => {
    const sheet = await read(
      book([
        ['Nr', 'Name', 'X'],
        [1, 'Bär', { serial, format }],
      ]),
    )
    expect(cellsOf(sheet)).toEqual([[1, 'Bär', expected]])
  },
)

const bookCell: fc.Arbitrary<[BookCell, ImportCell]> = fc.oneof(
  fc.constant<[BookCell, ImportCell]>([null, null]),
  fc
    .constantFrom('Bär', 'A & B', '<x>', '„Rosi“', 'Straße 4', 'a_x0041_b', '😀')
    .map((text): [BookCell, ImportCell] => [text, text.replace('_x0041_', 'A')]),
  fc.integer({ min: -5, max: 1e12 }).map((number): [BookCell, ImportCell] => [number, number]),
  fc.boolean().map((tick): [BookCell, ImportCell] => [tick, tick]),
  fc.integer({ min: 367, max: 60_000 }).map((days): [BookCell, ImportCell] => {
    const date = new Date(Date.UTC(1899, 11, 30 + days))
    return [{ serial: days }, { day: date.toISOString().slice(0, 10) }]
  }),
  fc.constant<[BookCell, ImportCell]>([{ error: '#REF!' }, { unreadable: '#BEZUG!' }]),
)

test('A workbook is read the same in every way in which programs write it (cell references, texts, namespaces, dimensions)', async () => {
  const ways = fc.record<Partial<Book>>({
    places: fc.constantFrom('all', 'rows', 'none'),
    texts: fc.constantFrom('shared', 'inline', 'rich'),
    isStrict: fc.boolean(),
    prefix: fc.constantFrom('', 'x:'),
    dimension: fc.constantFrom('', 'A1', 'A1:B2', 'A1:XFD1048576', 'Unsinn'),
    hasBackslashes: fc.boolean(),
  })
  const rows = fc.array(fc.array(bookCell, { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(rows, ways, async (lines, how) => {
      const numbered = lines.map((cells, at): [BookCell, ImportCell][] => [
        [at + 1, at + 1],
        ['Adler', 'Adler'],
        ...cells,
      ])
      const head = ['Nr', 'Nachname', 'A', 'B', 'C']
      const sheet = await read(
        book([head, ...numbered.map((cells) => cells.map(([cell]) => cell))], how),
      )
      const expected = numbered.map((cells) => cells.map(([, cell]) => cell))
      expect(sheet.headings).toEqual(head)
      expect(cellsOf(sheet)).toEqual(expected)
    }),
    { seed: 35, numRuns: 200 },
  )
})

const sheetXml = (inner: string) =>
  book([['Nr']], {
    more: {
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${inner}</sheetData></worksheet>`),
    },
  })
const cell = (text: string | number, at = '') =>
  `<c${at && ` r="${at}"`} t="inlineStr"><is><t>${text}</t></is></c>`
const headRow = `<row>${cell('Nr')}${cell('Name')}${cell('Ort')}</row>`

test('Rows of a workbook that are out of order, occur twice, or are numbered only by their cells are read', async () => {
  const sheet = await read(
    sheetXml(
      `<row r="4">${cell('2', 'A4')}${cell('Lux')}</row><row r="1">${cell('Nr')}${cell('Name')}${cell('Ort')}</row><row>${cell('1', 'A3')}${cell('Bär')}</row><row r="4">${cell('X', 'C4')}</row>`,
    ),
  )
  expect(cellsOf(sheet)).toEqual([
    ['1', 'Bär', null],
    ['2', 'Lux', 'X'],
  ])
  expect(sheet.skipped).toEqual([{ row: 2, text: '', reason: 'leere Zeile' }])
})

// ── Bounds ─────────────────────────────────────────────────────────────────────────────────

const refusal = async (file: Uint8Array<ArrayBuffer>) => {
  const found = await readBytes(file)
  return found.kind === 'unreadable' ? found.why : found.kind
}

test.each([
  ['a row numbered 999,999,999', `<row r="999999999">${cell('1')}</row>`, 'beyond'],
  ['a cell in row 1,048,577', `<row>${cell('1', 'A1048577')}</row>`, 'beyond'],
  ['a cell in column XFE', `<row>${cell('1', 'XFE2')}</row>`, 'beyond'],
  ['a million columns', `<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`, 'beyond'],
  ['201 columns', `<row>${'<c><v>1</v></c>'.repeat(201)}</row>`, 'columns'],
  [
    'the last column in each of 1,000 rows',
    Array.from({ length: 1_000 }, (_, at) => `<row>${cell('1', `XFD${at + 2}`)}</row>`).join(''),
    'cells',
  ],
  ['20,001 rows', `<row>${cell('1')}${cell('Bär')}</row>`.repeat(20_001), 'rows'],
])('A workbook with %s is rejected with the reason "$2"', async (_, rows, why) => {
  expect(await refusal(sheetXml(headRow + rows))).toBe(why)
})

test('A workbook with stray cells in the last possible row and the last possible column is accepted', async () => {
  const far = `<row>${cell('1')}${cell('Bär')}</row><row>${cell('2')}${cell('Lux')}${cell('x', 'XFD3')}</row>`
  const sheet = await read(sheetXml(`${headRow}${far}<row r="1048576">${cell(' ')}</row>`))
  expect(sheet.headings).toEqual(['Nr', 'Name', 'Ort', 'Spalte XFD'])
  expect(sheet.rows).toHaveLength(2)
})

test('If the second sheet of a workbook is too large, only the first sheet is read', async () => {
  const sheets = [
    {
      name: 'Mitglieder',
      rows: [
        ['Nr', 'Nachname'],
        [1, 'Bär'],
      ],
    },
    { name: 'Rohdaten', rows: [['A', 'B']] },
  ]
  const bomb = strToU8(
    `<worksheet><sheetData><row r="999999999">${cell('1')}</row></sheetData></worksheet>`,
  )
  const found = await readBytes(workbookOf({ sheets, more: { 'xl/worksheets/sheet2.xml': bomb } }))
  expect(found).toMatchObject({ kind: 'tables', tables: [{ name: 'Mitglieder' }], best: 0 })
})

/** What the directory of a zip says of the unpacked size of its last file (APPNOTE 4.3.12). */
function claim(zip: Uint8Array<ArrayBuffer>, size: number) {
  const view = new DataView(zip.buffer)
  const last = zip.findLastIndex(
    (_, at) => view.byteLength - at > 4 && view.getUint32(at) === 0x504b0102,
  )
  view.setUint32(last + 24, size, true)
  return zip
}

const bomb = () => {
  const zeros = new Uint8Array(10_000_000)
  return book(
    [
      ['Nr', 'Name'],
      [1, 'Bär'],
    ],
    { more: { 'xl/worksheets/sheet1.xml': zeros } },
  )
}

test('A workbook whose directory says that it unpacks to more than 200 MB is rejected', async () => {
  expect(await refusal(claim(bomb(), 200_000_001))).toBe('unpacked')
})

test('A workbook that unpacks to more than its directory says is rejected', async () => {
  expect(await refusal(claim(bomb(), 1_000))).toBe('damaged')
})

test.each([
  [
    '201 columns',
    Array.from({ length: 201 }, (_, at) => `S${at}`)
      .join(';')
      .concat('\n1;2'),
    'columns',
  ],
  ['a million columns', `${'a;'.repeat(1_000_000)}\n1;2`, 'columns'],
  ['20,001 rows', `Nr;Name\n${'1;a\n'.repeat(20_001)}`, 'rows'],
  ['two million lines', `Nr;Name\n1;a\n${';\n'.repeat(2_000_000)}2;b`, 'rows'],
  ['20 MB of text', `Nr;Name\n1;${'a'.repeat(20_000_000)}`, 'bytes'],
])('A text file with %s is rejected with the reason "$2"', async (_, text, why) => {
  expect(await refusal(bytesOf(text))).toBe(why)
})

// ── What is no table ───────────────────────────────────────────────────────────────────────

const ole = (...streams: string[]) =>
  new Uint8Array([
    ...[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    ...new Uint8Array(1_000),
    ...streams.flatMap((name) => [...utf16(name, true), 0, 0]),
  ])
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])
const zipOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    level: 0,
  })
const encrypted = () => {
  const zip = zipOf({ 'liste.csv': 'Nr;Name' })
  zip[6] = 1
  return zip
}
const opendocument = (kind: string) =>
  zipOf({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<x/>' })

test.each<[string, Uint8Array<ArrayBuffer>, keyof typeof refusalWords]>([
  [
    'a workbook with a password',
    ole('Root Entry', 'EncryptionInfo', 'EncryptedPackage'),
    'protected',
  ],
  ['an old workbook', ole('Root Entry', 'Workbook'), 'xls'],
  ['a very old workbook', ole('Root Entry', 'Book'), 'xls'],
  ['an old document', ole('Root Entry', 'WordDocument'), 'document'],
  ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x', 'xl/worksheets/sheet1.bin': 'x' }), 'xlsb'],
  ['a table of LibreOffice', opendocument('spreadsheet'), 'ods'],
  ['a text of LibreOffice', opendocument('text'), 'document'],
  ['a document of Word', zipOf({ 'word/document.xml': '<x/>' }), 'document'],
  ['slides', zipOf({ 'ppt/presentation.xml': '<x/>' }), 'slides'],
  ['a table of Numbers', zipOf({ 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }), 'numbers'],
  ['a zip with a table in it', zipOf({ 'liste.csv': 'Nr;Name' }), 'zip'],
  ['a zip with nothing in it', zipOf({}), 'zip'],
  ['a zip with a password', encrypted(), 'protectedZip'],
  ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0]), 'zip'],
  ['a picture', png, 'picture'],
  ['a photo', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), 'picture'],
  ['a photo of a phone', bytesOf('\0\0\0 ftypheic'), 'picture'],
  ['a PDF', bytesOf('%PDF-1.7\n1 0 obj'), 'pdf'],
  ['a web page named like a table', bytesOf('<html><table><tr><td>Nr</td></tr></table>'), 'html'],
  [
    'a web page that begins with a byte-order mark and blanks',
    bytesOf('\ufeff \n<!DOCTYPE html><p>'),
    'html',
  ],
  ['a web page in UTF-16', utf16('\ufeff<html><body>', true), 'html'],
  [
    'an XML workbook of Excel 2003',
    bytesOf('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook>'),
    'xml',
  ],
  ['JSON', bytesOf('[{"name":"Bär"}]'), 'json'],
  ['address cards', bytesOf('BEGIN:VCARD\nFN:Bär\nEND:VCARD'), 'cards'],
  ['RTF', bytesOf('{\\rtf1\\ansi'), 'document'],
  ['nothing', new Uint8Array(), 'empty'],
  ['blanks', bytesOf(' \r\n\r\n '), 'empty'],
  ['a byte-order mark alone', bytesOf('\ufeff'), 'empty'],
  ['an empty workbook', book([]), 'empty'],
  ['headings alone', bytesOf('Vorname;Nachname;Ort\n'), 'noRows'],
  ['headings above blank lines', bytesOf('Vorname;Nachname;Ort\n;;\n;;\n'), 'noRows'],
  ['a workbook of headings alone', book([['Vorname', 'Nachname', 'Ort']]), 'noRows'],
  ['headings above a sum', bytesOf('Vorname;Nachname;Ort\nSumme;0;\n'), 'noRows'],
  ['a workbook cut off', book([['Nr'], [1]]).slice(0, 600), 'damaged'],
  ['a workbook of nonsense', zipOf({ 'xl/workbook.xml': '<workbook' }), 'damaged'],
  ['a workbook without its sheet', zipOf({ 'xl/sharedStrings.xml': '<sst/>' }), 'damaged'],
  [
    'bytes',
    new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0xff, 0xff, 0, 0]),
    'unknown',
  ],
])('An import file that consists of %s is rejected with the reason "$2"', async (_, bytes, why) => {
  expect(await refusal(bytes)).toBe(why)
})

test('Each message that rejects an import file tells the user what to do, and no two messages are the same', () => {
  for (const words of Object.values(refusalWords)) {
    expect(words).toMatch(/Speichere|speichere|Wähle|wähle|Lösche|Lass Dir|Entpacke/)
  }
  expect(new Set(Object.values(refusalWords)).size).toBe(Object.keys(refusalWords).length)
})
