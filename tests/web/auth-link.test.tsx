import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aUser, renderApp } from '#tests/support/render-app.tsx'
import { json, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { currentUser } from '#web/lib/session.ts'
import { passwordRule } from '#worker/domain/password.ts'

const link = 'POST /api/v1/auth/password/link'
const token = '12.Zm9v-bar_'

async function follow(wire: WireTable = {}) {
  const app = renderApp({ path: `/login#zugang=${token}`, wire })
  await screen.findByRole('heading', { level: 1, name: 'Passwort wählen' })
  return app
}

type App = Awaited<ReturnType<typeof follow>>

async function fillIn({ person }: App, password = 'Narri-11!', repeated = password) {
  await person.type(screen.getByLabelText(/^Neues Passwort\*?$/), password)
  await person.type(screen.getByLabelText(/^Neues Passwort wiederholen/), repeated)
}

const saveButton = () => screen.getByRole('button', { name: 'Speichern und anmelden' })

describe('the link of an invitation or a password reset', () => {
  test('The token of a link is removed from the address and stored nowhere', async () => {
    const { router } = await follow()
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    expect(router.state.location.pathname).toBe('/login')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(token)
    expect(document.body.innerHTML).not.toContain(token)
    expect(screen.getByLabelText(/^Neues Passwort\*?$/)).toHaveAccessibleDescription(passwordRule)
  })

  test('A new password set through a link signs the user in', async () => {
    const user = aUser({ accessToken: 'fresh' })
    const app = await follow({ [link]: json(user) })
    await fillIn(app)
    await app.person.click(saveButton())
    expect(await screen.findByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
    expect(app.wire.sent(link)[0]?.body).toEqual({ token, newPassword: 'Narri-11!' })
    expect(currentUser()).toEqual(user)
    // "Back" does not lead to the form again.
    expect(app.router.state.historyAction).toBe('REPLACE')
  })

  test('A password set through a link must be typed twice', async () => {
    const app = await follow()
    await fillIn(app, 'Narri-11!', 'Narri-11')
    expect(saveButton()).toBeDisabled()
    expect(screen.getByLabelText(/wiederholen/)).toHaveAccessibleDescription(/genau gleich/)
  })

  test('A password that breaks the rule (422) is explained at its field, and stays in the field', async () => {
    const fields = { newPassword: passwordRule }
    const app = await follow({ [link]: refusal(422, 'PasswordRule', passwordRule, { fields }) })
    await fillIn(app, 'kurz')
    await app.person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Das Passwort konnte nicht gespeichert werden',
    )
    expect(screen.getByLabelText(/^Neues Passwort\*?$/)).toBeInvalid()
    expect(screen.getByLabelText(/^Neues Passwort\*?$/)).toHaveValue('kurz')
  })

  test('If the guild requires a passkey (401), the password link of a manager without one leads to the creation of a passkey', async () => {
    const question = { ticket: 't', options: {} }
    const app = await follow({ [link]: refusal(401, 'PasskeyNeeded', '', question) })
    await fillIn(app)
    await app.person.click(saveButton())
    expect(await screen.findByRole('heading', { level: 1, name: 'Passkey anlegen' })).toHaveFocus()
    await app.person.click(screen.getByRole('button', { name: 'Zurück' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  })

  test('A password that could not be sent without a connection can be sent again', async () => {
    const app = await follow({ [link]: [offline, json(aUser())] })
    await fillIn(app)
    await app.person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Der Server ist nicht erreichbar')
    await app.person.click(saveButton())
    expect(await screen.findByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  })

  test('An expired link (422) shows an error that leads to "Passwort vergessen?"', async () => {
    const message = 'Dieser Link gilt nicht mehr.'
    const app = await follow({ [link]: refusal(422, 'LinkInvalid', message) })
    await fillIn(app)
    await app.person.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(message)
    await waitFor(() => expect(alert).toHaveFocus())
    await app.person.click(screen.getByRole('link', { name: 'Passwort vergessen?' }))
    expect(await screen.findByRole('dialog', { name: 'Passwort vergessen?' })).toBeVisible()
  })

  test('An expired link (422) shows a button to the sign-in page', async () => {
    const app = await follow({
      [link]: refusal(422, 'LinkInvalid', 'Dieser Link gilt nicht mehr.'),
    })
    await fillIn(app)
    await app.person.click(saveButton())
    await app.person.click(await screen.findByRole('button', { name: 'Zur Anmeldung' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  })
})
