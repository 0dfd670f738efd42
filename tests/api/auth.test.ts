import { env } from 'cloudflare:workers'
import { scryptSync } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, db, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { platform } from '#worker/auth/log-in.ts'
import { hashPassword, verifyPassword } from '#worker/auth/password-hash.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { userRoles, users } from '#worker/db/schema.ts'
import { signToken } from '#worker/http/auth.ts'

const password = 'Fasnet-2026!'

beforeEach(async () => {
  setClock()
  await aUser()
})

// Hashing takes a fifth of a second, so it is done once.
let hash: Promise<string> | undefined
const storedHash = () => (hash ??= hashPassword(password))

const oldHash = (ln: number) => {
  const key = scryptSync(password, Buffer.alloc(16), 32, { N: 2 ** ln, r: 8, p: 1 })
  return `scrypt$ln=${ln},r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$${key.toString('base64')}`
}

/** Stores a hash with weak parameters, so that tests with many guesses are fast. */
async function storeQuickHash(): Promise<void> {
  await commit(db(), [write.update(users).set({ passwordHash: oldHash(1) })])
}

async function aUser(change: Partial<typeof users.$inferInsert> = {}) {
  const [[user]] = await commit(db(), [
    write
      .insert(users)
      .values({
        emailAddress: 'sabine@example.test',
        firstName: 'Sabine',
        lastName: 'Kächele',
        passwordHash: await storedHash(),
        createdAt: '2026-01-01T00:00:00.000Z',
        ...change,
      })
      .returning(),
  ])
  if (user)
    await commit(db(), [write.insert(userRoles).values({ userId: user.id, role: 'management' })])
}

function logIn(body: object = {}, network = '203.0.113.1') {
  const credentials = { emailAddress: 'sabine@example.test', password, ...body }
  const headers = { 'cf-connecting-ip': network }
  return call('POST', '/api/v1/auth/login', credentials, { headers })
}

const me = (token: string) => call('GET', '/api/v1/auth/me', undefined, { token })

