import { act, fireEvent, render, screen } from '@testing-library/react'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { Tooltips } from '#web/ui/tooltip.tsx'

const wait = (ms: number) =>
  act(async () => {
    vi.advanceTimersByTime(ms)
    // The first tooltip loads the code that draws it.
    await import('#web/lib/radix.ts')
  })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const page = (more: ReactNode = null) => (
  <>
    <Button size="icon-sm" aria-label="Gruber löschen">
      <Trash2 />
    </Button>
    <Button>Speichern</Button>
    {more}
    <Tooltips />
  </>
)
const button = () => screen.getByRole('button', { name: 'Gruber löschen' })
const words = () => screen.queryByRole('tooltip')?.textContent ?? null
const mouse = { pointerType: 'mouse' }
const hover = (element: Element) => {
  fireEvent.pointerOver(element, mouse)
  fireEvent.pointerMove(element, mouse)
}
const leave = (element: Element) => {
  fireEvent.pointerLeave(element, mouse)
  fireEvent.pointerOver(document.body, mouse)
}
const moveOver = (element: Element) =>
  fireEvent.pointerMove(element, { ...mouse, clientX: 400, clientY: 400 })
const tabTo = (element: HTMLElement) => {
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => element.focus())
}

describe('the tooltip of a button without text', () => {
  test('A tooltip is shown after the mouse has been over the button for 100 ms, and hidden when it leaves', async () => {
    render(page())
    hover(button())
    await wait(90)
    expect(words()).toBeNull()
    await wait(10)
    expect(words()).toBe('Gruber löschen')
    leave(button())
    moveOver(document.body)
    expect(words()).toBeNull()
  })

  test('A mouse that only passes over a button shows no tooltip', async () => {
    render(page())
    hover(button())
    await wait(50)
    leave(button())
    await wait(1000)
    expect(words()).toBeNull()
  })

  test('While the mouse is over the tooltip itself, it stays', async () => {
    render(page())
    hover(button())
    await wait(100)
    leave(button())
    moveOver(screen.getByRole('tooltip'))
    await wait(1000)
    expect(words()).toBe('Gruber löschen')
  })

  test.each<[string, () => unknown]>([
    ['is pressed', () => fireEvent.pointerDown(button(), mouse)],
    ['is clicked by a key', () => fireEvent.click(button())],
    ['is moved by scrolling', () => fireEvent.scroll(document)],
  ])('The tooltip disappears when the button %s', async (_, happens) => {
    render(page())
    hover(button())
    await wait(100)
    expect(words()).toBe('Gruber löschen')
    act(() => void happens())
    expect(words()).toBeNull()
    hover(button())
    await wait(1000)
    expect(words()).toBeNull()
  })

  test('A touch of 700 ms shows the tooltip until 1,500 ms after it ends', async () => {
    render(page())
    fireEvent.touchStart(button())
    await wait(600)
    expect(words()).toBeNull()
    await wait(100)
    expect(words()).toBe('Gruber löschen')
    fireEvent.touchEnd(button())
    await wait(1400)
    expect(words()).toBe('Gruber löschen')
    await wait(100)
    expect(words()).toBeNull()
  })

  test('A tap shows no tooltip', async () => {
    render(page())
    fireEvent.touchStart(button())
    await wait(200)
    fireEvent.touchEnd(button())
    await wait(3000)
    expect(words()).toBeNull()
  })

  test('Focusing a button with Tab shows its tooltip until Escape is pressed', async () => {
    render(page())
    tabTo(button())
    await wait(0)
    expect(words()).toBe('Gruber löschen')
    fireEvent.keyDown(button(), { key: 'Escape' })
    expect(words()).toBeNull()
  })

  test('If a script returns the focus to a button, no tooltip is shown', async () => {
    render(page())
    tabTo(screen.getByRole('button', { name: 'Speichern' }))
    fireEvent.pointerDown(document.body, mouse)
    act(() => button().focus())
    await wait(3000)
    expect(words()).toBeNull()
  })

  test('A tooltip that repeats the name of its button is not its description', async () => {
    render(page())
    tabTo(button())
    await wait(0)
    expect(button()).not.toHaveAccessibleDescription()
  })
})

test('While the menu of a button is open, the button shows no tooltip', async () => {
  render(
    page(
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon-sm" aria-label="Aktionen">
            <Trash2 />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem>Sperren</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>,
    ),
  )
  const trigger = () => screen.getByRole('button', { name: 'Aktionen' })
  hover(trigger())
  await wait(100)
  expect(words()).toBe('Aktionen')
  fireEvent.pointerDown(trigger(), { ...mouse, button: 0, ctrlKey: false })
  fireEvent.click(trigger())
  await wait(0)
  expect(screen.getByRole('menu')).toBeVisible()
  leave(trigger())
  hover(trigger())
  await wait(100)
  expect(words()).toBeNull()
})

test('A button with text shows no tooltip', async () => {
  render(page())
  const save = screen.getByRole('button', { name: 'Speichern' })
  hover(save)
  tabTo(save)
  await wait(3000)
  expect(words()).toBeNull()
})

test('A link with the look of a button can have a tooltip, and so can any element that has a hint of its own', async () => {
  render(
    page(
      <>
        <Button asChild size="icon" aria-label="Zurück">
          <a href="/">
            <Trash2 />
          </a>
        </Button>
        <button type="button" data-hint="Account von Sabine Kächele">
          SK
        </button>
      </>,
    ),
  )
  hover(screen.getByRole('link', { name: 'Zurück' }))
  await wait(100)
  expect(words()).toBe('Zurück')
  hover(screen.getByText('SK'))
  await wait(100)
  expect(words()).toBe('Account von Sabine Kächele')
})
