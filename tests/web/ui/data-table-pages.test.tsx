import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'

type Costume = { id: number; number: string }

const columns: Column<Costume>[] = [
  { id: 'number', header: 'Nummer', kind: 'text', value: ({ number }) => number },
]

/** A grid of as many rows, ten on a page. */
function renderRows(count: number, page = 1) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    number: String(index + 1),
  }))
  const grid = (
    <DataTable
      label="Kleider"
      columns={columns}
      rows={rows}
      searchKey={({ number }) => number}
      defaultSort={{ column: 'number', direction: 'ascending' }}
      nothingFound="Kein Kleid gefunden"
    />
  )
  const address = `/?size=10&page=${page}`
  const router = createMemoryRouter([{ path: '/', element: grid }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return userEvent.setup()
}

const shown = () => screen.getByText(/ von \d+$/).textContent
const next = () => screen.getByRole('button', { name: 'Nächste Seite' })
const previous = () => screen.getByRole('button', { name: 'Vorherige Seite' })

// count, the last page, what stands on it
const cases = [
  [1, 1, '1–1 von 1'],
  [9, 1, '1–9 von 9'],
  [10, 1, '1–10 von 10'],
  [11, 2, '11–11 von 11'],
  [20, 2, '11–20 von 20'],
  [21, 3, '21–21 von 21'],
] as const

test.each(cases)(
  'A grid of %i rows has %i pages, and the last one shows %s',
  (count, last, words) => {
    renderRows(count, last)
    expect(shown()).toBe(words)
    expect(next()).toBeDisabled()
    if (last === 1) expect(previous()).toBeDisabled()
    else expect(previous()).toBeEnabled()
  },
)

test.each(cases)(
  'A grid of %i rows shows its last page even if the address asks for one after page %i: %s',
  (count, last, words) => {
    renderRows(count, last + 1)
    expect(shown()).toBe(words)
  },
)

test('The page buttons of a grid lead forward through two full pages and back again', async () => {
  const person = renderRows(20)
  expect(shown()).toBe('1–10 von 20')
  expect(previous()).toBeDisabled()
  await person.click(next())
  expect(shown()).toBe('11–20 von 20')
  expect(next()).toBeDisabled()
  await person.click(previous())
  expect(shown()).toBe('1–10 von 20')
})
