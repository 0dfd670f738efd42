import { act, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { aUser, renderApp } from '#tests/support/render-app.tsx'
import { json, noContent, refusal, type WireTable } from '#tests/support/wire.ts'
import { queryClient } from '#web/lib/query.ts'
import { updateSession } from '#web/lib/session.ts'
import { routes } from '#web/router.tsx'

// "Dieses Gerät benutzen mehrere": after 15 minutes without input the tab asks again by itself.

const login = 'POST /api/v1/auth/login'
const input = 'POST /api/v1/auth/input'
const me = 'GET /api/v1/auth/me'
const start = new Date('2027-01-16T12:00:00Z')
const minute = 60_000

const choice = () => screen.getByRole('checkbox', { name: 'Dieses Gerät benutzen mehrere' })
const asked = () => screen.queryByRole('dialog', { name: 'Wieder anmelden' })

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: start }))
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  queryClient.clear()
})

/** Advances the clock without an input. */
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** Opens the account page, by default on a shared device. */
async function openProfile(wire: WireTable = {}, isShared = true) {
  if (isShared) localStorage.setItem('sharedDevice', 'yes')
  const { accessToken: _, ...user } = aUser()
  const app = renderApp({
    path: '/profile?von=hier',
    user: aUser(),
    wire: {
      [me]: json({ ...user, mailSignature: '', calendar: false }),
      'GET /api/v1/auth/sessions': json([]),
      'GET /api/v1/auth/passkey': json([]),
      [input]: noContent,
      ...wire,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Mein Account' })
  await screen.findByText('sabine.kaechele@example.de')
  vi.setSystemTime(start)
  // The sign-in is the first input.
  localStorage.setItem('lastInput', String(start.getTime()))
  if (!isShared) localStorage.removeItem('lastInput')
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastInput' }))
  return app
}

async function signInAgain({ person }: Awaited<ReturnType<typeof openProfile>>) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Wieder anmelden' }))
  await person.type(dialog.getByLabelText(/^E-Mail Adresse/), 'sabine@example.de')
  await person.type(dialog.getByLabelText(/^Passwort\*?$/), 'geheim')
  await person.click(dialog.getByRole('button', { name: 'Anmelden' }))
}

describe('the choice at the sign-in', () => {
  test('"Dieses Gerät benutzen mehrere" is off by default; once ticked, it is sent with the sign-in', async () => {
    const { wire, person } = renderApp({
      path: '/login',
      wire: { [login]: refusal(401, 'InvalidCredentials') },
    })
    await screen.findByRole('heading', { level: 1, name: 'Anmelden' })
    expect(choice()).not.toBeChecked()
    expect(choice()).toHaveAccessibleDescription(
      'Dann wird nach 15 Minuten ohne Eingabe wieder nach Passkey oder Passwort gefragt.',
    )
    await person.click(screen.getByRole('button', { name: 'Anmelden' }))
    await waitFor(() => expect(wire.sent(login)).toHaveLength(1))
    expect(wire.sent(login)[0]?.body).toEqual({ emailAddress: '', password: '' })
    await person.click(choice())
    await person.click(screen.getByRole('button', { name: 'Anmelden' }))
    await waitFor(() => expect(wire.sent(login)).toHaveLength(2))
    expect(wire.sent(login)[1]?.body).toEqual({ emailAddress: '', password: '', shared: true })
  })

  test('If "Dieses Gerät benutzen mehrere" was stored, it is ticked, and unticking it deletes the stored choice', async () => {
    localStorage.setItem('sharedDevice', 'yes')
    const { person } = renderApp({ path: '/login' })
    await screen.findByRole('heading', { level: 1, name: 'Anmelden' })
    expect(choice()).toBeChecked()
    await person.click(choice())
    expect(localStorage.getItem('sharedDevice')).toBeNull()
  })
})

describe('the behaviour on a shared device', () => {
  test('After 15 minutes without input a shared device asks to sign in, and removes the page and its data', async () => {
    await openProfile()
    await wait(15 * minute - 5_000)
    expect(asked()).toBeNull()
    expect(screen.getByText('sabine.kaechele@example.de')).toBeVisible()
    await wait(5_000)
    expect(await screen.findByRole('dialog', { name: 'Wieder anmelden' })).toBeVisible()
    expect(document.body).not.toHaveTextContent('sabine.kaechele@example.de')
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('On a shared device an input restarts the 15 minutes; a refresh of the data does not', async () => {
    const { person } = await openProfile()
    await wait(10 * minute)
    await person.click(screen.getByRole('heading', { level: 1 }))
    await wait(14 * minute)
    act(() => void window.dispatchEvent(new Event('focus')))
    await act(() => queryClient.invalidateQueries())
    expect(asked()).toBeNull()
    await wait(minute + 1_000)
    expect(await screen.findByRole('dialog', { name: 'Wieder anmelden' })).toBeVisible()
  })

  test('On a shared device the first input is reported at once, and later ones once a minute with the time of the latest', async () => {
    const { wire, person } = await openProfile()
    const heading = screen.getByRole('heading', { level: 1 })
    await wait(5 * minute)
    expect(wire.sent(input)).toHaveLength(0)
    await person.click(heading)
    await wait(100)
    const [first] = wire.sent(input).map(({ body }) => body as { secondsAgo: number })
    expect(first?.secondsAgo).toBeLessThanOrEqual(1)
    await wait(20_000)
    await person.click(heading)
    await wait(20_000)
    expect(wire.sent(input)).toHaveLength(1)
    await wait(20_000)
    expect(wire.sent(input)).toHaveLength(2)
    const [, later] = wire.sent(input).map(({ body }) => body as { secondsAgo: number })
    expect(later?.secondsAgo).toBeGreaterThanOrEqual(38)
    expect(later?.secondsAgo).toBeLessThanOrEqual(42)
    await wait(10 * minute)
    expect(wire.sent(input)).toHaveLength(2)
  })

  test('On a shared device the same page is shown after the user has signed in again', async () => {
    const app = await openProfile({ [login]: json(aUser({ accessToken: 'new' })) })
    await wait(15 * minute)
    await signInAgain(app)
    expect(await screen.findByText('sabine.kaechele@example.de')).toBeVisible()
    expect(asked()).toBeNull()
    expect(app.router.state.location).toMatchObject({ pathname: '/profile', search: '?von=hier' })
    expect(app.wire.sent(login)[0]?.body).toMatchObject({ shared: true })
  })

  /** Types into the form for a new password and lets the 15 minutes pass. */
  async function withSomethingTyped(wire: WireTable) {
    const app = await openProfile(wire)
    await app.person.click(screen.getByRole('button', { name: 'Passwort ändern' }))
    await app.person.type(screen.getByLabelText(/^Aktuelles Passwort/), 'halb getippt')
    await wait(15 * minute + 2_000)
    const dialog = await screen.findByRole('dialog', { name: 'Wieder anmelden' })
    expect(screen.getByLabelText(/^Aktuelles Passwort/)).not.toBeVisible()
    expect(screen.getByText('sabine.kaechele@example.de')).not.toBeVisible()
    expect(dialog).toBeVisible()
    return app
  }

  test('While a shared device asks to sign in, typed values are hidden; when the same user signs in, they are shown again', async () => {
    const app = await withSomethingTyped({ [login]: json(aUser({ accessToken: 'new' })) })
    await signInAgain(app)
    await waitFor(() => expect(asked()).toBeNull())
    expect(screen.getByLabelText(/^Aktuelles Passwort/)).toBeVisible()
    expect(screen.getByLabelText(/^Aktuelles Passwort/)).toHaveValue('halb getippt')
  })

  test('If another user signs in on a shared device, the typed values are not shown', async () => {
    const other = aUser({ accessToken: 'other', emailAddress: 'ottmar@example.de' })
    const app = await withSomethingTyped({ [login]: json(other) })
    await signInAgain(app)
    await waitFor(() => expect(asked()).toBeNull())
    expect(await screen.findByText('sabine.kaechele@example.de')).toBeVisible()
    expect(screen.queryByLabelText(/^Aktuelles Passwort/)).toBeNull()
  })

  test('If a page is opened again after 15 minutes without input, a shared device asks to sign in before it shows anything', async () => {
    const { unmount } = await openProfile()
    unmount()
    await wait(15 * minute)
    const router = createMemoryRouter(routes, { initialEntries: ['/profile'] })
    onTestFinished(router.dispose)
    render(<RouterProvider router={router} />)
    expect(await screen.findByRole('dialog', { name: 'Wieder anmelden' })).toBeVisible()
    expect(document.body).not.toHaveTextContent('sabine.kaechele@example.de')
  })

  test('If the server reports an expired session (401), a shared device asks to sign in at once', async () => {
    const { person } = await openProfile({
      [input]: refusal(401, 'AuthenticationError', '', { reason: 'expired' }),
    })
    await person.click(screen.getByRole('heading', { level: 1 }))
    expect(await screen.findByRole('dialog', { name: 'Wieder anmelden' })).toBeVisible()
  })

  test('On a shared device a change of the stored session, such as a new last name, does not count as input: the sign-in is asked for after 15 minutes', async () => {
    await openProfile()
    await wait(10 * minute)
    act(() => updateSession({ lastName: 'Vogt' }))
    await wait(5 * minute)
    expect(await screen.findByRole('dialog', { name: 'Wieder anmelden' })).toBeVisible()
  })
})

test('A device that is not shared reports no input and asks for no sign-in after 15 minutes without input', async () => {
  const { wire, person } = await openProfile({}, false)
  await person.click(screen.getByRole('heading', { level: 1 }))
  await wait(16 * minute)
  expect(asked()).toBeNull()
  expect(screen.getByText('sabine.kaechele@example.de')).toBeVisible()
  expect(wire.sent(input)).toEqual([])
})
