import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'

test('The eye button shows the password and hides it again', async () => {
  render(<Field label="Passwort">{(ids) => <PasswordInput {...ids} />}</Field>)
  const input = screen.getByLabelText('Passwort')
  await userEvent.type(input, 'fasnet-2027')
  expect(input).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Passwort zeigen' }))
  expect(input).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Passwort verbergen' }))
  expect(input).toHaveAttribute('type', 'password')
  expect(input).toHaveValue('fasnet-2027')
})
