import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, test } from 'vitest'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import type { Column } from '#web/components/data-table/column.ts'
import { germanNumber, parseTypedNumber } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { emptyFilter, filterWords } from '#web/components/data-table/filter.ts'
import { readGrid, writeGrid } from '#web/components/data-table/use-grid-state.ts'

type Payer = { id: number; name: string; years: number | null; cents: number | null }

const payers: Payer[] = [
  { id: 1, name: 'Abele', years: 9, cents: 2000 },
  { id: 2, name: 'Blum', years: 100, cents: 500 },
  { id: 3, name: 'Dorn', years: null, cents: null },
  { id: 4, name: 'Gruber', years: 20, cents: 123_450 },
  { id: 5, name: 'Öhler', years: 0, cents: 0 },
  { id: 6, name: 'Zoller', years: 20, cents: 1250 },
]

const columns: Column<Payer>[] = [
  { id: 'name', header: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'years', header: 'Jahre', kind: 'number', value: ({ years }) => years },
  { id: 'fee', header: 'Beitrag', kind: 'money', value: ({ cents }) => cents },
]
const defaultSort = { column: 'name', direction: 'ascending' } as const
const shape = { columns, defaultSort, pageSizes: [25] }

function openGrid(address = '/') {
  const grid = (
    <DataTable
      label="Beiträge"
      columns={columns}
      rows={payers}
      searchKey={({ name }) => name}
      defaultSort={defaultSort}
      nothingFound="Kein Beitrag gefunden"
    />
  )
  const router = createMemoryRouter([{ path: '/', element: grid }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { router, person: userEvent.setup() }
}

// Also behind an open popover, and none when nothing is found.
const hidden = true
const cells = (column: number) =>
  screen
    .queryAllByRole('row', { hidden })
    .slice(1)
    .map((row) => within(row).getAllByRole('cell', { hidden })[column]?.textContent)
    .map((text) => text?.replace('\u00a0', ' '))
const names = () => cells(0)

async function openFilter(person: ReturnType<typeof userEvent.setup>, column: string) {
  await person.click(screen.getByRole('button', { name: /^Filter( \d+ aktiv)?$/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Filter' }))
  await person.click(panel.getByRole('button', { name: new RegExp(`^${column}`) }))
  return {
    from: screen.getByRole('textbox', { name: 'Von' }),
    to: screen.getByRole('textbox', { name: 'Bis' }),
  }
}

describe('numbers and money in a grid', () => {
  test('Numbers in a grid are right-aligned and in the German format', () => {
    openGrid()
    expect(cells(1)).toEqual(['9', '100', '–', '20', '0', '20'])
    expect(cells(2)).toEqual(['20,00 €', '5,00 €', '–', '1.234,50 €', '0,00 €', '12,50 €'])
    const [, row] = screen.getAllByRole('row')
    if (!row) throw new Error('no row')
    const [name, years, fee] = within(row).getAllByRole('cell')
    expect(name).not.toHaveAttribute('data-numeric')
    expect(years).toHaveAttribute('data-numeric')
    expect(fee).toHaveAttribute('data-numeric')
    expect(screen.getByRole('columnheader', { name: 'Beitrag' })).toHaveAttribute('data-numeric')
  })

  test.each([
    ['years', ['Öhler', 'Abele', 'Gruber', 'Zoller', 'Blum', 'Dorn']],
    ['-years', ['Blum', 'Gruber', 'Zoller', 'Abele', 'Öhler', 'Dorn']],
    ['fee', ['Öhler', 'Blum', 'Zoller', 'Abele', 'Gruber', 'Dorn']],
    ['-fee', ['Gruber', 'Abele', 'Zoller', 'Blum', 'Öhler', 'Dorn']],
  ])(
    'With the sort order %s numbers are sorted by value, and empty values are last',
    (sort, order) => {
      openGrid(`/?sort=${sort}`)
      expect(names()).toEqual(order)
    },
  )

  test.each([
    ['filter.years=9..20', ['Abele', 'Gruber', 'Zoller'], '9–20'],
    ['filter.years=20..', ['Blum', 'Gruber', 'Zoller'], 'ab 20'],
    ['filter.years=..0', ['Öhler'], 'bis 0'],
    ['filter.years=20', ['Gruber', 'Zoller'], '20'],
    ['filter.fee=12.5..20', ['Abele', 'Zoller'], '12,50 €–20,00 €'],
    ['filter.fee=..5', ['Blum', 'Öhler'], 'bis 5,00 €'],
    ['filter.fee=1234.5', ['Gruber'], '1.234,50 €'],
  ])('The filter %s in the address finds the numbers in its range', (query, found, words) => {
    openGrid(`/?${query}`)
    expect(names()).toEqual(found)
    const chip = within(screen.getByRole('list', { name: /^Filter( \d+ aktiv)?$/ })).getByRole(
      'listitem',
    )
    expect(chip.textContent?.replaceAll('\u00a0', ' ')).toContain(words)
  })

  test('While a range is typed, the numbers are filtered at once and the address is updated', async () => {
    const { person, router } = openGrid()
    const { from, to } = await openFilter(person, 'Beitrag')
    await person.type(from, '12,5')
    await person.type(to, '1.300 €')
    expect(names()).toEqual(['Abele', 'Gruber', 'Zoller'])
    await waitFor(() => expect(router.state.location.search).toBe('?filter.fee=12.5..1300'))
    expect(from).toHaveValue('12,5')
    expect(to).toHaveValue('1.300 €')
  })

  test('A typed filter that is not a number is reported and does not filter', async () => {
    const { person } = openGrid()
    const { from, to } = await openFilter(person, 'Jahre')
    await person.type(from, 'viele')
    expect(from).toHaveAccessibleDescription('Das ist keine Zahl. Schreib sie so: 12')
    expect(names()).toHaveLength(6)
    await person.clear(from)
    await person.type(from, '20')
    await person.type(to, '9')
    expect(to).toHaveAccessibleDescription('Das ist weniger als „Von“.')
    expect(names()).toEqual([])
  })

  test('The filter fields contain the range of the address until the filter is removed', async () => {
    const { person } = openGrid('/?filter.fee=1234.5..')
    const { from } = await openFilter(person, 'Beitrag')
    expect(from).toHaveValue('1.234,50')
    await person.click(screen.getByRole('button', { name: 'Alle Filter entfernen' }))
    expect(from).toHaveValue('')
    expect(names()).toHaveLength(6)
  })

  test('Numbers are exported in the German format', async () => {
    const saved = catchSavedFiles()
    const { person } = openGrid()
    await person.click(screen.getByRole('button', { name: 'Export' }))
    const text = new TextDecoder().decode(await saved[0]?.bytes())
    expect(text.replaceAll('\u00a0', ' ').split('\r\n').slice(1, 5)).toEqual([
      'Abele;9;20,00 €',
      'Blum;100;5,00 €',
      'Dorn;;',
      'Gruber;20;1.234,50 €',
    ])
  })
})

describe('number filters in the address', () => {
  test.each([
    'filter.years=x',
    'filter.years=1,5',
    'filter.fee=-1',
    'filter.fee=1.234',
    'filter.years=',
  ])('The filter %s in the address cannot be read and is ignored', (query) => {
    expect(readGrid(`?${query}`, shape).filters).toEqual({})
  })

  test('A number filter that is written to the address is read back unchanged', () => {
    const bound = (max: number) => fc.option(fc.integer({ min: 0, max }))
    fc.assert(
      fc.property(bound(99_999_999_999), bound(99_999_999_999), bound(1000), (from, to, years) => {
        const fee = { kind: 'money', from, to } as const
        const filters = {
          ...((from ?? to) !== null && { fee }),
          ...(years !== null && {
            years: { kind: 'number', from: -years || 0, to: years + 0.5 } as const,
          }),
        }
        const address = writeGrid('', { ...readGrid('', shape), filters }, shape)
        expect(readGrid(address, shape).filters).toEqual(filters)
      }),
    )
  })

  test('A number filter without bounds has no description', () => {
    for (const column of columns) expect(filterWords(column, emptyFilter(column.kind))).toBe('')
  })
})

describe('a typed number', () => {
  test.each([
    ['12', 12],
    [' 12 ', 12],
    ['1.234', 1234],
    ['12.345.678', 12_345_678],
    ['2,5', 2.5],
    ['1.234,75', 1234.75],
    ['-3', -3],
    ['−3', -3],
    ['0', 0],
    ['1.23', null],
    ['1,2,3', null],
    ['1e3', null],
    ['12 Jahre', null],
    ['', null],
    ['-', null],
  ])('If %j is typed, the number %j is read', (typed, value) => {
    expect(parseTypedNumber(typed)).toBe(value)
  })

  test('A number in the German format is read back as the same value', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (thousandths) => {
        const value = thousandths / 1000 || 0
        expect(parseTypedNumber(germanNumber(value))).toBe(value)
      }),
    )
  })
})
