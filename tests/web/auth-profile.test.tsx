import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aUser, renderApp } from '#tests/support/render-app.tsx'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { accessToken, currentUser } from '#web/lib/session.ts'
import type { OwnSession } from '#worker/auth/auth.contract.ts'

const me = 'GET /api/v1/auth/me'
const password = 'PUT /api/v1/auth/password'

const sessions = 'GET /api/v1/auth/sessions'
const passkeys = 'GET /api/v1/auth/passkey'

function aDevice(changes: Partial<OwnSession> = {}): OwnSession {
  return {
    id: 1,
    device: 'Firefox unter Windows',
    shared: false,
    createdAt: '2026-11-20T08:00:00.000Z',
    lastSeenAt: new Date().toISOString(),
    current: true,
    ...changes,
  }
}

function asStored({ accessToken: _, ...user } = aUser()) {
  return user
}

async function openProfile(wire: WireTable = {}) {
  const app = renderApp({
    path: '/profile',
    user: aUser(),
    wire: { [me]: json(asStored()), [sessions]: json([aDevice()]), [passkeys]: json([]), ...wire },
  })
  await screen.findByRole('heading', { level: 1, name: 'Mein Account' })
  return app
}

const factOf = (label: string) => screen.getByText(label).nextElementSibling

describe('the account', () => {
  test('The account page shows name, address and roles from the server', async () => {
    const now = asStored(aUser({ lastName: 'Kächele-Noll', roles: ['readonly', 'helper'] }))
    await openProfile({ [me]: json(now) })
    expect(factOf('Vorname')).toHaveTextContent('Sabine')
    expect(factOf('Nachname')).toHaveTextContent('Kächele-Noll')
    expect(factOf('E-Mail Adresse')).toHaveTextContent('sabine.kaechele@example.de')
    expect(factOf('Rollen')).toHaveTextContent('Lesen, Helfer')
    expect(currentUser()?.roles).toEqual(['readonly', 'helper'])
  })

  test('The account page calls the role management "Verwaltung"', async () => {
    await openProfile()
    expect(factOf('Rollen')).toHaveTextContent('Verwaltung')
  })

  test('If the account fails to load, the page shows the data stored in the browser, and loading can be repeated', async () => {
    const { person } = await openProfile({ [me]: [offline, json(asStored())] })
    expect(screen.getByRole('alert')).toHaveTextContent('Dein Account konnte nicht geladen werden')
    expect(factOf('Vorname')).toHaveTextContent('Sabine')
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  })

  test.each([
    ['expired', 'Deine Anmeldung ist abgelaufen.'],
    ['ended', 'Du wurdest abgemeldet.'],
    [undefined, 'Deine Anmeldung ist abgelaufen.'],
  ])(
    'On the account page a session rejected with the reason %s (401) is explained, with a link to sign in again',
    async (reason, words) => {
      await openProfile({ [me]: refusal(401, 'AuthenticationError', '', { reason }) })
      expect(screen.getByRole('alert')).toHaveTextContent(words)
      expect(screen.getByRole('link', { name: 'Neu anmelden' })).toHaveAttribute(
        'href',
        `/login?reason=${reason ?? 'expired'}`,
      )
      expect(currentUser()).not.toBeNull()
    },
  )
})

describe('the name of the account', () => {
  const put = 'PUT /api/v1/auth/me'
  const openName = async (wire: WireTable = {}) => {
    const app = await openProfile(wire)
    await app.person.click(screen.getByRole('button', { name: 'Namen ändern' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Namen ändern' }))
    await app.person.clear(dialog.getByLabelText(/^Nachname/))
    return { ...app, dialog }
  }

  test('A changed name is shown on the page and in the session', async () => {
    const renamed = { ...asStored(), lastName: 'Noll', mailSignature: '', calendar: false }
    const { person, dialog, wire } = await openName({
      [me]: [json(asStored()), json(renamed)],
      [put]: json(renamed),
    })
    await person.type(dialog.getByLabelText(/^Nachname/), 'Noll')
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    expect(await screen.findByText('Name geändert')).toBeVisible()
    expect(wire.sent(put)[0]?.body).toEqual({ firstName: 'Sabine', lastName: 'Noll' })
    expect(factOf('Nachname')).toHaveTextContent('Noll')
    expect(currentUser()).toMatchObject({ lastName: 'Noll' })
  })

  test('If a name is rejected (422), the error is shown at its field and the input stays', async () => {
    const { person, dialog } = await openName({
      [put]: refusal(422, 'ValidationFailed', 'Prüfe …', {
        fields: { lastName: 'Gib den Nachnamen an.' },
      }),
    })
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Nachname/)).toHaveAccessibleDescription(
        'Gib den Nachnamen an.',
      ),
    )
    expect(dialog.getByLabelText(/^Vorname/)).toHaveValue('Sabine')
    expect(currentUser()).toMatchObject({ lastName: 'Kächele' })
  })
})

async function openPasswordForm(wire: WireTable = {}) {
  const app = await openProfile(wire)
  await app.person.click(screen.getByRole('button', { name: 'Passwort ändern' }))
  return app
}

const saveButton = () => screen.getByRole('button', { name: 'Passwort ändern' })

async function fillIn({ person }: Awaited<ReturnType<typeof openProfile>>, repeated = 'Neu-2027!') {
  await person.type(screen.getByLabelText(/^Aktuelles Passwort/), 'Alt-2026!')
  await person.type(screen.getByLabelText(/^Neues Passwort\b(?! wieder)/), 'Neu-2027!')
  await person.type(screen.getByLabelText(/^Neues Passwort wiederholen/), repeated)
}

