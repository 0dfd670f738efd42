import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Asked, planned, stored } from '#tests/support/planned-import.ts'
import { readBytes } from '#web/imports/reading/read-bytes.ts'
import { sheetOf } from '#web/imports/reading/sheet.ts'
import { addDays, germanDate } from '#worker/domain/dates.ts'
import type { Cell } from '#worker/domain/import/types.ts'
import { builtInOffices } from '#worker/domain/import/words.ts'
import { isSimilarName } from '#worker/members/likeness.ts'

// What cells mean and how doubts are asked: an unknown value is never stored and never taken for an empty
// cell, and a doubt is asked once for its column.

const seed = 20_261_125
const guild = { members: [], timespans: [], exits: [] }

type Line = readonly Cell[]

function plan(lines: readonly Line[], asked: Asked = {}) {
  return planned('members', lines, guild, asked)
}

/** What the rows would store of a field; null = the row is at fault or waits for an answer. */
function values(lines: readonly Line[], field: string, asked: Asked = {}) {
  const { plan: written, preview } = plan(lines, asked)
  const inserted = written.insertions.filter(({ table }) => table === 'members')
  let next = 0
  return preview.rows.map(({ verdict }) => {
    if (verdict !== 'new') return null
    const row = inserted[next++]?.row as Record<string, unknown> | undefined
    return row?.[field] ?? ''
  })
}

const named = (rows: readonly Line[], ...headings: string[]): Line[] => [
  ['Nachname', 'Vorname', ...headings],
  ...rows.map((cells, index) => ['Haas', firstNames[index] ?? '', ...cells]),
]

/** Of people who are not taken for each other. */
const firstNames = [
  'Ida',
  'Paul',
  'Beate',
  'Johannes',
  'Margarete',
  'Klaus',
  'Uwe',
  'Ferdinand',
  'Sophie',
]

/** One column of its own beside the names. */
const column = (heading: string, ...cells: Cell[]) =>
  named(
    cells.map((cell) => [cell]),
    heading,
  )

const questions = (lines: readonly Line[], asked: Asked = {}) =>
  plan(lines, asked).preview.questions

async function sample(name: string): Promise<Line[]> {
  const bytes = readFileSync(new URL(`../support/import-samples/${name}`, import.meta.url))
  const read = await readBytes(new Uint8Array(bytes))
  const table = read.kind === 'tables' ? read.tables[read.best] : undefined
  if (!table) throw new Error('There is a sheet')
  const sheet = sheetOf(table)
  return [sheet.headings, ...sheet.rows.map(({ cells }) => cells)]
}

