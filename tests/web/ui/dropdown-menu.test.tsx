import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'

const chosen = vi.fn()

async function openMenu() {
  chosen.mockClear()
  render(
    <DropdownMenu>
      <DropdownMenuTrigger>Menü</DropdownMenuTrigger>
      <DropdownMenuContent>
        {['Bearbeiten', 'Bestätigen', 'Als bezahlt merken', 'Ab hier', 'Löschen'].map((name) => (
          <DropdownMenuItem key={name} disabled={name === 'Löschen'} onSelect={() => chosen(name)}>
            {name}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>,
  )
  const person = userEvent.setup()
  screen.getByRole('button').focus()
  await person.keyboard('{Enter}')
  return person
}

/** Presses keys at this time in ms, which the events of jsdom do not have. */
function press(keys: string, at: number) {
  for (const key of keys) {
    const target = document.activeElement ?? document.body
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    act(() => void fireEvent(target, event))
  }
}
const focused = () => document.activeElement?.textContent

test('Typed letters focus the menu item that begins with them', async () => {
  await openMenu()
  press('bes', 10_000)
  expect(focused()).toBe('Bestätigen')
  press('als bez', 11_000)
  expect(focused()).toBe('Als bezahlt merken')
  expect(chosen).not.toHaveBeenCalled()
})

test('In a menu the typed letters are forgotten 500 ms after the last one', async () => {
  await openMenu()
  press('a', 10_000)
  expect(focused()).toBe('Als bezahlt merken')
  press('b', 10_499)
  expect(focused()).toBe('Ab hier')
  press('b', 10_999)
  expect(focused()).toBe('Bearbeiten')
})

test('A letter typed again focuses the next menu item that begins with it, and skips disabled ones', async () => {
  await openMenu()
  press('b', 10_000)
  expect(focused()).toBe('Bestätigen')
  press('b', 10_100)
  expect(focused()).toBe('Bearbeiten')
  press('l', 11_000)
  expect(focused()).toBe('Bearbeiten')
})

test('A space selects the focused menu item when no letters were typed', async () => {
  const person = await openMenu()
  await person.keyboard('{ArrowDown}')
  await person.keyboard(' ')
  expect(chosen).toHaveBeenCalledWith('Bestätigen')
})
