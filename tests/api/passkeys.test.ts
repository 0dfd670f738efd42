import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  call,
  db,
  json,
  origin,
  rows,
  runCron,
  setClock,
  signedIn,
  today,
  tokenOf,
} from '#tests/support/api.ts'
import { type Authenticator, authenticator, type Quirks } from '#tests/support/authenticator.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import {
  aPasskey,
  askToConfirm,
  askToRegister,
  askToSignIn,
  aUser,
  logIn,
  made,
  password,
  post,
  type Question,
  shown,
  type User,
} from '#tests/support/passkeys.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'

const auth = '/api/v1/auth'

beforeEach(() => setClock())

const list = (token: string) => json(call('GET', `${auth}/passkey`, undefined, { token }))
const remove = (token: string, id: number) =>
  call('DELETE', `${auth}/passkey/${id}`, undefined, { token })

const signInWith = async (device: Authenticator, quirks: Quirks = {}) =>
  post('/passkey/login', await shown(device, await askToSignIn(), quirks))

async function refusalOf(response: Response | Promise<Response>) {
  const { status } = await response
  const { error } = await json(response)
  return `${status} ${error.code}`
}

const sessionsOf = ({ id }: { id: number }) =>
  rows<{ id: number }>(`SELECT id FROM sessions WHERE user_id = ${id}`)
const sessionsOpenOf = ({ id }: { id: number }) =>
  rows(`SELECT id FROM sessions WHERE user_id = ${id} AND ended_at IS NULL`)
/** A deployed environment, since passkeys are never required on a local machine. */
const configureDeployed = () =>
  configure({ ENVIRONMENT: 'preview', APP_ORIGIN: origin, MAIL_FROM: '' })
const requirePasskeys = (passkeysRequiredFrom: string | null = null) => {
  configureDeployed()
  return write.update(guildSettings).set({ passkeysRequired: true, passkeysRequiredFrom })
}