describe('cells that a spreadsheet turned into a day', () => {
  test.each<[string, string[]]>([
    ['2026-04-02', ['2-4']],
    ['2025-12-10', ['10-12']],
    ['2026-03-05', ['5-3', '3-5']],
    ['2026-04-01', ['1-4', '4-26']],
  ])(
    'A house number that a spreadsheet turned into the day %s is an error with the proposals %j',
    (day, offers) => {
      const [row] = plan(column('Hausnummer', { day })).preview.rows
      expect(row?.verdict).toBe('error')
      expect(row?.reasons).toEqual([
        {
          field: 'addressNumber',
          text: `Hier hat die Tabelle ein Datum (${germanDate(day)}). Stand da ${offers.join(' oder ')}?`,
          offers,
        },
      ])
    },
  )

  test.each(['02.04.2026', '2. Apr', '02. Apr', '2-Apr', 'Apr 02', '2026-04-02'])(
    'A house number that stands in a text file as the day "%s" is an error with a proposal',
    (text) => {
      const [row] = plan(column('Hausnummer', text)).preview.rows
      expect(row?.reasons[0]?.offers?.length).toBeGreaterThan(0)
    },
  )

  test.each(['02.Apr', '2.Apr', '02.04.', '2. 4.', 46114])(
    'A house number that became a day without a year or a date format (%s) is an error with a proposal',
    (cell) => {
      const [row] = plan(column('Hausnummer', cell)).preview.rows
      expect(row?.verdict).toBe('error')
      expect(JSON.stringify(row)).toContain('2-4')
    },
  )

  test.each(['2-4', '12a', '3/4', '12 1/2', '7', '12a-c', '1.', '12. OG', '99', '10234'])(
    'The house number "%s" is stored as it stands in the file',
    (text) => {
      expect(values(column('Hausnummer', text), 'addressNumber')).toEqual([text])
    },
  )

  test('When the user takes the proposal for a house number that became a day, the proposal is stored', () => {
    const lines = column('Hausnummer', { day: '2026-04-02' })
    const choices = { 2: { values: { addressNumber: '2-4' } } }
    expect(values(lines, 'addressNumber', { choices })).toEqual(['2-4'])
  })

  const notOfDays = [
    'Mitgliedsnummer',
    'Mädchenname',
    'Straße',
    'Hausnummer',
    'PLZ',
    'Ort',
    'Telefon',
    'Mobil',
    'E-Mail',
    'IBAN',
    'Kontoinhaber',
    'Mitgliedsstatus',
    'Sprünge vor der Erfassung',
  ]

  test('A date cell is an error in every field that is not a date', () => {
    fc.assert(
      fc.property(fc.constantFrom(...notOfDays), fc.nat(40_000), (heading, days) => {
        const [row] = plan(column(heading, { day: addDays('1950-01-01', days) })).preview.rows
        expect([row?.verdict, row?.reasons.length]).toEqual(['error', 1])
        expect(row?.reasons[0]?.text).toMatch(/^Hier hat die Tabelle ein Datum/)
      }),
      { seed, numRuns: 300 },
    )
  })

  test('A date cell is an error as a name, and as the number of a costume', () => {
    const names = [
      ['Nachname', 'Vorname'],
      [{ day: '2026-05-01' }, 'Ida'],
    ]
    expect(plan(names).preview.counts.error).toBe(1)
    const costumes = [
      ['Kleidertyp', 'Kleidernummer'],
      ['Hexe', { day: '2026-04-02' }],
    ]
    const hexe = { id: 1, name: 'Hexe', nameKey: 'hexe' }
    const none = { members: [], costumeTypes: [hexe], costumes: [], ownerships: [] }
    const [row] = planned('costumes', costumes, none).preview.rows
    expect(row?.reasons).toMatchObject([{ field: 'number', offers: ['2-4'] }])
  })

  test('A price that a spreadsheet turned into a date is an error with a proposal (March 1950: 3,50)', () => {
    const lines = [
      ['Datum', 'Beschreibung', 'Gastgeber', 'Preis Erwachsene', 'Preis Kinder'],
      ['10.01.2025', 'Ringtreffen', 'NZ Weilen', { day: '1950-03-01' }, { day: '2026-05-04' }],
    ]
    const [row] = planned('parades', lines, { parades: [] }).preview.rows
    expect(row?.reasons.map(({ offers }) => offers)).toEqual([['3,50'], ['4,50']])
  })
})

describe('numbers that are stored as text or rounded', () => {
  test.each<[Cell, string | null]>([
    ['72336.0', '72336'],
    ['72336,0', '72336'],
    ['7,2336E+04', '72336'],
    ['7.2336E+04', '72336'],
    ['7,23E+04', null],
    ['7,2336E+05', null],
  ])('The postal code %o is read as %o (null: rejected as an error)', (cell, plz) => {
    expect(values(column('PLZ', cell), 'addressPlz')).toEqual([plz])
  })

  test('A number that lost digits in a spreadsheet is an error of the cell, not an empty value', () => {
    const [row] = plan(column('Telefon', '4,91711E+11')).preview.rows
    expect(row?.verdict).toBe('error')
    expect(row?.reasons).toEqual([
      {
        field: 'phone',
        text: '„4,91711E+11“: Die Tabelle hat hier Ziffern verloren. Schreib die ganze Nummer hin, oder lass die Zelle leer.',
      },
    ])
  })

  test('A house number in scientific notation is read only if it still has all digits, and is an error otherwise', () => {
    const digits = fc.integer({ min: 10, max: 999_999_999_999 }).map(String)
    fc.assert(
      fc.property(digits, fc.constantFrom(',', '.'), fc.nat(3), (all, point, cut) => {
        const shown = all.slice(0, Math.max(2, all.length - cut))
        const cell = `${shown[0]}${point}${shown.slice(1)}E+${String(all.length - 1).padStart(2, '0')}`
        const isWhole = shown === all
        const [number] = values(column('Hausnummer', cell), 'addressNumber')
        expect(number).toBe(isWhole ? all : null)
      }),
      { seed, numRuns: 300 },
    )
  })

  test('In a file whose numbers Excel rounded ("4,9E+11") only the mobile number that lost digits is an error', async () => {
    const lines = await sample('sci.csv')
    const [first, second] = plan(lines).preview.rows
    expect(first?.reasons.map(({ field }) => field)).toEqual(['phoneMobile'])
    expect(second?.verdict).toBe('new')
    const choices = { 2: { values: { phoneMobile: '0171 1234567' } } }
    const { plan: written } = plan(lines, { choices })
    expect(written.insertions[0]?.row).toMatchObject({
      phone: '07433555',
      phoneMobile: '0171 1234567',
      addressPlz: '72336',
      memberNumber: 42,
    })
  })
})

