import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type BrowserPasskeys, shownAnswer, stubPasskeys } from '#tests/support/browser-passkeys.ts'
import { aNewQuestion, aQuestion } from '#tests/support/passkey-questions.ts'
import { aUser, renderApp } from '#tests/support/render-app.tsx'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { currentUser } from '#web/lib/session.ts'
import '#web/auth/login-page.tsx'
import '#web/auth/profile-page.tsx'
import '#web/auth/confirm-identity.tsx'
import '#web/shell/sign-in-shell.tsx'
import '#web/shell/staff-shell.tsx'

const login = 'POST /api/v1/auth/login'
const options = 'POST /api/v1/auth/passkey/options'
const byPasskey = 'POST /api/v1/auth/passkey/login'
const newOptions = 'POST /api/v1/auth/passkey/register/options'
const register = 'POST /api/v1/auth/passkey/register'
const list = 'GET /api/v1/auth/passkey'

let browser: BrowserPasskeys

const cancelled = 'Das wurde abgebrochen oder hat zu lange gedauert. Versuche es noch einmal.'
const wrongAddress = /Unter dieser Adresse gehen keine Passkeys/
const unclear = /Das Gerät hat nicht richtig geantwortet/

async function openLogin(wire: WireTable) {
  const app = renderApp({ path: '/login', wire })
  await screen.findByRole('heading', { level: 1, name: 'Anmelden' })
  return app
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const isHome = () => screen.findByRole('heading', { level: 1, name: 'Übersicht' })

describe('a passkey offered in the address field', () => {
  const offered = (challenge: string) =>
    waitFor(() => expect(browser.offered()).toEqual([challenge]))
  const questions = [json(aQuestion('first', 'one')), json(aQuestion('second', 'two'))]

  beforeEach(() => {
    browser = stubPasskeys({ offers: true })
  })

  test('A passkey chosen in the address field signs in without a click', async () => {
    const { wire } = await openLogin({ [options]: questions, [byPasskey]: json(aUser()) })
    expect(screen.getByLabelText(/E-Mail Adresse/)).toHaveAttribute(
      'autocomplete',
      'username webauthn',
    )
    await offered('one')
    expect(wire.sent(byPasskey)).toEqual([])
    browser.take()
    expect(await isHome()).toBeVisible()
    expect(wire.sent(byPasskey)[0]?.body).toEqual({ ticket: 'first', response: shownAnswer })
  })

  test('A click on the passkey button ends the offer in the address field; if the passkey is rejected (422), the offer starts again with a new challenge', async () => {
    const { wire, person } = await openLogin({
      [options]: [...questions, json(aQuestion('third', 'three'))],
      [byPasskey]: refusal(422, 'PasskeyRefused', 'Dieser Passkey gilt hier nicht.'),
    })
    await offered('one')
    await person.click(button('Mit Passkey anmelden'))
    expect(await screen.findByText('Dieser Passkey gilt hier nicht.')).toBeVisible()
    expect(wire.sent(byPasskey).map(({ body }) => body)).toEqual([
      { ticket: 'second', response: shownAnswer },
    ])
    await offered('three')
  })

  test('After a sign-in by password the passkey offer ends without an error', async () => {
    const { person } = await openLogin({ [options]: questions, [login]: json(aUser()) })
    await offered('one')
    await person.type(screen.getByLabelText(/E-Mail Adresse/), 'a@example.de')
    await person.type(screen.getByLabelText(/^Passwort/, { selector: 'input' }), 'geheim')
    await person.click(button('Anmelden'))
    expect(await isHome()).toBeVisible()
    expect(browser.offered()).toEqual([])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('The passkey offer gets a new challenge before the old one expires after five minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { wire } = await openLogin({ [options]: questions, [byPasskey]: json(aUser()) })
    await offered('one')
    await vi.advanceTimersByTimeAsync(4 * 60_000)
    await offered('two')
    browser.take()
    await waitFor(() => expect(wire.sent(byPasskey)[0]?.body).toMatchObject({ ticket: 'second' }))
  })

  test('A rejected passkey shows an error (422), and another one can be used', async () => {
    await openLogin({
      [options]: questions,
      [byPasskey]: refusal(422, 'PasskeyRefused', 'Dieser Passkey gilt hier nicht.'),
    })
    await offered('one')
    browser.take()
    expect(await screen.findByText('Dieser Passkey gilt hier nicht.')).toBeVisible()
    await offered('two')
  })

  test('A browser that cannot offer passkeys in the address field sends no request for a challenge', async () => {
    browser = stubPasskeys()
    const { wire } = await openLogin({})
    expect(button('Mit Passkey anmelden')).toBeVisible()
    expect(wire.sent(options)).toEqual([])
  })
})

describe('"Mit Passkey anmelden"', () => {
  beforeEach(() => {
    browser = stubPasskeys()
  })

  test.each([
    ['NotAllowedError', cancelled],
    ['AbortError', cancelled],
    ['SecurityError', wrongAddress],
    ['UnknownError', unclear],
    ['constructor', unclear],
  ])(
    'The browser error %s at a passkey sign-in is explained, and the button can be clicked again',
    async (name, words) => {
      browser.refuse(name)
      const { wire, person } = await openLogin({
        [options]: [json(aQuestion('first')), json(aQuestion('second'))],
        [byPasskey]: json(aUser()),
      })
      await person.click(button('Mit Passkey anmelden'))
      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent(words)
      await waitFor(() => expect(alert).toHaveFocus())
      expect(wire.sent(byPasskey)).toEqual([])
      await person.click(button('Mit Passkey anmelden'))
      await isHome()
      expect(wire.sent(byPasskey)[0]?.body).toMatchObject({ ticket: 'second' })
    },
  )

  test.each([
    [
      'in the words of the server',
      refusal(422, 'PasskeyRefused', 'Dieser Passkey gilt hier nicht.'),
      /gilt hier nicht/,
    ],
    ['when offline', offline, /Der Server ist nicht erreichbar/],
    [
      'when the answer is empty',
      () => new Response('', { status: 500 }),
      /nicht richtig geantwortet/,
    ],
  ])('The reason why a passkey sign-in failed is shown, %s', async (_, answer, words) => {
    const { person } = await openLogin({ [options]: json(aQuestion()), [byPasskey]: answer })
    await person.click(button('Mit Passkey anmelden'))
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(currentUser()).toBeNull()
  })
})

test('A browser without passkeys has no passkey button', async () => {
  await openLogin({})
  expect(screen.queryByRole('button', { name: /Passkey/ })).not.toBeInTheDocument()
})

/** Types the password; the server requires a passkey as well. */
async function askedAfter(code: 'SecondFactorNeeded' | 'PasskeyNeeded', wire: WireTable) {
  const question = code === 'PasskeyNeeded' ? aNewQuestion() : aQuestion()
  const app = await openLogin({ [login]: refusal(401, code, 'Passkey', question), ...wire })
  await app.person.type(screen.getByLabelText(/^E-Mail Adresse/), 'sabine@example.de')
  await app.person.type(screen.getByLabelText(/^Passwort\*?$/), 'geheim')
  await app.person.click(button('Anmelden'))
  const name = code === 'PasskeyNeeded' ? 'Passkey anlegen' : 'Noch Dein Passkey'
  const heading = await screen.findByRole('heading', { level: 1, name })
  await waitFor(() => expect(heading).toHaveFocus())
  return app
}

describe('the passkey after the password', () => {
  beforeEach(() => {
    browser = stubPasskeys()
  })

  test('A rejected passkey leads back to the form with the typed values', async () => {
    const refused = refusal(422, 'PasskeyRefused', 'Dieser Passkey gilt hier nicht.')
    const { person } = await askedAfter('SecondFactorNeeded', { [byPasskey]: refused })
    await person.click(button('Passkey zeigen'))
    expect(await screen.findByRole('alert')).toHaveTextContent('gilt hier nicht')
    expect(screen.queryByRole('button', { name: 'Passkey zeigen' })).not.toBeInTheDocument()
    await person.click(button('Zurück'))
    expect(screen.getByLabelText(/^Passwort\*?$/)).toHaveFocus()
    expect(screen.getByLabelText(/^Passwort\*?$/)).toHaveValue('geheim')
    expect(screen.getByLabelText(/^E-Mail Adresse/)).toHaveValue('sabine@example.de')
  })

  test('A user who needs a first passkey creates one and is signed in', async () => {
    const { wire, person } = await askedAfter('PasskeyNeeded', { [register]: json(aUser()) })
    await person.click(button('Passkey anlegen'))
    expect(await isHome()).toBeVisible()
    expect(browser.asked).toEqual([
      { kind: 'create', challenge: 'new challenge', user: 'sabine@example.de' },
    ])
    const [sent] = wire.sent(register)
    expect(sent?.body).toMatchObject({ ticket: 'ticket-2', response: { id: 'AQID' } })
    expect(sent?.headers.get('Authorization')).toBeNull()
  })

  test.each([
    ['NotAllowedError', cancelled],
    ['InvalidStateError', /liegt schon ein Passkey/],
    ['NotSupportedError', /kann keinen Passkey anlegen/],
    ['ConstraintError', /kann keinen Passkey anlegen/],
    ['SecurityError', wrongAddress],
  ])('The browser error %s at the creation of a passkey is explained', async (name, words) => {
    browser.refuse(name)
    const { person } = await askedAfter('PasskeyNeeded', {})
    await person.click(button('Passkey anlegen'))
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(button('Passkey anlegen')).toBeEnabled()
  })
})

test('A password link that requires a first passkey opens its creation; "Zurück" opens the sign-in', async () => {
  browser = stubPasskeys()
  const { person, wire } = renderApp({
    path: '/login#zugang=5.abc',
    wire: {
      'POST /api/v1/auth/password/link': refusal(401, 'PasskeyNeeded', 'Passkey', aNewQuestion()),
      [register]: refusal(422, 'PasskeyRefused', 'Dieser Passkey gilt hier nicht.'),
    },
  })
  await screen.findByRole('heading', { name: 'Passwort wählen' })
  await person.click(button('Speichern und anmelden'))
  await screen.findByRole('heading', { level: 1, name: 'Passkey anlegen' })
  expect(screen.getByText(/Dein neues Passwort ist gespeichert\./)).toBeVisible()
  await person.click(button('Passkey anlegen'))
  expect(await screen.findByRole('alert')).toHaveTextContent('gilt hier nicht')
  expect(wire.sent(register)[0]?.body).toMatchObject({ ticket: 'ticket-2' })
  await person.click(button('Zurück'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
})

test('A password link of a user with a passkey asks for the passkey and sends its answer together with the new password', async () => {
  browser = stubPasskeys()
  const link = 'POST /api/v1/auth/password/link'
  const { person, wire } = renderApp({
    path: '/login#zugang=5.abc',
    wire: {
      [link]: [
        refusal(401, 'SecondFactorNeeded', 'Passkey', aQuestion('first')),
        refusal(401, 'SecondFactorNeeded', 'Passkey', aQuestion('second')),
        json(aUser({ accessToken: 'by-link' })),
      ],
    },
  })
  await screen.findByRole('heading', { name: 'Passwort wählen' })
  for (const name of [/^Neues Passwort\*?$/, /wiederholen/]) {
    await person.type(screen.getByLabelText(name), 'Narri-11!')
  }
  await person.click(button('Speichern und anmelden'))
  await screen.findByRole('heading', { level: 1, name: 'Noch Dein Passkey' })
  expect(screen.getByText(/gilt, sobald Du Deinen Passkey gezeigt hast/)).toBeVisible()
  // The way back restores the typed values.
  await person.click(button('Zurück'))
  expect(screen.getByLabelText(/wiederholen/)).toHaveValue('Narri-11!')
  await person.click(button('Speichern und anmelden'))
  await person.click(await screen.findByRole('button', { name: 'Passkey zeigen' }))
  await isHome()
  expect(wire.sent(link)[2]?.body).toEqual({
    token: '5.abc',
    newPassword: 'Narri-11!',
    passkey: { ticket: 'second', response: shownAnswer },
  })
  expect(currentUser()?.accessToken).toBe('by-link')
})

test('A browser without passkeys shows an error when the sign-in requires one', async () => {
  const { person } = await askedAfter('SecondFactorNeeded', {})
  await person.click(button('Passkey zeigen'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Dieser Browser kann keine Passkeys.')
})

const handy = {
  id: 3,
  name: 'Handy',
  createdAt: '2026-11-14T10:00:00.000Z',
  lastUsedAt: '2026-11-15T10:00:00.000Z',
}
const rechner = { id: 4, name: 'Rechner', createdAt: '2026-11-16T10:00:00.000Z', lastUsedAt: null }

async function openCard(wire: WireTable) {
  const { accessToken: _, ...user } = aUser()
  const app = renderApp({
    path: '/profile',
    user: aUser(),
    wire: {
      'GET /api/v1/auth/me': json(user),
      'GET /api/v1/auth/sessions': json([]),
      ...wire,
    },
  })
  const heading = await screen.findByRole('heading', { name: 'Passkeys' })
  const card = heading.closest<HTMLElement>('[data-slot="card"]')
  if (!card) throw new Error('no card')
  return { ...app, card: within(card) }
}

describe('the card of own passkeys', () => {
  beforeEach(() => {
    browser = stubPasskeys()
  })

  test("The account lists the user's passkeys with their last use", async () => {
    const { card } = await openCard({ [list]: json([handy, rechner]) })
    const items = await card.findAllByRole('listitem')
    expect(items[0]).toHaveTextContent('HandyAngelegt 14.11.2026, zuletzt benutzt 15.11.2026')
    expect(items[1]).toHaveTextContent('RechnerAngelegt 16.11.2026, noch nicht benutzt')
  })

  test('If a new passkey cannot be created on the device, the reason is shown and the typed name stays', async () => {
    browser.refuse('InvalidStateError')
    const { wire, person, card } = await openCard({
      [list]: json([]),
      [newOptions]: json(aNewQuestion()),
    })
    await person.click(card.getByRole('button', { name: 'Passkey anlegen' }))
    await person.type(screen.getByLabelText('Name'), 'Handy')
    await person.click(button('Weiter'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Der Passkey konnte nicht angelegt werden')
    expect(alert).toHaveTextContent('Auf diesem Gerät liegt schon ein Passkey von Dir.')
    expect(screen.getByLabelText('Name')).toHaveValue('Handy')
    expect(wire.sent(register)).toEqual([])
  })

  test('A rejected name of a passkey (422) shows the error beside it', async () => {
    const fields = { name: 'Höchstens 100 Zeichen.' }
    const { person, card } = await openCard({
      [list]: json([]),
      [newOptions]: json(aNewQuestion()),
      [register]: refusal(422, 'ValidationFailed', '', { fields }),
    })
    await person.click(card.getByRole('button', { name: 'Passkey anlegen' }))
    await person.click(button('Weiter'))
    await waitFor(() => expect(screen.getByLabelText('Name')).toBeInvalid())
    expect(screen.getByText('Höchstens 100 Zeichen.')).toBeVisible()
  })

  test('A new passkey requires confirmation by an existing one', async () => {
    const { wire, person, card } = await openCard({
      [list]: json([handy]),
      [newOptions]: [refusal(403, 'ConfirmNeeded'), json(aNewQuestion())],
      'POST /api/v1/auth/confirm/options': json(aQuestion()),
      'POST /api/v1/auth/confirm': noContent,
      [register]: json(rechner, 201),
    })
    await person.click(card.getByRole('button', { name: 'Passkey anlegen' }))
    await person.click(button('Weiter'))
    const question = within(await screen.findByRole('dialog', { name: 'Bist Du es?' }))
    await person.click(await question.findByRole('button', { name: 'Mit Passkey bestätigen' }))
    expect(await screen.findByText('Passkey angelegt')).toBeVisible()
    const [confirmed] = wire.sent('POST /api/v1/auth/confirm')
    expect(confirmed?.body).toEqual({ ticket: 'ticket-1', response: shownAnswer })
    expect(browser.asked.map(({ kind }) => kind)).toEqual(['get', 'create'])
  })

  test('A passkey is removed after a question', async () => {
    const { wire, person, card } = await openCard({
      [list]: [json([handy, rechner]), json([rechner])],
      'DELETE /api/v1/auth/passkey/:id': noContent,
    })
    await person.click(await card.findByRole('button', { name: 'Entfernen: Handy' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Passkey entfernen?' }))
    expect(dialog.getByText(/„Handy“ meldet Dich dann nicht mehr an/)).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Entfernen' }))
    expect(await screen.findByText('Passkey entfernt')).toBeVisible()
    expect(wire.sent('DELETE /api/v1/auth/passkey/3')).toHaveLength(1)
    await waitFor(() => expect(card.queryByText('Handy')).not.toBeInTheDocument())
  })

  test('The last passkey cannot be removed, and the reason is shown (409)', async () => {
    const message = 'Ohne Passkey könntest Du hier nicht mehr verwalten.'
    const { person, card } = await openCard({
      [list]: json([handy]),
      'DELETE /api/v1/auth/passkey/:id': refusal(409, 'Conflict', message),
    })
    await person.click(await card.findByRole('button', { name: 'Entfernen: Handy' }))
    await person.click(button('Entfernen'))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })
})

test('In a browser without passkeys the account page says so and offers no new passkey', async () => {
  const { card } = await openCard({ [list]: json([]) })
  expect(await card.findByText(/Dieser Browser kann keine Passkeys/)).toBeVisible()
  expect(card.queryByRole('button', { name: 'Passkey anlegen' })).not.toBeInTheDocument()
})
