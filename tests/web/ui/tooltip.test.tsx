import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <Tooltip text="Zählt bestätigte Umzüge">
      <Button>Sprünge</Button>
    </Tooltip>,
  )
})
afterEach(() => {
  vi.useRealTimers()
})

test('a finger held for 700 ms shows the words, and they stay 1500 ms after it left', () => {
  const button = screen.getByRole('button')
  fireEvent.touchStart(button)
  wait(600)
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  wait(100)
  expect(screen.getByRole('tooltip')).toHaveTextContent('Zählt bestätigte Umzüge')
  fireEvent.touchEnd(button)
  wait(1400)
  expect(screen.getByRole('tooltip')).toBeInTheDocument()
  wait(100)
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

test('a short tap shows nothing', () => {
  const button = screen.getByRole('button')
  fireEvent.touchStart(button)
  wait(200)
  fireEvent.touchEnd(button)
  wait(3000)
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

test('the keyboard reaches it by focus', () => {
  act(() => screen.getByRole('button').focus())
  expect(screen.getByRole('button')).toHaveAccessibleDescription('Zählt bestätigte Umzüge')
})
