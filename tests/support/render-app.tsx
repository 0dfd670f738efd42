import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, parsePath } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import { helpOf } from '#web/help/page-help.ts'
import { seenKey } from '#web/lib/first-visits.ts'
import { endSession, type StoredUser, startSession } from '#web/lib/session.ts'
import { routes } from '#web/router.tsx'
import type { Role } from '#worker/domain/codes.ts'
import { memberPageOfParts } from './member-details.ts'
import { json, noContent, stubWire, type WireTable } from './wire.ts'

export const guildName = 'Narrenzunft Schellental'

export function aUser(changes: Partial<StoredUser> = {}): StoredUser {
  return {
    accessToken: 'token-of-sabine',
    firstName: 'Sabine',
    lastName: 'Kächele',
    emailAddress: 'sabine.kaechele@example.de',
    roles: ['management'],
    ...changes,
  }
}

/** A user with these roles. */
export function withRoles(...roles: Role[]): StoredUser {
  return aUser({ roles })
}

type DataRouter = ReturnType<typeof createMemoryRouter>

type Opening = {
  path: string
  /** The state of the history entry. */
  state?: unknown
  /** The signed-in user. A string is stored as it is under the key `user`. */
  user?: StoredUser | string | undefined
  wire?: WireTable
  /** A user who opens the app for the first time. */
  isNew?: boolean
}

/** Renders the app at an address for the signed-in user; only the network is fake. */
export function renderApp({ path, state, user, wire: table = {}, isNew = false }: Opening) {
  endSession()
  localStorage.setItem(seenKey, JSON.stringify(isNew ? [] : Object.keys(helpOf)))
  if (typeof user === 'string') localStorage.setItem('user', user)
  else if (user) startSession(user)
  const guild = {
    'GET /api/guild': json({ name: guildName }),
    'GET /api/guild/settings': json({ honorRules: [] }),
    'POST /api/v1/auth/logout': noContent,
    'GET /api/view': json([]),
    'GET /api/member/:id/page': memberPageOfParts,
    'GET /api/home': json({ today: [], next: [], missing: [] }),
    'GET /api/parade/drafts': json({ season: '2026/27', drafts: [], proposable: 0 }),
    'GET /api/history': json({
      entries: [],
      next: null,
      names: { member: {}, costume: {}, parade: {} },
      about: {},
    }),
  }
  const wire = stubWire({ ...guild, ...table })
  const router = createMemoryRouter(routes, { initialEntries: [{ ...parsePath(path), state }] })
  // Waits for loading pages, which would otherwise send requests to the next test.
  onTestFinished(() => arrival(router).finally(router.dispose))
  const view = render(<RouterProvider router={router} />)
  return { ...view, router, wire, person: userEvent.setup() }
}

function arrival({ state, subscribe }: DataRouter): Promise<void> {
  const hasArrived = ({ initialized, navigation }: DataRouter['state']) =>
    initialized && navigation.state === 'idle'
  if (hasArrived(state)) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  subscribe((next) => hasArrived(next) && resolve())
  setTimeout(resolve, 1000)
  return promise
}
