import { env } from 'cloudflare:workers'
import { aSession, call, db, json, origin } from '#tests/support/api.ts'
import { type Authenticator, authenticator, type Quirks } from '#tests/support/authenticator.ts'
import { hashPassword } from '#worker/auth/password-hash.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { userRoles, users } from '#worker/db/schema.ts'
import type { Role } from '#worker/domain/codes.ts'
import { signToken } from '#worker/http/auth.ts'

export const password = 'Fasnet-2026!'

// A hash takes a fifth of a second: it is made once.
let hash: Promise<string> | undefined
const storedHash = () => (hash ??= hashPassword(password))

/** Somebody who can sign in by password, and is signed in. */
export async function aUser(emailAddress = 'sabine@example.test', role: Role = 'management') {
  const [[user]] = await commit(db(), [
    write
      .insert(users)
      .values({
        emailAddress,
        firstName: 'Sabine',
        lastName: 'Kächele',
        passwordHash: await storedHash(),
        createdAt: '2026-01-01T00:00:00.000Z',
      })
      .returning({ id: users.id }),
  ])
  if (!user) throw new Error('no user')
  await commit(db(), [write.insert(userRoles).values({ userId: user.id, role })])
  const claims = { userId: user.id, tokenVersion: 0, sessionId: await aSession(user.id) }
  return { id: user.id, emailAddress, token: await signToken(claims, env.JWT_SECRET, new Date()) }
}
export type User = Awaited<ReturnType<typeof aUser>>

let network = 0

/** Below `/api/v1/auth`, from a network of its own each time: what counts them is not what is looked at. */
export function post(path: string, body?: unknown, token?: string) {
  network += 1
  const headers = {
    'cf-connecting-ip': `203.0.${network >> 8}.${network & 255}`,
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  return call('POST', `/api/v1/auth${path}`, body, { headers, ...(token && { token }) })
}

// biome-ignore lint/suspicious/noExplicitAny: as the wire says it
export type Question = { ticket: string; options: any }

export const logIn = (user: { emailAddress: string }, typed = password) =>
  post('/login', { emailAddress: user.emailAddress, password: typed })
export const askToSignIn = (): Promise<Question> => json(post('/passkey/options'))
export const askToRegister = (token: string): Promise<Question> =>
  json(post('/passkey/register/options', undefined, token))
export const askToConfirm = (token: string): Promise<Question> =>
  json(post('/confirm/options', undefined, token))

/** The body that answers a question with a passkey. */
export async function shown(
  device: Authenticator,
  { ticket, options }: Question,
  quirks: Quirks = {},
) {
  return { ticket, response: await device.get(options, quirks) }
}

/** The body that answers a question with a new passkey. */
export async function made(
  device: Authenticator,
  { ticket, options }: Question,
  quirks: Quirks = {},
) {
  return { ticket, response: await device.create(options, quirks) }
}

/** A passkey of this user, as their browser would register it. */
export async function aPasskey(user: User, name = 'Handy', counts = true): Promise<Authenticator> {
  const device = await authenticator(origin, { counts })
  const body = { ...(await made(device, await askToRegister(user.token))), name }
  const response = await post('/passkey/register', body, user.token)
  if (response.status !== 201) throw new Error(`no passkey: ${await response.text()}`)
  return device
}
