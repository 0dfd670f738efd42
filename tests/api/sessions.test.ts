import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { changePassword, setLocked } from '#scripts/users/statements.ts'
import { aSession, call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { recordedDatabase } from '#tests/support/recording-d1.ts'
import { hashPassword } from '#worker/auth/password-hash.ts'

// docs/rules.md, "Anmelden am Programm": a sign-in is a session of one device.

const start = '2027-01-16T12:00:00.000Z'
const password = 'Fasnet-2026!'
const minute = 60_000
const later = (ms: number) => setClock(new Date(Date.parse(start) + ms).toISOString())

// Hashing takes 200 ms, so it is done once.
let hash: Promise<string> | undefined
const storedHash = () => (hash ??= hashPassword(password))

let sabine: { id: number; token: string }

beforeEach(async () => {
  setClock(start)
  sabine = await signedIn('management')
  await setHash(sabine.id, await storedHash())
})

const setHash = (id: number, to: string) =>
  env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?').bind(to, id).run()

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0'

async function logIn(userAgent = firefox, shared?: boolean): Promise<string> {
  const body = { emailAddress: 'management@example.test', password, shared }
  const headers = { 'User-Agent': userAgent }
  return (await json(call('POST', '/api/v1/auth/login', body, { headers }))).accessToken
}

const me = (token: string) => call('GET', '/api/v1/auth/me', undefined, { token })
const sessionList = (token: string) =>
  json(call('GET', '/api/v1/auth/sessions', undefined, { token }))
const logOut = (token: string) => call('POST', '/api/v1/auth/logout', undefined, { token })
const confirm = (token: string, body: unknown = { password }) =>
  call('POST', '/api/v1/auth/confirm', body, { token })
const rejectionOf = async (token: string) => {
  const response = await me(token)
  const { code, reason } = (await json(response)).error ?? {}
  return [response.status, code, reason]
}
const ended = [401, 'AuthenticationError', 'ended']
const events = () =>
  rows(`SELECT via, user_id, act, entity, entity_id FROM audit_entries
    WHERE op = 'event' ORDER BY id`)

describe('Signing in', () => {
  test('Signing in starts a session of twelve hours that names the device and counts as confirmed', async () => {
    await logIn()
    expect(await rows('SELECT * FROM sessions ORDER BY id DESC LIMIT 1')).toEqual([
      {
        id: 2,
        user_id: sabine.id,
        created_at: start,
        last_seen_at: start,
        device: 'Firefox unter Windows',
        expires_at: '2027-01-17T00:00:00.000Z',
        ended_at: null,
        confirmed_at: start,
        shared: 0,
      },
    ])
  })

  test('Signing in and signing out are recorded in the history', async () => {
    const token = await logIn()
    await logOut(token)
    const by = { via: 'staff', user_id: sabine.id, entity: 'session', entity_id: 2 }
    expect(await events()).toEqual([
      { ...by, act: 'POST /api/v1/auth/login' },
      { ...by, act: 'POST /api/v1/auth/logout' },
    ])
  })

  test('A rejected sign-in sends the same queries and answer for an unknown, a locked or an invited user as for a wrong password (401)', async () => {
    await rows(`UPDATE users SET locked = 1 WHERE id = ${(await signedIn('helper')).id}`)
    await setHash((await signedIn('readonly')).id, '')
    const asked = async (emailAddress: string) => {
      const sent: string[] = []
      const database = recordedDatabase()
      const watched = {
        ...database,
        prepare: (query: string) => {
          sent.push(query)
          return database.prepare(query)
        },
        batch: database.batch.bind(database),
      }
      const body = { emailAddress, password: 'falsch' }
      const response = await call('POST', '/api/v1/auth/login', body, {
        database: watched as typeof database,
      })
      return { sent, status: response.status, answer: await response.text() }
    }
    const unknown = await asked('niemand@example.test')
    expect(unknown.status).toBe(401)
    for (const address of ['management', 'helper', 'readonly']) {
      expect(await asked(`${address}@example.test`)).toEqual(unknown)
    }
    expect(await rows("SELECT * FROM sessions WHERE device <> 'Firefox unter Windows'")).toEqual([])
  })
})

describe('Signing out', () => {
  test('Signing out ends only the session of this device', async () => {
    const [here, there] = [await logIn(), await logIn()]
    const response = await logOut(here)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await rejectionOf(here)).toEqual(ended)
    expect((await me(there)).status).toBe(200)
    expect((await logOut(here)).status).toBe(401)
  })
})