describe('telephone numbers without their leading characters', () => {
  test.each<[Cell, string]>([
    [7433555, '07433555'],
    ['7433555', '07433555'],
    [743312345, '0743312345'],
    [3512345678, '03512345678'],
    [4989123456, '+4989123456'],
    [436641234567, '+436641234567'],
    ['07433 555', '07433 555'],
    ['+49 7433 555', '+49 7433 555'],
    ['4711', '4711'],
  ])('The telephone number %o is read as %s without a question', (cell, phone) => {
    expect(values(column('Telefon', cell), 'phone')).toEqual([phone])
  })

  test.each<[Cell, string]>([
    [491711234567, '+491711234567'],
    [41791234567, '+41791234567'],
    ['41791234567', '+41791234567'],
    [1711234567, '01711234567'],
  ])('The mobile number %o is read as %s', (cell, phone) => {
    expect(values(column('Mobil', cell), 'phoneMobile')).toEqual([phone])
  })

  test.each<Cell>([497433555, 41791234567, 41526201234, 33612345678])(
    'For the telephone number %o it is asked whether it begins with a country code or lacks the leading 0',
    (cell) => {
      const lines = column('Telefon', cell, 7433555)
      expect(values(lines, 'phone')).toEqual([null, '07433555'])
      const asked = questions(lines)
      expect(asked).toMatchObject([{ place: 'choices', field: 'phoneCode:phone', rows: 1 }])
      const answer = (value: string) => ({ answers: { choices: { 'phoneCode:phone': value } } })
      expect(values(lines, 'phone', answer('country'))[0]).toBe(`+${cell}`)
      expect(values(lines, 'phone', answer('national'))[0]).toBe(`0${cell}`)
    },
  )

  test('A telephone number beginning with 41 is read as Swiss without a question if the address is in Switzerland', () => {
    const lines = named([['Schaffhausen', 8200, 41526201234]], 'Ort', 'PLZ', 'Telefon')
    expect(values(lines, 'phone')).toEqual(['+41526201234'])
  })

  test('For telephone numbers of six digits, one question for the whole column asks whether a 0 is missing', () => {
    const lines = column('Telefon', 742899, 555123)
    expect(values(lines, 'phone')).toEqual([null, null])
    expect(questions(lines)).toMatchObject([{ field: 'phoneZero:phone', rows: 2 }])
    const asIs = { answers: { choices: { 'phoneZero:phone': 'asIs' } } }
    expect(values(lines, 'phone', asIs)).toEqual(['742899', '555123'])
  })

  test('A telephone number gets at most a 0 or a + in front, and is not changed if both are possible', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2_000_000n, max: 99_999_999_999_999n }), (number) => {
        const [phone] = values(column('Telefon', Number(number)), 'phone')
        if (phone !== null) expect([`0${number}`, `+${number}`]).toContain(phone)
        if (/^(?:41|33)\d{9}$/.test(String(number))) expect(phone).toBe(null)
      }),
      { seed, numRuns: 500 },
    )
  })
})

test.each<[Cell, string]>([
  ['33543', '1991-11-01'],
  ['33543,5', '1991-11-01'],
  ['1991-11-01T00:00:00+01:00', '1991-11-01'],
  ['1991-10-31T23:00:00.000Z', '1991-11-01'],
  ['1991-06-30T22:00:00Z', '1991-07-01'],
  ['1991-11-01T12:00:00Z', '1991-11-01'],
  ['01.11.1991.', '1991-11-01'],
  ['01,11,1991', '1991-11-01'],
  ['1 11 91', '1991-11-01'],
])('The birthday written as "%s" is read as %s', (cell, day) => {
  expect(values(column('Geburtstag', cell), 'birthday')).toEqual([day])
})

