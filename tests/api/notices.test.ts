import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { changePassword } from '#scripts/users/statements.ts'
import {
  call,
  db,
  json,
  origin,
  rows,
  runCron,
  setClock,
  signedIn,
  tokenOf,
} from '#tests/support/api.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { expectLogged } from '#tests/support/log.ts'
import { aPasskey, askToSignIn, aUser, made, password, shown } from '#tests/support/passkeys.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'

// docs/rules.md, "Was Dir das Programm schreibt": mails to a user about changes to the account.

type Sent = { to: string; subject: string; text: string; html: string }

let sent: Sent[]
let failing = false

beforeEach(async () => {
  setClock()
  sent = []
  failing = false
  const before = env.EMAIL
  const send = async (mail: Sent) => {
    if (failing) throw new Error('E_INTERNAL')
    sent.push(mail)
  }
  Object.assign(env, { EMAIL: { send } })
  onTestFinished(() => void Object.assign(env, { EMAIL: before }))
  await commit(db(), [write.update(guildSettings).set({ name: 'Narrenzunft Schellental' })])
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const newPassword = '41 Zwetschgen im Korb!'
const subjects = () => sent.map(({ subject }) => subject)
const stored = () => rows<{ kind: string; state: string }>('SELECT kind, state FROM mails')

/** A browser that sends back the cookies it received. */
function aBrowser(userAgent = firefox) {
  let cookie = ''
  return {
    cookie: () => cookie,
    async send(method: string, path: string, body?: unknown, token?: string) {
      const headers = {
        'User-Agent': userAgent,
        'cf-connecting-ip': '203.0.113.9',
        ...(cookie && { Cookie: cookie }),
      }
      const options = { headers, ...(token && { token }) }
      const response = await call(method, `/api/v1/auth${path}`, body, options)
      const given = response.headers.get('Set-Cookie')
      if (given) cookie = given.split(';')[0] ?? ''
      return response
    },
    logIn(emailAddress = 'sabine@example.test', typed = password) {
      return this.send('POST', '/login', { emailAddress, password: typed })
    },
  }
}

/** A user who has signed in once in this browser. */
async function atHome() {
  const user = await aUser()
  const browser = aBrowser()
  expect((await browser.logIn()).status).toBe(200)
  return { user, browser }
}

describe('A changed password', () => {
  test('A user whose password was changed gets a mail with the time in Germany and what to do', async () => {
    const { user, browser } = await atHome()
    const token = await tokenOf(user.id)
    setClock('2027-01-16T23:04:00Z')
    const body = { currentPassword: password, newPassword }
    expect((await browser.send('PUT', '/password', body, token)).status).toBe(200)
    expect(sent).toHaveLength(1)
    const [mail] = sent
    expect(mail).toMatchObject({
      to: 'sabine@example.test',
      subject: 'Dein Passwort wurde geändert',
    })
    expect(mail?.text.split('\n\nImpressum')[0]).toBe(`Hallo Sabine,

Das Passwort zu Deinem Zugang wurde am 17.01.2027 um 00:04 Uhr geändert.

Warst Du das? Dann musst Du nichts tun.

Warst Du es nicht? Öffne das Programm, drücke beim Anmelden auf „Passwort vergessen?“ und lege ein neues Passwort fest. Damit wirst Du überall sonst abgemeldet. Sag danach jemandem aus der Verwaltung Bescheid.

Viele Grüße
Narrenzunft Schellental`)
    expect(await stored()).toEqual([{ kind: 'passwordChanged', state: 'sent' }])
  })

  test('A user gets a mail about a password changed with a link, but not about the first password set by an invitation', async () => {
    const boss = await signedIn('management')
    const { user, browser } = await atHome()
    const linkOf = async (path: string, body?: object) =>
      (await json(call('POST', path, body, { token: boss.token }))).link.split('#zugang=')[1]
    const token = await linkOf(`/api/user/${user.id}/link`)
    sent = []
    expect((await browser.send('POST', '/password/link', { token, newPassword })).status).toBe(200)
    expect(subjects()).toEqual(['Dein Passwort wurde geändert'])
    expect(sent[0]?.text).toContain('geändert (Firefox unter Windows).')

    const lena = { firstName: 'Lena', lastName: 'Wäschle', emailAddress: 'lena@example.test' }
    const invitation = await linkOf('/api/user', { ...lena, roles: ['helper'] })
    sent = []
    const opened = await aBrowser().send('POST', '/password/link', {
      token: invitation,
      newPassword,
    })
    expect([opened.status, subjects()]).toEqual([200, []])
  })

  test.each([
    ['the current password is wrong', { currentPassword: 'falsch', newPassword }],
    ['the new password is too short', { currentPassword: password, newPassword: 'kurz' }],
    [
      'the new password can be guessed',
      { currentPassword: password, newPassword: 'Passwort1234!' },
    ],
  ])('No mail is sent when a password change is rejected because %s (422)', async (_, body) => {
    const { user, browser } = await atHome()
    const response = await browser.send('PUT', '/password', body, user.token)
    expect([response.status, await stored()]).toEqual([422, []])
  })

  test('No mail is sent when a link for a new password is used a second time (422)', async () => {
    const boss = await signedIn('management')
    const { user, browser } = await atHome()
    const path = `/api/user/${user.id}/link`
    const { link } = await json(call('POST', path, undefined, { token: boss.token }))
    const body = { token: link.split('#zugang=')[1], newPassword }
    await browser.send('POST', '/password/link', body)
    sent = []
    expect((await browser.send('POST', '/password/link', body)).status).toBe(422)
    expect(sent).toEqual([])
  })
})

describe('A passkey', () => {
  test('A user gets a mail when a passkey is added or removed, and none when the removal is rejected', async () => {
    const { user, browser } = await atHome()
    await aPasskey(user)
    expect(subjects()).toEqual(['Du hast einen neuen Passkey'])
    const other = await aUser('hans@example.test')
    const [{ id }] = await json(browser.send('GET', '/passkey', undefined, user.token))
    sent = []
    const remove = (token: string) => browser.send('DELETE', `/passkey/${id}`, undefined, token)
    expect((await remove(other.token)).status).toBe(404)
    expect(sent).toEqual([])
    expect((await remove(user.token)).status).toBe(204)
    expect(subjects()).toEqual(['Ein Passkey wurde entfernt'])
    expect((await remove(user.token)).status).toBe(404)
    expect(sent).toHaveLength(1)
    // A required passkey cannot be removed.
    await aPasskey(user)
    configure({ ENVIRONMENT: 'preview' })
    await commit(db(), [write.update(guildSettings).set({ passkeysRequired: true })])
    const [needed] = await json(browser.send('GET', '/passkey', undefined, user.token))
    sent = []
    const response = await browser.send('DELETE', `/passkey/${needed.id}`, undefined, user.token)
    expect([response.status, sent]).toEqual([409, []])
  })

  test('A user gets a mail about the first passkey when it is added during the sign-in', async () => {
    await aUser()
    configure({ ENVIRONMENT: 'preview' })
    await commit(db(), [write.update(guildSettings).set({ passkeysRequired: true })])
    const browser = aBrowser()
    const { error } = await json(browser.logIn())
    expect([error.code, sent]).toEqual(['PasskeyNeeded', []])
    const body = await made(await authenticator(origin), error)
    expect((await browser.send('POST', '/passkey/register', body)).status).toBe(200)
    expect(subjects()).toEqual(['Du hast einen neuen Passkey'])
  })
})

describe('A sign-in', () => {
  test('A user gets a mail about a sign-in in a new browser, with the device, but not about the first one ever or one in a known browser', async () => {
    const { browser } = await atHome()
    expect(sent).toEqual([])
    expect((await browser.logIn()).status).toBe(200)
    expect(sent).toEqual([])
    setClock('2027-01-16T13:00:00Z')
    const phone = aBrowser('Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36')
    expect((await phone.logIn()).status).toBe(200)
    expect(subjects()).toEqual(['Neue Anmeldung mit Deinem Zugang'])
    expect(sent[0]?.text).toContain(
      'hat sich am 16.01.2027 um 14:00 Uhr jemand auf einem Gerät angemeldet, auf dem Du noch nie angemeldet warst (Chrome unter Android).',
    )
    // Both browsers are known from now on.
    for (const known of [phone, browser]) {
      setClock('2027-01-17T13:00:00Z')
      expect((await known.logIn()).status).toBe(200)
    }
    expect(sent).toHaveLength(1)
  })

  test('For a rejected sign-in (401) no mail is sent, and the browser gets no cookie', async () => {
    await atHome()
    const stranger = aBrowser()
    expect((await stranger.logIn('sabine@example.test', 'falsch')).status).toBe(401)
    await rows("UPDATE users SET locked = 1 WHERE email_address = 'sabine@example.test'")
    expect((await stranger.logIn()).status).toBe(401)
    expect([await stored(), stranger.cookie()]).toEqual([[], ''])
  })

  test('If a passkey is required, the mail about a sign-in in a new browser is sent only after the passkey was shown, not after the password', async () => {
    const { user } = await atHome()
    const device = await aPasskey(user)
    sent = []
    const stranger = aBrowser()
    const { error } = await json(stranger.logIn())
    expect([error.code, sent, stranger.cookie()]).toEqual(['SecondFactorNeeded', [], ''])
    const answer = await shown(device, error)
    expect((await stranger.send('POST', '/passkey/login', answer)).status).toBe(200)
    expect(subjects()).toEqual(['Neue Anmeldung mit Deinem Zugang'])
    setClock('2027-01-16T14:00:00Z')
    const other = aBrowser()
    const alone = await shown(device, await askToSignIn())
    expect((await other.send('POST', '/passkey/login', alone)).status).toBe(200)
    expect(sent).toHaveLength(2)
  })

  test('A user gets at most one mail an hour about sign-ins in new browsers', async () => {
    await atHome()
    const tell = async (at: string) => {
      setClock(at)
      expect((await aBrowser().logIn()).status).toBe(200)
      return sent.length
    }
    expect(await tell('2027-01-16T13:00:00.000Z')).toBe(1)
    expect(await tell('2027-01-16T13:59:59.999Z')).toBe(1)
    expect(await tell('2027-01-16T14:00:00.000Z')).toBe(2)
  })

  test('A user who signs in with a browser that only another user has used before gets a mail', async () => {
    const { browser } = await atHome()
    await aUser('hans@example.test')
    expect((await aBrowser().logIn('hans@example.test')).status).toBe(200)
    expect(sent).toEqual([])
    expect((await browser.logIn('hans@example.test')).status).toBe(200)
    expect(sent.map(({ to }) => to)).toEqual(['hans@example.test'])
  })

  test('A sign-in with a forged browser cookie counts as one in a new browser: the user gets a mail and a new cookie', async () => {
    await atHome()
    for (const value of ['', 'x', 'f'.repeat(31), `${'f'.repeat(32)}; a=b`, '\u00e4'.repeat(4)]) {
      const headers = { Cookie: `browser=${encodeURIComponent(value)}` }
      const body = { emailAddress: 'sabine@example.test', password }
      const response = await call('POST', '/api/v1/auth/login', body, { headers })
      expect(response.status).toBe(200)
      expect(response.headers.get('Set-Cookie')).toMatch(/^browser=[\da-f]{32};/)
    }
    expect(sent).toHaveLength(1)
  })
})

describe('The cookie of a known browser', () => {
  test('The cookie of a known browser is HttpOnly, sent only to the sign-in routes, and stored in the database only as a hash', async () => {
    await aUser()
    configure({ ENVIRONMENT: 'preview' })
    const body = { emailAddress: 'sabine@example.test', password }
    const response = await call('POST', '/api/v1/auth/login', body)
    const cookie = response.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(
      /^__Secure-browser=[\da-f]{32}; Max-Age=34560000; Path=\/api\/v1\/auth; HttpOnly; Secure; SameSite=Strict$/,
    )
    const [known] = await rows<{ browser_key: string }>('SELECT browser_key FROM known_browsers')
    expect(known?.browser_key).toMatch(/^[\da-f]{32}$/)
    expect(cookie).not.toContain(known?.browser_key)
  })
})

describe('A mail that cannot be sent', () => {
  test('A sign-in succeeds although the mail about it fails, and the cron sends the mail later', async () => {
    await atHome()
    failing = true
    expect((await aBrowser().logIn()).status).toBe(200)
    expectLogged('"event":"mail"')
    expect(await stored()).toEqual([{ kind: 'newSignIn', state: 'waiting' }])
    failing = false
    setClock('2027-01-16T12:05:00Z')
    await runCron()
    expect(await stored()).toEqual([{ kind: 'newSignIn', state: 'sent' }])
  })

  test('A mail about a sign-in without a configured mail sender is skipped, and is not sent later when a sender is configured', async () => {
    await atHome()
    configure({ MAIL_FROM: '' })
    expect((await aBrowser().logIn()).status).toBe(200)
    configure({ MAIL_FROM: 'umzug@zunft.example' })
    await runCron()
    expect([await stored(), sent]).toEqual([[{ kind: 'newSignIn', state: 'skipped' }], []])
  })
})

test("Mails about an account contain neither the user's address nor the password, and no link to sign-in or profile", async () => {
  const { user, browser } = await atHome()
  const token = await tokenOf(user.id)
  await browser.send('PUT', '/password', { currentPassword: password, newPassword }, token)
  await rows('UPDATE users SET token_version = 0')
  await aPasskey({ ...user, token: await tokenOf(user.id) })
  const fresh = await tokenOf(user.id)
  const [{ id }] = await json(browser.send('GET', '/passkey', undefined, fresh))
  await browser.send('DELETE', `/passkey/${id}`, undefined, fresh)
  await aBrowser().logIn('sabine@example.test', newPassword)
  expect(subjects()).toEqual([
    'Dein Passwort wurde geändert',
    'Du hast einen neuen Passkey',
    'Ein Passkey wurde entfernt',
    'Neue Anmeldung mit Deinem Zugang',
  ])
  for (const { text, html } of sent) {
    for (const said of [text, html]) {
      for (const secret of [
        'sabine@example.test',
        password,
        newPassword,
        '/login',
        '/profile',
        '#',
      ])
        expect(said).not.toContain(secret)
    }
  }
})

test('Locking a user deletes the known browsers of the user', async () => {
  const boss = await signedIn('management')
  const { user } = await atHome()
  const lock = { token: boss.token }
  expect((await call('PUT', `/api/user/${user.id}`, { locked: true }, lock)).status).toBe(200)
  expect(await rows('SELECT * FROM known_browsers')).toEqual([])
})

test('After a password was set with the command line, the next cron run sends the user a mail about it and about the deleted passkeys', async () => {
  const { user } = await atHome()
  const other = await aUser('hans@example.test')
  await aPasskey(other)
  sent = []
  for (const { emailAddress } of [user, other]) {
    const statements = changePassword(emailAddress, 'hash', new Date())
    await env.DB.batch(statements.map(({ sql, values }) => env.DB.prepare(sql).bind(...values)))
  }
  expect(sent).toEqual([])
  await runCron()
  expect(sent.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    'sabine@example.test: Dein Passwort wurde geändert',
    'hans@example.test: Dein Passwort wurde geändert',
    'hans@example.test: Ein Passkey wurde entfernt',
  ])
})