describe('A new passkey', () => {
  test("A passkey is requested for the site's domain, then stored and listed under the name that the user gave", async () => {
    const user = await aUser()
    const { options } = await askToRegister(user.token)
    expect(options).toMatchObject({
      rp: { id: 'zunft.test', name: 'Zunft' },
      user: { name: 'sabine@example.test', displayName: 'Sabine Kächele' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    const device = await aPasskey(user)
    const handy = { id: 1, name: 'Handy', createdAt: `${today}T12:00:00.000Z`, lastUsedAt: null }
    expect(await list(user.token)).toEqual([handy])
    expect(await rows('SELECT user_id, credential_id, counter, transports FROM passkeys')).toEqual([
      {
        user_id: user.id,
        credential_id: device.credentialId,
        counter: 1,
        transports: 'internal,hybrid',
      },
    ])
    const again = await askToRegister(user.token)
    expect(again.options.excludeCredentials).toEqual([
      { id: device.credentialId, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
  })

  test.each([undefined, '', '   '])(
    'A passkey registered with the name %j is named after browser and system',
    async (name) => {
      const user = await aUser()
      const question = await made(await authenticator(origin), await askToRegister(user.token))
      const answer = await json(post('/passkey/register', { ...question, name }, user.token))
      expect(answer.name).toBe('Firefox unter Windows')
    },
  )

  test.each([
    ['a'.repeat(101), 422],
    ['Han\u0000dy', 422],
    ['Handy\u0007zwei', 422],
    [5, 400],
    [null, 400],
  ])(
    'A passkey with the name %j is rejected (%i) at the field of the name, and can then be registered with a valid name',
    async (name, status) => {
      const user = await aUser()
      const body = await made(await authenticator(origin), await askToRegister(user.token))
      const response = await post('/passkey/register', { ...body, name }, user.token)
      expect(response.status).toBe(status)
      expect(Object.keys((await json(response)).error.fields)).toEqual(['name'])
      expect((await post('/passkey/register', body, user.token)).status).toBe(201)
    },
  )

  test('Requesting or registering a passkey is rejected if the password was confirmed more than ten minutes ago (403)', async () => {
    const user = await aUser()
    const question = await askToRegister(user.token)
    const body = await made(await authenticator(origin), question)
    setClock(`${today}T12:10:00.001Z`)
    const asking = post('/passkey/register/options', undefined, user.token)
    expect(await refusalOf(asking)).toBe('403 ConfirmNeeded')
    expect(await refusalOf(post('/passkey/register', body, user.token))).toBe('403 ConfirmNeeded')
    expect(await list(user.token)).toEqual([])
  })

  test('Registering a passkey with an invalid session (401) or without one (422) is rejected even with a valid challenge ticket', async () => {
    const user = await aUser()
    const body = await made(await authenticator(origin), await askToRegister(user.token))
    expect(await refusalOf(post('/passkey/register', body, 'a.b.c'))).toBe(
      '401 AuthenticationError',
    )
    // Without a session the ticket has the wrong purpose.
    expect(await refusalOf(post('/passkey/register', body))).toBe('422 PasskeyRefused')
    expect(await list(user.token)).toEqual([])
  })

  test('A passkey made on another origin is rejected (422)', async () => {
    const user = await aUser()
    const device = await authenticator(origin)
    for (const page of ['https://zunft.test', 'http://zunft.test:8787', 'http://www.zunft.test']) {
      const body = await made(device, await askToRegister(user.token), { origin: page })
      expect(await refusalOf(post('/passkey/register', body, user.token))).toBe(
        '422 PasskeyRefused',
      )
    }
    expect(await list(user.token)).toEqual([])
  })

  test('A passkey that is registered already is rejected for the same and for another user (422)', async () => {
    const [user, other] = [await aUser(), await aUser('hans@example.test')]
    const device = await aPasskey(user)
    for (const { token } of [user, other]) {
      const body = await made(device, await askToRegister(token))
      const response = await post('/passkey/register', body, token)
      expect(response.status).toBe(422)
      expect((await json(response)).error.message).toBe('Diesen Passkey gibt es schon.')
    }
    expect(await list(other.token)).toEqual([])
  })

  test('A user who has 20 passkeys cannot request another one (422)', async () => {
    const user = await aUser()
    const values = Array.from({ length: 20 }, (_, n) => `(${user.id}, 'c${n}', 'k', '2027-01-01')`)
    await rows(`INSERT INTO passkeys (user_id, credential_id, public_key, created_at)
      VALUES ${values.join()} RETURNING id`)
    const response = post('/passkey/register/options', undefined, user.token)
    expect(await refusalOf(response)).toBe('422 PasskeyRefused')
  })

  test('Of the transports in the request for a new passkey, only valid ones are stored', async () => {
    const user = await aUser()
    const { ticket, response } = await made(
      await authenticator(origin),
      await askToRegister(user.token),
    )
    const transports = ['usb', 'Usb,nfc', 'x'.repeat(21), '<b>', 'smart-card']
    const body = {
      ticket,
      response: { ...response, response: { ...response.response, transports } },
    }
    expect((await post('/passkey/register', body, user.token)).status).toBe(201)
    expect(await rows('SELECT transports FROM passkeys')).toEqual([
      { transports: 'usb,smart-card' },
    ])
  })
})

describe('Signing in with a passkey alone', () => {
  test('A passkey alone signs in, with the same answer as a password, and its use is recorded', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    setClock(`${today}T13:00:00Z`)
    const question = await askToSignIn()
    expect(question).toEqual({
      ticket: expect.any(String),
      options: {
        rpId: 'zunft.test',
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        timeout: 300_000,
        userVerification: 'required',
        allowCredentials: [],
      },
    })
    const response = await post('/passkey/login', await shown(device, question))
    expect(response.status).toBe(200)
    const answer = await json(response)
    expect(answer).toEqual({
      accessToken: expect.any(String),
      firstName: 'Sabine',
      lastName: 'Kächele',
      emailAddress: 'sabine@example.test',
      roles: ['management'],
    })
    expect(await list(answer.accessToken)).toMatchObject([{ lastUsedAt: `${today}T13:00:00.000Z` }])
    expect(await rows('SELECT counter FROM passkeys')).toEqual([{ counter: 2 }])
    const devices = await json(
      call('GET', `${auth}/sessions`, undefined, { token: answer.accessToken }),
    )
    expect(devices).toMatchObject([{ device: 'Firefox unter Windows', current: true }, {}])
  })

  test('A passkey without a signature counter can sign in repeatedly', async () => {
    const device = await aPasskey(await aUser(), 'Synchronisiert', false)
    for (let n = 0; n < 3; n += 1) expect((await signInWith(device)).status).toBe(200)
  })

  test('A passkey response that was used before is rejected, even with a new challenge ticket (422)', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    const body = await shown(device, await askToSignIn())
    expect((await post('/passkey/login', body)).status).toBe(200)
    expect(await refusalOf(post('/passkey/login', body))).toBe('422 PasskeyRefused')
    const { ticket } = await askToSignIn()
    expect(await refusalOf(post('/passkey/login', { ...body, ticket }))).toBe('422 PasskeyRefused')
    expect(await sessionsOf(user)).toHaveLength(2)
  })

  test('A challenge for signing in is issued without a database query, and even if the rate limit for sign-ins is reached', async () => {
    vi.spyOn(env.LOGIN_LIMIT, 'limit').mockResolvedValue({ success: false })
    const refuse = () => {
      throw new Error('nothing is asked of the database')
    }
    const database = { prepare: refuse, batch: refuse } as unknown as D1Database
    for (let page = 0; page < 3; page += 1) {
      const asked = call('POST', `${auth}/passkey/options`, undefined, { database })
      const { ticket, options } = await json(asked)
      expect([ticket.length, options.challenge.length]).toEqual([46, 43])
    }
    expect(await rows('SELECT * FROM passkey_challenges')).toEqual([])
  })

  test('Of two simultaneous sign-ins with the same passkey response one is rejected, even if the passkey has no signature counter (422)', async () => {
    const user = await aUser()
    const device = await aPasskey(user, 'Handy', false)
    const body = await shown(device, await askToSignIn())
    const both = await Promise.all([post('/passkey/login', body), post('/passkey/login', body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await refusalOf(post('/passkey/login', body))).toBe('422 PasskeyRefused')
    // The sessions of aUser and of the successful sign-in.
    expect(await sessionsOf(user)).toHaveLength(2)
  })

  test('A challenge ticket that was altered is rejected (422), and the unaltered one is still accepted', async () => {
    const device = await aPasskey(await aUser())
    const asked = await askToSignIn()
    const { response } = await shown(device, asked)
    const [until = '', token = ''] = asked.ticket.split('.')
    const other = token.replace(/^./, (first) => (first === '0' ? '1' : '0'))
    for (const ticket of [
      `${Number(until) + 1}.${token}`,
      `${until}.${other}`,
      token,
      `${until}.`,
    ]) {
      expect(await refusalOf(post('/passkey/login', { ticket, response }))).toBe(
        '422 PasskeyRefused',
      )
    }
    expect((await post('/passkey/login', { ticket: asked.ticket, response })).status).toBe(200)
  })

  test('A challenge for signing in is rejected exactly five minutes after it was issued (422)', async () => {
    const device = await aPasskey(await aUser())
    const [inTime, tooLate] = [await askToSignIn(), await askToSignIn()]
    setClock(`${today}T12:04:59.999Z`)
    expect((await post('/passkey/login', await shown(device, inTime))).status).toBe(200)
    setClock(`${today}T12:05:00.000Z`)
    const response = await post('/passkey/login', await shown(device, tooLate))
    expect(await refusalOf(response)).toBe('422 PasskeyRefused')
  })

  test.each<[string, Quirks]>([
    ['from another origin', { origin: 'https://zunft.test.example' }],
    ['for another domain', { rpId: 'example.test' }],
    ['signed with another key', { stranger: true }],
    ['without user verification', { flags: 1 }],
    ['with a counter that went back', { counter: 1 }],
    ['with another user handle', { userHandle: 'OTk' }],
  ])('A passkey response %s is rejected (422) and starts no session', async (_, quirks) => {
    const user = await aUser()
    const device = await aPasskey(user)
    expect(await refusalOf(signInWith(device, quirks))).toBe('422 PasskeyRefused')
    expect(await sessionsOf(user)).toHaveLength(1)
    expect(await rows('SELECT counter, last_used_at FROM passkeys')).toEqual([
      { counter: 1, last_used_at: null },
    ])
  })

  test('A sign-in with an unknown passkey is rejected with the same answer as one with a wrong signature', async () => {
    const device = await aPasskey(await aUser())
    const foreign = await json(signInWith(await authenticator(origin)))
    expect(foreign).toEqual(await json(signInWith(device, { stranger: true })))
  })

  test('A locked user who signs in with a passkey gets the same answer as with a wrong password (401)', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    await rows(`UPDATE users SET locked = 1 WHERE id = ${user.id} RETURNING id`)
    expect(await json(signInWith(device))).toEqual({
      error: {
        code: 'InvalidCredentials',
        message: 'Die E-Mail Adresse oder das Passwort ist falsch',
      },
    })
    // An answer with a wrong key does not reveal that the user is locked.
    expect(await refusalOf(signInWith(device, { stranger: true }))).toBe('422 PasskeyRefused')
  })

  test.each([
    ['is locked', 'UPDATE users SET locked = 1', '401 InvalidCredentials'],
    ['gets another password', 'UPDATE users SET token_version = 1', '401 InvalidCredentials'],
    ['uses the passkey elsewhere', 'UPDATE passkeys SET counter = 9', '422 PasskeyRefused'],
    ['removes the passkey', 'DELETE FROM passkeys', '422 PasskeyRefused'],
  ])(
    'A sign-in with a passkey is rejected if at the same moment the user %s',
    async (_, statement, refusal) => {
      const user = await aUser()
      const body = await shown(await aPasskey(user), await askToSignIn())
      const database = overtakenBefore('insert into "sessions"', () =>
        rows(`${statement} RETURNING id`),
      )
      const response = await call('POST', `${auth}/passkey/login`, body, { database })
      expect(await refusalOf(response)).toBe(refusal)
      expect(await sessionsOf(user)).toHaveLength(1)
    },
  )
})

describe('The second factor', () => {
  test('A user with a passkey who enters the right password has to show the passkey before a session starts (401)', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    const response = await logIn(user)
    expect(response.status).toBe(401)
    const { error } = await json(response)
    expect(error).toEqual({
      code: 'SecondFactorNeeded',
      message: expect.any(String),
      ticket: expect.any(String),
      options: expect.objectContaining({
        rpId: 'zunft.test',
        userVerification: 'required',
        allowCredentials: [
          { id: device.credentialId, type: 'public-key', transports: ['internal', 'hybrid'] },
        ],
      }),
    })
    expect(await sessionsOf(user)).toHaveLength(1)
    const { accessToken } = await json(post('/passkey/login', await shown(device, error)))
    expect(await list(accessToken)).toHaveLength(1)
  })

  test('The answer to a wrong password does not reveal whether the user has a passkey', async () => {
    const [with_, without] = [await aUser(), await aUser('hans@example.test')]
    await aPasskey(with_)
    const answers = [
      await json(logIn(with_, 'falsch')),
      await json(logIn(without, 'falsch')),
      await json(logIn({ emailAddress: 'niemand@example.test' }, 'falsch')),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await logIn(without)).status).toBe(200)
  })

  test('The passkey of another user is rejected as second factor (422)', async () => {
    const [user, other] = [await aUser(), await aUser('hans@example.test')]
    await aPasskey(user)
    const foreign = await aPasskey(other)
    const { error } = await json(logIn(user))
    const response = post('/passkey/login', await shown(foreign, error))
    expect(await refusalOf(response)).toBe('422 PasskeyRefused')
  })

  test("The right password deletes the user's recorded failed sign-ins, even before the passkey is shown", async () => {
    const user = await aUser()
    await aPasskey(user)
    const headers = { 'cf-connecting-ip': '198.51.100.7' }
    const guess = (typed: string) =>
      call(
        'POST',
        `${auth}/login`,
        { emailAddress: user.emailAddress, password: typed },
        { headers },
      )
    for (let n = 0; n < 3; n += 1) await guess('falsch')
    expect(await refusalOf(guess(password))).toBe('401 SecondFactorNeeded')
    expect(await rows('SELECT id FROM login_failures')).toEqual([])
  })
})

describe('A challenge ticket', () => {
  /** A ticket for each purpose, and the user who may use it. */
  async function tickets() {
    const user = await aUser()
    const device = await aPasskey(user)
    const secondFactor = (await json(logIn(user))).error
    const first = await aUser('hans@example.test')
    await commit(db(), [requirePasskeys()])
    const firstPasskey = (await json(logIn(first))).error
    const questions: Record<string, Question> = {
      signIn: await askToSignIn(),
      secondFactor,
      confirm: await askToConfirm(user.token),
      register: await askToRegister(user.token),
      firstPasskey,
    }
    return { user, device, questions }
  }

  const ways: Record<string, { path: string; isSignedIn: boolean; taken: string[] }> = {
    login: { path: '/passkey/login', isSignedIn: false, taken: ['signIn', 'secondFactor'] },
    confirm: { path: '/confirm', isSignedIn: true, taken: ['confirm'] },
    register: { path: '/passkey/register', isSignedIn: true, taken: ['register'] },
    first: { path: '/passkey/register', isSignedIn: false, taken: ['firstPasskey'] },
  }

  test.each(Object.keys(ways))(
    'The route "%s" accepts only challenge tickets that were issued for its purpose (else 422)',
    async (way) => {
      const { path, isSignedIn, taken } = ways[way] ?? fail()
      const { user, device, questions } = await tickets()
      const answers: Record<string, string> = {}
      for (const [purpose, question] of Object.entries(questions)) {
        const isNew = path === '/passkey/register'
        const body = isNew
          ? await made(await authenticator(origin), question)
          : await shown(device, question)
        const response = await post(path, body, isSignedIn ? user.token : undefined)
        answers[purpose] = response.ok ? 'taken' : await refusalOf(response)
      }
      const expected = Object.keys(questions).map((purpose) => [
        purpose,
        taken.includes(purpose) ? 'taken' : '422 PasskeyRefused',
      ])
      expect(answers).toEqual(Object.fromEntries(expected))
    },
  )

  test('A challenge ticket that was issued to another user is rejected (422)', async () => {
    const { questions } = await tickets()
    const other = await aUser('lena@example.test')
    const device = await aPasskey(other)
    const confirm = await shown(device, questions.confirm ?? fail())
    expect(await refusalOf(post('/confirm', confirm, other.token))).toBe('422 PasskeyRefused')
    const register = await made(await authenticator(origin), questions.register ?? fail())
    const response = post('/passkey/register', register, other.token)
    expect(await refusalOf(response)).toBe('422 PasskeyRefused')
  })

  test('The database contains only the hash of a challenge ticket, and the hash is rejected as a ticket (422)', async () => {
    const { questions } = await tickets()
    const stored = await rows<{ id: string }>('SELECT id FROM passkey_challenges')
    expect(stored).toHaveLength(4)
    for (const { ticket } of Object.values(questions)) {
      expect(stored.map(({ id }) => id)).not.toContain(ticket)
    }
    const device = await authenticator(origin)
    for (const { id } of stored) {
      const body = await made(device, { ...(questions.firstPasskey ?? fail()), ticket: id })
      expect(await refusalOf(post('/passkey/register', body))).toBe('422 PasskeyRefused')
    }
  })

  test('The cron deletes the stored challenges five minutes after they were issued', async () => {
    await tickets()
    setClock(`${today}T12:04:59.999Z`)
    await runCron()
    expect(await rows('SELECT id FROM passkey_challenges')).toHaveLength(4)
    setClock(`${today}T12:05:00Z`)
    await runCron()
    expect(await rows('SELECT id FROM passkey_challenges')).toEqual([])
  })

  test.each(['', 'x'.repeat(65), "' OR 1=1 --"])(
    'The invalid challenge ticket "%s" is rejected (422)',
    async (ticket) => {
      const device = await aPasskey(await aUser())
      const body = { ...(await shown(device, await askToSignIn())), ticket }
      expect((await post('/passkey/login', body)).status).toBe(422)
    },
  )
})

describe('The option "Dieses Gerät benutzen mehrere"', () => {
  const newestSession = async () =>
    (await rows('SELECT shared, expires_at FROM sessions ORDER BY id DESC LIMIT 1'))[0]
  const onShared = { shared: 1, expires_at: `${today}T12:15:00.000Z` }
  const onOwn = { shared: 0, expires_at: '2027-01-17T00:00:00.000Z' }

  test('A sign-in on a device used by several people starts a short session, with a passkey alone and as second factor', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    const alone = await shown(device, await askToSignIn())
    expect((await post('/passkey/login', { ...alone, shared: true })).status).toBe(200)
    expect(await newestSession()).toEqual(onShared)

    const { error } = await json(logIn(user))
    const second = await shown(device, error)
    expect((await post('/passkey/login', { ...second, shared: true })).status).toBe(200)
    expect(await newestSession()).toEqual(onShared)

    expect((await signInWith(device)).status).toBe(200)
    expect(await newestSession()).toEqual(onOwn)
  })

  test('A first passkey registered during sign-in on a device used by several people starts a short session', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    const { error } = await json(logIn(user))
    const body = await made(await authenticator(origin), error)
    expect((await post('/passkey/register', { ...body, shared: true })).status).toBe(200)
    expect(await newestSession()).toEqual(onShared)
  })
})

describe('The body of a passkey request', () => {
  test.each<[string, object]>([
    ['is empty', {}],
    ['has no answer', { ticket: 'a' }],
    ['has an answer of another kind', { ticket: 'a', response: 'b' }],
    ['has an answer without a device', { ticket: 'a', response: { id: 'a', rawId: 'a' } }],
  ])('A passkey request whose body %s is rejected (400)', async (_, body) => {
    const user = await aUser()
    for (const path of ['/passkey/login', '/passkey/register', '/confirm']) {
      expect((await post(path, body, user.token)).status, path).toBe(400)
    }
  })

  test.each([
    ['too long', 'x'.repeat(1365)],
    ['of invalid characters', 'ä'],
    ['with a blank', 'a b'],
    ['empty', ''],
    ['with a NUL', '\u0000'],
  ])('A passkey id that is %s is rejected (422)', async (_, id) => {
    const user = await aUser()
    const { ticket, response } = await shown(await aPasskey(user), await askToSignIn())
    const body = { ticket, response: { ...response, id, rawId: id } }
    expect((await post('/passkey/login', body)).status).toBe(422)
  })
})

describe('The rule that management requires a passkey ("Verwaltung nur mit Passkey")', () => {
  const save = (token: string, passkeysRequired: unknown) =>
    call('PUT', '/api/guild/settings', { passkeysRequired }, { token })

  test('Turning on the rule that requires passkeys is rejected for a user without a passkey (422); turning it off is not', async () => {
    configureDeployed()
    const user = await aUser()
    const response = await save(user.token, true)
    expect(response.status).toBe(422)
    expect((await json(response)).error.fields).toEqual({
      passkeysRequired: 'Lege zuerst selbst einen Passkey an, unter „Mein Account“.',
    })
    expect((await save(user.token, false)).status).toBe(200)
    expect((await save(user.token, 1)).status).toBe(400)
    await aPasskey(user)
    expect(await json(save(user.token, true))).toMatchObject({ passkeysRequired: true })
    // Saving an active rule again needs no passkey, and anyone in management may turn it off.
    const other = await aUser('hans@example.test')
    expect((await save(other.token, true)).status).toBe(200)
    expect(await json(save(other.token, false))).toMatchObject({ passkeysRequired: false })
  })

  const settings = (token: string) => json(call('GET', '/api/guild/settings', undefined, { token }))

  test('The rule that requires passkeys takes effect after 14 days, and management can see who has no passkey yet', async () => {
    configureDeployed()
    const user = await aUser()
    const without = await aUser('hans@example.test')
    const reader = await aUser('leser@example.test', 'readonly')
    await aUser('locked@example.test')
    await rows("UPDATE users SET locked = 1 WHERE email_address = 'locked@example.test'")
    await rows(`UPDATE users SET first_name = 'Hans' WHERE id = ${without.id}`)
    await aPasskey(user)
    const rule = { passkeysRequired: true, passkeysRequiredFrom: '2027-01-30' }
    expect(await json(save(user.token, true))).toMatchObject({
      ...rule,
      passkeyRule: { isOffered: true, without: ['Hans Kächele'] },
    })
    const seen = await settings(reader.token)
    expect(seen).toMatchObject(rule)
    expect(seen.passkeyRule).toEqual({ isOffered: true })
    // Saving it again keeps the date; turning it off and on starts new 14 days.
    setClock('2027-01-17T12:00:00Z')
    expect(await json(save(await tokenOf(user.id), true))).toMatchObject(rule)
    expect(await json(save(await tokenOf(user.id), false))).toMatchObject({
      passkeysRequired: false,
      passkeysRequiredFrom: null,
    })
    expect(await json(save(await tokenOf(user.id), true))).toMatchObject({
      passkeysRequiredFrom: '2027-01-31',
    })
  })

  test('The 14 days until the rule that requires passkeys takes effect begin with the date in Berlin', async () => {
    configureDeployed()
    const user = await aUser()
    await aPasskey(user)
    setClock('2027-06-30T22:00:00Z')
    const { passkeysRequiredFrom } = await json(save(await tokenOf(user.id), true))
    expect(passkeysRequiredFrom).toBe('2027-07-15')
  })

  test('Until midnight in Berlin, before the day on which the rule that requires passkeys takes effect, a sign-in with only the password succeeds', async () => {
    await commit(db(), [requirePasskeys('2027-01-30')])
    const user = await aUser()
    setClock('2027-01-29T22:59:59.999Z')
    expect((await logIn(user)).status).toBe(200)
    setClock('2027-01-29T23:00:00Z')
    expect(await refusalOf(logIn(user))).toBe('401 PasskeyNeeded')
  })

  test('A rule that requires passkeys and has no date is in force at once', async () => {
    await commit(db(), [requirePasskeys(null)])
    expect(await refusalOf(logIn(await aUser()))).toBe('401 PasskeyNeeded')
  })

  test('On a local machine the rule that requires passkeys cannot be turned on (422), and is ignored if it is stored as on', async () => {
    const user = await aUser()
    await aPasskey(user)
    const response = await save(user.token, true)
    expect(response.status).toBe(422)
    expect((await json(response)).error.fields).toEqual({
      passkeysRequired: 'Auf dem eigenen Rechner gibt es das nicht.',
    })
    const { passkeysRequired, passkeyRule } = await settings(user.token)
    expect({ passkeysRequired, passkeyRule }).toEqual({
      passkeysRequired: false,
      passkeyRule: { isOffered: false },
    })
    // A database copied from a deployed environment.
    await commit(db(), [write.update(guildSettings).set({ passkeysRequired: true })])
    expect((await logIn(await aUser('hans@example.test'))).status).toBe(200)
    const [{ id }] = await list(user.token)
    expect((await remove(user.token, id)).status).toBe(204)
    expect((await save(user.token, false)).status).toBe(200)
  })

  test('While the rule that requires passkeys is in force, a user in management without one registers it during sign-in', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    expect(await list(user.token)).toEqual([])
    const response = await logIn(user)
    expect(response.status).toBe(401)
    const { error } = await json(response)
    expect(error).toEqual({
      code: 'PasskeyNeeded',
      message: expect.any(String),
      ticket: expect.any(String),
      options: expect.objectContaining({ rp: { id: 'zunft.test', name: 'Zunft' } }),
    })
    expect(await sessionsOf(user)).toHaveLength(1)
    const device = await authenticator(origin)
    const registered = await post('/passkey/register', {
      ...(await made(device, error)),
      name: 'Handy',
    })
    expect(registered.status).toBe(200)
    const answer = await json(registered)
    expect(answer).toMatchObject({ emailAddress: 'sabine@example.test', roles: ['management'] })
    expect(await list(answer.accessToken)).toMatchObject([{ name: 'Handy' }])
    expect(await refusalOf(logIn(user))).toBe('401 SecondFactorNeeded')
    expect((await signInWith(device)).status).toBe(200)
  })

  test('The rule that requires passkeys lets readonly users and helpers sign in with the password alone', async () => {
    await commit(db(), [requirePasskeys()])
    for (const role of ['readonly', 'helper'] as const) {
      expect((await logIn(await aUser(`${role}@example.test`, role))).status).toBe(200)
    }
  })

  test('The answer to a wrong password does not reveal that the rule requires a passkey (401)', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    expect(await refusalOf(logIn(user, 'falsch'))).toBe('401 InvalidCredentials')
  })

  test('A challenge ticket for the first passkey is rejected after the password was changed (422)', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    const { error } = await json(logIn(user))
    const body = await made(await authenticator(origin), error)
    const change = { currentPassword: password, newPassword: 'Narri-Narro-11!' }
    expect((await call('PUT', `${auth}/password`, change, { token: user.token })).status).toBe(200)
    expect(await refusalOf(post('/passkey/register', body))).toBe('422 PasskeyRefused')
    expect(await rows('SELECT id FROM passkeys')).toEqual([])
  })

  test('Once a first passkey is registered, another challenge ticket for a first passkey is rejected (422)', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    const [own, foreign] = [(await json(logIn(user))).error, (await json(logIn(user))).error]
    const body = await made(await authenticator(origin), own)
    expect((await post('/passkey/register', body)).status).toBe(200)
    const before = await sessionsOf(user)
    const late = await made(await authenticator(origin), foreign)
    expect(await refusalOf(post('/passkey/register', late))).toBe('422 PasskeyRefused')
    expect(await rows('SELECT id FROM passkeys')).toHaveLength(1)
    expect(await sessionsOf(user)).toEqual(before)
  })

  test('Of two first passkeys registered at the same moment one is accepted, and the other rejected (422)', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    const bodies = [
      await made(await authenticator(origin), (await json(logIn(user))).error),
      await made(await authenticator(origin), (await json(logIn(user))).error),
    ]
    const answers = await Promise.all(bodies.map((body) => post('/passkey/register', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await rows('SELECT id FROM passkeys')).toHaveLength(1)
  })

  test('A first passkey is rejected if the user was locked after entering the password (401)', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    const { error } = await json(logIn(user))
    await rows(`UPDATE users SET locked = 1 WHERE id = ${user.id} RETURNING id`)
    const body = await made(await authenticator(origin), error)
    expect(await refusalOf(post('/passkey/register', body))).toBe('401 InvalidCredentials')
    expect(await rows('SELECT id FROM passkeys')).toEqual([])
  })
})

