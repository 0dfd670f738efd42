import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test, vi } from 'vitest'
import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'

type Costume = { id: number; number: string; kind: string }

const costumes: Costume[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  number: String(index + 1),
  kind: index % 2 === 0 ? 'hexe' : 'hansel',
}))

const columns: Column<Costume>[] = [
  { id: 'number', header: 'Nummer', kind: 'text', value: ({ number }) => number, align: 'right' },
  {
    id: 'kind',
    header: 'Kleidertyp',
    kind: 'choice',
    value: ({ kind }) => kind,
    options: [
      { value: 'hexe', label: 'Bachhexe' },
      { value: 'hansel', label: 'Schellenhansel' },
    ],
  },
]

function renderGrid(address = '/') {
  const grid = (
    <DataTable
      label="Kleider"
      columns={columns}
      rows={costumes}
      searchKey={({ number }) => number}
      defaultSort={{ column: 'number', direction: 'ascending' }}
      nothingFound="Kein Kleid gefunden"
    />
  )
  const router = createMemoryRouter([{ path: '/', element: grid }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return userEvent.setup()
}

const numbers = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

test('A press outside of the open filter closes it and counts', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const person = renderGrid()
  await person.click(screen.getByRole('button', { name: 'Filter' }))
  await screen.findByRole('dialog', { name: 'Filter' })
  await person.click(screen.getByRole('button', { name: 'Drucken' }))
  expect(screen.queryByRole('dialog', { name: 'Filter' })).not.toBeInTheDocument()
  expect(print).toHaveBeenCalledTimes(1)
})

test('A grid offers 10, 25, 50 and 100 rows per page by default', async () => {
  const person = renderGrid()
  const size = screen.getByRole('combobox', { name: 'Rows per page:' })
  expect(
    within(size)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['10', '25', '50', '100'])
  expect(numbers()).toHaveLength(25)
  await person.selectOptions(size, '10')
  expect(screen.getByText('1–10 von 30')).toBeVisible()
})

test('Numbers stored as text are sorted as numbers and aligned right', () => {
  renderGrid()
  expect(numbers().slice(0, 3)).toEqual(['1', '2', '3'])
  expect(screen.getAllByRole('cell')[0]).toHaveAttribute('data-numeric')
})

test('A column of choices shows the label of each value, and is filtered by it', () => {
  renderGrid('/?filter.kind=hansel&size=10')
  expect(screen.getByText('1–10 von 15')).toBeVisible()
  expect(
    within(screen.getByRole('list', { name: 'Filter' })).getByText('Schellenhansel'),
  ).toBeVisible()
  expect(screen.getAllByRole('cell', { name: 'Schellenhansel' })).toHaveLength(10)
})

test('If the rows of a grid open nothing, they have no chevron', () => {
  renderGrid()
  expect(screen.queryByRole('columnheader', { name: 'Öffnen' })).not.toBeInTheDocument()
})