test('In a column of birthdays, five digits are an error if the day with this serial number is in the future or they begin with 0', () => {
  expect(values(column('Geburtstag', '72336', '01067'), 'birthday')).toEqual([null, null])
})

test.each([
  ['Weg Nr. 5', 'Weg', '5'],
  ['Weg, Hausnr. 5 a', 'Weg', '5 a'],
  ['Weg 12a-c', 'Weg', '12a-c'],
  ['Postfach 1234', 'Postfach 1234', ''],
])(
  'The street cell "%s" is split into the street "%s" and the house number "%s"',
  (text, street, number) => {
    const lines = column('Straße', text)
    expect(values(lines, 'addressStreet')).toEqual([street])
    expect(values(lines, 'addressNumber')).toEqual([number])
  },
)

test('A telephone number that consists of zeros is read as empty', () => {
  expect(values(column('Telefon', 0, '0', '00'), 'phone')).toEqual(['', '', ''])
})

describe('the order of day and month', () => {
  const read = (cells: Cell[], asked: Asked = {}) =>
    values(column('geb. am', ...cells), 'birthday', asked)

  test('If one date of a column can be read in only one order of day and month, all dates of the column are read in this order', () => {
    expect(read(['11/01/1991', '12/31/1960', '04/05/1970'])).toEqual([
      '1991-11-01',
      '1960-12-31',
      '1970-04-05',
    ])
    expect(read(['11/01/1991', '31/12/1960'])).toEqual(['1991-01-11', '1960-12-31'])
    expect(read(['11-01-91', '12-31-60'])).toEqual(['1991-11-01', '1960-12-31'])
    expect(read(['11011991', '12311960'])).toEqual(['1991-11-01', '1960-12-31'])
  })

  test('In a column that is read as month first, dates with dots, ISO dates, names of months and date cells are still read by their own order', () => {
    const others: Cell[] = ['1.2.1990', '1990-02-01', '1. Feb. 1990', { day: '1990-02-01' }]
    const [, ...days] = read(['12/31/1960', ...others])
    expect(days).toEqual(others.map(() => '1990-02-01'))
  })

  test('If no date of a column decides the order of day and month, it is asked once, with both readings of the dates', () => {
    const cells = ['11/01/1991', '04/05/1970', '06/06/1980']
    expect(read(cells)).toEqual([null, null, '1980-06-06'])
    const asked = questions(column('geb. am', ...cells))
    expect(asked).toMatchObject([
      {
        place: 'choices',
        field: 'dayOrder:birthday',
        question: '„geb. am“: Was steht in 11/01/1991, 04/05/1970 zuerst, der Tag oder der Monat?',
        rows: 2,
        options: [
          { value: 'dayFirst', label: 'Tag zuerst: 11.01.1991, 04.05.1970' },
          { value: 'monthFirst', label: 'Monat zuerst: 01.11.1991, 05.04.1970' },
        ],
      },
    ])
    expect(asked[0]?.proposal).toBeUndefined()
    const answered = { answers: { choices: { 'dayOrder:birthday': 'monthFirst' } } }
    expect(read(cells, answered)).toEqual(['1991-11-01', '1970-04-05', '1980-06-06'])
    // It stands there still and can be answered otherwise.
    expect(questions(column('geb. am', ...cells), answered)).toMatchObject([
      { field: 'dayOrder:birthday', answer: 'monthFirst', rows: 2 },
    ])
  })

  test('If one date of a column is day first and another month first, the user is asked about the dates that can be read in both orders', () => {
    const cells = ['31/12/1960', '12/31/1961', '04/05/1970']
    expect(read(cells)).toEqual(['1960-12-31', '1961-12-31', null])
    const [asked] = questions(column('geb. am', ...cells))
    expect(asked?.hint).toContain('31/12/1960 und 12/31/1961')
    expect(asked?.proposal).toBeUndefined()
  })

  test('The order of day and month that another column proves is proposed as the answer, not applied', () => {
    const lines = named([['04/05/1970', '06/30/2001']], 'Geburtstag', 'Eintritt')
    expect(plan(lines).preview.counts.error).toBe(1)
    expect(questions(lines)).toMatchObject([
      {
        field: 'dayOrder:birthday',
        proposal: 'monthFirst',
        hint: 'In der Spalte „Eintritt“ steht der Monat zuerst: 06/30/2001.',
      },
    ])
  })

  test('Dates with slashes are read as day first if the column also has dates with dots, unless one of them has a second number above 12', () => {
    expect(read(['1/2/2001', '11.11.1995'])).toEqual(['2001-02-01', '1995-11-11'])
    expect(read(['1/2/2001', '11.11.1995', '12/31/1960'])[0]).toBe('2001-01-02')
  })

  test('If one span of a column can be read in only one order of day and month, all spans of the column are read in this order', () => {
    const lines = [
      ['Name, Vorname', 'Amt', 'Zeitraum'],
      ['Haas, Ida', 'Kassier', '01/06/2010 - 12/31/2012'],
      ['Haas, Ida', 'Einkauf', '03/04/2010 - 05/06/2012'],
    ]
    const members = [stored(1, { firstName: 'Ida', lastName: 'Haas' })]
    const { plan: written } = planned('duties', lines, {
      members,
      duties: [],
      offices: builtInOffices,
    })
    expect(written.insertions.map(({ row }) => row)).toMatchObject([
      { from: '2010-01-06', to: '2012-12-31' },
      { from: '2010-03-04', to: '2012-05-06' },
    ])
  })

  test('In the file usdates-de.csv the dates of both columns are read without a question', async () => {
    const lines = await sample('usdates-de.csv')
    expect(values(lines, 'birthday')).toEqual(['1991-11-01', '1960-12-31', '1970-04-05'])
    expect(values(lines, 'dateJoined')).toEqual(['2010-01-06', '1999-11-11', '2001-06-30'])
  })

  test('No date of a random column is read in the wrong order of day and month: if no day is above 12, the user is asked', () => {
    const day = fc.nat(25_000).map((days) => addDays('1940-01-01', days))
    const written = (isMonthFirst: boolean) => (one: string) => {
      const [year, month, dayOfMonth] = one.split('-')
      return isMonthFirst ? `${month}/${dayOfMonth}/${year}` : `${dayOfMonth}/${month}/${year}`
    }
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (days, isMonthFirst) => {
          const cells = days.map(written(isMonthFirst))
          const found = read(cells)
          const isProven = days.some((one) => Number(one.slice(8)) > 12)
          days.forEach((one, index) => {
            const isSame = one.slice(5, 7) === one.slice(8)
            expect(found[index]).toBe(isProven || isSame ? one : null)
          })
          const answer = isMonthFirst ? 'monthFirst' : 'dayFirst'
          const answered = { answers: { choices: { 'dayOrder:birthday': answer } } }
          expect(read(cells, answered)).toEqual(days)
        },
      ),
      { seed, numRuns: 200 },
    )
  })
})

