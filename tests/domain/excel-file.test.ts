import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWorkbook, serialOf } from '#tests/support/read-workbook.ts'
import type { Column } from '#web/components/data-table/column.ts'
import { workbookOf } from '#web/components/data-table/excel-file.ts'
import { sheetOf } from '#web/components/data-table/excel-sheet.ts'
import type { Day } from '#worker/domain/dates.ts'

type Row = {
  id: number
  text: string
  day: Day | null
  count: number | null
  cents: number | null
  state: string
}

const columns: Column<Row>[] = [
  { id: 'text', header: 'Nummer', kind: 'text', value: ({ text }) => text },
  { id: 'day', header: 'Geburtstag', kind: 'date', value: ({ day }) => day },
  { id: 'count', header: 'Sprünge', kind: 'number', value: ({ count }) => count },
  { id: 'cents', header: 'Betrag', kind: 'money', value: ({ cents }) => cents },
  {
    id: 'state',
    header: 'Status',
    kind: 'choice',
    options: [{ value: 'a', label: 'Aktiv' }],
    value: ({ state }) => state,
  },
]

const aRow: Row = { id: 1, text: '', day: null, count: null, cents: null, state: '' }

async function written(rows: Row[]) {
  const file = await workbookOf(sheetOf(columns, rows))
  return readWorkbook(new Uint8Array(await file.arrayBuffer()))
}

test('In an exported workbook, days and amounts are numbers with a format, and a member number is text with its leading zeros', async () => {
  const [head, first, second] = await written([
    { id: 1, text: '0042', day: '1956-02-01', count: 2.5, cents: -1805, state: 'a' },
    { ...aRow, id: 2, count: 0 },
  ])
  expect(head).toEqual(columns.map(({ header }) => ({ text: header })))
  expect(first).toEqual([
    { text: '0042' },
    { number: 20486, format: 'dd.mm.yyyy' },
    { number: 2.5, format: '' },
    { number: -18.05, format: '#,##0.00\\ "€"' },
    { text: 'Aktiv' },
  ])
  expect(second).toEqual([null, null, { number: 0, format: '' }])
})

test('In an exported workbook, a day from March 1900 on is a serial date; an earlier day is text, since spreadsheets count it wrongly', async () => {
  const day = fc
    .date({ min: new Date('1900-03-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10) as Day)
  await fc.assert(
    fc.asyncProperty(day, async (one) => {
      const cell = (await written([{ ...aRow, day: one }]))[1]?.[1]
      expect(cell).toEqual({ number: serialOf(one), format: 'dd.mm.yyyy' })
    }),
    { seed: 7, numRuns: 40 },
  )
  expect((await written([{ ...aRow, day: '1900-02-28' }]))[1]?.[1]).toEqual({ text: '28.02.1900' })
})

test('In an exported workbook, a text is a text cell whatever it begins with, so that no spreadsheet calculates it', async () => {
  const texts = [
    '=1+1',
    '+49 7523 12',
    '-3',
    '@SUM(A1)',
    '07299',
    '1e5',
    'TRUE',
    '<b>&"\'',
    ' a ',
    'constructor',
    '__proto__',
  ]
  const rows = await written(texts.map((text, id) => ({ ...aRow, id, text })))
  expect(rows.slice(1).map(([cell]) => cell)).toEqual(texts.map((text) => ({ text })))
  const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(any, async (text) => {
      expect((await written([{ ...aRow, text }]))[1]).toEqual([{ text }])
    }),
    { seed: 11, numRuns: 150 },
  )
})

test('Characters that are not allowed in a workbook are removed from exported texts, and the file can be read', async () => {
  const [, [cell] = [], [next] = []] = await written([
    { ...aRow, text: 'A\u0000b\ud800c\uffff' },
    { ...aRow, text: 'danach' },
  ])
  expect([cell, next]).toEqual([{ text: 'Abc' }, { text: 'danach' }])
})
