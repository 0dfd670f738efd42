import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test } from 'vitest'
import { aSession, call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { hashPassword } from '#worker/auth/password-hash.ts'
import type { Role } from '#worker/domain/codes.ts'

// docs/rules.md, "Zugänge": how management handles user accounts.

const lena = {
  firstName: 'Lena',
  lastName: 'Wäschle',
  emailAddress: 'lena.waeschle@example.test',
  roles: ['helper'] as Role[],
}

let boss: { id: number; token: string }

beforeEach(async () => {
  setClock()
  boss = await signedIn('management')
})

type Body = Record<string, unknown>
type As = { token?: string; database?: D1Database }

const as = (options: As) => ({ token: boss.token, ...options })
const list = (options: As = {}) => call('GET', '/api/user', undefined, as(options))
const create = (body: Body = {}, options: As = {}) =>
  call('POST', '/api/user', { ...lena, ...body }, as(options))
const change = (id: number, body: unknown, options: As = {}) =>
  call('PUT', `/api/user/${id}`, body, as(options))
const me = (token: string) => call('GET', '/api/v1/auth/me', undefined, { token })
const codeOf = async (response: Response) => [response.status, (await json(response)).error.code]

describe('The list of users', () => {
  test('The list of users contains all users, sorted by last name, with roles, passkeys and the time they were last seen', async () => {
    const helper = await signedIn('helper')
    await rows(`UPDATE users SET last_name = 'Ämmer' WHERE id = ${helper.id}`)
    await rows(`UPDATE sessions SET last_seen_at = '2027-01-16T12:34:00.000Z'
      WHERE user_id = ${helper.id}`)
    const { id } = await json(create())
    await rows(`INSERT INTO passkeys (user_id, credential_id, public_key, created_at)
      VALUES (${boss.id}, 'a', '', ''), (${boss.id}, 'b', '', '')`)
    expect(await json(list())).toEqual([
      {
        id: helper.id,
        firstName: 'Sabine',
        lastName: 'Ämmer',
        emailAddress: 'helper@example.test',
        roles: ['helper'],
        locked: false,
        invited: false,
        lastSeenAt: '2027-01-16T12:34:00.000Z',
        passkeys: 0,
        waivedUntil: null,
      },
      {
        id: boss.id,
        firstName: 'Sabine',
        lastName: 'Kächele',
        emailAddress: 'management@example.test',
        roles: ['management'],
        locked: false,
        invited: false,
        lastSeenAt: '2027-01-16T12:00:00.000Z',
        passkeys: 2,
        waivedUntil: null,
      },
      {
        ...lena,
        id,
        locked: false,
        invited: true,
        lastSeenAt: null,
        passkeys: 0,
        waivedUntil: null,
      },
    ])
  })

  test('Management can read the list of users without a recent confirmation of the password; other roles cannot (403)', async () => {
    setClock('2027-01-16T13:00:00Z')
    expect((await list()).status).toBe(200)
    const { token } = await signedIn('readonly', 'helper')
    expect(await codeOf(await list({ token }))).toEqual([403, 'Forbidden'])
  })
})

describe('The addresses of the contract of the roles', () => {
  test('POST /api/users and PUT /api/users/{id} answer like /api/user, with the same right', async () => {
    const made = await call('POST', '/api/users', { ...lena, roles: ['treasurer'] }, as({}))
    expect(made.status).toBe(201)
    const { id, roles } = await json(made)
    expect(roles).toEqual(['treasurer'])
    const body = { roles: ['secretary', 'parades'] }
    const saved = await call('PUT', `/api/users/${id}`, body, as({}))
    expect([saved.status, (await json(saved)).roles.toSorted()]).toEqual([
      200,
      ['parades', 'secretary'],
    ])
    const { token } = await signedIn('secretary')
    expect((await call('POST', '/api/users', lena, { token })).status).toBe(403)
    expect((await call('PUT', `/api/users/${id}`, body, { token })).status).toBe(403)
    expect((await call('GET', '/api/usersomething', undefined, as({}))).status).toBe(404)
  })
})

describe('A new user', () => {
  test('A new user is stored with the address in lower case, and with each role once in a fixed order', async () => {
    const response = await create({
      firstName: ' Lena ',
      emailAddress: '  Lena.WAESCHLE@Example.Test ',
      roles: ['helper', 'readonly', 'helper'],
    })
    expect(response.status).toBe(201)
    const { sent, link, ...user } = await json(response)
    expect(user).toEqual({
      ...lena,
      roles: ['readonly', 'helper'],
      id: user.id,
      locked: false,
      invited: true,
      lastSeenAt: null,
      passkeys: 0,
      waivedUntil: null,
    })
    expect([sent, link]).toEqual([true, expect.stringMatching(/\/login#zugang=\d+\.[\w-]{43}$/)])
    expect((await json(list())).find(({ id }: { id: number }) => id === user.id)).toEqual(user)
    expect(await rows('SELECT purpose, expires_at FROM user_links')).toEqual([
      { purpose: 'invite', expires_at: '2027-01-23T12:00:00.000Z' },
    ])
  })

  test('A user without a password cannot sign in with any password (401)', async () => {
    await create()
    for (const password of ['', ' ', 'Fasnet-2026!']) {
      const credentials = { emailAddress: lena.emailAddress, password }
      const response = await call('POST', '/api/v1/auth/login', credentials)
      expect(await codeOf(response)).toEqual([401, 'InvalidCredentials'])
    }
  })

  test('A new user with the address of an existing one is rejected (409), and nothing is stored or sent', async () => {
    const before = await rows('SELECT * FROM users')
    const response = await create({ emailAddress: 'Management@example.test' })
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'UserExists',
      fields: { emailAddress: expect.any(String) },
    })
    expect(await rows('SELECT * FROM users')).toEqual(before)
    expect(await rows('SELECT * FROM user_links')).toEqual([])
    expect(await rows('SELECT * FROM mails')).toEqual([])
  })

  test('Of two simultaneous invitations of the same address one is rejected (409)', async () => {
    const database = overtakenBefore('insert into "users"', async () => {
      expect((await create()).status).toBe(201)
    })
    expect(await codeOf(await create({}, { database }))).toEqual([409, 'UserExists'])
    expect(await rows('SELECT * FROM user_links')).toHaveLength(1)
    expect(await rows('SELECT * FROM mails')).toHaveLength(1)
  })

  test.each<[string, Body, number]>([
    ['no first name', { firstName: ' \u200b' }, 422],
    ['no last name', { lastName: '' }, 422],
    ['a name that is too long', { lastName: 'x'.repeat(101) }, 422],
    ['a control character in a name', { firstName: 'Le\u0007na' }, 422],
    ['a NUL in a name', { firstName: 'Le\u0000na' }, 422],
    ['an invalid address', { emailAddress: 'lena' }, 422],
    ['an address that is too long', { emailAddress: `${'x'.repeat(250)}@a.de` }, 422],
    ['no role', { roles: [] }, 422],
    ['an unknown role', { roles: ['king'] }, 422],
    ['roles that are not an array', { roles: 'helper' }, 400],
    ['a number for a name', { firstName: 5 }, 400],
    ['no address', { emailAddress: undefined }, 400],
  ])('A new user with %s is rejected with an error at the field', async (_, body, status) => {
    const response = await create(body)
    expect(response.status).toBe(status)
    const { fields } = (await json(response)).error
    expect(Object.keys(fields).map((field) => field.split('.')[0])).toEqual(Object.keys(body))
    expect(await rows('SELECT * FROM users')).toHaveLength(1)
  })
})

describe('A changed user', () => {
  test('A change of a user does not change the fields that the request omits', async () => {
    const { id, token } = await signedIn('helper')
    const response = await change(id, { lastName: 'Rädle', roles: ['readonly', 'management'] })
    expect(response.status).toBe(200)
    expect(await json(response)).toEqual({
      id,
      firstName: 'Sabine',
      lastName: 'Rädle',
      emailAddress: 'helper@example.test',
      roles: ['management', 'readonly'],
      locked: false,
      invited: false,
      lastSeenAt: '2027-01-16T12:00:00.000Z',
      passkeys: 0,
      waivedUntil: null,
    })
    // The session stays valid with the new roles.
    expect((await json(me(token))).roles).toEqual(['management', 'readonly'])
    expect((await change(id, {})).status).toBe(200)
  })

  test('Changing an unknown user is rejected (404)', async () => {
    expect(await codeOf(await change(99, { lastName: 'Rädle' }))).toEqual([404, 'NotFound'])
    expect(await codeOf(await change(99, { locked: true }))).toEqual([404, 'NotFound'])
  })

  test('Giving a user the e-mail address of another user is rejected (409), and nothing is stored', async () => {
    const { id } = await signedIn('helper')
    const response = await change(id, { emailAddress: 'management@EXAMPLE.test', locked: true })
    expect(await codeOf(response)).toEqual([409, 'UserExists'])
    expect(await rows(`SELECT locked FROM users WHERE id = ${id}`)).toEqual([{ locked: 0 }])
  })

  test('When the address of a user with a password is changed, a link sent to the old address is rejected (422) and no new link is made', async () => {
    const { id } = await signedIn('helper')
    const { link } = await json(call('POST', `/api/user/${id}/link`, undefined, as({})))
    const saved = await json(change(id, { emailAddress: 'neu@example.test' }))
    expect(saved).not.toHaveProperty('link')
    expect(await codeOf(await open(link))).toEqual([422, 'LinkInvalid'])
  })

  test('When the address of an invited user is changed, the first invitation is rejected (422) and a new one is sent to the new address', async () => {
    const { id, link } = await json(create())
    const saved = await json(change(id, { emailAddress: 'neu@example.test' }))
    expect(saved).toMatchObject({ emailAddress: 'neu@example.test', sent: true, invited: true })
    expect(await codeOf(await open(link))).toEqual([422, 'LinkInvalid'])
    expect((await open(saved.link)).status).toBe(200)
    expect(await rows('SELECT email_address FROM mails ORDER BY id')).toEqual([
      { email_address: lena.emailAddress },
      { email_address: 'neu@example.test' },
    ])
    // The same address in capitals is no change.
    expect(await json(change(id, { emailAddress: 'NEU@example.test' }))).not.toHaveProperty('sent')
  })

  test('When the address of a locked invited user changes, no invitation is sent', async () => {
    const { id } = await json(create())
    const body = { emailAddress: 'neu@example.test', locked: true }
    expect(await json(change(id, body))).not.toHaveProperty('sent')
    expect(await json(change(id, { emailAddress: 'andere@example.test' }))).not.toHaveProperty(
      'sent',
    )
    expect(await rows('SELECT * FROM mails')).toHaveLength(1)
  })
})

describe('A lock', () => {
  test('Locking a user ends all sessions of this user, and unlocking does not restore them', async () => {
    const { id, token } = await signedIn('helper')
    await aSession(id)
    expect((await change(id, { locked: true })).status).toBe(200)
    expect((await json(me(token))).error).toMatchObject({ reason: 'ended' })
    expect(await rows(`SELECT 1 FROM sessions WHERE user_id = ${id} AND ended_at IS NULL`)).toEqual(
      [],
    )
    expect((await json(change(id, { locked: false }))).locked).toBe(false)
    expect((await json(me(token))).error).toMatchObject({ reason: 'ended' })
  })

  test('The invitation of a user who was locked is rejected even after unlocking (422); a link made after the unlocking works', async () => {
    const { id, link } = await json(create())
    await change(id, { locked: true })
    expect(await codeOf(await open(link))).toEqual([422, 'LinkInvalid'])
    await change(id, { locked: false })
    expect(await codeOf(await open(link))).toEqual([422, 'LinkInvalid'])
    const again = await json(call('POST', `/api/user/${id}/link`, undefined, as({})))
    expect((await open(again.link)).status).toBe(200)
  })

  test('A sign-in with the right password fails (401) if the user is locked before the session is stored', async () => {
    const { id } = await signedIn('helper')
    await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
      .bind(await hashPassword('Fasnet-2026!'), id)
      .run()
    const credentials = { emailAddress: 'helper@example.test', password: 'Fasnet-2026!' }
    const database = overtakenBefore('insert into "sessions"', async () => {
      expect((await change(id, { locked: true })).status).toBe(200)
    })
    const response = await call('POST', '/api/v1/auth/login', credentials, { database })
    expect(await codeOf(response)).toEqual([401, 'InvalidCredentials'])
    expect(await rows(`SELECT 1 FROM sessions WHERE user_id = ${id} AND ended_at IS NULL`)).toEqual(
      [],
    )
  })
})

describe('The users with management', () => {
  test.each<[string, Body]>([
    ['lock their own account', { locked: true }],
    ['remove their own role "management"', { roles: ['readonly', 'helper'] }],
    [
      'do both in one request with another change',
      { lastName: 'Neu', roles: ['helper'], locked: true },
    ],
  ])('A user with the role "management" cannot %s (409)', async (_, body) => {
    await rows(`INSERT INTO user_roles VALUES (${(await signedIn('helper')).id}, 'management')`)
    expect(await codeOf(await change(boss.id, body))).toEqual([409, 'OwnAccount'])
    expect((await json(me(boss.token))).lastName).toBe('Kächele')
  })

  test('A user with the role "management" can change their own name and add another role', async () => {
    const body = { lastName: 'Neu', roles: ['management', 'helper'], locked: false }
    expect((await change(boss.id, body)).status).toBe(200)
    expect(await json(me(boss.token))).toMatchObject({
      lastName: 'Neu',
      roles: ['management', 'helper'],
    })
  })

  test.each<[string, Body]>([
    ['lock', { locked: true }],
    ['remove management from', { roles: ['readonly'] }],
  ])(
    'If the only two users with management %s each other at the same moment, the later request is rejected (409)',
    async (_, body) => {
      const other = await signedIn('helper', 'management')
      const database = overtakenBefore('update "users"', async () => {
        expect((await change(boss.id, body, { token: other.token })).status).toBe(200)
      })
      const late = await change(other.id, { ...body, lastName: 'Neu' }, { database })
      expect(await codeOf(late)).toEqual([409, 'LastManagement'])
      // Nothing of the rejected change is stored.
      expect(await json(me(other.token))).toMatchObject({
        lastName: 'Kächele',
        roles: ['management', 'helper'],
      })
    },
  )

  test('Locking the last user with management who has a password is rejected (409), even if an invited user has the role', async () => {
    const other = await signedIn('helper', 'management')
    await create({ roles: ['management'] })
    const database = overtakenBefore('update "users"', async () => {
      expect((await change(boss.id, { locked: true }, { token: other.token })).status).toBe(200)
    })
    const late = await change(other.id, { locked: true }, { database })
    expect(await codeOf(late)).toEqual([409, 'LastManagement'])
  })

  test('More than ten minutes after signing in, every change of users is rejected without a new confirmation (403 ConfirmNeeded)', async () => {
    const { id } = await signedIn('helper')
    setClock('2027-01-16T12:10:00.001Z')
    const writes = [
      create(),
      change(id, { locked: true }),
      call('POST', `/api/user/${id}/link`, undefined, as({})),
      call('DELETE', `/api/user/${id}/sessions`, undefined, as({})),
    ]
    for (const response of await Promise.all(writes)) {
      expect(await codeOf(response)).toEqual([403, 'ConfirmNeeded'])
    }
    expect(await rows('SELECT * FROM user_links')).toEqual([])
    expect(await rows('SELECT * FROM sessions WHERE ended_at IS NOT NULL')).toEqual([])
  })
})

describe("Ending a user's sessions", () => {
  const end = (id: number) => call('DELETE', `/api/user/${id}/sessions`, undefined, as({}))

  test('When management ends the sessions of a user, all of them end, and those of other users do not', async () => {
    const { id, token } = await signedIn('helper')
    await aSession(id)
    const response = await end(id)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect((await json(me(token))).error).toMatchObject({ reason: 'ended' })
    expect((await me(boss.token)).status).toBe(200)
    const at = new Date().toISOString()
    expect(await rows(`SELECT ended_at FROM sessions WHERE user_id = ${id}`)).toEqual([
      { ended_at: at },
      { ended_at: at },
    ])
    expect((await end(id)).status).toBe(204)
  })

  test('Ending the sessions of an unknown user is rejected (404)', async () => {
    expect((await end(99)).status).toBe(404)
  })
})

function open(link: string) {
  const token = link.split('#zugang=')[1]
  const body = { token, newPassword: 'Narri-Narro-27' }
  return call('POST', '/api/v1/auth/password/link', body)
}
