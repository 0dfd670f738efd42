import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'
import {
  ActionsCell,
  RowLink,
  SortHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '#web/ui/table.tsx'

function renderMembers(onSort = () => {}, onEdit = () => {}) {
  const list = (
    <Table>
      <TableHead>
        <TableRow>
          <SortHead label="Nachname" direction="ascending" onSort={onSort} />
          <SortHead label="Geburtstag" onSort={onSort} />
        </TableRow>
      </TableHead>
      <TableBody>
        <TableRow opens>
          <TableCell>
            <RowLink to="/members/details/7">Gruber</RowLink>
          </TableCell>
          <TableCell>14.03.1968</TableCell>
          <ActionsCell>
            <Button onClick={onEdit}>Bearbeiten</Button>
          </ActionsCell>
        </TableRow>
      </TableBody>
    </Table>
  )
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={list} />
        <Route path="/members/details/7" element={<h1>Annegret Gruber</h1>} />
      </Routes>
    </MemoryRouter>,
  )
}

test('A click anywhere in a table row follows its link', async () => {
  renderMembers()
  await userEvent.click(screen.getByRole('cell', { name: '14.03.1968' }))
  expect(screen.getByRole('heading', { name: 'Annegret Gruber' })).toBeInTheDocument()
})

test("A click on a button in a row does not open the row's link", async () => {
  const onEdit = vi.fn()
  renderMembers(undefined, onEdit)
  await userEvent.click(screen.getByRole('button', { name: 'Bearbeiten' }))
  expect(onEdit).toHaveBeenCalledOnce()
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
})

test('The heading of the sorted column is announced as sorted, and it is a button', async () => {
  const onSort = vi.fn()
  renderMembers(onSort)
  const head = screen.getByRole('columnheader', { name: 'Nachname' })
  expect(head).toHaveAttribute('aria-sort', 'ascending')
  expect(screen.getByRole('columnheader', { name: 'Geburtstag' })).not.toHaveAttribute('aria-sort')
  await userEvent.click(screen.getByRole('button', { name: 'Geburtstag' }))
  expect(onSort).toHaveBeenCalledOnce()
})
