import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, test, vi } from 'vitest'
import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'

type Person = { id: number; name: string; mail: string; born: string | null; fee: number | null }

const people: Person[] = [
  { id: 1, name: 'Anna', mail: 'anna@example.de', born: '1980-01-01', fee: 1000 },
  { id: 2, name: 'Bert', mail: '', born: null, fee: 0 },
  { id: 3, name: 'Cleo', mail: '  ', born: '1999-12-31', fee: null },
]

const manyPeople = (count: number): Person[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `P${id}`,
    mail: '',
    born: null,
    fee: null,
  }))

const columns: Column<Person>[] = [
  { id: 'name', header: 'Name', kind: 'text', value: ({ name }) => name, fixed: true },
  { id: 'mail', header: 'E-Mail', kind: 'text', value: ({ mail }) => mail },
  { id: 'born', header: 'Geburtstag', kind: 'date', value: ({ born }) => born },
  { id: 'fee', header: 'Beitrag', kind: 'money', value: ({ fee }) => fee, hiddenAtFirst: true },
]

function open(address = '/', name = 'people', rows = people) {
  cleanup()
  const grid = (
    <DataTable
      name={name}
      label="Leute"
      columns={columns}
      rows={rows}
      searchKey={(row) => row.name.toLowerCase()}
      defaultSort={{ column: 'name', direction: 'ascending' }}
      nothingFound="Niemand gefunden"
    />
  )
  const router = createMemoryRouter([{ path: '/', element: grid }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { person: userEvent.setup(), router }
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
// An open panel hides the list from the reader, not from the eye.
const names = () =>
  screen
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => within(row).getAllByRole('cell', { hidden: true })[0]?.textContent)

async function press(person: ReturnType<typeof userEvent.setup>, title: string, name: string) {
  await person.click(screen.getByRole('button', { name: title }))
  const panel = within(await screen.findByRole('dialog', { name: title }))
  const control =
    panel.queryByRole('switch', { name }) ??
    panel.queryByRole('radio', { name }) ??
    panel.getByRole('button', { name })
  await person.click(control)
  await person.keyboard('{Escape}')
}

describe('the stored settings of a grid', () => {
  test('Columns and density are stored separately for each grid', async () => {
    const { person } = open()
    await press(person, 'Spalten', 'Beitrag')
    await press(person, 'Spalten', 'E-Mail')
    await press(person, 'Dichte', 'Kompakt')
    expect(heads()).toEqual(['Name', 'Geburtstag', 'Beitrag'])
    open()
    expect(heads()).toEqual(['Name', 'Geburtstag', 'Beitrag'])
    expect(screen.getByRole('table')).toHaveAttribute('data-density', 'compact')
    open('/', 'others')
    expect(heads()).toEqual(['Name', 'E-Mail', 'Geburtstag'])
  })

  test('On a wide window a long list is compact until the user chooses the usual density', async () => {
    const narrow = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(narrow(query), { matches: query === '(min-width: 1280px)' }),
    )
    const density = () => screen.getByRole('table').getAttribute('data-density')
    open('/', 'people', manyPeople(25))
    expect(density()).toBe('standard')
    const { person } = open('/', 'people', manyPeople(26))
    expect(density()).toBe('compact')
    await press(person, 'Dichte', 'Standard')
    expect(density()).toBe('standard')
    open('/', 'people', manyPeople(26))
    expect(density()).toBe('standard')
  })

  test('Columns in the address override the stored ones, and stay in the address after another change', async () => {
    const { person } = open()
    await press(person, 'Spalten', 'Beitrag')
    const again = open('/?columns=mail,born&density=standard')
    expect(heads()).toEqual(['Name', 'E-Mail', 'Geburtstag'])
    await again.person.click(screen.getByRole('button', { name: 'Name' }))
    const { search } = again.router.state.location
    expect(search).toContain('columns=mail,born')
    // Opening the same address again shows the same columns.
    open(`/${search}`)
    expect(heads()).toEqual(['Name', 'E-Mail', 'Geburtstag'])
  })

  test('"Zurücksetzen" deletes the stored columns and density', async () => {
    const { person } = open()
    await press(person, 'Spalten', 'Beitrag')
    await press(person, 'Spalten', 'Zurücksetzen')
    expect(localStorage.length).toBe(0)
    open()
    expect(heads()).toEqual(['Name', 'E-Mail', 'Geburtstag'])
  })

  test.each(['{', 'null', '7', '{"columns":7,"density":"loose"}', '{"columns":[1,null,"gone"]}'])(
    'If the stored settings (%s) cannot be read, the grid uses its defaults',
    (stored) => {
      localStorage.setItem('grid.people', stored)
      open()
      expect(heads()[0]).toBe('Name')
      expect(names()).toEqual(['Anna', 'Bert', 'Cleo'])
    },
  )

  test('In a browser without storage the grid is shown and its columns can be changed', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const get = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    const { person } = open('/', 'forbidden')
    await press(person, 'Spalten', 'Beitrag')
    expect(heads()).toEqual(['Name', 'E-Mail', 'Geburtstag', 'Beitrag'])
    get.mockRestore()
    set.mockRestore()
  })
})

describe('"leer" and "nicht leer"', () => {
  test.each([
    // A text of spaces counts as empty; an amount of 0 does not.
    ['empty.mail=yes', ['Bert', 'Cleo'], 'leer'],
    ['empty.mail=no', ['Anna'], 'nicht leer'],
    ['empty.born=yes', ['Bert'], 'leer'],
    ['empty.fee=yes', ['Cleo'], 'leer'],
    ['empty.fee=no', ['Anna', 'Bert'], 'nicht leer'],
  ])('With ?%s in the address the rows %o are shown', (address, expected, words) => {
    open(`/?${address}`)
    expect(names()).toEqual(expected)
    expect(within(screen.getByRole('list', { name: 'Filter' })).getByText(words)).toBeVisible()
  })

  test('If one of the boxes "Leer" and "Nicht leer" is ticked, the other is unticked and a typed text removed', async () => {
    const { person, router } = open()
    await person.click(screen.getByRole('button', { name: 'Filter' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filter' }))
    await person.click(panel.getByRole('button', { name: /^E-Mail/ }))
    await person.click(panel.getByRole('checkbox', { name: 'Leer' }))
    expect(names()).toEqual(['Bert', 'Cleo'])
    await person.click(panel.getByRole('checkbox', { name: 'Nicht leer' }))
    expect(names()).toEqual(['Anna'])
    expect(panel.getByRole('checkbox', { name: 'Leer' })).not.toBeChecked()
    await person.type(panel.getByRole('textbox', { name: 'Enthält' }), 'anna@')
    await waitFor(() => expect(router.state.location.search).toBe('?filter.mail=anna%40'))
    expect(panel.getByRole('checkbox', { name: 'Nicht leer' })).not.toBeChecked()
  })
})
