import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'
import { ToastProvider, useToast } from '#web/ui/toast.tsx'

function Deleter() {
  const toast = useToast()
  return (
    <>
      <Button onClick={() => toast('Ehrung gelöscht')}>Ehrung</Button>
      <Button onClick={() => toast('Amt gelöscht')}>Amt</Button>
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const spoken = () => screen.getByRole('status')

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <ToastProvider>
      <Deleter />
    </ToastProvider>,
  )
})
afterEach(() => {
  vi.useRealTimers()
})

test('tells what happened for six seconds', () => {
  press('Ehrung')
  expect(spoken()).toHaveTextContent('Ehrung gelöscht')
  wait(5900)
  expect(spoken()).toHaveTextContent('Ehrung gelöscht')
  wait(100)
  expect(spoken()).toBeEmptyDOMElement()
})

test('can be closed', () => {
  press('Ehrung')
  press('Schließen')
  expect(spoken()).toBeEmptyDOMElement()
})

test('closed, it gives the focus back to where it was', () => {
  press('Ehrung')
  const [honor, close] = ['Ehrung', 'Schließen'].map((name) => screen.getByRole('button', { name }))
  act(() => honor?.focus())
  act(() => close?.focus())
  press('Schließen')
  expect(honor).toHaveFocus()
})

test('a second message takes the place of the first and has its own six seconds', () => {
  press('Ehrung')
  wait(4000)
  press('Amt')
  expect(spoken()).toHaveTextContent('Amt gelöscht')
  expect(spoken()).not.toHaveTextContent('Ehrung')
  wait(4000)
  expect(spoken()).toHaveTextContent('Amt gelöscht')
})

test('waits for somebody who is reading it', () => {
  press('Ehrung')
  fireEvent.pointerEnter(screen.getByText('Ehrung gelöscht'))
  wait(20_000)
  expect(spoken()).toHaveTextContent('Ehrung gelöscht')
})
