import { act, fireEvent, render, screen } from '@testing-library/react'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TooltipLayer } from '#web/components/tooltip-layer.tsx'
import { Button } from '#web/ui/button.tsx'

const wait = (ms: number) =>
  act(async () => {
    vi.advanceTimersByTime(ms)
    // What draws it is loaded for the first one.
    await import('#web/ui/tooltip.tsx')
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
    <TooltipLayer />
  </>
)
const button = () => screen.getByRole('button', { name: 'Gruber löschen' })
const words = () => screen.queryByRole('tooltip')?.textContent ?? null
const mouse = { pointerType: 'mouse' }
const tabTo = (element: HTMLElement) => {
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => element.focus())
}

describe('a button without words', () => {
  test('shows its name 100 ms after the mouse came, until it leaves', async () => {
    render(page())
    fireEvent.pointerOver(button(), mouse)
    await wait(90)
    expect(words()).toBeNull()
    await wait(10)
    expect(words()).toBe('Gruber löschen')
    fireEvent.pointerOver(document.body, mouse)
    await wait(100)
    expect(words()).toBeNull()
  })

  test('shows nothing to a mouse that only passes by', async () => {
    render(page())
    fireEvent.pointerOver(button(), mouse)
    await wait(50)
    fireEvent.pointerOver(document.body, mouse)
    await wait(1000)
    expect(words()).toBeNull()
  })

  test('keeps its name while the mouse is on it', async () => {
    render(page())
    fireEvent.pointerOver(button(), mouse)
    await wait(100)
    fireEvent.pointerOver(document.body, mouse)
    await wait(50)
    fireEvent.pointerOver(screen.getByRole('tooltip'), mouse)
    await wait(1000)
    expect(words()).toBe('Gruber löschen')
  })

  test.each<[string, () => unknown]>([
    ['is pressed', () => fireEvent.pointerDown(button(), mouse)],
    ['is clicked by a key', () => fireEvent.click(button())],
    ['moves away', () => fireEvent.scroll(document)],
  ])('takes its name back when it %s', async (_, happens) => {
    render(page())
    fireEvent.pointerOver(button(), mouse)
    await wait(100)
    expect(words()).toBe('Gruber löschen')
    act(() => void happens())
    expect(words()).toBeNull()
    fireEvent.pointerOver(button(), mouse)
    await wait(1000)
    expect(words()).toBeNull()
  })

  test('held for 700 ms by a finger shows it, and 1,500 ms after the finger left', async () => {
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

  test('tapped shows nothing', async () => {
    render(page())
    fireEvent.touchStart(button())
    await wait(200)
    fireEvent.touchEnd(button())
    await wait(3000)
    expect(words()).toBeNull()
  })

  test('shows its name to the tabulator, until Escape', async () => {
    render(page())
    tabTo(button())
    await wait(0)
    expect(words()).toBe('Gruber löschen')
    fireEvent.keyDown(button(), { key: 'Escape' })
    expect(words()).toBeNull()
  })

  test('shows nothing when it is given the focus back', async () => {
    render(page())
    tabTo(screen.getByRole('button', { name: 'Speichern' }))
    fireEvent.pointerDown(document.body, mouse)
    act(() => button().focus())
    await wait(3000)
    expect(words()).toBeNull()
  })

  test('is not described by its own name', async () => {
    render(page())
    tabTo(button())
    await wait(0)
    expect(button()).not.toHaveAccessibleDescription()
  })
})

test('a button with words shows none beside them', async () => {
  render(page())
  const save = screen.getByRole('button', { name: 'Speichern' })
  fireEvent.pointerOver(save, mouse)
  tabTo(save)
  await wait(3000)
  expect(words()).toBeNull()
})

test('a link that looks like a button shows its name, and what says its hint itself', async () => {
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
  fireEvent.pointerOver(screen.getByRole('link', { name: 'Zurück' }), mouse)
  await wait(100)
  expect(words()).toBe('Zurück')
  fireEvent.pointerOver(screen.getByText('SK'), mouse)
  await wait(100)
  expect(words()).toBe('Account von Sabine Kächele')
})