describe('postal codes of four digits', () => {
  const lines = (...rows: [Cell, string, string?][]) =>
    named(
      rows.map(([plz, town, country = '']) => [plz, town, country]),
      'PLZ',
      'Ort',
      'Land',
    )
  const read = (rows: [Cell, string, string?][], asked: Asked = {}) =>
    values(lines(...rows), 'addressPlz', asked)

  test('A postal code of four digits gets a leading 0 if the town, the country, the prefix D or another row shows that it is German', () => {
    expect(
      read([
        [8200, 'Schaffhausen'],
        [1067, 'Dresden'],
        [9380, 'Thalheim', 'D'],
        [8262, 'Irgendwo', 'Schweiz'],
        ['CH-8262', 'Irgendwo'],
        ['D-9380', 'Irgendwo'],
        [6850, 'Dornbirn'],
        ['01936', 'Königsbrück'],
        [1936, 'Laußnitz'],
      ]),
    ).toEqual(['8200', '01067', '09380', '8262', 'CH-8262', '09380', '6850', '01936', '01936'])
  })

  test('The letters D or DE before a German postal code are removed', () => {
    const plz = ['D-9380', 'DE-72336', 'DE 9380', 'D 72336'] as const
    const found = ['09380', '72336', '09380', '72336']
    expect(read(plz.map((one) => [one, 'Irgendwo']))).toEqual(found)
  })

  test('One question for the whole column asks about all postal codes of four digits whose country is unknown', () => {
    const rows: [Cell, string][] = [
      [8239, 'Dörflingen'],
      [8233, 'Bargen'],
      [72336, 'Balingen'],
    ]
    expect(read(rows)).toEqual([null, null, '72336'])
    expect(questions(lines(...rows))).toMatchObject([
      {
        field: 'plz:addressPlz',
        rows: 2,
        options: [
          { value: 'foreign', label: 'Schweiz oder Österreich: 8239 Dörflingen, 8233 Bargen' },
          {
            value: 'german',
            label: 'Deutschland, vorn fehlt die 0: 08239 Dörflingen, 08233 Bargen',
          },
        ],
      },
    ])
    const answer = (value: string) => ({ answers: { choices: { 'plz:addressPlz': value } } })
    expect(read(rows, answer('foreign'))).toEqual(['8239', '8233', '72336'])
    expect(read(rows, answer('german'))).toEqual(['08239', '08233', '72336'])
  })

  test('A postal code of four digits in one cell with its town gets a leading 0 if the town is German, and none if it is Swiss', () => {
    const both = (cell: string) => values(column('PLZ Ort', cell), 'addressPlz')[0]
    expect(both('1067 Dresden')).toBe('01067')
    expect(both('8200 Schaffhausen')).toBe('8200')
    expect(both('8239 Dörflingen')).toBe(null)
  })

  test('A postal code of four digits in an unknown town gets a leading 0 only if the country is Germany', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), (plz) => {
        expect(read([[plz, 'Nirgendwo']])).toEqual([null])
        expect(read([[plz, 'Nirgendwo', 'Österreich']])).toEqual([String(plz)])
        expect(read([[plz, 'Nirgendwo', 'Deutschland']])).toEqual([`0${plz}`])
      }),
      { seed, numRuns: 100 },
    )
  })

  test("The user is also asked about a postal code of four digits of a parade's host", () => {
    const parade = [
      ['Datum', 'Beschreibung', 'Gastgeber', 'PLZ', 'Ort'],
      ['10.01.2025', 'Ringtreffen', 'NZ Dörflingen', 8239, 'Dörflingen'],
    ]
    const { preview } = planned('parades', parade, { parades: [] })
    expect(preview.questions).toMatchObject([{ field: 'plz:hostPlz', rows: 1 }])
  })
})

