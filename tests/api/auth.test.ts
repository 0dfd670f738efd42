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

// A hash takes a fifth of a second: it is made once.
let hash: Promise<string> | undefined
const storedHash = () => (hash ??= hashPassword(password))

const oldHash = (ln: number) => {
  const key = scryptSync(password, Buffer.alloc(16), 32, { N: 2 ** ln, r: 8, p: 1 })
  return `scrypt$ln=${ln},r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$${key.toString('base64')}`
}

/** Sabine's password is stored as it was long ago: what guesses lead to is told sooner. */
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

describe('signing in', () => {
  test('answers the whole user with a token that works', async () => {
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

  test('keeps what stands under their circulars', async () => {
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
    // Who changes it does so in their profile again: the history only tells.
    const [told] = (await json(call('GET', '/api/history', undefined, { token }))).entries
    expect(told).toMatchObject({
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

  test('changes their own name, and nothing else of the account', async () => {
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
    const [told] = (await json(call('GET', '/api/history', undefined, { token }))).entries
    expect(told).toMatchObject({
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

  test('answers a wrong password and an unknown address alike', async () => {
    const wrong = await logIn({ password: 'falsch' })
    const unknown = await logIn({ emailAddress: 'niemand@example.test' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await json(unknown)).toEqual(await json(wrong))
    expect((await json(logIn({ password: '' }))).error).toEqual({
      code: 'InvalidCredentials',
      message: 'Die E-Mail Adresse oder das Passwort ist falsch',
    })
  })

  test('compares the password after NFKC', async () => {
    await aUser({ emailAddress: 'nfc@example.test', passwordHash: await hashPassword('Häs-2026!') })
    const response = await logIn({ emailAddress: 'nfc@example.test', password: 'Ha\u0308s-2026!' })
    expect(response.status).toBe(200)
  })

  test('is refused while the account is locked', async () => {
    await aUser({ emailAddress: 'gesperrt@example.test', locked: true })
    expect((await logIn({ emailAddress: 'gesperrt@example.test' })).status).toBe(401)
  })

  test('hashes again when the stored parameters are not those of today', async () => {
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
  ])('with %s is a 400', async (_, body, status) => {
    expect((await call('POST', '/api/v1/auth/login', body)).status).toBe(status)
  })
})

describe('after ten failures in a quarter of an hour', () => {
  beforeEach(async () => {
    await storeQuickHash()
    for (let n = 0; n < 10; n += 1) {
      expect((await logIn({ password: 'falsch' })).status).toBe(401)
    }
  })

  test('even the right password has to wait 15 minutes', async () => {
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

  test('the same user can sign in from another network', async () => {
    expect((await logIn({}, '203.0.113.2')).status).toBe(200)
  })

  test('an unknown address is locked just the same', async () => {
    const nobody = { emailAddress: 'niemand@example.test', password: 'falsch' }
    const network = '203.0.113.3'
    for (let n = 0; n < 10; n += 1) await logIn(nobody, network)
    expect((await logIn(nobody, network)).status).toBe(429)
  })
})

describe('guesses at one address from many networks', () => {
  /** What the answers had to wait, without waiting. */
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

  test('Each five failures delay the answer by a second, up to eight seconds, and lock no account', async () => {
    for (let n = 0; n < 70; n += 1) expect((await guess(n)).status).toBe(401)
    expect(waits.slice(0, 6)).toEqual([1000, 1000, 1000, 1000, 1000, 2000])
    expect(waits).toHaveLength(49)
    expect(Math.max(...waits)).toBe(8000)
    expect((await logIn({}, '203.0.113.9')).status).toBe(200)
  })

  test('The delay is the same for known and unknown addresses', async () => {
    for (let n = 0; n < 30; n += 1) await guess(n)
    const ofKnown = waits.splice(0)
    for (let n = 0; n < 30; n += 1) await guess(n, 'niemand@example.test')
    expect(waits).toEqual(ofKnown)
  })

  test('are forgotten after half an hour, and delay no other address', async () => {
    for (let n = 0; n < 30; n += 1) await guess(n)
    waits.length = 0
    await guess(99, 'niemand@example.test')
    setClock('2027-01-16T12:30:01Z')
    await guess(99)
    expect(waits).toEqual([])
  })
})

test('the lock stands from the tenth guess in the window, to the millisecond at both ends', async () => {
  await storeQuickHash()
  const quarter = 15 * 60_000
  const guessAt = async (ms: number) => {
    setClock(new Date(Date.parse('2027-01-16T12:00:00Z') + ms).toISOString())
    return (await logIn({ password: 'falsch' })).status
  }
  for (let n = 0; n < 9; n += 1) expect(await guessAt(0)).toBe(401)
  expect(await guessAt(quarter)).toBe(401)
  // What is tried while it is locked does not make it longer.
  for (const ms of [quarter, quarter + 1, 2 * quarter - 1]) expect(await guessAt(ms)).toBe(429)
  expect(await guessAt(2 * quarter)).toBe(401)
})

test('forty guesses at the same moment are counted like forty in a row', async () => {
  const guesses = Array.from({ length: 40 }, () => logIn({ password: 'falsch' }, '203.0.113.40'))
  const statuses = (await Promise.all(guesses)).map((response) => response.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('one home line counts as one network, whatever address it takes', async () => {
  await storeQuickHash()
  for (let n = 0; n < 10; n += 1) await logIn({ password: 'falsch' }, `2001:db8::${n.toString(16)}`)
  expect((await logIn({}, '2001:db8:0:0:ffff::1')).status).toBe(429)
  expect((await logIn({}, '2001:db8:0:1::1')).status).toBe(200)
})

test('nine failures lock nothing, and a success forgets them', async () => {
  await storeQuickHash()
  for (let n = 0; n < 9; n += 1) await logIn({ password: 'falsch' })
  expect((await logIn()).status).toBe(200)
  expect(await rows('SELECT * FROM login_failures')).toEqual([])
})

test('more than 60 tries a minute from one network are too many, whatever they hold', async () => {
  const headers = { 'cf-connecting-ip': '203.0.113.60' }
  const answers = []
  // Two windows' worth: the minute may turn in between.
  for (let n = 0; n < 121; n += 1) {
    answers.push((await call('POST', '/api/v1/auth/login', '{', { headers })).status)
  }
  expect(answers.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 400))
  expect(answers).toContain(429)
  expect((await logIn({}, '203.0.113.61')).status).toBe(200)
})

describe('a token', () => {
  test.each([
    [
      'signed with another secret',
      () => signToken({ userId: 1, tokenVersion: 0, sessionId: 1 }, 'x', new Date()),
    ],
    [
      'of a user who is not there',
      () => signToken({ userId: 99, tokenVersion: 0, sessionId: 1 }, env.JWT_SECRET, new Date()),
    ],
    [
      'of an earlier password',
      () => signToken({ userId: 1, tokenVersion: -1, sessionId: 1 }, env.JWT_SECRET, new Date()),
    ],
    ['without a signature', async () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwidHYiOjB9.'],
    ['that is none', async () => 'nonsense'],
  ])('%s is worth nothing', async (_, token) => {
    expect((await me(await token())).status).toBe(401)
  })

  test('works for twelve hours', async () => {
    const { token } = await signedIn('helper')
    setClock('2027-01-16T23:59:59Z')
    expect((await me(token)).status).toBe(200)
    setClock('2027-01-17T00:00:01Z')
    expect((await me(token)).status).toBe(401)
  })

  test('stops working at once when the account is locked', async () => {
    const { token, id } = await signedIn('helper')
    await env.DB.exec(`UPDATE users SET locked = 1 WHERE id = ${id}`)
    expect((await me(token)).status).toBe(401)
  })

  test('carries no roles: taking one away works at once', async () => {
    const { token, id } = await signedIn('management')
    expect((await call('GET', '/api/parade/number', undefined, { token })).status).toBe(200)
    await env.DB.exec(`DELETE FROM user_roles WHERE user_id = ${id}`)
    expect((await call('GET', '/api/parade/number', undefined, { token })).status).toBe(403)
  })
})

describe('changing the password', () => {
  const change = (token: string, body: object) =>
    call('PUT', '/api/v1/auth/password', body, { token })

  test('ends every older session and hands this one a new token', async () => {
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
    'to %s breaks the rule',
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

  test('cannot be guessed with a borrowed session', async () => {
    const { token } = await json(logIn()).then((user) => ({ token: user.accessToken }))
    await storeQuickHash()
    const wrong = { currentPassword: 'falsch', newPassword: 'Narri-Narro-27' }
    for (let n = 0; n < 10; n += 1) expect((await change(token, wrong)).status).toBe(422)
    expect((await change(token, wrong)).status).toBe(429)
  })

  test('by two who know it at the same moment lets one of them, and the other knows', async () => {
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

  test('is not undone by a sign-in that hashes the old one again', async () => {
    const key = scryptSync(password, Buffer.alloc(16), 32, { N: 4096, r: 8, p: 1 })
    const old = `scrypt$ln=12,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$${key.toString('base64')}`
    await env.DB.prepare('UPDATE users SET password_hash = ?').bind(old).run()
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
    'to %s is refused beside the field, and the right current one counts as no failure',
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

  test('needs the current one', async () => {
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
