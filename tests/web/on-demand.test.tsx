import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { onDemand, useIsPartMissing, useOnDemand } from '#web/lib/on-demand.ts'

type Words = { words: string }

function Page({ part, isNeeded }: { part: ReturnType<typeof onDemand<Words>>; isNeeded: boolean }) {
  const loaded = useOnDemand(part, isNeeded)
  return (
    <p>
      {loaded?.words ?? 'leer'} {useIsPartMissing() && 'fehlt'}
    </p>
  )
}

const arriving = () => vi.fn(async (): Promise<Words> => ({ words: 'da' }))

test('Code on demand is not loaded when its page is shown', async () => {
  const load = arriving()
  render(<Page part={onDemand(load)} isNeeded={false} />)
  await act(async () => {})
  expect(load).not.toHaveBeenCalled()
})

test('The first touch or key press anywhere on the page loads its code on demand, and later ones do not load it again', async () => {
  const load = arriving()
  render(<Page part={onDemand(load)} isNeeded={false} />)
  fireEvent.pointerDown(document.body)
  fireEvent.keyDown(document.body, { key: 'Tab' })
  await screen.findByText('da')
  fireEvent.keyDown(document.body, { key: 'Tab' })
  expect(load).toHaveBeenCalledTimes(1)
})

test('Code on demand that the page needs is loaded without a touch', async () => {
  const load = arriving()
  render(<Page part={onDemand(load)} isNeeded />)
  await screen.findByText('da')
})

test('If preloading code on demand fails, no error is shown and the next touch tries again', async () => {
  const load = arriving().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  render(<Page part={onDemand(load)} isNeeded={false} />)
  fireEvent.pointerDown(document.body)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  await act(async () => {})
  expect(screen.getByText('leer')).toBeVisible()
  fireEvent.pointerDown(document.body)
  await screen.findByText('da')
})

test('If code on demand that the page needs fails to load, an error is shown until it is loaded', async () => {
  const load = arriving().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  render(<Page part={onDemand(load)} isNeeded />)
  await screen.findByText('leer fehlt')
  fireEvent.pointerDown(document.body)
  await screen.findByText('da')
  expect(screen.queryByText(/fehlt/)).toBeNull()
})

/** Renders a menu on a page that was not touched yet. */
async function drawMenu() {
  vi.resetModules()
  const { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } = await import(
    '#web/ui/dropdown-menu.tsx'
  )
  render(
    <DropdownMenu>
      <DropdownMenuTrigger>Menü</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem>Bearbeiten</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>,
  )
  const trigger = screen.getByRole('button', { name: 'Menü' })
  expect(trigger).toHaveAttribute('aria-haspopup', 'menu')
  expect(trigger).toHaveAttribute('aria-expanded', 'false')
  return trigger
}

test.each([
  { how: 'by pointer', press: (trigger: Element) => fireEvent.pointerDown(trigger, { button: 0 }) },
  { how: 'by a screen reader', press: (trigger: Element) => fireEvent.click(trigger) },
])(
  'A menu that is pressed $how before its code is loaded opens once it is loaded',
  async ({ press }) => {
    press(await drawMenu())
    expect(await screen.findByRole('menuitem', { name: 'Bearbeiten' })).toBeVisible()
  },
)

test('While the code of a menu loads, the focus stays on its button, and the keys open it', async () => {
  const trigger = await drawMenu()
  trigger.focus()
  fireEvent.keyDown(trigger, { key: 'Shift' })
  await waitFor(() => expect(trigger).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Menü' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByRole('menuitem', { name: 'Bearbeiten' })).toHaveFocus()
})

test('A dialog that is opened before its code is loaded appears once it is loaded', async () => {
  vi.resetModules()
  const { Dialog } = await import('#web/ui/dialog.tsx')
  render(<Dialog open onOpenChange={() => {}} title="Frage" footer={null} />)
  expect(await screen.findByRole('dialog', { name: 'Frage' })).toBeVisible()
})