test('The rows of housenumber-date.xlsx are stored once the two house numbers are corrected and the country code is answered', async () => {
  const lines = await sample('housenumber-date.xlsx')
  const { preview } = plan(lines)
  expect(preview.rows.map(({ reasons }) => reasons.map(({ field }) => field))).toEqual([
    ['addressNumber', null],
    ['addressNumber'],
    [],
  ])
  expect(preview.questions.map(({ field, rows }) => [field, rows])).toEqual([
    ['phoneCode:phone', 1],
  ])
  const choices = {
    2: { values: { addressNumber: '2-4' } },
    3: { values: { addressNumber: '3-5' } },
  }
  const answers = { choices: { 'phoneCode:phone': 'country' } }
  const { plan: written } = plan(lines, { choices, answers })
  const found = written.insertions.map(({ row }) => row as Record<string, unknown>)
  expect(
    found.map(({ addressPlz, phone, phoneMobile }) => [addressPlz, phone, phoneMobile]),
  ).toEqual([
    ['72336', '+497433555', '+491711234567'],
    ['01067', '07433555', '+41791234567'],
    ['8200', '+41526201234', '+436641234567'],
  ])
})

describe('possible duplicates', () => {
  const birthday = '1980-01-01'
  const sheet = (...rows: [number | '', string, string, string][]): Line[] => [
    ['Mitgliedsnummer', 'Nachname', 'Vorname', 'Geburtstag'],
    ...rows,
  ]
  const eva = stored(5, { memberNumber: 12, firstName: 'Eva', lastName: 'Rist', birthday })
  const withEva = (lines: readonly Line[], asked: Asked = {}) =>
    planned('members', lines, { members: [eva], timespans: [], exits: [] }, asked)
  const verdicts = ({ preview }: ReturnType<typeof plan>) =>
    preview.rows.map(({ verdict }) => verdict)

  test("A row whose name resembles a member's, but whose member number differs, is a new member and not a possible duplicate", () => {
    const born = germanDate(birthday)
    const lines = sheet(
      [13, 'Rist', 'Ewa', born],
      [14, 'Rist', 'Eva', ''],
      [15, 'Lang', 'Eva', born],
    )
    expect(verdicts(withEva(lines))).toEqual(['new', 'new', 'new'])
  })

  test("A row whose name resembles a member's is a possible duplicate if it has no number, or if the user chose to match rows by name", () => {
    const born = germanDate(birthday)
    expect(verdicts(withEva(sheet(['', 'Rist', 'Ewa', born])))).toEqual(['duplicate'])
    const byName = { answers: { choices: { matchBy: 'name' } } }
    expect(verdicts(withEva(sheet([13, 'Rist', 'Ewa', born]), byName))).toEqual(['duplicate'])
  })

  test("A row with a member's name and birthday but another number changes the member's number, or is a new member if another row has the old number", () => {
    const born = germanDate(birthday)
    expect(verdicts(withEva(sheet([77, 'Rist', 'Eva', born])))).toEqual(['changes'])
    const both = withEva(sheet([12, 'Rist', 'Eva', born], [77, 'Rist', 'Eva', born]))
    expect(verdicts(both)).toEqual(['same', 'new'])
    expect(both.preview.rows[1]?.notes).toEqual([
      {
        field: null,
        text: 'Gleicher Name und Geburtstag wie Eva Rist, 01.01.1980, Nr. 12: mit der anderen Nummer sind es zwei.',
      },
    ])
  })

  test('440 rows with the same birthday and names that differ only by digits are 440 new members', () => {
    const rows = Array.from({ length: 440 }, (_, index): [number | '', string, string, string] => [
      '',
      `Groß${index + 10}`,
      `Person${index * 7 + 10}`,
      germanDate(birthday),
    ])
    expect(plan(sheet(...rows)).preview.counts).toMatchObject({ new: 440, duplicate: 0 })
  })

  describe('one answer for all possible duplicates of a kind', () => {
    const paul = stored(6, { firstName: 'Paul', lastName: 'Maier', birthday: '1970-02-03' })
    const lines = sheet(
      ['', 'Rist', 'Ewa', germanDate(birthday)],
      ['', 'Meier', 'Paul', '03.02.1970'],
      ['', 'Haas', 'Uwe', germanDate(birthday)],
      ['', 'Rist', 'Eva', ''],
    )
    const field = 'doubt:member:likeName'
    const judged = (choices: Record<string, string> = {}, more: Asked = {}) =>
      planned(
        'members',
        lines,
        { members: [eva, paul], timespans: [], exits: [] },
        { answers: { choices }, ...more },
      )

    test('All possible duplicates of one kind (same birthday, similar name) lead to one question with their count', () => {
      // There is only one row of the other kind, which is decided singly.
      expect(judged().preview.questions).toMatchObject([
        {
          field,
          question:
            'Gleicher Geburtstag, ähnlicher Name: 2 Zeilen sind vielleicht ein Mitglied, das schon da ist.',
          rows: 2,
          options: [
            { value: 'new', label: 'Alle als neu (2)' },
            { value: 'same', label: 'Alle zusammenführen (2)' },
          ],
          answer: null,
        },
      ])
    })

    test('The answer “new” for one kind of possible duplicates makes all of them new members and leaves other kinds undecided', () => {
      const { plan: written, preview } = judged({ [field]: 'new' })
      expect(preview.rows.map(({ verdict, ofAll }) => [verdict, ofAll])).toEqual([
        ['new', 'new'],
        ['new', 'new'],
        ['new', undefined],
        ['duplicate', undefined],
      ])
      expect(written.updates).toEqual([])
    })

    test('The answer “same” for one kind of possible duplicates matches all of them to members, except rows that the user has decided one by one', () => {
      const choices = { 2: { decision: 'new' } } as const
      const { plan: written, preview } = judged({ [field]: 'same' }, { choices })
      expect(preview.rows.map(({ verdict, ofAll }) => [verdict, ofAll])).toEqual([
        ['new', undefined],
        ['changes', 'same'],
        ['new', undefined],
        ['duplicate', undefined],
      ])
      expect(written.updates).toMatchObject([{ id: 6, after: { lastName: 'Meier' } }])
    })

    test('After the answer for a kind of possible duplicates, the question is still listed with its answer, which can be withdrawn', () => {
      const answered = judged({ [field]: 'same' }).preview
      expect(answered.questions).toMatchObject([{ field, rows: 2, answer: 'same' }])
      expect(answered.seen).not.toBe(judged().preview.seen)
      expect(verdicts(judged())).toEqual(['duplicate', 'duplicate', 'new', 'duplicate'])
    })
  })
})