describe('The sessions under “Mein Account”', () => {
  test('The list of sessions shows the open sessions of the user, the last used first', async () => {
    await signedIn('helper')
    later(minute)
    const phone = await logIn(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    )
    const over = await aSession(sabine.id)
    await rows(`UPDATE sessions SET expires_at = '2027-01-16T12:01:00.000Z' WHERE id = ${over}`)
    const gone = await aSession(sabine.id)
    await rows(`UPDATE sessions SET ended_at = '${start}' WHERE id = ${gone}`)
    expect(await sessionList(sabine.token)).toEqual([
      {
        id: 3,
        device: 'Safari auf dem iPhone',
        shared: false,
        createdAt: '2027-01-16T12:01:00.000Z',
        lastSeenAt: '2027-01-16T12:01:00.000Z',
        current: false,
      },
      {
        id: 1,
        device: 'Firefox unter Windows',
        shared: false,
        createdAt: start,
        lastSeenAt: start,
        current: true,
      },
    ])
    const current = (await sessionList(phone)).map((one: { current: boolean }) => one.current)
    expect(current).toEqual([true, false])
  })

  const end = (token: string, id: number) =>
    call('DELETE', `/api/v1/auth/sessions/${id}`, undefined, { token })

  test('A user can end an open session of the own account; one ended or expired already, or of another user, is not found (404)', async () => {
    const there = await logIn()
    expect((await end(sabine.token, 2)).status).toBe(204)
    expect(await rejectionOf(there)).toEqual(ended)
    expect((await end(sabine.token, 2)).status).toBe(404)
    const other = await signedIn('helper')
    expect((await end(sabine.token, 3)).status).toBe(404)
    expect((await end(sabine.token, 99)).status).toBe(404)
    expect((await me(other.token)).status).toBe(200)
    // An expired session cannot be ended.
    await rows(
      `UPDATE sessions SET expires_at = '${start}' WHERE id = ${await aSession(sabine.id)}`,
    )
    expect((await end(sabine.token, 4)).status).toBe(404)
    expect((await events()).map(({ act, entity_id }) => [act, entity_id])).toEqual([
      ['POST /api/v1/auth/login', 2],
      ['DELETE /api/v1/auth/sessions/:id', 2],
    ])
  })

  test('A user can end all sessions of the same account but the current one', async () => {
    const elsewhere = [await logIn(), await logIn()]
    const other = await signedIn('helper')
    const response = await call('DELETE', '/api/v1/auth/sessions', undefined, {
      token: sabine.token,
    })
    expect([response.status, await response.text()]).toEqual([204, ''])
    for (const token of elsewhere) expect(await rejectionOf(token)).toEqual(ended)
    expect((await me(sabine.token)).status).toBe(200)
    expect((await me(other.token)).status).toBe(200)
  })
})

describe('The time a session was last seen', () => {
  const lastSeen = async () => (await rows('SELECT last_seen_at FROM sessions'))[0]?.last_seen_at
  const write = () =>
    call('PUT', '/api/guild/settings', { name: 'Narrenzunft' }, { token: sabine.token })

  test('The time at which a session was last seen is updated by a write at most every five minutes, and never by a read', async () => {
    later(5 * minute - 1)
    await write()
    expect(await lastSeen()).toBe(start)
    later(5 * minute)
    await me(sabine.token)
    await call('HEAD', '/api/v1/auth/me', undefined, { token: sabine.token })
    expect(await lastSeen()).toBe(start)
    await write()
    expect(await lastSeen()).toBe('2027-01-16T12:05:00.000Z')
  })

  test('If the time at which a session was last seen cannot be stored, the request succeeds nevertheless', async () => {
    later(10 * minute)
    await env.DB.exec(
      `CREATE TRIGGER refuse BEFORE UPDATE OF last_seen_at ON sessions
      BEGIN SELECT RAISE(ABORT, 'no'); END`.replaceAll('\n', ' '),
    )
    expect((await write()).status).toBe(200)
    expect(await lastSeen()).toBe(start)
  })
})

