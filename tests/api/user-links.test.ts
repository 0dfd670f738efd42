import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aSession,
  call,
  db,
  json,
  rows,
  runCron,
  setClock,
  signedIn,
  tokenOf,
} from '#tests/support/api.ts'
import { expectLogged } from '#tests/support/log.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { hashPassword } from '#worker/auth/password-hash.ts'
import { renderUserMail } from '#worker/auth/user-mails.ts'

// docs/rules.md, "Zugänge": links for invited users and users who forgot their password.

const start = '2027-01-16T12:00:00.000Z'
const later = (ms: number) => setClock(new Date(Date.parse(start) + ms).toISOString())
const minute = 60_000
const day = 24 * 60 * minute
const newPassword = 'Narri-Narro-27'

let boss: { id: number; token: string }

beforeEach(async () => {
  setClock(start)
  boss = await signedIn('management')
})

type Options = { database?: D1Database; headers?: Record<string, string> }

/** Production settings without a payment provider, since the sandbox is for local machines only. */
const deployed = {
  ENVIRONMENT: 'production',
  APP_ORIGIN: 'https://umzug.schellental.de',
  PAYMENT_PROVIDER: '',
} as const

const tokenIn = (link: string) => link.split('#zugang=')[1] ?? ''
const open = (token: string, password = newPassword, options: Options = {}) =>
  call('POST', '/api/v1/auth/password/link', { token, newPassword: password }, options)
const me = (token: string) => call('GET', '/api/v1/auth/me', undefined, { token })
const codeOf = async (response: Response) => [response.status, (await json(response)).error?.code]
const linkInvalid = { code: 'LinkInvalid', message: 'Dieser Link gilt nicht mehr.' }

async function expectRejected(token: string): Promise<void> {
  const response = await open(token)
  expect([response.status, (await json(response)).error]).toEqual([422, linkInvalid])
}

async function invited(): Promise<{ id: number; token: string }> {
  const body = {
    firstName: 'Lena',
    lastName: 'Wäschle',
    emailAddress: 'lena@example.test',
    roles: ['helper'],
  }
  const { id, link } = await json(call('POST', '/api/user', body, { token: boss.token }))
  return { id, token: tokenIn(link) }
}

/** A link made by management for a user with a password. */
async function resetLink(id: number): Promise<string> {
  // The session of the setup may have expired.
  const token = await tokenOf(boss.id)
  const response = await call('POST', `/api/user/${id}/link`, undefined, { token })
  return tokenIn((await json(response)).link)
}

describe('An invitation', () => {
  test('If an invitation is used on a shared device, the session expires after fifteen minutes', async () => {
    const { token } = await invited()
    const body = { token, newPassword, shared: true }
    expect((await call('POST', '/api/v1/auth/password/link', body)).status).toBe(200)
    const newest = 'SELECT shared, expires_at FROM sessions ORDER BY id DESC LIMIT 1'
    expect(await rows(newest)).toEqual([{ shared: 1, expires_at: '2027-01-16T12:15:00.000Z' }])
  })

  test('The link of an invitation sets the password and signs the user in; its second use is rejected (422)', async () => {
    const { id, token } = await invited()
    const response = await open(token, newPassword, {
      headers: {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
      },
    })
    expect(response.status).toBe(200)
    const answer = await json(response)
    expect(answer).toEqual({
      accessToken: expect.any(String),
      firstName: 'Lena',
      lastName: 'Wäschle',
      emailAddress: 'lena@example.test',
      roles: ['helper'],
    })
    expect((await me(answer.accessToken)).status).toBe(200)
    expect(
      await rows(`SELECT user_id, device, confirmed_at, expires_at FROM sessions
      WHERE user_id = ${id}`),
    ).toEqual([
      {
        user_id: id,
        device: 'Firefox unter Linux',
        confirmed_at: start,
        expires_at: '2027-01-17T00:00:00.000Z',
      },
    ])
    await expectRejected(token)
    const credentials = { emailAddress: 'lena@example.test', password: newPassword }
    expect((await call('POST', '/api/v1/auth/login', credentials)).status).toBe(200)
    const [lena] = (await json(call('GET', '/api/user', undefined, { token: boss.token }))).filter(
      (one: { id: number }) => one.id === id,
    )
    expect(lena.invited).toBe(false)
  })

  test('The link of an invitation is valid for exactly seven days, a reset link for exactly sixty minutes', async () => {
    const { token } = await invited()
    const helper = await signedIn('helper')
    const reset = await resetLink(helper.id)
    later(60 * minute - 1)
    expect(await codeOf(await open(reset, 'kurz'))).toEqual([422, 'PasswordRule'])
    later(60 * minute)
    await expectRejected(reset)
    later(7 * day - 1)
    expect(await codeOf(await open(token, 'kurz'))).toEqual([422, 'PasswordRule'])
    later(7 * day)
    await expectRejected(token)
  })

  test('When management makes a new link for an invited user, the link of the first invitation is rejected (422) and the new one works', async () => {
    const { id, token } = await invited()
    const newer = await resetLink(id)
    await expectRejected(token)
    later(6 * day)
    expect((await open(newer)).status).toBe(200)
  })

  test.each([
    'kurz-1!',
    'Passwort1!',
    'Waeschle-2027',
    'OhneZiffer!',
    '12345678!',
    'OhneZeichen1',
    '',
    `Aa1!${'x'.repeat(197)}`,
  ])(
    'With an invitation, the password "%s" is rejected (422), and the invitation can be used again with a valid one',
    async (password) => {
      const { id, token } = await invited()
      const response = await open(token, password)
      expect(response.status).toBe(422)
      expect((await json(response)).error).toMatchObject({
        code: 'PasswordRule',
        fields: { newPassword: expect.stringContaining('Passwort') },
      })
      expect(await rows(`SELECT password_hash FROM users WHERE id = ${id}`)).toEqual([
        { password_hash: '' },
      ])
      expect((await open(token)).status).toBe(200)
    },
  )

  test.each<[string, unknown, number]>([
    ['no token', { newPassword }, 400],
    ['a number as token', { token: 5, newPassword }, 400],
    ['no password', { token: '1.x' }, 400],
  ])(
    'A request to set a password with a link is rejected (400) if it has %s',
    async (_, body, status) => {
      expect((await call('POST', '/api/v1/auth/password/link', body)).status).toBe(status)
    },
  )
})