describe('A lost device', () => {
  /** A fresh token of another user in management. */
  async function ofManager(): Promise<string> {
    const [known] = await rows<{ id: number }>(
      "SELECT id FROM users WHERE email_address = 'management@example.test'",
    )
    return known ? tokenOf(known.id) : (await signedIn('management')).token
  }
  /** A password link created by management; on a local machine the answer contains it. */
  async function aLink(of: { id: number }) {
    const token = await ofManager()
    const path = `/api/user/${of.id}/link`
    const { link } = await json(call('POST', path, {}, { token }))
    return new URL(link).hash.replace('#zugang=', '')
  }
  const newPassword = 'Narri-Narro-11!'
  const open = (token: string, passkey?: object) =>
    post('/password/link', { token, newPassword, ...(passkey && { passkey }) })
  const logInWithNewPassword = (user: User) => logIn(user, newPassword)
  const waiver = async (method: string, of: { id: number }, by?: string) =>
    call(method, `/api/user/${of.id}/waiver`, undefined, {
      token: by ?? (await ofManager()),
    })

  test('A password link of a user with a passkey asks for the passkey (401), and changes nothing until it is shown', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    const link = await aLink(user)
    const response = await open(link)
    expect(response.status).toBe(401)
    const { error } = await json(response)
    expect(error.code).toBe('SecondFactorNeeded')
    expect(error.options.allowCredentials).toMatchObject([{ id: device.credentialId }])
    // The old password is still valid.
    expect(await refusalOf(logIn(user))).toBe('401 SecondFactorNeeded')
    expect(await refusalOf(logInWithNewPassword(user))).toBe('401 InvalidCredentials')
    expect(await list(user.token)).toHaveLength(1)

    const { accessToken } = await json(open(link, await shown(device, error)))
    expect(await list(accessToken)).toHaveLength(1)
    expect(await refusalOf(call('GET', `${auth}/me`, undefined, { token: user.token }))).toBe(
      '401 AuthenticationError',
    )
    expect(await refusalOf(logIn(user))).toBe('401 InvalidCredentials')
    expect(await refusalOf(logInWithNewPassword(user))).toBe('401 SecondFactorNeeded')
    expect(await refusalOf(open(link))).toBe('422 LinkInvalid')
  })

  test("A password link rejects another user's passkey, and a response to a different challenge or from another origin (422); it still works afterwards, once", async () => {
    const [user, other] = [await aUser(), await aUser('hans@example.test')]
    const device = await aPasskey(user)
    const foreign = await aPasskey(other)
    const link = await aLink(user)
    const asked = async () => (await json(open(link))).error
    const wrong = [
      await shown(foreign, await asked()),
      await shown(device, await askToSignIn()),
      await shown(device, await askToConfirm(user.token)),
      await shown(device, await asked(), { origin: 'https://fremd.test' }),
    ]
    for (const passkey of wrong) {
      expect(await refusalOf(open(link, passkey))).toBe('422 PasskeyRefused')
    }
    const used = await shown(device, await asked())
    const both = await Promise.all([open(link, used), open(link, used)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('A response to the challenge of a password link is rejected at the sign-in (422)', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    const { error } = await json(open(await aLink(user)))
    expect(await refusalOf(post('/passkey/login', await shown(device, error)))).toBe(
      '422 PasskeyRefused',
    )
  })

  test.each([
    ['the link is used', "UPDATE user_links SET used_at = '2027-01-16T12:00:00.000Z'"],
    ['the user is locked', 'UPDATE users SET locked = 1'],
    ['the passkey is removed', 'DELETE FROM passkeys'],
  ])(
    'Using a password link with the passkey is rejected (422) and changes nothing if at the same moment %s',
    async (_, sql) => {
      const user = await aUser()
      const device = await aPasskey(user)
      const link = await aLink(user)
      const passkey = await shown(device, (await json(open(link))).error)
      const stored = () => rows(`SELECT password_hash FROM users WHERE id = ${user.id}`)
      const before = await stored()
      const database = overtakenBefore('insert into "sessions"', () => rows(sql))
      const body = { token: link, newPassword, passkey }
      const response = await call('POST', `${auth}/password/link`, body, { database })
      expect(await refusalOf(response)).toBe('422 LinkInvalid')
      expect(await stored()).toEqual(before)
    },
  )

  test('If another manager has waived the passkey, one password link works without it; the passkey is still registered afterwards', async () => {
    const user = await aUser()
    await aPasskey(user)
    await commit(db(), [requirePasskeys()])
    expect((await waiver('PUT', user)).status).toBe(204)
    const link = await aLink(user)
    const { accessToken } = await json(open(link))
    const [lost] = await list(accessToken)
    expect(await refusalOf(logInWithNewPassword(user))).toBe('401 SecondFactorNeeded')
    // Within ten minutes the user adds a new passkey and removes the lost one.
    await aPasskey({ ...user, token: accessToken }, 'Neues Handy')
    expect((await remove(accessToken, lost.id)).status).toBe(204)
    expect((await list(accessToken)).map(({ name }: { name: string }) => name)).toEqual([
      'Neues Handy',
    ])
    expect(await refusalOf(open(await aLink(user)))).toBe('401 SecondFactorNeeded')
  })

  test.each([
    [
      'almost 24 hours after the passkey was waived is accepted without it (200)',
      '2027-01-17T11:59:59.999Z',
      200,
    ],
    [
      '24 hours after the passkey was waived asks for it again (401)',
      '2027-01-17T12:00:00.000Z',
      401,
    ],
  ])('A password link used %s', async (_, at, status) => {
    setClock('2027-01-16T12:00:00.000Z')
    const user = await aUser()
    await aPasskey(user)
    await waiver('PUT', user)
    setClock(at)
    expect((await open(await aLink(user))).status).toBe(status)
  })

  test('Waiving the passkey is rejected for oneself (409), for a locked or invited user (409) and for an unknown one (404)', async () => {
    const user = await aUser()
    expect(await refusalOf(waiver('PUT', user, user.token))).toBe('409 OwnAccount')
    expect(await refusalOf(waiver('PUT', { id: 99 }))).toBe('404 NotFound')
    expect(await refusalOf(waiver('DELETE', { id: 99 }))).toBe('404 NotFound')
    await rows(`UPDATE users SET locked = 1 WHERE id = ${user.id}`)
    expect(await refusalOf(waiver('PUT', user))).toBe('409 Conflict')
    await rows(`UPDATE users SET locked = 0, password_hash = '' WHERE id = ${user.id}`)
    expect(await refusalOf(waiver('PUT', user))).toBe('409 Conflict')
    expect(await rows("SELECT id FROM passkey_challenges WHERE purpose = 'waived'")).toEqual([])
  })

  test('The waiver of a passkey is shown with its end, is in the history and can be revoked', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    const token = await ofManager()
    const waived = async () => {
      const users = await json(call('GET', '/api/user', undefined, { token }))
      return users.find(({ id }: { id: number }) => id === user.id).waivedUntil
    }
    const link = await aLink(user)
    await waiver('PUT', user)
    expect(await waived()).toBe(new Date(Date.now() + 24 * 60 * 60_000).toISOString())
    await waiver('PUT', user)
    expect((await waiver('DELETE', user)).status).toBe(204)
    expect((await waiver('DELETE', user)).status).toBe(204)
    expect(await waived()).toBeNull()
    const { error } = await json(open(link))
    expect(error.code).toBe('SecondFactorNeeded')
    expect((await open(link, await shown(device, error))).status).toBe(200)
    expect(
      await rows(
        `SELECT act FROM audit_entries WHERE act LIKE '%waiver' AND entity_id = ${user.id}`,
      ),
    ).toEqual([
      { act: 'PUT /api/user/:id/waiver' },
      { act: 'PUT /api/user/:id/waiver' },
      { act: 'DELETE /api/user/:id/waiver' },
    ])
  })

  test('Locking a user deletes the waiver of the passkey, so that it is required again after unlocking', async () => {
    const user = await aUser()
    await aPasskey(user)
    await waiver('PUT', user)
    const token = await ofManager()
    for (const locked of [true, false]) {
      await call('PUT', `/api/user/${user.id}`, { locked }, { token })
    }
    expect(await refusalOf(open(await aLink(user)))).toBe('401 SecondFactorNeeded')
  })

  test('A user in management who has no passkey, although the rule requires one, can use a password link only with a waiver (422)', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    const link = await aLink(user)
    expect(await refusalOf(open(link))).toBe('422 ApprovalNeeded')
    expect(await refusalOf(logInWithNewPassword(user))).toBe('401 InvalidCredentials')
    await waiver('PUT', user)
    const { error } = await json(open(link))
    expect(error.code).toBe('PasskeyNeeded')
    expect(await sessionsOpenOf(user)).toEqual([])
    const body = await made(await authenticator(origin), error)
    const answer = await json(post('/passkey/register', body))
    expect(await list(answer.accessToken)).toHaveLength(1)
    expect(await refusalOf(logInWithNewPassword(user))).toBe('401 SecondFactorNeeded')
  })

  test('If a user sets a password with a link but registers no required passkey, the password is valid and the passkey still required', async () => {
    const user = await aUser()
    await commit(db(), [requirePasskeys()])
    await waiver('PUT', user)
    await open(await aLink(user))
    expect(await refusalOf(logInWithNewPassword(user))).toBe('401 PasskeyNeeded')
    expect(await refusalOf(logIn(user))).toBe('401 InvalidCredentials')
  })

  test('While the rule that requires passkeys is in force, readonly users and helpers without one set a password with the link alone', async () => {
    await commit(db(), [requirePasskeys()])
    for (const role of ['readonly', 'helper'] as const) {
      const user = await aUser(`${role}@example.org`, role)
      expect((await open(await aLink(user))).status).toBe(200)
    }
  })
})