describe('the password form', () => {
  test('The password form moves the focus and is empty when it opens again', async () => {
    const app = await openPasswordForm()
    expect(screen.getByLabelText(/^Aktuelles Passwort/)).toHaveFocus()
    await fillIn(app)
    await app.person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    expect(screen.queryByLabelText(/^Aktuelles Passwort/)).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Passwort ändern' })).toHaveFocus()
    await app.person.click(screen.getByRole('button', { name: 'Passwort ändern' }))
    expect(screen.getByLabelText(/^Aktuelles Passwort/)).toHaveValue('')
  })

  test('The password form can be sent only if the new password is repeated exactly', async () => {
    const app = await openPasswordForm()
    await fillIn(app, 'Neu-2027')
    expect(saveButton()).toBeDisabled()
    expect(screen.getByLabelText(/wiederholen/)).toHaveAccessibleDescription(/genau gleich/)
    await app.person.type(screen.getByLabelText(/wiederholen/), '!')
    expect(saveButton()).toBeEnabled()
  })

  test('A changed password closes the form and stores the new token', async () => {
    const app = await openPasswordForm({ [password]: json({ accessToken: 'new-token' }) })
    await fillIn(app)
    await app.person.click(saveButton())
    expect(await screen.findByText('Passwort geändert')).toBeVisible()
    expect(screen.queryByLabelText(/^Aktuelles Passwort/)).not.toBeInTheDocument()
    expect(app.wire.sent(password)[0]?.body).toEqual({
      currentPassword: 'Alt-2026!',
      newPassword: 'Neu-2027!',
    })
    expect(accessToken()).toBe('new-token')
    expect(currentUser()).toEqual(aUser({ accessToken: 'new-token' }))
  })

  test('If a password breaks the rule (422), the rule is shown and the input stays', async () => {
    const app = await openPasswordForm({ [password]: refusal(422, 'PasswordRule') })
    await fillIn(app)
    await app.person.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(
      'Das Passwort konnte nicht geändert werden. Das Passwort braucht mindestens 8 Zeichen, eine Ziffer, einen Buchstaben und ein Sonderzeichen.',
    )
    expect(alert).toHaveFocus()
    expect(screen.getByLabelText(/^Aktuelles Passwort/)).toHaveValue('Alt-2026!')
  })

  test('A wrong current password (422) is shown at its field', async () => {
    const fields = { currentPassword: 'Das aktuelle Passwort ist falsch.' }
    const app = await openPasswordForm({
      [password]: refusal(422, 'WrongPassword', '', { fields }),
    })
    await fillIn(app)
    await app.person.click(saveButton())
    expect(await screen.findByText('Das aktuelle Passwort ist falsch.')).toBeVisible()
    expect(screen.getByLabelText(/^Aktuelles Passwort/)).toBeInvalid()
  })
})

describe('the devices', () => {
  const phone = aDevice({ id: 2, device: 'Safari auf dem iPhone', current: false })
  const unknown = aDevice({ id: 3, device: '', current: false })

  const openDevices = (wire: WireTable = {}) =>
    openProfile({ [sessions]: json([aDevice(), phone, unknown]), ...wire })

  const rowOf = async (words: RegExp) => {
    const card = screen.getByRole('heading', { name: 'Angemeldete Geräte' }).closest('section')
    const rows = await within(card as HTMLElement).findAllByRole('listitem')
    const row = rows.find(({ textContent }) => words.test(textContent ?? ''))
    if (!row) throw new Error(`No device ${words}`)
    return within(row)
  }

  test('Each device shows when it signed in and was last seen; the current one has no button to sign out', async () => {
    await openDevices()
    const own = await rowOf(/Firefox unter Windows/)
    expect(own.getByText('Dieses Gerät')).toBeVisible()
    expect(own.getByText(/Angemeldet 20\.11\.2026, zuletzt gesehen heute, /)).toBeVisible()
    expect(own.queryByRole('button')).not.toBeInTheDocument()
    const other = await rowOf(/Unbekanntes Gerät/)
    expect(other.getByRole('button', { name: 'Abmelden: Unbekanntes Gerät' })).toBeVisible()
  })

  test('After a device is signed out, it is removed from the card, which has the focus', async () => {
    const app = await openDevices({
      [sessions]: [json([aDevice(), phone]), json([aDevice()])],
      'DELETE /api/v1/auth/sessions/:id': noContent,
    })
    const other = await rowOf(/iPhone/)
    await app.person.click(other.getByRole('button', { name: /^Abmelden/ }))
    expect(await screen.findByText('Gerät abgemeldet')).toBeVisible()
    expect(app.wire.sent('DELETE /api/v1/auth/sessions/2')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText(/iPhone/)).not.toBeInTheDocument())
    expect(document.activeElement).toHaveTextContent('Angemeldete Geräte')
    expect(screen.queryByRole('button', { name: /Überall sonst/ })).not.toBeInTheDocument()
  })

  test('All other devices are signed out with one request', async () => {
    const app = await openDevices({ 'DELETE /api/v1/auth/sessions': noContent })
    await rowOf(/iPhone/)
    await app.person.click(screen.getByRole('button', { name: 'Überall sonst abmelden' }))
    expect(await screen.findByText('Überall sonst abgemeldet')).toBeVisible()
    expect(app.wire.sent('DELETE /api/v1/auth/sessions')).toHaveLength(1)
  })

  test('A device that cannot be signed out shows an error', async () => {
    const app = await openDevices({ 'DELETE /api/v1/auth/sessions/:id': offline })
    await app.person.click((await rowOf(/iPhone/)).getByRole('button', { name: /^Abmelden/ }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Das Gerät konnte nicht abgemeldet werden')
    expect(alert).toHaveTextContent('Der Server ist nicht erreichbar')
  })
})
