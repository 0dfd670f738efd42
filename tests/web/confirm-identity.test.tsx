import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shownAnswer, stubPasskeys } from '#tests/support/browser-passkeys.ts'
import { aQuestion } from '#tests/support/passkey-questions.ts'
import { aUser, renderApp } from '#tests/support/render-app.tsx'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { call, client } from '#web/lib/api.ts'
import { endSession } from '#web/lib/session.ts'

// Every request: a 403 ConfirmNeeded asks for the password, then the request is repeated.

const me = 'GET /api/v1/auth/me'
const sessions = 'GET /api/v1/auth/sessions'
const change = 'PUT /api/v1/auth/password'
const passkeys = 'GET /api/v1/auth/passkey'
const confirm = 'POST /api/v1/auth/confirm'
const confirmOptions = 'POST /api/v1/auth/confirm/options'

const aHandy = { id: 1, name: 'Handy', createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null }

const needed = refusal(403, 'ConfirmNeeded', 'Bestätige das mit Deinem Passwort.')

async function openHome(wire: WireTable = {}) {
  const app = renderApp({
    path: '/',
    user: aUser(),
    wire: { [passkeys]: json([]), [confirm]: noContent, ...wire },
  })
  await screen.findByRole('heading', { level: 1, name: 'Übersicht' })
  return app
}

const question = () => screen.findByRole('dialog', { name: 'Bist Du es?' })

test('A request that needs a confirmed identity (403) is repeated after the password is entered', async () => {
  const app = await openHome({
    [change]: [needed, json({ accessToken: 'new' })],
  })
  const answer = call(
    client.api.v1.auth.password.$put({ json: { currentPassword: 'a', newPassword: 'b' } }),
  )
  const dialog = await question()
  expect(within(dialog).getByLabelText(/^Passwort\*?$/)).toHaveFocus()
  await app.person.keyboard('Fasnet-2026!{Enter}')
  expect(await answer).toMatchObject({ ok: true, data: { accessToken: 'new' } })
  expect(app.wire.sent(confirm)[0]?.body).toEqual({ password: 'Fasnet-2026!' })
  const [first, second] = app.wire.sent(change)
  expect(second?.body).toEqual(first?.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('If the question for the password is cancelled, the waiting request fails with ConfirmNeeded (403)', async () => {
  const app = await openHome({ [change]: needed })
  const answer = call(
    client.api.v1.auth.password.$put({ json: { currentPassword: 'a', newPassword: 'b' } }),
  )
  await app.person.click(within(await question()).getByRole('button', { name: 'Abbrechen' }))
  expect(await answer).toMatchObject({ ok: false, failure: { error: { code: 'ConfirmNeeded' } } })
  expect(app.wire.sent(change)).toHaveLength(1)
})

test('A wrong password is reported beside the field and can be corrected', async () => {
  const fields = { password: 'Das Passwort ist falsch.' }
  const app = await openHome({
    [me]: [needed, json(aUser())],
    [confirm]: [refusal(422, 'WrongPassword', '', { fields }), noContent],
  })
  const answer = call(client.api.v1.auth.me.$get())
  await question()
  await app.person.keyboard('falsch{Enter}')
  const field = screen.getByLabelText(/^Passwort\*?$/)
  await waitFor(() => expect(field).toHaveAccessibleDescription('Das Passwort ist falsch.'))
  expect(field).toHaveValue('falsch')
  await app.person.clear(field)
  await app.person.type(field, 'richtig{Enter}')
  expect((await answer).ok).toBe(true)
})

test('A user with a passkey is asked for it instead of the password', async () => {
  const browser = stubPasskeys()
  const app = await openHome({
    [me]: [needed, json(aUser())],
    [passkeys]: json([aHandy]),
    [confirmOptions]: json(aQuestion('ticket-7')),
  })
  const answer = call(client.api.v1.auth.me.$get())
  const dialog = within(await question())
  expect(dialog.queryByLabelText(/^Passwort/)).not.toBeInTheDocument()
  await app.person.click(dialog.getByRole('button', { name: 'Mit Passkey bestätigen' }))
  expect((await answer).ok).toBe(true)
  expect(browser.asked).toEqual([{ kind: 'get', challenge: 'challenge' }])
  expect(app.wire.sent(confirm)[0]?.body).toEqual({ ticket: 'ticket-7', response: shownAnswer })
})

test('In a browser without passkeys a user with a passkey is told to use the device that has it', async () => {
  const app = await openHome({ [me]: needed, [passkeys]: json([aHandy]) })
  const answer = call(client.api.v1.auth.me.$get())
  const dialog = await question()
  expect(dialog).toHaveAccessibleDescription(/Nimm ein Gerät, auf dem Dein Passkey liegt\./)
  expect(within(dialog).queryByLabelText(/^Passwort/)).not.toBeInTheDocument()
  await app.person.click(within(dialog).getByRole('button', { name: 'Schließen' }))
  expect((await answer).ok).toBe(false)
})

test('Several requests that need a confirmed identity are repeated after one question', async () => {
  const app = await openHome({
    [me]: [needed, json(aUser())],
    [sessions]: [needed, json([])],
  })
  const answers = Promise.all([
    call(client.api.v1.auth.me.$get()),
    call(client.api.v1.auth.sessions.$get()),
  ])
  await question()
  await app.person.keyboard('richtig{Enter}')
  expect((await answers).map(({ ok }) => ok)).toEqual([true, true])
  expect(app.wire.sent(confirm)).toHaveLength(1)
})

test('A 403 other than ConfirmNeeded does not ask for the password', async () => {
  await openHome({ [me]: refusal(403, 'Forbidden') })
  expect(await call(client.api.v1.auth.me.$get())).toMatchObject({ ok: false })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('Signing out while the password is asked for fails the waiting request (403)', async () => {
  await openHome({ [me]: needed })
  const answer = call(client.api.v1.auth.me.$get())
  await question()
  act(endSession)
  expect(await answer).toMatchObject({ ok: false, failure: { status: 403 } })
})

test('The question for the password stays open without a connection and shows an error', async () => {
  const app = await openHome({ [me]: needed, [confirm]: offline })
  const answer = call(client.api.v1.auth.me.$get())
  await question()
  await app.person.keyboard('richtig{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Der Server ist nicht erreichbar')
  await app.person.click(screen.getByRole('button', { name: 'Abbrechen' }))
  expect((await answer).ok).toBe(false)
})