describe('An invalid link', () => {
  test('A link that was altered, cut, guessed, or signed for another user or time is rejected (422)', async () => {
    const { id, token } = await invited()
    const [linkId = '', seal = ''] = token.split('.')
    await signedIn('helper')
    const guessed = createHmac('sha256', env.JWT_SECRET).update(linkId).digest('base64url')
    const turned = `${seal.slice(0, -2)}${seal.endsWith('AA') ? 'BB' : 'AA'}`
    const wrong = [
      '',
      'Narri',
      linkId,
      `${linkId}.`,
      `${linkId}.${seal}x`,
      `${linkId}.${seal.slice(1)}`,
      `${linkId}.${turned}`,
      `${linkId}.${guessed}`,
      `0${linkId}.${seal}`,
      `99.${seal}`,
      `-1.${seal}`,
      `9999999999999999999.${seal}`,
      `${linkId}.${'A'.repeat(43)}`,
      `${linkId}.${'Ä'.repeat(43)}`,
      `${token}\u0000`,
    ]
    for (const one of wrong) await expectRejected(one)
    // The signature includes user and time, because a restored table may give the id to another
    // link.
    await rows(`UPDATE user_links SET user_id = ${boss.id} WHERE id = ${linkId}`)
    await expectRejected(token)
    await rows(`UPDATE user_links SET user_id = ${id}, created_at = '2027-01-16T12:00:00.001Z'`)
    await expectRejected(token)
    await rows(`UPDATE user_links SET created_at = '${start}'`)
    expect((await open(token)).status).toBe(200)
  })

  test('The link of a locked user is rejected (422); no new link is made for a locked user (409) or an unknown one (404)', async () => {
    const { id, token } = await invited()
    await rows(`UPDATE users SET locked = 1 WHERE id = ${id}`)
    await expectRejected(token)
    const response = await call('POST', `/api/user/${id}/link`, undefined, { token: boss.token })
    expect(await codeOf(response)).toEqual([409, 'Conflict'])
    const unknown = await call('POST', '/api/user/99/link', undefined, { token: boss.token })
    expect(await codeOf(unknown)).toEqual([404, 'NotFound'])
  })

  test.each<[string, string]>([
    ['another request uses the link', `UPDATE user_links SET used_at = '${start}'`],
    ['the link is replaced by a newer one', `UPDATE user_links SET expires_at = '${start}'`],
    ['the user is locked', "UPDATE users SET locked = 1 WHERE first_name = 'Lena'"],
  ])(
    'Setting a password with a link is rejected (422) and nothing is stored if, just before the write, %s',
    async (_, statement) => {
      const { id, token } = await invited()
      const before = await aSession(id)
      const database = overtakenBefore('insert into "sessions"', () => rows(statement))
      const response = await open(token, newPassword, { database })
      expect([response.status, (await json(response)).error]).toEqual([422, linkInvalid])
      expect(await rows(`SELECT password_hash, token_version FROM users WHERE id = ${id}`)).toEqual(
        [{ password_hash: '', token_version: 0 }],
      )
      expect(await rows(`SELECT id, ended_at FROM sessions WHERE user_id = ${id}`)).toEqual([
        { id: before, ended_at: null },
      ])
    },
  )
})

