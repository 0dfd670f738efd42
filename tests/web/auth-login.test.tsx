import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aUser, renderApp } from '#tests/support/render-app.tsx'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'

const spec = 'Die E-Mail Adresse oder das Passwort ist falsch'
const login = 'POST /api/v1/auth/login'

async function openLogin(wire: WireTable = {}) {
  const app = renderApp({ path: '/login', wire })
  await screen.findByRole('heading', { level: 1, name: 'Anmelden' })
  return app
}

const submitButton = () => screen.getByRole('button', { name: 'Anmelden' })

async function signIn(wire: WireTable) {
  const app = await openLogin(wire)
  await app.person.type(screen.getByLabelText(/^E-Mail Adresse/), 'sabine@example.de')
  await app.person.type(screen.getByLabelText(/^Passwort\*?$/), 'geheim')
  await app.person.click(submitButton())
  return app
}

describe('signing in', () => {
  test('Signing in stores user and authentication data and opens the overview', async () => {
    const user = aUser({ accessToken: 'abc' })
    const { wire, router } = await signIn({ [login]: json(user) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/')
    expect(wire.sent(login)[0]?.body).toEqual({
      emailAddress: 'sabine@example.de',
      password: 'geheim',
    })
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)
    expect(JSON.parse(localStorage.getItem('userAuthenticationInformation') ?? '')).toEqual({
      accessToken: 'abc',
      refreshToken: '',
    })
  })

  test('The sign-in button shows "Anmelden..." while the request runs', async () => {
    const slow = later(refusal(401, 'InvalidCredentials'))
    await signIn({ [login]: slow.answer })
    expect(await screen.findByRole('alertdialog', { name: 'Anmelden...' })).toBeVisible()
    slow.come()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('A sign-in with empty fields is sent to the server without a check in the browser', async () => {
    const { wire, person } = await openLogin({ [login]: refusal(401, 'InvalidCredentials') })
    await person.click(submitButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(spec)
    expect(wire.sent(login)[0]?.body).toEqual({ emailAddress: '', password: '' })
  })
})

describe('a failed sign-in', () => {
  test('After a failed sign-in an error is shown and focused, and the input stays', async () => {
    await signIn({ [login]: refusal(401, 'InvalidCredentials', spec) })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(spec)
    await waitFor(() => expect(alert).toHaveFocus())
    expect(screen.getByLabelText(/^E-Mail Adresse/)).toHaveValue('sabine@example.de')
    expect(screen.getByLabelText(/^Passwort\*?$/)).toHaveValue('geheim')
    expect(localStorage.getItem('user')).toBeNull()
  })

  test.each([
    ['an empty body', json(null)],
    ['no token', json({})],
    ['no JSON', () => new Response('')],
    ['a refusal of another kind', refusal(422, 'ValidationFailed')],
  ])('An answer with %s counts as a failed sign-in', async (_, answer) => {
    await signIn({ [login]: answer })
    expect(await screen.findByRole('alert')).toHaveTextContent(spec)
  })

  test('A sign-in without a connection shows the error and a possible reason', async () => {
    await signIn({ [login]: offline })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(
      `${spec}Der Server ist nicht erreichbar. Prüfe, ob Du Internet hast, und versuche es noch einmal.`,
    )
  })

  test('A sign-in after too many attempts says how long to wait', async () => {
    const message = 'Zu viele Versuche. In 15 Minuten geht es wieder.'
    await signIn({ [login]: refusal(429, 'TooManyRequests', message) })
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })

  test('If the sign-in fails on the server (500), the error says that the server may be the cause', async () => {
    await signIn({ [login]: refusal(500, 'InternalError') })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(spec)
    expect(alert).toHaveTextContent('Es kann auch am Server liegen')
  })

  test('A failed sign-in can be tried again', async () => {
    const { person } = await signIn({
      [login]: [refusal(401, 'InvalidCredentials'), json(aUser())],
    })
    await screen.findByRole('alert')
    await person.click(submitButton())
    expect(await screen.findByRole('heading', { name: 'Übersicht' })).toBeVisible()
  })
})

describe('the sign-in page', () => {
  test('The sign-in page opens with the focus in the field of the e-mail address', async () => {
    await openLogin()
    expect(screen.getByLabelText(/^E-Mail Adresse/)).toHaveFocus()
  })

  test('The sign-in page links to the public enrolment', async () => {
    await openLogin()
    expect(screen.getByRole('link', { name: 'Zur Umzugsanmeldung' })).toHaveAttribute(
      'href',
      '/parade-enrolment',
    )
  })

  test('The password of the sign-in can be shown and hidden', async () => {
    const { person } = await openLogin()
    const field = screen.getByLabelText(/^Passwort\*?$/)
    expect(field).toHaveAttribute('type', 'password')
    await person.click(screen.getByRole('button', { name: 'Passwort zeigen' }))
    expect(field).toHaveAttribute('type', 'text')
  })
})

describe('"Passwort vergessen?"', () => {
  const forgotten = 'POST /api/v1/auth/password/forgotten'

  async function openForgotten(wire: WireTable = {}) {
    const app = await openLogin(wire)
    await app.person.type(screen.getByLabelText(/^E-Mail Adresse/), 'sabine@example.de')
    await app.person.click(screen.getByRole('link', { name: 'Passwort vergessen?' }))
    const dialog = await screen.findByRole('dialog', { name: 'Passwort vergessen?' })
    return { ...app, dialog }
  }

  const send = ({ person, dialog }: Awaited<ReturnType<typeof openForgotten>>) =>
    person.click(within(dialog).getByRole('button', { name: 'Link anfordern' }))

  test('"Passwort vergessen?" opens a dialog on the same page that contains the address typed before', async () => {
    const { dialog, router, person } = await openForgotten()
    expect(within(dialog).getByLabelText(/^E-Mail Adresse/)).toHaveValue('sabine@example.de')
    expect(within(dialog).getByLabelText(/^E-Mail Adresse/)).toHaveFocus()
    expect(router.state.location.pathname).toBe('/login')
    expect(router.state.location.hash).toBe('#passwort-vergessen')
    await person.click(within(dialog).getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(router.state.location.hash).toBe('')
  })

  test('If the guild sends no mails, "Passwort vergessen?" says to ask the management', async () => {
    const app = await openForgotten({ [forgotten]: json({ mail: false }, 202) })
    await send(app)
    expect(await screen.findByText(/Verwaltung Deiner Zunft/)).toBeVisible()
    expect(screen.queryByText(/unterwegs/)).not.toBeInTheDocument()
  })

  test.each([
    ['after too many tries', refusal(429, 'TooManyRequests', 'Warte.'), 'Warte.'],
    ['without a connection', offline, 'Der Server ist nicht erreichbar'],
  ])(
    'A request for a new password %s shows an error, and the typed address stays',
    async (_, answer, words) => {
      const app = await openForgotten({ [forgotten]: answer })
      await send(app)
      expect(await screen.findByRole('alert')).toHaveTextContent(words)
      expect(within(app.dialog).getByLabelText(/^E-Mail Adresse/)).toHaveValue('sabine@example.de')
    },
  )
})

describe('the reason in the address of the sign-in page', () => {
  test.each([
    ['expired', 'Deine Anmeldung ist abgelaufen.'],
    ['ended', 'Du wurdest abgemeldet.'],
  ])('The sign-in page explains the reason "%s" in its address', async (reason, words) => {
    renderApp({ path: `/login?reason=${reason}` })
    expect(await screen.findByText(words)).toBeVisible()
  })

  test.each(['/login', '/login?reason=', '/login?reason=toString'])(
    'The sign-in page shows no reason for the address %s',
    async (path) => {
      renderApp({ path })
      await screen.findByRole('heading', { level: 1, name: 'Anmelden' })
      expect(screen.queryByText(/abgelaufen|abgemeldet/)).not.toBeInTheDocument()
    },
  )
})