describe('A shared device', () => {
  const onSharedDevice = () => logIn(firefox, true)
  const report = (token: string, secondsAgo = 0) =>
    call('POST', '/api/v1/auth/input', { secondsAgo }, { token })
  const expired = [401, 'AuthenticationError', 'expired']

  test('On a shared device a session expires fifteen minutes after the sign-in', async () => {
    const token = await onSharedDevice()
    later(15 * minute - 1)
    expect((await me(token)).status).toBe(200)
    later(15 * minute)
    expect(await rejectionOf(token)).toEqual(expired)
    expect((await report(token)).status).toBe(401)
    // An expired session does not become valid again.
    expect(await rejectionOf(token)).toEqual(expired)
  })

  test('On a shared device the requests that a page sends do not prolong the session', async () => {
    const token = await onSharedDevice()
    for (let after = 1; after < 15; after += 1) {
      later(after * minute)
      expect((await me(token)).status).toBe(200)
      const settings = { name: `Narrenzunft ${after}` }
      expect((await call('PUT', '/api/guild/settings', settings, { token })).status).toBe(200)
    }
    later(15 * minute)
    expect(await rejectionOf(token)).toEqual(expired)
  })

  test('On a shared device a session expires fifteen minutes after the last input that the page has reported', async () => {
    const token = await onSharedDevice()
    later(14 * minute + 59_999)
    const response = await report(token, 30)
    expect([response.status, await response.text()]).toEqual([204, ''])
    later(29 * minute + 29_998)
    expect((await me(token)).status).toBe(200)
    later(29 * minute + 29_999)
    expect(await rejectionOf(token)).toEqual(expired)
  })

  test('A report of an older input that arrives after a newer one does not shorten the session', async () => {
    const token = await onSharedDevice()
    later(10 * minute)
    await report(token)
    await report(token, 9 * 60)
    later(25 * minute - 1)
    expect((await me(token)).status).toBe(200)
    later(25 * minute)
    expect(await rejectionOf(token)).toEqual(expired)
  })

  test('On a shared device a session ends after twelve hours even with continuous input', async () => {
    const token = await onSharedDevice()
    for (let after = 10; after < 12 * 60; after += 10) {
      later(after * minute)
      expect((await report(token)).status).toBe(204)
    }
    later(12 * 60 * minute - 1)
    await report(token)
    expect((await me(token)).status).toBe(200)
    later(12 * 60 * minute)
    expect(await rejectionOf(token)).toEqual(expired)
  })

  test('A report of input for a session that was ended is rejected (401)', async () => {
    const token = await onSharedDevice()
    await logOut(token)
    expect((await report(token)).status).toBe(401)
    expect(await rejectionOf(token)).toEqual(ended)
  })

  test.each<[unknown, number]>([
    [{}, 400],
    ['{', 400],
    [{ secondsAgo: '0' }, 400],
    [{ secondsAgo: -1 }, 422],
    [{ secondsAgo: 901 }, 422],
    [{ secondsAgo: 900 }, 204],
  ])(
    'A report of input with %j is answered with %i and does not prolong the session',
    async (body, status) => {
      const token = await onSharedDevice()
      later(10 * minute)
      expect((await call('POST', '/api/v1/auth/input', body, { token })).status).toBe(status)
      later(15 * minute)
      expect(await rejectionOf(token)).toEqual(expired)
    },
  )

  test('The list of sessions marks those on a shared device, and omits them once they have expired', async () => {
    await onSharedDevice()
    const shared = async () =>
      (await sessionList(sabine.token)).map((one: { shared: boolean }) => one.shared)
    expect(await shared()).toEqual([true, false])
    later(15 * minute)
    expect(await shared()).toEqual([false])
  })

  test('On a shared device changing the password counts as input, and the session still expires after fifteen minutes', async () => {
    const token = await onSharedDevice()
    later(10 * minute)
    const body = { currentPassword: password, newPassword: 'Narri-Narro-27' }
    const { accessToken } = await json(call('PUT', '/api/v1/auth/password', body, { token }))
    later(25 * minute - 1)
    expect((await me(accessToken)).status).toBe(200)
    later(25 * minute)
    expect(await rejectionOf(accessToken)).toEqual(expired)
  })

  test('For 72 hours after a session on a shared device has expired, its check-in acts are accepted and answered without names', async () => {
    const act = () => ({
      device: 'phone-of-sabine',
      acts: [
        {
          id: crypto.randomUUID(),
          kind: 'confirm',
          paradeId: 1,
          at: start,
          target: { participationId: 1 },
        },
      ],
    })
    const send = (token: string) => call('POST', '/api/check-in/acts', act(), { token })
    const token = await onSharedDevice()
    const other = await onSharedDevice()
    later(15 * minute)
    expect(await rejectionOf(token)).toEqual(expired)
    const { results } = await json(send(token))
    expect(Object.keys(results[0])).toEqual(['id', 'outcome'])
    later(15 * minute + 72 * 60 * minute)
    expect((await send(token)).status).toBe(200)
    later(15 * minute + 72 * 60 * minute + 1)
    expect((await send(token)).status).toBe(401)
    // Signing out ends that as well.
    later(14 * minute)
    await logOut(other)
    later(15 * minute)
    expect((await send(other)).status).toBe(401)
  })

  test('If the sign-in does not say that the device is shared, the session lasts twelve hours, and a report of input does not change that', async () => {
    const token = await logIn()
    later(15 * minute)
    expect((await report(token)).status).toBe(204)
    later(12 * 60 * minute - 1)
    expect((await me(token)).status).toBe(200)
    later(12 * 60 * minute)
    expect(await rejectionOf(token)).toEqual(expired)
  })

  test('A sign-in with a value of "shared" that is no boolean is rejected (400)', async () => {
    const body = { emailAddress: 'management@example.test', password, shared: 'yes' }
    expect((await call('POST', '/api/v1/auth/login', body)).status).toBe(400)
  })
})

