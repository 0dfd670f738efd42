import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'

// The first user of an empty guild, created with the link that start and deploy print.

const token = 'mR3v0Yc8NfPgJs3DdAeq7Hk2vTz9LmXw4RbYc8NfPgJ'
const sabine = {
  firstName: 'Sabine',
  lastName: 'Kächele',
  emailAddress: 'Sabine@Zunft.Test',
  password: 'Narri-Narro-2027!',
}
const done = { code: 'SetupDone', message: 'Dieser Link gilt nicht mehr.' }

const setUp = (change: object = {}) =>
  call('POST', '/api/v1/setup', { token, ...sabine, ...change })

async function link(of = token, expiresAt = '2027-01-23T12:00:00.000Z'): Promise<void> {
  const hash = createHash('sha256').update(of).digest('hex')
  await rows(
    `INSERT INTO setup_links VALUES ('${hash}', '2027-01-16T12:00:00.000Z', '${expiresAt}')`,
  )
}

const users = () =>
  rows(`SELECT email_address, r.role FROM users u
  LEFT JOIN user_roles r ON r.user_id = u.id ORDER BY u.id`)

beforeEach(() => setClock())

describe('The setup link of an empty guild', () => {
  test('The setup link creates the first user, with the role management, signs in and is then deleted', async () => {
    await link()
    const answer = await setUp()
    expect(answer.status).toBe(201)
    const { accessToken, ...user } = await json(answer)
    expect(user).toEqual({
      firstName: 'Sabine',
      lastName: 'Kächele',
      emailAddress: 'sabine@zunft.test',
      roles: ['management'],
    })
    const me = call('GET', '/api/v1/auth/me', undefined, { token: accessToken })
    expect(await json(me)).toEqual({ ...user, mailSignature: '', calendar: false })
    const login = await call('POST', '/api/v1/auth/login', sabine)
    expect(login.status).toBe(200)
    expect(await rows('SELECT * FROM setup_links')).toEqual([])
  })

  test('If the setup link is used on a shared device, the session expires after fifteen minutes', async () => {
    await link()
    expect((await setUp({ shared: true })).status).toBe(201)
    expect(await rows('SELECT shared, expires_at FROM sessions')).toEqual([
      { shared: 1, expires_at: '2027-01-16T12:15:00.000Z' },
    ])
  })

  test('The user, role and session created with the setup link are in the history, without the hash of the password', async () => {
    await link()
    await setUp()
    const lines = await rows(`SELECT act, via, entity, op FROM audit_entries ORDER BY id`)
    const act = 'POST /api/v1/setup'
    expect(lines).toContainEqual({ act, via: 'public', entity: 'user', op: 'insert' })
    expect(lines).toContainEqual({ act, via: 'public', entity: 'userRole', op: 'insert' })
    expect(lines).toContainEqual({ act, via: 'public', entity: 'session', op: 'event' })
    expect(JSON.stringify(await rows('SELECT * FROM audit_entries'))).not.toContain('scrypt')
  })

  test('Of three simultaneous requests with the same setup link one succeeds, and two are rejected (409)', async () => {
    await link()
    const answers = await Promise.all([
      setUp(),
      setUp({ emailAddress: 'hans@zunft.test' }),
      setUp({ emailAddress: 'uli@zunft.test' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await users()).toHaveLength(1)
    expect(await rows('SELECT * FROM sessions')).toHaveLength(1)
  })

  test.each([
    ['firstName', { firstName: ' ' }],
    ['lastName', { lastName: '' }],
    ['emailAddress', { emailAddress: 'sabine@' }],
    ['password', { password: 'schelle' }],
    ['password', { password: 'Sommer2026!' }],
    ['password', { password: 'Narri-Narro!' }],
    ['password', { password: `Narri-1!${'x'.repeat(2000)}` }],
  ])(
    'A setup with an invalid %s is rejected at this field (422), and the setup link is still valid',
    async (field, change) => {
      await link()
      const answer = await setUp(change)
      expect(answer.status).toBe(422)
      expect(Object.keys((await json(answer)).error.fields)).toEqual([field])
      expect(await users()).toEqual([])
      expect((await setUp()).status).toBe(201)
    },
  )
})

describe('An invalid setup link', () => {
  const refused = async (answer: Response) => {
    expect(answer.status).toBe(409)
    expect((await json(answer)).error).toMatchObject(done)
  }

  test('A setup with a wrong token is rejected and stores nothing (409)', async () => {
    await link()
    await refused(await setUp({ token: `${token.slice(0, -1)}K` }))
    await refused(await setUp({ token: '' }))
    await refused(await setUp({ token: "' OR 1=1 --" }))
    expect(await users()).toEqual([])
    expect(await rows('SELECT * FROM sessions')).toEqual([])
  })

  test('A setup is rejected if no link is stored (409)', async () => refused(await setUp()))

  test('A setup with an expired link is rejected (409)', async () => {
    await link(token, '2027-01-16T12:00:00.000Z')
    await refused(await setUp())
    setClock('2027-01-16T11:59:59.999Z')
    expect((await setUp()).status).toBe(201)
  })

  test('A setup is rejected once the guild has a user, whatever e-mail address is entered (409)', async () => {
    await link()
    await signedIn('helper')
    await refused(await setUp())
    await refused(await setUp({ emailAddress: 'helper@example.test' }))
    expect(await users()).toEqual([{ email_address: 'helper@example.test', role: 'helper' }])
  })

  test('A setup with the stored hash of the link as token is rejected (409)', async () => {
    await link()
    const [row] = await rows<{ hash: string }>('SELECT hash FROM setup_links')
    await refused(await setUp({ token: row?.hash }))
  })

  test('A setup with invalid values gets the same answer whether or not a link is stored or a user exists', async () => {
    const texts = async () => (await setUp({ emailAddress: '', password: 'x' })).text()
    const [before] = [await texts()]
    await link()
    expect(await texts()).toBe(before)
    await signedIn('management')
    expect(await texts()).toBe(before)
  })
})

test('A setup without a token, or with a token that is no text, is rejected (400)', async () => {
  for (const body of [{}, { ...sabine }, { token: 7, ...sabine }]) {
    expect((await call('POST', '/api/v1/setup', body)).status).toBe(400)
  }
})

test('A setup is rejected while the rate limit of the sign-in is reached (429)', async () => {
  vi.spyOn(env.LOGIN_LIMIT, 'limit').mockResolvedValue({ success: false })
  expect((await setUp()).status).toBe(429)
})

test('The cron deletes expired setup links', async () => {
  await link('a', '2027-01-16T12:00:00.000Z')
  await link('b', '2027-01-16T12:00:01.000Z')
  await runCron()
  expect(await rows('SELECT expires_at FROM setup_links')).toEqual([
    { expires_at: '2027-01-16T12:00:01.000Z' },
  ])
})
