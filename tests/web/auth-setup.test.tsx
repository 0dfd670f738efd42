import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aUser, renderApp } from '#tests/support/render-app.tsx'
import { json, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { currentUser } from '#web/lib/session.ts'
import { passwordRule } from '#worker/domain/password.ts'

const setUp = 'POST /api/v1/setup'
const token = 'mR3v0Yc8NfPgJs3DdAeq7Hk2vTz9LmXw4RbYc8NfPg-'
const sabine = {
  firstName: 'Sabine',
  lastName: 'Kächele',
  emailAddress: 'sabine@zunft.test',
  password: 'Narri-11!',
}

async function follow(wire: WireTable = {}, hash = `#${token}`) {
  const app = renderApp({ path: `/setup${hash}`, wire })
  await screen.findByRole('heading', { level: 1, name: 'Zunft einrichten' })
  return app
}

type App = Awaited<ReturnType<typeof follow>>

const first = (label: string) => screen.getByLabelText(new RegExp(`^${label}\\*?$`))

async function fillIn({ person }: App, repeated = sabine.password) {
  await person.type(first('Vorname'), sabine.firstName)
  await person.type(first('Nachname'), sabine.lastName)
  await person.type(first('E-Mail Adresse'), sabine.emailAddress)
  await person.type(first('Passwort'), sabine.password)
  await person.type(first('Passwort wiederholen'), repeated)
}

const button = () => screen.getByRole('button', { name: 'Zugang anlegen und anmelden' })

describe('the setup link of an empty guild', () => {
  test('The code of the setup link is removed from the address at once and is not stored in the browser', async () => {
    const { router } = await follow()
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    expect(router.state.location.pathname).toBe('/setup')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(token)
    expect(document.body.innerHTML).not.toContain(token)
    expect(first('Passwort')).toHaveAccessibleDescription(passwordRule)
  })

  test('The setup form creates the first account and signs in', async () => {
    const user = aUser({ accessToken: 'fresh' })
    const app = await follow({ [setUp]: json(user, 201) })
    await fillIn(app)
    await app.person.click(button())
    expect(await screen.findByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
    expect(app.wire.sent(setUp)[0]?.body).toEqual({ token, ...sabine })
    expect(currentUser()).toEqual(user)
    expect(app.router.state.historyAction).toBe('REPLACE')
  })

  test('The button of the setup form is disabled until the password is repeated exactly', async () => {
    const app = await follow()
    await fillIn(app, 'Narri-11')
    expect(button()).toBeDisabled()
    expect(first('Passwort wiederholen')).toHaveAccessibleDescription(/genau gleich/)
  })

  test('If the first account is rejected, the errors are shown beside the fields and the input stays', async () => {
    const fields = { emailAddress: 'Gib eine gültige E-Mail Adresse an.', password: passwordRule }
    const app = await follow({ [setUp]: refusal(422, 'ValidationFailed', 'x', { fields }) })
    await fillIn(app)
    await app.person.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Der Zugang konnte nicht angelegt werden',
    )
    expect(first('E-Mail Adresse')).toBeInvalid()
    expect(first('Passwort')).toBeInvalid()
    expect(first('Vorname')).toHaveValue('Sabine')
    expect(first('Passwort')).toHaveValue(sabine.password)
  })

  test('A setup link that is no longer valid (409) shows an error', async () => {
    const message = 'Dieser Link gilt nicht mehr.'
    const app = await follow({ [setUp]: refusal(409, 'SetupDone', message) })
    await fillIn(app)
    await app.person.click(button())
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.queryByLabelText(/^Vorname/)).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Zur Anmeldung' })).toHaveAttribute('href', '/login')
  })

  test('The setup form can be sent again after a connection error', async () => {
    const app = await follow({ [setUp]: offline })
    await fillIn(app)
    await app.person.click(button())
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(first('E-Mail Adresse')).toHaveValue(sabine.emailAddress)
    expect(button()).toBeEnabled()
  })

  test('A setup link without its code shows an error', async () => {
    await follow({}, '')
    expect(screen.getByRole('alert')).toHaveTextContent('Hier fehlt der Code aus dem Link.')
  })
})
