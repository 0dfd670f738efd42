import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, test } from 'vitest'
import { aUser, guildName, renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, offline, refusal, unanswered } from '#tests/support/wire.ts'
import { PageOutlet } from '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'

const everything = [
  'Übersicht',
  'Mitglieder',
  'Kleider',
  'Umzüge',
  'Kasse',
  'Versammlung',
  'Auswertungen',
]

async function mainNav() {
  return screen.findByRole('navigation', { name: 'Hauptmenü' })
}

describe('the top bar', () => {
  test.each<[Role[], string[]]>([
    [['management'], everything],
    [['readonly'], everything],
    [['helper'], ['Übersicht']],
    [['helper', 'readonly'], everything],
    [[], ['Übersicht']],
  ])('The top bar shows to the roles %j the entries %j', async (roles, labels) => {
    renderApp({ path: '/', user: withRoles(...roles) })
    const links = within(await mainNav()).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(labels)
  })

  test.each<[Role, string[]]>([
    ['readonly', ['Kasse', 'Versammlung', 'Auswertungen']],
    ['management', ['Kasse', 'Versammlung', 'Auswertungen']],
    ['treasurer', ['Umzüge', 'Versammlung', 'Auswertungen']],
    ['secretary', ['Umzüge', 'Kasse', 'Auswertungen']],
    ['parades', ['Kasse', 'Versammlung', 'Auswertungen']],
  ])(
    'Where there is room for four entries, the bar keeps the pages of the office %s, and "Mehr" has %j',
    async (role, labels) => {
      const { person } = renderApp({ path: '/', user: withRoles(role) })
      await person.click(within(await mainNav()).getByRole('button', { name: 'Mehr' }))
      const items = await screen.findAllByRole('menuitem')
      expect(items.map((item) => item.textContent)).toEqual(labels)
    },
  )

  test('The top bar marks the entry of the current page', async () => {
    renderApp({ path: '/', user: aUser() })
    const nav = within(await mainNav())
    expect(nav.getByRole('link', { name: 'Übersicht' })).toHaveAttribute('aria-current', 'page')
    expect(nav.getByRole('link', { name: 'Kleider' })).not.toHaveAttribute('aria-current')
  })

  test('On the printed papers of an assembly the top bar marks "Versammlung"', async () => {
    renderApp({ path: '/assembly/report?year=2099', user: aUser() })
    const nav = within(await mainNav())
    const here = nav.getAllByRole('link', { current: 'page' })
    expect(here.map((link) => link.textContent)).toEqual(['Versammlung'])
  })

  test('On a page of the account menu that menu is marked, and no entry of the top bar', async () => {
    renderApp({ path: '/history', user: aUser() })
    const nav = within(await mainNav())
    expect(nav.queryByRole('link', { current: 'page' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Account/ })).toHaveAttribute('aria-current', 'page')
  })

  test('The top bar shows the name of the guild', async () => {
    renderApp({ path: '/', user: aUser() })
    expect(await screen.findByRole('link', { name: guildName })).toHaveAttribute('href', '/')
  })
})

describe('the account menu', () => {
  async function openMenu(user = aUser()) {
    const app = renderApp({ path: '/', user })
    await app.person.click(
      await screen.findByRole('button', { name: 'Account von Sabine Kächele' }),
    )
    return app
  }

  test("The account menu shows the user's name and roles", async () => {
    await openMenu(withRoles('management', 'helper'))
    expect(await screen.findByText('Sabine Kächele · Verwaltung, Helfer')).toBeVisible()
  })

  test.each<[Role, string[]]>([
    ['management', ['Mein Account', 'Einstellungen', 'Verlauf', 'Zugänge', 'Abmelden']],
    ['readonly', ['Mein Account', 'Einstellungen', 'Abmelden']],
    ['helper', ['Mein Account', 'Abmelden']],
  ])('The account menu offers to %s each of their pages once', async (role, labels) => {
    await openMenu(withRoles(role))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(labels)
  })

  test('"Abmelden" is sent to the server with the token of the user', async () => {
    const { person, wire } = await openMenu()
    await person.click(await screen.findByRole('menuitem', { name: 'Abmelden' }))
    await screen.findByRole('heading', { level: 1, name: 'Anmelden' })
    const [logout] = wire.sent('POST /api/v1/auth/logout')
    expect(logout?.headers.get('Authorization')).toBe('Bearer token-of-sabine')
  })

  test.each([
    ['without a network', offline],
    ['when no answer comes', unanswered],
    ['when the session was over already', refusal(401, 'AuthenticationError')],
  ])('"Abmelden" ends the session in the browser %s', async (_, answer) => {
    const { person, wire } = await openMenu()
    wire.answer({ 'POST /api/v1/auth/logout': answer })
    await person.click(await screen.findByRole('menuitem', { name: 'Abmelden' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
    expect(localStorage.getItem('user')).toBeNull()
  })

  test('When the user signs out in another tab, this tab opens the sign-in page', async () => {
    const { router } = renderApp({ path: '/', user: aUser() })
    await screen.findByRole('heading', { level: 1, name: 'Übersicht' })
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })
})

describe('every page', () => {
  test.each([
    ['/', aUser(), 'Übersicht · Narrenzunft Schellental'],
    ['/login', undefined, 'Anmelden · Narrenzunft Schellental'],
  ])(
    'The page %s has a title, one main element and a link that skips to it',
    async (path, user, title) => {
      renderApp({ path, user })
      const skip = await screen.findByRole('link', { name: 'Zum Inhalt springen' })
      await waitFor(() => expect(document.title).toBe(title))
      const main = screen.getByRole('main')
      expect(skip).toHaveAttribute('href', `#${main.id}`)
    },
  )

  test('After a navigation the main element of the page has the focus', async () => {
    const wire = { 'GET /api/member': json([]) }
    const { person } = renderApp({ path: '/', user: aUser(), wire })
    await person.click(await screen.findByRole('link', { name: 'Mitglieder' }))
    await screen.findByRole('heading', { level: 1, name: 'Mitgliederliste' })
    expect(screen.getByRole('main')).toHaveFocus()
  })
})

test('While the code of a page loads slowly, an outline of a page is shown', async () => {
  const code = Promise.withResolvers<{ Component: () => ReactNode }>()
  const router = createMemoryRouter([
    {
      Component: PageOutlet,
      children: [
        { path: '/', element: <h1>Übersicht</h1> },
        { path: '/slow', lazy: () => code.promise },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  const navigation = router.navigate('/slow')
  expect(await screen.findByText('Laden...')).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Übersicht' })).not.toBeInTheDocument()
  code.resolve({ Component: () => <h1>Mein Account</h1> })
  await navigation
  expect(await screen.findByRole('heading', { level: 1, name: 'Mein Account' })).toBeVisible()
  expect(screen.queryByText('Laden...')).not.toBeInTheDocument()
})
