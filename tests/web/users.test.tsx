import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aUser, renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, noContent, refusal, type WireTable } from '#tests/support/wire.ts'
import { currentUser } from '#web/lib/session.ts'
import type { User } from '#worker/auth/users.contract.ts'

const list = 'GET /api/user'
const create = 'POST /api/user'
const change = 'PUT /api/user/:id'
const sendLink = 'POST /api/user/:id/link'
const signOut = 'DELETE /api/user/:id/sessions'

const link = 'https://zunft.example/login#zugang=5.abc'

function anAccount(changes: Partial<User> = {}): User {
  return {
    id: 3,
    firstName: 'Bernd',
    lastName: 'Löffler',
    emailAddress: 'kasse@example.de',
    roles: ['readonly', 'helper'],
    locked: false,
    invited: false,
    lastSeenAt: '2026-11-14T10:00:00.000Z',
    passkeys: 0,
    waivedUntil: null,
    ...changes,
  }
}

const sabine = anAccount({
  id: 1,
  firstName: 'Sabine',
  lastName: 'Kächele',
  emailAddress: aUser().emailAddress,
  roles: ['management'],
  lastSeenAt: new Date().toISOString(),
})
const bernd = anAccount()
const lena = anAccount({
  id: 4,
  firstName: 'Lena',
  lastName: 'Wäschle',
  emailAddress: 'lena.waeschle@example.de',
  roles: ['helper'],
  invited: true,
  lastSeenAt: null,
})
const rudolf = anAccount({ id: 5, firstName: 'Rudolf', lastName: 'Nägele', locked: true })

async function openUsers(wire: WireTable = {}) {
  const users = [sabine, bernd, rudolf, lena]
  const app = renderApp({ path: '/users', user: aUser(), wire: { [list]: json(users), ...wire } })
  await screen.findByRole('row', { name: /Löffler, Bernd/ })
  return app
}

type App = Awaited<ReturnType<typeof openUsers>>

async function openMenu({ person }: App, name: string) {
  await person.click(screen.getByRole('button', { name: `Aktionen für ${name}` }))
  return screen.findByRole('menu')
}

async function choose(app: App, name: string, words: string) {
  await openMenu(app, name)
  await app.person.click(screen.getByRole('menuitem', { name: words }))
}

const confirm = async ({ person }: App) =>
  person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'OK' }))

