import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

test('A field is described by its error and its help text', () => {
  render(
    <Field label="IBAN" required error="Die IBAN ist zu kurz." help="22 Zeichen">
      {(ids) => <Input {...ids} />}
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'IBAN' })
  expect(input).toBeInvalid()
  expect(input).toBeRequired()
  expect(input).toHaveAccessibleDescription('Die IBAN ist zu kurz. 22 Zeichen')
})

test('A field without an error and a help text has no description', () => {
  render(<Field label="Bank">{(ids) => <Input {...ids} />}</Field>)
  const input = screen.getByRole('textbox', { name: 'Bank' })
  expect(input).toBeValid()
  expect(input).not.toBeRequired()
  expect(input).not.toHaveAttribute('aria-describedby')
})