describe('The confirmation “Bist Du es?”', () => {
  const isAsked = async () => {
    const response = await call('POST', '/api/user/99/link', undefined, { token: sabine.token })
    return (await json(response)).error.code === 'ConfirmNeeded'
  }

  test('A confirmation is valid for ten minutes and only for the session in which it was made', async () => {
    const other = await logIn()
    later(10 * minute)
    expect(await isAsked()).toBe(false)
    later(10 * minute + 1)
    expect(await isAsked()).toBe(true)
    expect((await confirm(other)).status).toBe(204)
    expect(await isAsked()).toBe(true)
    const response = await confirm(sabine.token)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await isAsked()).toBe(false)
    later(20 * minute + 2)
    expect(await isAsked()).toBe(true)
  })

  test('Ten wrong passwords at the confirmation lock it, as they do at the sign-in (429)', async () => {
    later(11 * minute)
    // A fast hash, so that the attempts take little time.
    await setHash(sabine.id, 'scrypt$ln=1,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAA')
    for (let n = 0; n < 10; n += 1) {
      const response = await confirm(sabine.token, { password: 'falsch' })
      expect(response.status).toBe(422)
      expect((await json(response)).error).toEqual({
        code: 'WrongPassword',
        message: 'Das Passwort ist falsch.',
        fields: { password: 'Das Passwort ist falsch.' },
      })
    }
    expect((await confirm(sabine.token)).status).toBe(429)
    expect(await isAsked()).toBe(true)
  })

  test.each([[{}], [{ password: 5 }], ['{'], [{ password: null }]])(
    'A confirmation with %j is rejected (400)',
    async (body) => {
      expect((await confirm(sabine.token, body)).status).toBe(400)
    },
  )

  test('A confirmation does not change a session that was ended at the same moment', async () => {
    later(11 * minute)
    const database = overtakenBefore('update "sessions"', () =>
      rows(`UPDATE sessions SET ended_at = '${start}'`),
    )
    await call('POST', '/api/v1/auth/confirm', { password }, { token: sabine.token, database })
    expect(await rows('SELECT confirmed_at FROM sessions')).toEqual([{ confirmed_at: start }])
  })
})