describe('similar names', () => {
  test.each([
    ['eva', 'ewa', true],
    ['maier', 'meier', true],
    ['mueller', 'miller', true],
    ['stefan', 'stephan', true],
    ['hans-peter', 'hans', true],
    ['bauer', 'maurer', false],
    ['lang', 'langer', false],
    ['person1690', 'person10', false],
    ['person 1690', 'person 10', false],
    ['gross290', 'gross10', false],
    ['li', 'lu', false],
  ])('The names %s and %s are similar: %s', (one, other, isNear) => {
    expect([isSimilarName(one, other), isSimilarName(other, one)]).toEqual([isNear, isNear])
  })

  test('Names that differ only in their digits are not similar', () => {
    const number = fc.integer({ min: 0, max: 9999 })
    fc.assert(
      fc.property(
        fc.constantFrom('person', 'gross', 'hans peter '),
        number,
        number,
        (name, a, b) => {
          expect(isSimilarName(`${name}${a}`, `${name}${b}`)).toBe(a === b)
        },
      ),
      { seed, numRuns: 300 },
    )
  })
})

describe('offices of other guilds', () => {
  const asked = (word: string) => {
    const lines = [
      ['Name, Vorname', 'Amt', 'Zeitraum'],
      ['Haas, Ida', word, '1985-1992'],
    ]
    const members = [stored(1, { firstName: 'Ida', lastName: 'Haas' })]
    return planned('duties', lines, { members, duties: [], offices: builtInOffices }).preview
      .questions
  }

  test.each([
    ['1. Vorsitzender', '_1_Praesident'],
    ['1. Vorsitzende', '_1_Praesident'],
    ['Erster Vorsitzender', '_1_Praesident'],
    ['Vorsitzende/r', '_1_Praesident'],
    ['1. Vorstand', '_1_Praesident'],
    ['I. Vorsitzender', '_1_Praesident'],
    ['Zunftmeister', '_1_Praesident'],
    ['Präsident', '_1_Praesident'],
    ['2. Vorsitzender', '_2_Praesident'],
    ['2.Vors.', '_2_Praesident'],
    ['stellv. Vorsitzender', '_2_Praesident'],
    ['Stellvertretende(r) Vorsitzende(r)', '_2_Praesident'],
    ['Zweite Vorsitzende', '_2_Praesident'],
    ['Vizezunftmeister', '_2_Praesident'],
    ['Schatzmeister', 'Kassier'],
    ['Schatzmeisterin', 'Kassier'],
    ['Säckelmeister', 'Kassier'],
    ['1. Kassier', 'Kassier'],
    ['Zunftschreiber', 'Schriftfuehrer'],
    ['Häswart', 'Kleiderchef'],
    ['Kassenrevisor', 'Kassenpruefer'],
    ['Heimwart', 'Zunftraumverwalter'],
    ['Gardetrainerin', 'Gardeleiter'],
  ])('For the office "%s" of a file, %s is proposed and has to be confirmed', (word, proposal) => {
    expect(asked(word)).toMatchObject([
      { place: 'words', field: 'duty', word, proposal, answer: null },
    ])
  })

  test.each(['Vorstand', 'Beisitzer', '3. Vorsitzender', 'stellv. Kassier', 'Ehrenvorsitzender'])(
    'For the office "%s" of a file, the user is asked what it means, without a proposal',
    (word) => {
      const [question] = asked(word)
      expect([question?.word, question?.proposal]).toEqual([word, undefined])
    },
  )
})