describe('A password set with a link', () => {
  test('Setting a password with a link ends all sessions and passkey challenges of this user only', async () => {
    const helper = await signedIn('helper')
    for (const { id } of [helper, boss]) {
      await rows(`INSERT INTO passkey_challenges (id, user_id, purpose, challenge, expires_at)
        VALUES ('ticket-${id}', ${id}, 'register', '', '2027-01-16T12:05:00.000Z')`)
    }
    const link = await resetLink(helper.id)
    const other = await json(open(link))
    expect((await json(me(helper.token))).error).toMatchObject({ reason: 'ended' })
    expect((await me(other.accessToken)).status).toBe(200)
    expect((await me(boss.token)).status).toBe(200)
    expect(await rows('SELECT user_id FROM passkey_challenges')).toEqual([{ user_id: boss.id }])
  })

  test('A sign-in with the old password fails (401) if a link sets a new password before the session is stored', async () => {
    const helper = await signedIn('helper')
    await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
      .bind(await hashPassword('Fasnet-2026!'), helper.id)
      .run()
    const link = await resetLink(helper.id)
    const database = overtakenBefore('insert into "sessions"', async () => {
      expect((await open(link)).status).toBe(200)
    })
    const credentials = { emailAddress: 'helper@example.test', password: 'Fasnet-2026!' }
    const late = await call('POST', '/api/v1/auth/login', credentials, { database })
    expect(await codeOf(late)).toEqual([401, 'InvalidCredentials'])
  })

  test('When a signed-in user changes the password, an unused reset link of this user is rejected (422)', async () => {
    const helper = await signedIn('helper')
    await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
      .bind(await hashPassword('Fasnet-2026!'), helper.id)
      .run()
    const link = await resetLink(helper.id)
    const body = { currentPassword: 'Fasnet-2026!', newPassword }
    const changed = await call('PUT', '/api/v1/auth/password', body, { token: helper.token })
    expect(changed.status).toBe(200)
    await expectRejected(link)
  })
})