describe('Removing a passkey', () => {
  test('A passkey can be removed only by its user (404), and then no longer signs in', async () => {
    const [user, other] = [await aUser(), await aUser('hans@example.test')]
    const device = await aPasskey(user)
    const [{ id }] = await list(user.token)
    expect((await remove(other.token, id)).status).toBe(404)
    expect((await remove(user.token, id)).status).toBe(204)
    expect((await remove(user.token, id)).status).toBe(404)
    expect(await refusalOf(signInWith(device))).toBe('422 PasskeyRefused')
    expect((await logIn(user)).status).toBe(200)
  })

  test('While the rule that requires passkeys is in force, the last passkey of a user in management cannot be removed (409)', async () => {
    const user = await aUser()
    await aPasskey(user, 'Handy')
    await aPasskey(user, 'Rechner')
    await commit(db(), [requirePasskeys()])
    const [first, second] = await list(user.token)
    // Of two simultaneous removals one is rejected.
    const answers = await Promise.all([remove(user.token, first.id), remove(user.token, second.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await list(user.token)).toHaveLength(1)
  })

  test('The last passkey can be removed until the day on which the rule that requires passkeys takes effect, but not from then on (409)', async () => {
    const user = await aUser()
    await aPasskey(user)
    await commit(db(), [requirePasskeys('2027-01-17')])
    const [{ id }] = await list(user.token)
    setClock('2027-01-16T23:00:00Z')
    expect((await remove(await tokenOf(user.id), id)).status).toBe(409)
    setClock('2027-01-16T22:59:59.999Z')
    expect((await remove(await tokenOf(user.id), id)).status).toBe(204)
  })

  test('While the rule that requires passkeys is in force, a readonly user can remove the last passkey', async () => {
    const user = await aUser('leser@example.test', 'readonly')
    await aPasskey(user)
    await commit(db(), [requirePasskeys()])
    const [{ id }] = await list(user.token)
    expect((await remove(user.token, id)).status).toBe(204)
  })
})

describe('The confirmation "Bist Du es?" with a passkey', () => {
  test('Showing a passkey confirms the current session, so that a new passkey can be requested', async () => {
    const user = await aUser()
    const device = await aPasskey(user)
    setClock(`${today}T13:00:00Z`)
    expect(await refusalOf(post('/passkey/register/options', undefined, user.token))).toBe(
      '403 ConfirmNeeded',
    )
    const question = await askToConfirm(user.token)
    expect(question.options.allowCredentials).toMatchObject([{ id: device.credentialId }])
    expect((await post('/confirm', await shown(device, question), user.token)).status).toBe(204)
    expect((await post('/passkey/register/options', undefined, user.token)).status).toBe(200)
  })

  test('A user with a passkey cannot confirm the session with the password (422)', async () => {
    const user = await aUser()
    await aPasskey(user)
    setClock(`${today}T13:00:00Z`)
    for (const typed of [password, 'falsch']) {
      const response = await post('/confirm', { password: typed }, user.token)
      expect(response.status).toBe(422)
      expect((await json(response)).error).toMatchObject({
        code: 'PasskeyRefused',
        message: expect.stringContaining('Du hast einen Passkey.'),
      })
    }
    expect(await refusalOf(post('/passkey/register/options', undefined, user.token))).toBe(
      '403 ConfirmNeeded',
    )
  })

  test('A user with a passkey has to confirm the session before changing the password (403); one without a passkey does not', async () => {
    const user = await aUser()
    const other = await aUser('hans@example.test')
    const device = await aPasskey(user)
    const change = ({ token }: User, currentPassword: string = password) => {
      const body = { currentPassword, newPassword: 'Kupfer-Regen-4711!' }
      return call('PUT', `${auth}/password`, body, { token })
    }
    setClock(`${today}T13:00:00Z`)
    expect(await refusalOf(change(user, 'falsch'))).toBe('422 WrongPassword')
    expect(await refusalOf(change(user))).toBe('403 ConfirmNeeded')
    // That confirms or changes nothing, and does not count as a failed sign-in.
    expect(await refusalOf(post('/passkey/register/options', undefined, user.token))).toBe(
      '403 ConfirmNeeded',
    )
    expect(await rows('SELECT id FROM login_failures')).toEqual([])
    expect((await change(other)).status).toBe(200)
    const shownNow = await shown(device, await askToConfirm(user.token))
    expect((await post('/confirm', shownNow, user.token)).status).toBe(204)
    expect((await change(user)).status).toBe(200)
  })

  test('A user without a passkey gets no challenge for confirming the session (422)', async () => {
    const { token } = await signedIn('management')
    expect(await refusalOf(post('/confirm/options', undefined, token))).toBe('422 PasskeyRefused')
  })

  test('The passkey of another user does not confirm the session (422)', async () => {
    const [user, other] = [await aUser(), await aUser('hans@example.test')]
    await aPasskey(user)
    const foreign = await aPasskey(other)
    const body = await shown(foreign, await askToConfirm(user.token))
    expect(await refusalOf(post('/confirm', body, user.token))).toBe('422 PasskeyRefused')
  })
})

test('Passkeys are bound to the origin in APP_ORIGIN, whatever host the request is sent to', async () => {
  configure({ APP_ORIGIN: 'https://umzug.schellental.example/' })
  const user = await aUser()
  const device = await authenticator('https://umzug.schellental.example')
  const question = await askToRegister(user.token)
  expect(question.options.rp.id).toBe('umzug.schellental.example')
  const body = await made(device, question)
  expect((await post('/passkey/register', body, user.token)).status).toBe(201)
  expect((await signInWith(device)).status).toBe(200)
  expect(await refusalOf(signInWith(device, { origin }))).toBe('422 PasskeyRefused')
})

function fail(): never {
  throw new Error('there is none')
}
