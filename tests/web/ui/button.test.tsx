import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'

test('A busy button is marked as busy, shows its label and ignores clicks', async () => {
  const onClick = vi.fn()
  render(
    <Button busy onClick={onClick}>
      Speichern
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Speichern' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button).toBeEnabled()
  expect(onClick).not.toHaveBeenCalled()
})

test('While its submit button is busy, a form is not sent, not even with Enter', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Vorname" />
      <Button type="submit" busy>
        Speichern
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  await userEvent.type(screen.getByLabelText('Vorname'), 'Lena{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('A button inside a form does not submit it by default', async () => {
  const onSubmit = vi.fn()
  render(
    <form onSubmit={onSubmit}>
      <Button>Abbrechen</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(onSubmit).not.toHaveBeenCalled()
})