describe('sign-in', () => {
  test('The answer to a sign-in contains the user with roles and a valid token; blanks and capitals in the address are ignored', async () => {
    const answer = await json(logIn({ emailAddress: ' Sabine@Example.TEST ' }))
    expect(answer).toEqual({
      accessToken: expect.any(String),
      firstName: 'Sabine',
      lastName: 'Kächele',
      emailAddress: 'sabine@example.test',
      roles: ['management'],
    })
    const { accessToken: _, ...user } = answer
    expect(await json(me(answer.accessToken))).toEqual({
      ...user,
      mailSignature: '',
      calendar: false,
    })
  })

  test('A user can store a signature of at most 500 characters for their circulars', async () => {
    const { accessToken: token } = await json(logIn({}))
    const save = (body: unknown) => call('PUT', '/api/v1/auth/me', body, { token })
    const mailSignature = 'Sabine Kächele\nSchriftführerin'
    expect(await json(save({ mailSignature }))).toMatchObject({
      firstName: 'Sabine',
      mailSignature,
    })
    expect(await json(me(token))).toMatchObject({
      emailAddress: 'sabine@example.test',
      mailSignature,
    })
    // The history shows the change without undo: the user changes it in their profile.
    const [entry] = (await json(call('GET', '/api/history', undefined, { token }))).entries
    expect(entry).toMatchObject({
      act: 'PUT /api/v1/auth/me',
      undo: 'never',
      lines: [{ entity: 'user', changes: { mailSignature: ['', mailSignature] } }],
    })
    expect((await save({ mailSignature: 'ä'.repeat(500) })).status).toBe(200)
    const refused = await save({ mailSignature: 'ä'.repeat(501) })
    expect([refused.status, Object.keys((await json(refused)).error.fields)]).toEqual([
      422,
      ['mailSignature'],
    ])
    expect((await save({})).status).toBe(400)
    expect((await json(me(token))).mailSignature).toHaveLength(500)
  })

  test('Users change their own first and last name; roles and address in the same request are ignored', async () => {
    const { accessToken: token } = await json(logIn({}))
    const save = (body: unknown) => call('PUT', '/api/v1/auth/me', body, { token })
    await save({ mailSignature: 'Sabine' })
    const named = { firstName: 'Sabine', lastName: 'Kächele-Noll' }
    const sent = {
      firstName: ' Sabine ',
      lastName: 'Kächele-Noll',
      roles: ['helper'],
      emailAddress: 'x@example.test',
    }
    const stored = {
      ...named,
      emailAddress: 'sabine@example.test',
      roles: ['management'],
      mailSignature: 'Sabine',
    }
    expect(await json(save(sent))).toMatchObject(stored)
    expect(await json(me(token))).toMatchObject(stored)
    const [entry] = (await json(call('GET', '/api/history', undefined, { token }))).entries
    expect(entry).toMatchObject({
      act: 'PUT /api/v1/auth/me',
      by: { lastName: 'Kächele-Noll' },
      lines: [{ entity: 'user', changes: { lastName: ['Kächele', 'Kächele-Noll'] } }],
    })
    const refused = await save({ firstName: ' ', lastName: 'x'.repeat(101) })
    expect(refused.status).toBe(422)
    expect((await json(refused)).error.fields).toMatchObject({
      firstName: 'Gib den Vornamen an.',
      lastName: expect.any(String),
    })
    expect(await json(me(token))).toMatchObject(named)
  })

  test('A sign-in with a wrong password gets the same answer as one with an unknown address (401)', async () => {
    const wrong = await logIn({ password: 'falsch' })
    const unknown = await logIn({ emailAddress: 'niemand@example.test' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await json(unknown)).toEqual(await json(wrong))
    expect((await json(logIn({ password: '' }))).error).toEqual({
      code: 'InvalidCredentials',
      message: 'Die E-Mail Adresse oder das Passwort ist falsch',
    })
  })

  test('Passwords are compared after NFKC normalisation', async () => {
    await aUser({ emailAddress: 'nfc@example.test', passwordHash: await hashPassword('Häs-2026!') })
    const response = await logIn({ emailAddress: 'nfc@example.test', password: 'Ha\u0308s-2026!' })
    expect(response.status).toBe(200)
  })

  test('Rejects the sign-in of a locked account (401)', async () => {
    await aUser({ emailAddress: 'gesperrt@example.test', locked: true })
    expect((await logIn({ emailAddress: 'gesperrt@example.test' })).status).toBe(401)
  })

  test('A sign-in stores a new password hash when the stored one has outdated parameters', async () => {
    await aUser({ emailAddress: 'alt@example.test', passwordHash: oldHash(12) })
    expect((await logIn({ emailAddress: 'alt@example.test' })).status).toBe(200)
    const [stored] = await rows<{ password_hash: string }>(
      `SELECT password_hash FROM users WHERE email_address = 'alt@example.test'`,
    )
    expect(stored?.password_hash).toMatch(/^scrypt\$ln=14,r=8,p=5\$/)
    expect(await verifyPassword(password, stored?.password_hash ?? '')).toBe(true)
  })

  test.each([
    ['malformed JSON', '{', 400],
    ['a number for a password', { emailAddress: 'a@b.de', password: 5 }, 400],
    ['no password', { emailAddress: 'a@b.de' }, 400],
  ])('Rejects a sign-in with %s (400)', async (_, body, status) => {
    expect((await call('POST', '/api/v1/auth/login', body)).status).toBe(status)
  })
})

describe('ten failed sign-ins within 15 minutes', () => {
  beforeEach(async () => {
    await storeQuickHash()
    for (let n = 0; n < 10; n += 1) {
      expect((await logIn({ password: 'falsch' })).status).toBe(401)
    }
  })

  test('After ten failed sign-ins from one network even the right password is rejected there for 15 minutes (429)', async () => {
    const response = await logIn()
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBe(15 * 60)
    expect((await json(response)).error).toEqual({
      code: 'TooManyRequests',
      message: 'Zu viele Versuche. In 15 Minuten geht es wieder.',
    })
    setClock('2027-01-16T12:15:01Z')
    expect((await logIn()).status).toBe(200)
  })

  test('After ten failed sign-ins from one network the user can still sign in from another network', async () => {
    expect((await logIn({}, '203.0.113.2')).status).toBe(200)
  })

  test('After ten failures with an unknown address, further sign-ins with it are rejected as well (429)', async () => {
    const unknown = { emailAddress: 'niemand@example.test', password: 'falsch' }
    const network = '203.0.113.3'
    for (let n = 0; n < 10; n += 1) await logIn(unknown, network)
    expect((await logIn(unknown, network)).status).toBe(429)
  })
})

describe('guesses at one address from many networks', () => {
  /** The delays of the answers in milliseconds; the test does not wait for them. */
  const waits: number[] = []
  beforeEach(async () => {
    await storeQuickHash()
    waits.length = 0
    const waiting = vi.spyOn(platform.scheduler, 'wait').mockImplementation(async (ms) => {
      waits.push(ms)
    })
    onTestFinished(() => waiting.mockRestore())
  })

  const guess = (n: number, emailAddress?: string) =>
    logIn({ password: 'falsch', ...(emailAddress && { emailAddress }) }, `198.51.100.${n}`)

  test('Every five failed sign-ins with one address from many networks delay the next answers by one more second, up to eight; no account is locked', async () => {
    for (let n = 0; n < 70; n += 1) expect((await guess(n)).status).toBe(401)
    expect(waits.slice(0, 6)).toEqual([1000, 1000, 1000, 1000, 1000, 2000])
    expect(waits).toHaveLength(49)
    expect(Math.max(...waits)).toBe(8000)
    expect((await logIn({}, '203.0.113.9')).status).toBe(200)
  })

  test('The delay after failed sign-ins is the same for known and unknown addresses', async () => {
    for (let n = 0; n < 30; n += 1) await guess(n)
    const ofKnown = waits.splice(0)
    for (let n = 0; n < 30; n += 1) await guess(n, 'niemand@example.test')
    expect(waits).toEqual(ofKnown)
  })

  test('Failed sign-ins with one address do not delay sign-ins with another, and after half an hour no longer those with this one', async () => {
    for (let n = 0; n < 30; n += 1) await guess(n)
    waits.length = 0
    await guess(99, 'niemand@example.test')
    setClock('2027-01-16T12:30:01Z')
    await guess(99)
    expect(waits).toEqual([])
  })
})

test('The lock after ten failed sign-ins ends 15 minutes after the tenth; a sign-in tried during the lock does not extend it', async () => {
  await storeQuickHash()
  const quarter = 15 * 60_000
  const guessAt = async (ms: number) => {
    setClock(new Date(Date.parse('2027-01-16T12:00:00Z') + ms).toISOString())
    return (await logIn({ password: 'falsch' })).status
  }
  for (let n = 0; n < 9; n += 1) expect(await guessAt(0)).toBe(401)
  expect(await guessAt(quarter)).toBe(401)
  // A guess during the lock does not extend it.
  for (const ms of [quarter, quarter + 1, 2 * quarter - 1]) expect(await guessAt(ms)).toBe(429)
  expect(await guessAt(2 * quarter)).toBe(401)
})

test('Of forty simultaneous sign-ins with a wrong password, ten are checked (401) and thirty rejected by the lock (429)', async () => {
  const guesses = Array.from({ length: 40 }, () => logIn({ password: 'falsch' }, '203.0.113.40'))
  const statuses = (await Promise.all(guesses)).map((response) => response.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('Failed sign-ins from all addresses of one IPv6 /64 network are counted together', async () => {
  await storeQuickHash()
  for (let n = 0; n < 10; n += 1) await logIn({ password: 'falsch' }, `2001:db8::${n.toString(16)}`)
  expect((await logIn({}, '2001:db8:0:0:ffff::1')).status).toBe(429)
  expect((await logIn({}, '2001:db8:0:1::1')).status).toBe(200)
})

test('After nine failed sign-ins one with the right password succeeds and resets the count of failures', async () => {
  await storeQuickHash()
  for (let n = 0; n < 9; n += 1) await logIn({ password: 'falsch' })
  expect((await logIn()).status).toBe(200)
  expect(await rows('SELECT * FROM login_failures')).toEqual([])
})

test('Rejects more than 60 sign-in requests a minute from one network, whatever their body (429)', async () => {
  const headers = { 'cf-connecting-ip': '203.0.113.60' }
  const answers = []
  // Enough for two windows, since the minute may change in between.
  for (let n = 0; n < 121; n += 1) {
    answers.push((await call('POST', '/api/v1/auth/login', '{', { headers })).status)
  }
  expect(answers.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 400))
  expect(answers).toContain(429)
  expect((await logIn({}, '203.0.113.61')).status).toBe(200)
})

describe('access tokens', () => {
  test.each([
    [
      'signed with another secret',
      () => signToken({ userId: 1, tokenVersion: 0, sessionId: 1 }, 'x', new Date()),
    ],
    [
      'of an unknown user',
      () => signToken({ userId: 99, tokenVersion: 0, sessionId: 1 }, env.JWT_SECRET, new Date()),
    ],
    [
      'issued before the password was changed',
      () => signToken({ userId: 1, tokenVersion: -1, sessionId: 1 }, env.JWT_SECRET, new Date()),
    ],
    ['with the algorithm none', async () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwidHYiOjB9.'],
    ['that is not a JWT', async () => 'nonsense'],
  ])('A request with a token %s is rejected (401)', async (_, token) => {
    expect((await me(await token())).status).toBe(401)
  })

  test('A token is valid for twelve hours', async () => {
    const { token } = await signedIn('helper')
    setClock('2027-01-16T23:59:59Z')
    expect((await me(token)).status).toBe(200)
    setClock('2027-01-17T00:00:01Z')
    expect((await me(token)).status).toBe(401)
  })

  test('A token is rejected as soon as the account is locked (401)', async () => {
    const { token, id } = await signedIn('helper')
    await env.DB.exec(`UPDATE users SET locked = 1 WHERE id = ${id}`)
    expect((await me(token)).status).toBe(401)
  })

  test('After a role is removed from a user, the next request with the same token is rejected (403)', async () => {
    const { token, id } = await signedIn('management')
    expect((await call('GET', '/api/parade/number', undefined, { token })).status).toBe(200)
    await env.DB.exec(`DELETE FROM user_roles WHERE user_id = ${id}`)
    expect((await call('GET', '/api/parade/number', undefined, { token })).status).toBe(403)
  })
})

describe('change of the password', () => {
  const change = (token: string, body: object) =>
    call('PUT', '/api/v1/auth/password', body, { token })

  test('Changing the password ends all sessions, also the current one, and the answer contains a new token', async () => {
    const { accessToken: here } = await json(logIn())
    const { accessToken: elsewhere } = await json(logIn())
    const response = await change(here, {
      currentPassword: password,
      newPassword: 'Narri-Narro-27',
    })
    expect(response.status).toBe(200)
    const { accessToken } = await json(response)
    expect((await me(accessToken)).status).toBe(200)
    expect((await me(elsewhere)).status).toBe(401)
    expect((await me(here)).status).toBe(401)
    expect((await logIn()).status).toBe(401)
    expect((await logIn({ password: 'Narri-Narro-27' })).status).toBe(200)
  })

  test.each(['kurz-1!', 'OhneZiffer!', '12345678!', 'OhneZeichen1', '', `Aa1!${'x'.repeat(197)}`])(
    'The new password %j is rejected by the password rule (422)',
    async (newPassword) => {
      const { accessToken } = await json(logIn())
      const response = await change(accessToken, { currentPassword: password, newPassword })
      expect(response.status).toBe(422)
      expect((await json(response)).error).toMatchObject({
        code: 'PasswordRule',
        fields: { newPassword: expect.stringContaining('Passwort') },
      })
      expect((await logIn()).status).toBe(200)
    },
  )

  test('After ten password changes with a wrong current password, further ones are rejected (429)', async () => {
    const { token } = await json(logIn()).then((user) => ({ token: user.accessToken }))
    await storeQuickHash()
    const wrong = { currentPassword: 'falsch', newPassword: 'Narri-Narro-27' }
    for (let n = 0; n < 10; n += 1) expect((await change(token, wrong)).status).toBe(422)
    expect((await change(token, wrong)).status).toBe(429)
  })

  test('Of two simultaneous changes of one password the second is rejected (WrongPassword)', async () => {
    const { accessToken: token } = await json(logIn())
    const to = (newPassword: string) => ({ currentPassword: password, newPassword })
    const database = overtakenBefore('update "users"', async () => {
      expect((await change(token, to('Hoorig-Katz-28'))).status).toBe(200)
    })
    const options = { token, database }
    const slow = await call('PUT', '/api/v1/auth/password', to('Narri-Narro-27'), options)
    expect((await json(slow)).error.code).toBe('WrongPassword')
    expect((await logIn({ password: 'Hoorig-Katz-28' })).status).toBe(200)
  })

  test('A sign-in that replaces an outdated hash while the password is being changed does not restore the old password', async () => {
    await commit(db(), [write.update(users).set({ passwordHash: oldHash(12) })])
    const database = overtakenBefore('insert into "sessions"', async () => {
      const body = { currentPassword: password, newPassword: 'Narri-Narro-27' }
      expect((await change(await tokenOf(1), body)).status).toBe(200)
    })
    const credentials = { emailAddress: 'sabine@example.test', password }
    await call('POST', '/api/v1/auth/login', credentials, { database })
    expect((await logIn()).status).toBe(401)
    expect((await logIn({ password: 'Narri-Narro-27' })).status).toBe(200)
  })

  test.each([
    ['Passwort1!', 'oft benutztes Wort'],
    ['Schellental-2027', 'Namen der Zunft'],
    ['Kaechele.2027', 'Deinem Namen'],
  ])(
    'The guessable new password %s is rejected with the reason at the field (422), and no failed attempt is counted',
    async (newPassword, words) => {
      await rows("UPDATE guild_settings SET name = 'Narrenzunft Schellental'")
      const { accessToken } = await json(logIn())
      const response = await change(accessToken, { currentPassword: password, newPassword })
      expect(response.status).toBe(422)
      expect((await json(response)).error).toMatchObject({
        code: 'PasswordRule',
        fields: { newPassword: expect.stringContaining(words) },
      })
      expect(await rows('SELECT id FROM login_failures')).toEqual([])
      expect((await logIn()).status).toBe(200)
    },
  )

  test('Rejects a password change with a wrong current password (422)', async () => {
    const { accessToken } = await json(logIn())
    const response = await change(accessToken, {
      currentPassword: 'falsch',
      newPassword: 'Narri-Narro-27',
    })
    expect(response.status).toBe(422)
    expect((await json(response)).error.code).toBe('WrongPassword')
    expect((await me(accessToken)).status).toBe(200)
  })
})
