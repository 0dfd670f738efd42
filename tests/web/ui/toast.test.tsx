import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailure } from '#web/lib/call-failure.ts'
import { queryClient } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Toaster, toast } from '#web/ui/toast.tsx'

let taken = 0
let refusal: CallFailure | null = null

const undo = {
  mutationFn: async () => {
    taken += 1
    if (refusal) throw refusal
  },
  meta: { notDone: 'Das konnte nicht rückgängig gemacht werden.', changes: [] },
}

function Deleter() {
  return (
    <>
      <Button onClick={() => toast('Ehrung gelöscht')}>Ehrung</Button>
      <Button onClick={() => toast('Amt gelöscht')}>Amt</Button>
      <Button onClick={() => toast('Kleid gelöscht', { undo, done: 'Rückgängig gemacht.' })}>
        Kleid
      </Button>
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const spoken = () => screen.getByRole('status')

beforeEach(() => {
  vi.useFakeTimers()
  taken = 0
  refusal = null
  render(
    <QueryClientProvider client={queryClient}>
      <Deleter />
      <Toaster />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  vi.useRealTimers()
})

test('A message is shown for six seconds', () => {
  press('Ehrung')
  expect(spoken()).toHaveTextContent('Ehrung gelöscht')
  wait(5900)
  expect(spoken()).toHaveTextContent('Ehrung gelöscht')
  wait(100)
  expect(spoken()).toBeEmptyDOMElement()
})

test('A message can be closed', () => {
  press('Ehrung')
  press('Schließen')
  expect(spoken()).toBeEmptyDOMElement()
})

test('Closing a message returns the focus to where it was', () => {
  press('Ehrung')
  const [honor, close] = ['Ehrung', 'Schließen'].map((name) => screen.getByRole('button', { name }))
  act(() => honor?.focus())
  act(() => close?.focus())
  press('Schließen')
  expect(honor).toHaveFocus()
})

test('A second message replaces the first, and is shown for six seconds of its own', () => {
  press('Ehrung')
  wait(4000)
  press('Amt')
  expect(spoken()).toHaveTextContent('Amt gelöscht')
  expect(spoken()).not.toHaveTextContent('Ehrung')
  wait(4000)
  expect(spoken()).toHaveTextContent('Amt gelöscht')
})

test('While the pointer is over a message, it stays', () => {
  press('Ehrung')
  fireEvent.pointerEnter(screen.getByText('Ehrung gelöscht'))
  wait(20_000)
  expect(spoken()).toHaveTextContent('Ehrung gelöscht')
})

describe('a message with undo', () => {
  test('A message with undo is shown for fifteen seconds', () => {
    press('Kleid')
    wait(14_900)
    expect(spoken()).toHaveTextContent('Kleid gelöscht')
    wait(100)
    expect(spoken()).toBeEmptyDOMElement()
  })

  test('While a message has the focus, it stays; F8 moves the focus to it', () => {
    const opener = screen.getByRole('button', { name: 'Kleid' })
    act(() => opener.focus())
    press('Kleid')
    fireEvent.keyDown(opener, { key: 'F8' })
    expect(screen.getByRole('button', { name: 'Rückgängig' })).toHaveFocus()
    wait(60_000)
    expect(spoken()).toHaveTextContent('Kleid gelöscht')
    press('Schließen')
    expect(opener).toHaveFocus()
  })

  test('After an undo the message shows the result and offers no second undo', async () => {
    press('Kleid')
    act(() => screen.getByRole('button', { name: 'Rückgängig' }).focus())
    press('Rückgängig')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(spoken()).toHaveTextContent('Rückgängig gemacht.')
    expect(taken).toBe(1)
    expect(screen.queryByRole('button', { name: 'Rückgängig' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Schließen' })).toHaveFocus()
  })

  test('If an undo fails, the message shows the reason', async () => {
    refusal = new CallFailure('Das konnte nicht rückgängig gemacht werden.', {
      type: 'ApiError',
      status: 409,
      error: { code: 'ChangedSince', message: 'Inzwischen wurde daran etwas geändert.' },
    })
    press('Kleid')
    press('Rückgängig')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(spoken()).toHaveTextContent(
      'Das konnte nicht rückgängig gemacht werden. Inzwischen wurde daran etwas geändert.',
    )
    expect(screen.queryByRole('button', { name: 'Rückgängig' })).not.toBeInTheDocument()
  })
})