describe('The answer to management about a link', () => {
  const make = async (settings: Parameters<typeof configure>[0]) => {
    configure(settings)
    const { id } = await signedIn('helper')
    return json(call('POST', `/api/user/${id}/link`, undefined, { token: boss.token }))
  }
  const link = expect.stringMatching(/^http:\/\/zunft\.test\/login#zugang=1\.[\w-]{43}$/)

  test('When management makes a link on a local machine, the answer says that a mail was sent and contains the link', async () => {
    expect(await make({})).toEqual({ sent: true, link })
  })

  test('When management makes a link in production with mails configured, the answer only says that a mail was sent', async () => {
    expect(await make(deployed)).toEqual({ sent: true })
  })

  test('When management makes a link in production without a mail sender, the answer contains the link and no mail is sent', async () => {
    const answer = await make({ ...deployed, MAIL_FROM: '' })
    expect(answer).toEqual({
      sent: false,
      link: expect.stringMatching(/^https:\/\/umzug\.schellental\.de\/login#zugang=1\./),
    })
    expect(await rows('SELECT state FROM mails')).toEqual([{ state: 'skipped' }])
  })
})

describe('The mail with a link', () => {
  const origin = 'https://umzug.schellental.de'
  const rendered = (id: number) =>
    renderUserMail({ db: db(), now: new Date(), secret: env.JWT_SECRET, origin }, id)

  test('The mail of an invitation goes to the invited address and contains the link that management gets', async () => {
    await rows("UPDATE guild_settings SET name = 'Narrenzunft Schellental'")
    const { token } = await invited()
    expect(await rows('SELECT key, kind, email_address, state, order_id FROM mails')).toEqual([
      {
        key: 'invitation-1',
        kind: 'invitation',
        email_address: 'lena@example.test',
        state: 'sent',
        order_id: null,
      },
    ])
    const mail = await rendered(1)
    expect(mail).toMatchObject({
      sender: 'Narrenzunft Schellental',
      to: 'lena@example.test',
      subject: 'Dein Zugang: Narrenzunft Schellental',
      attachments: [],
    })
    expect(mail?.text).toBe(`Hallo Lena,

Du hast jetzt einen Zugang zur Verwaltung der Zunft. Lege Dein Passwort fest, dann bist Du angemeldet:

Passwort festlegen: ${origin}/login#zugang=${token}

Der Link gilt einmal, und bis 23.01.2027, 13:00 Uhr. Gib ihn nicht weiter: Wer ihn hat, kann sich damit anmelden.

Weißt Du nichts davon? Dann musst Du nichts tun.

Viele Grüße
Narrenzunft Schellental

Impressum: ${origin}/impressum
Datenschutz: ${origin}/datenschutz
`)
  })

  test('The mail with a reset link says when the link expires; once the link has been used, the mail can no longer be rendered', async () => {
    const { id } = await signedIn('helper')
    const token = await resetLink(id)
    const mail = await rendered(1)
    expect(mail).toMatchObject({ to: 'helper@example.test', subject: 'Dein neues Passwort' })
    expect(mail?.text).toContain(`Neues Passwort festlegen: ${origin}/login#zugang=${token}\n`)
    expect(mail?.text).toContain('bis 16.01.2027, 14:00 Uhr.')
    await open(token)
    expect(await rendered(1)).toBeNull()
  })

  test('A mail with a link that is still waiting is sent by the cron', async () => {
    configure(deployed)
    const { id } = await signedIn('helper')
    await call('POST', `/api/user/${id}/link`, undefined, { token: boss.token })
    await rows(`UPDATE mails SET state = 'waiting', sent_at = NULL, not_before = created_at`)
    await runCron()
    expect(await rows('SELECT state FROM mails')).toEqual([{ state: 'sent' }])
  })

  test('A waiting mail with a link is skipped when a newer link is made or the user is locked', async () => {
    const { id } = await invited()
    await rows(`UPDATE mails SET state = 'waiting', not_before = '2027-01-16T12:30:00.000Z'`)
    await resetLink(id)
    expect(await rows('SELECT state FROM mails ORDER BY id')).toEqual([
      { state: 'skipped' },
      { state: 'sent' },
    ])
    await rows(`UPDATE mails SET state = 'waiting' WHERE id = 2`)
    await call('PUT', `/api/user/${id}`, { locked: true }, { token: boss.token })
    expect(await rows('SELECT state FROM mails WHERE id = 2')).toEqual([{ state: 'skipped' }])
  })

  test('A waiting mail whose link has expired is not sent by the cron but marked as failed, with a reason in the log', async () => {
    configure(deployed)
    const { id } = await signedIn('helper')
    await call('POST', `/api/user/${id}/link`, undefined, { token: boss.token })
    await rows(`UPDATE mails SET state = 'waiting', sent_at = NULL, not_before = created_at`)
    later(2 * 60 * minute)
    await runCron()
    expect(await rows('SELECT state FROM mails')).toEqual([{ state: 'failed' }])
    expectLogged('"reason":"nothing to tell of"')
  })

  test("The signature of an invitation's link is not stored in any table of the database", async () => {
    const { token } = await invited()
    const seal = token.split('.')[1] ?? ''
    const tables = await rows<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'`,
    )
    for (const { name } of tables) {
      expect(JSON.stringify(await rows(`SELECT * FROM ${name}`)), name).not.toContain(seal)
    }
  })
})

describe('The request „Passwort vergessen?“', () => {
  const ask = (emailAddress: unknown, network = '203.0.113.7', options: Options = {}) =>
    call(
      'POST',
      '/api/v1/auth/password/forgotten',
      { emailAddress },
      {
        headers: { 'cf-connecting-ip': network },
        ...options,
      },
    )
  const mailsTo = () => rows('SELECT kind, email_address FROM mails ORDER BY id')

  test('A request for a forgotten password has the same answer (202) for every address; only users who are not locked get a mail', async () => {
    await signedIn('helper')
    await rows(`UPDATE users SET locked = 1 WHERE id = ${(await signedIn('readonly')).id}`)
    const asked = [
      'helper@example.test',
      ' HELPER@Example.test ',
      'readonly@example.test',
      'niemand@example.test',
      'keine Adresse',
      '',
      'x'.repeat(10_000),
      'helper@example.test\u0000',
    ]
    for (const address of asked) {
      const response = await ask(address)
      expect([response.status, await response.text()]).toEqual([202, '{"mail":true}'])
    }
    expect(await mailsTo()).toEqual([
      { kind: 'passwordReset', email_address: 'helper@example.test' },
      { kind: 'passwordReset', email_address: 'helper@example.test' },
    ])
    const links = await rows('SELECT purpose, expires_at FROM user_links ORDER BY id')
    expect(links).toEqual([
      { purpose: 'reset', expires_at: start },
      { purpose: 'reset', expires_at: '2027-01-16T13:00:00.000Z' },
    ])
  })

  test.each([[5], [null], [undefined], [['a']]])(
    'A request for a forgotten password with %j as address is rejected (400)',
    async (address) => {
      expect((await ask(address)).status).toBe(400)
    },
  )

  test('A request for a forgotten password is accepted (202) even when the database fails, and the failure is logged', async () => {
    const broken = {
      prepare: () => {
        throw new Error('gone')
      },
      batch: async () => {
        throw new Error('gone')
      },
    }
    const response = await ask('helper@example.test', '203.0.113.8', {
      database: broken as unknown as D1Database,
    })
    expect([response.status, await response.text()]).toEqual([202, '{"mail":true}'])
    expectLogged('"event":"user_mails_failed"')
  })

  test('Without a mail sender, a request for a forgotten password has the same answer for known and unknown addresses', async () => {
    await signedIn('helper')
    configure({ MAIL_FROM: '' })
    for (const address of ['helper@example.test', 'niemand@example.test']) {
      const response = await ask(address)
      expect([response.status, await response.text()]).toEqual([202, '{"mail":false}'])
    }
  })

  test('Without a mail sender, a request for a forgotten password makes no new link, and an invitation handed over earlier is still valid', async () => {
    configure({ MAIL_FROM: '' })
    const { token } = await invited()
    await ask('lena@example.test')
    expect((await open(token)).status).toBe(200)
    expect(await rows('SELECT id FROM user_links')).toHaveLength(1)
  })

  test('A request for the forgotten password of an invited user mails a new invitation, and the first one is rejected from then on', async () => {
    await invited()
    await ask('lena@example.test')
    expect(await mailsTo()).toMatchObject([{ kind: 'invitation' }, { kind: 'invitation' }])
    expect(await rows('SELECT expires_at FROM user_links ORDER BY id')).toEqual([
      { expires_at: start },
      { expires_at: '2027-01-23T12:00:00.000Z' },
    ])
  })

  test('An address gets at most three mails an hour about forgotten passwords, from whatever networks requested; the third link is still valid', async () => {
    const { id } = await signedIn('helper')
    for (let n = 0; n < 5; n += 1) {
      later(n * minute)
      await ask('helper@example.test', `203.0.113.${n}`)
    }
    expect(await mailsTo()).toHaveLength(3)
    const [open] = await rows<{ id: number }>(
      `SELECT id FROM user_links WHERE user_id = ${id} AND expires_at > '2027-01-16T12:05:00.000Z'`,
    )
    expect(open).toEqual({ id: 3 })
    later(60 * minute - 1)
    await ask('helper@example.test')
    expect(await mailsTo()).toHaveLength(3)
    later(60 * minute)
    await ask('helper@example.test')
    expect(await mailsTo()).toHaveLength(4)
  })

  test('After ten requests for forgotten passwords from one network within an hour, even for unknown addresses, further ones send no mail', async () => {
    await signedIn('helper')
    for (let n = 0; n < 10; n += 1) await ask(`niemand${n}@example.test`)
    await ask('helper@example.test')
    expect(await mailsTo()).toEqual([])
    await ask('helper@example.test', '203.0.113.9')
    expect(await mailsTo()).toHaveLength(1)
  })

  test('The hourly counts of forgotten passwords contain no address or network in plain text, and the cron deletes them after two hours', async () => {
    await ask('helper@example.test')
    const counted = JSON.stringify(await rows('SELECT * FROM hourly_counts'))
    expect(counted).toContain('forgotten-')
    expect(counted).not.toMatch(/helper|203\.0\.113/)
    later(2 * 60 * minute + 1)
    await runCron()
    expect(await rows('SELECT * FROM hourly_counts')).toEqual([])
  })

  test('Forty simultaneous requests for the forgotten password of one address cause only three mails', async () => {
    await signedIn('helper')
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => ask('helper@example.test', `198.51.100.${n}`)),
    )
    expect(await mailsTo()).toHaveLength(3)
  })
})
