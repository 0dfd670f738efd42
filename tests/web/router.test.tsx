import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, test, vi } from 'vitest'
import { aUser, renderApp, withRoles } from '#tests/support/render-app.tsx'
import { endSession } from '#web/lib/session.ts'
import { requireLogin } from '#web/shell/guards.tsx'
import { RouteError } from '#web/shell/shell-fallbacks.tsx'
import type { Role } from '#worker/domain/codes.ts'

const notFound = '404 - Diese Seite existiert (noch) nicht'
const noAccess = 'Diese Seite ist nicht für Dich freigegeben'

function catchThrown(run: () => unknown): unknown {
  try {
    return run()
  } catch (thrown) {
    return thrown
  }
}

describe('a visitor without a session', () => {
  test('The root address leads a visitor to the public enrolment, which is loaded as a separate document', () => {
    endSession()
    const request = new Request('http://zunft.test/')
    const led = catchThrown(() => requireLogin({ request } as never, async () => {}))
    expect(led).toBeInstanceOf(Response)
    const { headers } = led as Response
    expect(headers.get('Location')).toBe('/parade-enrolment')
    expect(headers.get('X-Remix-Reload-Document')).toBe('true')
  })

  test.each([
    '/profile',
    '/parades',
    '/parades/details/7',
    '/parades/participation/check/7',
    '/costumes',
    '/no/such/page',
  ])('The address %s leads a visitor to the sign-in', async (path) => {
    const { router, wire } = renderApp({ path })
    expect(await screen.findByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/login')
    expect(wire.calls.map((call) => call.path)).not.toContain('/api/v1/auth/me')
  })

  test('A visitor whose session data cannot be read is led to the sign-in', async () => {
    const { router } = renderApp({ path: '/profile', user: '{"accessToken":' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })
})

describe('an unknown path', () => {
  test('An unknown address shows the page "404" in the usual frame, with a link to the overview', async () => {
    renderApp({ path: '/no/such/page', user: aUser() })
    expect(await screen.findByRole('heading', { level: 1, name: notFound })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Hauptmenü' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zur Übersicht' })).toHaveAttribute('href', '/')
  })
})

describe('a page for other roles', () => {
  test.each<[string, Role]>([
    ['/parades', 'helper'],
    ['/parades/details/7', 'helper'],
    ['/costumes', 'helper'],
    ['/parades/create', 'readonly'],
    ['/parades/edit/7', 'readonly'],
    ['/parades/create', 'helper'],
    ['/parades/participation/check/today', 'readonly'],
    ['/parades/participation/check/7', 'readonly'],
  ])('The page %s is closed to the role %s, and no request is sent', async (path, role) => {
    const { wire } = renderApp({ path, user: withRoles(role) })
    expect(await screen.findByRole('heading', { level: 1, name: noAccess })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zur Übersicht' })).toHaveAttribute('href', '/')
    expect(wire.calls.filter((call) => call.path !== '/api/guild')).toEqual([])
  })
})

function Broken(): never {
  throw new Error('insides of the program')
}

test('If a page throws an error, a German message without technical details is shown', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const router = createMemoryRouter([{ path: '/', Component: Broken, ErrorBoundary: RouteError }])
  const { container } = render(<RouterProvider router={router} />)
  expect(
    await screen.findByRole('heading', {
      level: 1,
      name: 'Diese Seite kann gerade nicht angezeigt werden',
    }),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Zur Startseite' })).toHaveAttribute('href', '/')
  expect(container).not.toHaveTextContent('insides')
  expect(consoleError).toHaveBeenCalled()
  consoleError.mockRestore()
})