describe('the page of accounts', () => {
  test('A user of the management reaches the page of accounts from the account menu', async () => {
    const { person, router } = renderApp({
      path: '/',
      user: aUser(),
      wire: { [list]: json([sabine]) },
    })
    await person.click(await screen.findByRole('button', { name: /^Account/ }))
    await person.click(await screen.findByRole('menuitem', { name: 'Zugänge' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Zugänge' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/users')
  })

  test.each(['readonly', 'helper'] as const)(
    'The page of accounts is closed to the role %s: no link is shown, and no accounts are loaded',
    async (role) => {
      const { person, wire } = renderApp({ path: '/users', user: withRoles(role) })
      expect(await screen.findByRole('heading', { level: 1, name: /nicht für Dich/ })).toBeVisible()
      await person.click(screen.getByRole('button', { name: /^Account/ }))
      expect(await screen.findByRole('menuitem', { name: 'Mein Account' })).toBeVisible()
      expect(screen.queryByRole('menuitem', { name: 'Zugänge' })).not.toBeInTheDocument()
      expect(wire.calls.map(({ path }) => path)).not.toContain('/api/user')
    },
  )

  test.each([
    ['Kächele, Sabine', /Du.*Aktiv.*Verwaltung.*heute, \d\d:\d\d Uhr/],
    ['Löffler, Bernd', /kasse@example\.de.*Aktiv.*Lesen.*Helfer.*14\.11\.2026/],
    ['Nägele, Rudolf', /Gesperrt/],
    ['Wäschle, Lena', /Eingeladen.*Helfer.*noch nie/],
  ])('The account %s is shown with its state, its roles and its last use', async (name, words) => {
    await openUsers()
    expect(screen.getByRole('row', { name: new RegExp(name) })).toHaveTextContent(words)
  })

  test('If the accounts fail to load, an error is shown', async () => {
    renderApp({ path: '/users', user: aUser(), wire: { [list]: refusal(500, 'InternalError') } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Zugänge konnten nicht geladen werden',
    )
  })

  test.each([
    ['Kächele, Sabine', ['Zugang ändern']],
    ['Löffler, Bernd', ['Zugang ändern', 'Link für neues Passwort', 'Überall abmelden', 'Sperren']],
    ['Nägele, Rudolf', ['Zugang ändern', 'Entsperren']],
    ['Wäschle, Lena', ['Zugang ändern', 'Einladung noch einmal senden', 'Einladung zurückziehen']],
  ])('The menu of the account %s offers %j', async (name, words) => {
    const app = await openUsers()
    const items = within(await openMenu(app, name)).getAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(words)
  })
})

describe('an invitation', () => {
  async function fillIn(app: App) {
    await app.person.click(screen.getByRole('button', { name: 'Jemanden einladen' }))
    await app.person.type(screen.getByLabelText(/^Vorname/), 'Timo')
    await app.person.type(screen.getByLabelText(/^Nachname/), 'Rädle')
    await app.person.type(screen.getByLabelText(/^E-Mail Adresse/), 'timo@example.de')
    await app.person.click(screen.getByRole('checkbox', { name: /^Lesen/ }))
    await app.person.click(screen.getByRole('checkbox', { name: /^Helfer/ }))
    await app.person.click(screen.getByRole('button', { name: 'Einladung senden' }))
  }

  test('An invitation is sent by mail', async () => {
    const app = await openUsers({ [create]: json({ ...lena, id: 9, sent: true }, 201) })
    await fillIn(app)
    expect(await screen.findByText('Einladung verschickt')).toBeVisible()
    expect(app.wire.sent(create)[0]?.body).toEqual({
      firstName: 'Timo',
      lastName: 'Rädle',
      emailAddress: 'timo@example.de',
      roles: ['readonly', 'helper'],
    })
    expect(app.wire.sent(list)).toHaveLength(2)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Jemanden einladen' })).toHaveFocus()
  })

  test('If the guild sends no mail, the link of an invitation is shown once, to be copied', async () => {
    const copied = vi.fn(async (_: string) => {})
    const app = await openUsers({ [create]: json({ ...lena, id: 9, sent: false, link }, 201) })
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied)
    await fillIn(app)
    const dialog = await screen.findByRole('dialog', { name: 'Link für Lena Wäschle' })
    expect(dialog).toHaveAccessibleDescription(/E-Mails sind nicht eingerichtet.*7 Tage/)
    expect(within(dialog).getByLabelText('Link')).toHaveValue(link)
    await app.person.click(within(dialog).getByRole('button', { name: 'Link kopieren' }))
    expect(copied).toHaveBeenCalledWith(link)
    expect(await within(dialog).findByText('Der Link ist kopiert.')).toBeVisible()
    await app.person.click(within(dialog).getByRole('button', { name: 'Schließen' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Jemanden einladen' })).toHaveFocus(),
    )
    expect(document.body.innerHTML).not.toContain(link)
  })

  test('If the link of an invitation cannot be copied, it is selected', async () => {
    const app = await openUsers({ [create]: json({ ...lena, sent: false, link }, 201) })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'))
    await fillIn(app)
    await app.person.click(await screen.findByRole('button', { name: 'Link kopieren' }))
    await waitFor(() => expect(screen.getByLabelText('Link')).toHaveFocus())
    expect(screen.queryByText('Der Link ist kopiert.')).not.toBeInTheDocument()
  })

  test('If the address of an invitation is already in use (409), the reason is shown and the input stays', async () => {
    const message = 'Zu dieser E-Mail Adresse gibt es schon einen Zugang.'
    const app = await openUsers({ [create]: refusal(409, 'UserExists', message) })
    await fillIn(app)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Einladung konnte nicht verschickt werden')
    expect(alert).toHaveTextContent(message)
    expect(screen.getByLabelText(/^Nachname/)).toHaveValue('Rädle')
    expect(screen.getByRole('checkbox', { name: /^Helfer/ })).toBeChecked()
  })

  test('If an invitation is rejected (422), errors are shown beside the fields', async () => {
    const fields = { emailAddress: 'Gib eine gültige E-Mail Adresse an.', roles: 'Wähle eine.' }
    const app = await openUsers({ [create]: refusal(422, 'ValidationFailed', '', { fields }) })
    await fillIn(app)
    expect(await screen.findByText('Wähle eine.')).toBeVisible()
    expect(screen.getByLabelText(/^E-Mail Adresse/)).toHaveAccessibleDescription(
      fields.emailAddress,
    )
    expect(screen.getByRole('group', { name: /^Rollen/ })).toHaveAccessibleDescription(
      'Wähle eine.',
    )
  })
})

describe('changing an account', () => {
  test('Only changed fields of an account are sent', async () => {
    const app = await openUsers({ [change]: json({ ...bernd, roles: ['helper'] }) })
    await choose(app, 'Löffler, Bernd', 'Zugang ändern')
    await app.person.click(await screen.findByRole('checkbox', { name: /^Lesen/ }))
    await app.person.click(screen.getByRole('button', { name: 'OK' }))
    expect(await screen.findByText('Zugang geändert')).toBeVisible()
    expect(app.wire.calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/api/user/3',
      body: { roles: ['helper'] },
    })
    expect(screen.getByRole('button', { name: 'Aktionen für Löffler, Bernd' })).toHaveFocus()
  })

  test('When users change their own account, the list and the account menu show the change at once', async () => {
    const now = { ...sabine, lastName: 'Noll', emailAddress: 'noll@example.de' }
    const app = await openUsers({
      [list]: [json([sabine, bernd]), json([bernd, now])],
      [change]: json(now),
    })
    await choose(app, 'Kächele, Sabine', 'Zugang ändern')
    const address = await screen.findByLabelText(/^E-Mail Adresse/)
    await app.person.clear(address)
    await app.person.type(address, 'noll@example.de{Enter}')
    expect(await screen.findByRole('row', { name: /Noll, Sabine Du/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Account von Sabine Noll' })).toBeVisible()
    expect(currentUser()).toEqual(aUser({ lastName: 'Noll', emailAddress: 'noll@example.de' }))
  })

  test.each([
    ['OwnAccount', 'Deinen eigenen Zugang kannst Du nicht sperren.'],
    ['LastManagement', 'Es muss immer jemand mit der Rolle „Verwaltung“ geben.'],
  ])('The rejection %s (409) of a changed role shows its reason', async (code, message) => {
    const app = await openUsers({ [change]: refusal(409, code, message) })
    await choose(app, 'Kächele, Sabine', 'Zugang ändern')
    expect(await screen.findByText(/Deine eigene Rolle „Verwaltung“/)).toBeVisible()
    await app.person.click(screen.getByRole('checkbox', { name: /^Verwaltung/ }))
    await app.person.click(screen.getByRole('button', { name: 'OK' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })

  test('If the address of an invited user is changed, a new link is shown', async () => {
    const app = await openUsers({ [change]: json({ ...lena, sent: false, link }) })
    await choose(app, 'Wäschle, Lena', 'Zugang ändern')
    const address = await screen.findByLabelText(/^E-Mail Adresse/)
    await app.person.clear(address)
    await app.person.type(address, 'lena@example.de')
    await app.person.click(screen.getByRole('button', { name: 'OK' }))
    expect(await screen.findByLabelText('Link')).toHaveValue(link)
  })
})

describe('an action on an account', () => {
  test.each([
    ['Löffler, Bernd', 'Sperren', { locked: true }, 'Zugang gesperrt'],
    ['Nägele, Rudolf', 'Entsperren', { locked: false }, 'Zugang entsperrt'],
    ['Wäschle, Lena', 'Einladung zurückziehen', { locked: true }, 'Einladung zurückgezogen'],
  ])(
    'For the account %s "%s" asks a question and confirms what was done',
    async (name, words, body, done) => {
      const app = await openUsers({ [change]: json(bernd) })
      await choose(app, name, words)
      const question = await screen.findByRole('alertdialog')
      expect(within(question).getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
      expect(app.wire.calls.some(({ method }) => method === 'PUT')).toBe(false)
      await confirm(app)
      expect(await screen.findByText(done)).toBeVisible()
      expect(app.wire.calls.find(({ method }) => method === 'PUT')?.body).toEqual(body)
    },
  )

  test('"Überall abmelden" ends all sessions of the account', async () => {
    const app = await openUsers({ [signOut]: noContent })
    await choose(app, 'Löffler, Bernd', 'Überall abmelden')
    await confirm(app)
    expect(await screen.findByText('Überall abgemeldet')).toBeVisible()
    expect(app.wire.sent('DELETE /api/user/3/sessions')).toHaveLength(1)
  })

  test('"Link für neues Passwort" says that the passkey will be asked for, and then sends the link', async () => {
    const users = [sabine, { ...bernd, passkeys: 2 }]
    const app = await openUsers({ [list]: json(users), [sendLink]: json({ sent: true }) })
    await choose(app, 'Löffler, Bernd', 'Link für neues Passwort')
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(
      /60 Minuten.*alle Anmeldungen\. Dazu wird nach dem Passkey gefragt\./,
    )
    await confirm(app)
    expect(await screen.findByText('Link verschickt')).toBeVisible()
  })

  test('After "Neues Passwort ohne Passkey zulassen" the account shows until when that applies, and it can be taken back', async () => {
    const until = '2026-11-26T12:55:00.000Z'
    const app = await openUsers({
      [list]: [
        json([sabine, { ...bernd, passkeys: 1 }]),
        json([sabine, { ...bernd, passkeys: 1, waivedUntil: until }]),
        json([sabine, bernd]),
      ],
      'PUT /api/user/:id/waiver': noContent,
      'DELETE /api/user/:id/waiver': noContent,
    })
    await choose(app, 'Löffler, Bernd', 'Neues Passwort ohne Passkey zulassen')
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(/24 Stunden/)
    await confirm(app)
    expect(await screen.findByText(/ohne Passkey bis 26\.11\.2026, 13:55 Uhr/)).toBeVisible()
    await choose(app, 'Löffler, Bernd', 'Wieder nur mit Passkey')
    await confirm(app)
    expect(await screen.findByText('Zurückgenommen')).toBeVisible()
    expect(app.wire.sent('PUT /api/user/3/waiver')).toHaveLength(1)
    expect(app.wire.sent('DELETE /api/user/3/waiver')).toHaveLength(1)
    await app.person.click(
      await screen.findByRole('button', { name: 'Aktionen für Löffler, Bernd' }),
    )
    expect(screen.queryByRole('menuitem', { name: /ohne Passkey/ })).not.toBeInTheDocument()
  })

  test('If the server returns a link, "Einladung noch einmal senden" shows it', async () => {
    const app = await openUsers({ [sendLink]: json({ sent: true, link }) })
    await choose(app, 'Wäschle, Lena', 'Einladung noch einmal senden')
    await confirm(app)
    const dialog = await screen.findByRole('dialog', { name: 'Link für Lena Wäschle' })
    expect(dialog).toHaveAccessibleDescription(/unterwegs.*7 Tage/)
    await app.person.keyboard('{Escape}')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Aktionen für Wäschle, Lena' })).toHaveFocus(),
    )
  })

  test('If an account cannot be locked (409), the dialog stays open with the reason', async () => {
    const message = 'Es muss immer jemand mit der Rolle „Verwaltung“ geben.'
    const app = await openUsers({ [change]: refusal(409, 'LastManagement', message) })
    await choose(app, 'Löffler, Bernd', 'Sperren')
    await confirm(app)
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByRole('alertdialog', { name: 'Zugang sperren?' })).toBeVisible()
  })
})

test('After the identity is confirmed, the dialog is open again with its input and has the focus', async () => {
  const app = await openUsers({
    [create]: [refusal(403, 'ConfirmNeeded'), refusal(409, 'UserExists', 'Gibt es schon.')],
    'POST /api/v1/auth/confirm': noContent,
    'GET /api/v1/auth/passkey': json([]),
  })
  await app.person.click(await screen.findByRole('button', { name: 'Jemanden einladen' }))
  await app.person.type(screen.getByLabelText(/^Vorname/), 'Timo')
  await app.person.click(screen.getByRole('button', { name: 'Einladung senden' }))
  await screen.findByRole('dialog', { name: 'Bist Du es?' })
  await app.person.keyboard('richtig{Enter}')
  const invitation = await screen.findByRole('dialog', { name: 'Jemanden einladen' })
  expect(await within(invitation).findByRole('alert')).toHaveTextContent('Gibt es schon.')
  expect(within(invitation).getByLabelText(/^Vorname/)).toHaveValue('Timo')
  expect(invitation).toContainElement(document.activeElement as HTMLElement)
  expect(app.wire.sent(create)).toHaveLength(2)
})