describe('A changed password', () => {
  test('Changing the password ends all other sessions, and the current one lasts twelve hours from then', async () => {
    const other = await logIn()
    await rows(`INSERT INTO passkey_challenges (id, user_id, purpose, challenge, expires_at)
      VALUES ('ticket', ${sabine.id}, 'register', '', '2027-01-16T14:05:00.000Z')`)
    later(120 * minute)
    const body = { currentPassword: password, newPassword: 'Narri-Narro-27' }
    const { accessToken } = await json(
      call('PUT', '/api/v1/auth/password', body, { token: sabine.token }),
    )
    expect(await rejectionOf(other)).toEqual(ended)
    expect(await sessionList(accessToken)).toMatchObject([{ id: 1, current: true }])
    expect(await rows('SELECT expires_at, confirmed_at FROM sessions WHERE id = 1')).toEqual([
      { expires_at: '2027-01-17T02:00:00.000Z', confirmed_at: '2027-01-16T14:00:00.000Z' },
    ])
    // A sign-in started with the old password cannot be completed with a passkey.
    expect(await rows('SELECT * FROM passkey_challenges')).toEqual([])
  })
})

describe('The command npm run user', () => {
  const run = (statements: ReturnType<typeof setLocked>) =>
    env.DB.batch(statements.map(({ sql, values }) => env.DB.prepare(sql).bind(...values)))
  const address = 'management@example.test'
  const sessionsOf = (id: number) =>
    rows(`SELECT ended_at IS NULL AS is_open FROM sessions WHERE user_id = ${id}`)

  beforeEach(async () => {
    await signedIn('helper')
    for (const id of [1, 2]) {
      await rows(`INSERT INTO passkeys (user_id, credential_id, public_key, created_at)
        VALUES (${id}, 'key-${id}', '', '')`)
      await rows(`INSERT INTO user_links (user_id, purpose, created_at, expires_at)
        VALUES (${id}, 'reset', '${start}', '2027-01-16T13:00:00.000Z')`)
    }
  })

  test("Locking a user with the command line ends the user's sessions and password links, and unlocking does not restore them", async () => {
    await run(setLocked(address, true, new Date()))
    expect(await rejectionOf(sabine.token)).toEqual(ended)
    expect(await sessionsOf(1)).toEqual([{ is_open: 0 }])
    expect(await sessionsOf(2)).toEqual([{ is_open: 1 }])
    expect(await rows(`SELECT user_id FROM user_links WHERE expires_at > '${start}'`)).toEqual([
      { user_id: 2 },
    ])
    await run(setLocked(address, false, new Date()))
    expect(await rejectionOf(sabine.token)).toEqual(ended)
    expect(await rows('SELECT user_id FROM passkeys')).toHaveLength(2)
  })

  test("Setting a password with the command line ends the user's sessions and password links and deletes the passkeys", async () => {
    await run(changePassword(address, await hashPassword('Narri-Narro-27'), new Date()))
    expect(await rejectionOf(sabine.token)).toEqual(ended)
    expect(await sessionsOf(1)).toEqual([{ is_open: 0 }])
    expect(await rows('SELECT user_id FROM passkeys')).toEqual([{ user_id: 2 }])
    const body = { emailAddress: address, password: 'Narri-Narro-27' }
    expect((await call('POST', '/api/v1/auth/login', body)).status).toBe(200)
  })
})
