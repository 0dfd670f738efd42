import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { searchTextOf } from '#web/lib/word-search.ts'
import { RowLink } from '#web/ui/table.tsx'

type Person = { id: number; name: string; town: string }

const people: Person[] = Array.from({ length: 30 }, (_, index) => ({
  id: 100 - index,
  name: `Name ${String(index + 1).padStart(2, '0')}`,
  town: index % 3 === 0 ? 'Ulm' : 'Aulendorf',
}))

const columns: Column<Person>[] = [
  {
    id: 'name',
    header: 'Name',
    kind: 'text',
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`/person/${id}`}>{name}</RowLink>,
    fixed: true,
  },
  { id: 'town', header: 'Ort', kind: 'text', value: ({ town }) => town },
]

function renderPeople(address = '/') {
  const grid = (
    <DataTable
      label="Leute"
      columns={columns}
      rows={people}
      searchKey={({ name, town }) => searchTextOf([name, town])}
      defaultSort={{ column: 'name', direction: 'ascending' }}
      opens
      nothingFound="Niemand gefunden"
      acts={(chosen, clear) => (
        <button type="button" onClick={clear}>
          Erledigen: {chosen.map(({ name }) => name.replace('Name ', '')).join(',')}
        </button>
      )}
    />
  )
  const router = createMemoryRouter(
    [
      { path: '/', element: grid },
      { path: '/person/:id', element: <p>Die Person</p> },
    ],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  return { person: userEvent.setup(), router }
}

const box = (name: string) => screen.getByRole('checkbox', { name: `${name} auswählen` })
const head = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Alle auf dieser Seite auswählen' })
const act = () => screen.queryByRole('button', { name: /^Erledigen/ })?.textContent

test('Ticking a row shows the action bar, and does not open the row', async () => {
  const { person, router } = renderPeople()
  expect(screen.queryByRole('button', { name: 'Aufheben' })).not.toBeInTheDocument()
  await person.click(box('Name 03'))
  expect(
    screen.getAllByRole('status').filter((status) => status.textContent === '1 ausgewählt'),
  ).toHaveLength(1)
  expect(act()).toBe('Erledigen: 03')
  expect(router.state.location.pathname).toBe('/')
  await person.click(box('Name 03'))
  expect(act()).toBeUndefined()
})

test('A click with Shift ticks or unticks all rows since the last click, like the clicked row', async () => {
  const { person } = renderPeople('/?sort=-name')
  await person.click(box('Name 20'))
  await person.keyboard('{Shift>}')
  await person.click(box('Name 17'))
  await person.keyboard('{/Shift}')
  expect(act()).toBe('Erledigen: 20,19,18,17')
  // The range takes the state of the row that ends it.
  await person.keyboard('{Shift>}')
  await person.click(box('Name 19'))
  await person.keyboard('{/Shift}')
  expect(act()).toBe('Erledigen: 20')
})

test('The checkbox in the head ticks all rows of the page, and shows if only some are ticked', async () => {
  const { person } = renderPeople('/?size=10&page=2')
  await person.click(box('Name 12'))
  expect(head().indeterminate).toBe(true)
  expect(head()).not.toBeChecked()
  await person.click(head())
  expect(screen.getByText('10 ausgewählt')).toBeVisible()
  expect(head().indeterminate).toBe(false)
  expect(head()).toBeChecked()
  await person.click(head())
  expect(act()).toBeUndefined()
})

test('"Alle … auswählen" ticks the rows found on all pages, but none that the filter excludes', async () => {
  const { person } = renderPeople('/?filter.town=ulm&size=10')
  // "Ulm" alone: "Aulendorf" holds none.
  expect(screen.getByText('1–10 von 10')).toBeVisible()
  await person.click(box('Name 01'))
  await person.click(screen.getByRole('button', { name: 'Alle 10 auswählen' }))
  expect(act()).toBe('Erledigen: 01,04,07,10,13,16,19,22,25,28')
  expect(screen.queryByRole('button', { name: /^Alle .* auswählen$/ })).not.toBeInTheDocument()
})

test('Ticked rows stay ticked on other pages and under other filters; the bar counts those that are listed', async () => {
  const { person, router } = renderPeople('/?size=10')
  await person.click(box('Name 01'))
  await person.click(box('Name 02'))
  await person.click(screen.getByRole('button', { name: 'Nächste Seite' }))
  await person.click(box('Name 11'))
  expect(act()).toBe('Erledigen: 01,02,11')
  await router.navigate('/?size=10&filter.town=aulen')
  expect(await screen.findByText('2 ausgewählt')).toBeVisible()
  expect(act()).toBe('Erledigen: 02,11')
  await person.click(screen.getByRole('button', { name: 'Filter Ort entfernen' }))
  expect(act()).toBe('Erledigen: 01,02,11')
})

test('Escape, "Aufheben" and the end of an action untick all rows', async () => {
  const { person } = renderPeople()
  for (const end of [
    () => person.keyboard('{Escape}'),
    () => person.click(screen.getByRole('button', { name: 'Aufheben' })),
    () => person.click(screen.getByRole('button', { name: /^Erledigen/ })),
  ]) {
    await person.click(box('Name 05'))
    expect(screen.getByText('1 ausgewählt')).toBeVisible()
    await end()
    expect(screen.queryByText('1 ausgewählt')).not.toBeInTheDocument()
    expect(box('Name 05')).not.toBeChecked()
    // The focus has not fallen back to the body.
    expect(document.body).not.toHaveFocus()
  }
})

test('In a grid the arrow keys, Home and End move between rows, Space ticks a row (with Shift a range), and Enter opens it', async () => {
  const { person } = renderPeople('/?size=10')
  const row = (name: string) => screen.getByRole('link', { name })
  row('Name 01').focus()
  await person.keyboard('{ArrowUp}')
  expect(row('Name 01')).toHaveFocus()
  await person.keyboard('{ArrowDown}{ArrowDown}')
  expect(row('Name 03')).toHaveFocus()
  await person.keyboard(' ')
  expect(box('Name 03')).toBeChecked()
  await person.keyboard('{End}')
  expect(row('Name 10')).toHaveFocus()
  await person.keyboard('{Home}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
  await person.keyboard('{Shift>} {/Shift}')
  expect(act()).toBe('Erledigen: 03,04,05')
  expect(row('Name 05')).toHaveFocus()
  await person.keyboard('{Enter}')
  expect(await screen.findByText('Die Person')).toBeVisible()
})

test('In the search field of a grid the arrow-down key focuses the first row', async () => {
  const { person } = renderPeople()
  await person.type(screen.getByRole('searchbox'), 'name 12')
  expect(await screen.findByText('1–1 von 1')).toBeVisible()
  await person.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Name 12' })).toHaveFocus()
})

test('Going back to a grid shows the page of the row that was opened, and focuses it', async () => {
  const { person, router } = renderPeople('/?size=10&page=2')
  await person.click(screen.getByRole('link', { name: 'Name 14' }))
  expect(await screen.findByText('Die Person')).toBeVisible()
  await router.navigate(-1)
  expect(await screen.findByRole('link', { name: 'Name 14' })).toHaveFocus()
  expect(screen.getByText('11–20 von 30')).toBeVisible()
})

test('A grid without actions has no checkboxes', () => {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <DataTable
          label="Leute"
          columns={columns}
          rows={people}
          searchKey={({ name }) => name}
          defaultSort={{ column: 'name', direction: 'ascending' }}
          nothingFound="Niemand gefunden"
        />
      ),
    },
  ])
  render(<RouterProvider router={router} />)
  expect(within(screen.getByRole('table')).queryByRole('checkbox')).not.toBeInTheDocument()
})
