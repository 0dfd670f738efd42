import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Failure } from '#web/components/failure.tsx'
import type { Failure as Failed } from '#web/lib/result.ts'

const message = 'Die Ehrungen konnten nicht geladen werden'

function renderFailure(type: Failed['type'], onRetry?: () => void) {
  render(<Failure message={message} failure={{ type }} onRetry={onRetry} />, {
    wrapper: MemoryRouter,
  })
}

test('A failure message is shown at once, with a button to load again', async () => {
  const onRetry = vi.fn()
  renderFailure('NetworkError', onRetry)
  expect(screen.getByRole('alert')).toHaveTextContent(message)
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Erneut laden' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('If the session has expired, the failure message says so and links to the sign-in page', () => {
  renderFailure('AuthenticationError')
  expect(screen.getByRole('alert')).toHaveTextContent(message)
  expect(screen.getByRole('alert')).toHaveTextContent('Deine Anmeldung ist abgelaufen')
  expect(screen.getByRole('link')).toHaveAttribute('href', '/login?reason=expired')
})
