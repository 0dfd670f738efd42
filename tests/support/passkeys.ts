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

// Hashing takes 0.2 s, so it is done once.
let hash: Promise<string> | undefined
const storedHash = () => (hash ??= hashPassword(password))

/** A user with a password and a session. */
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

/** Calls below `/api/v1/auth`, each from another network, so that rate limits do not interfere. */
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

/** The body that answers the sign-in options with a passkey. */
export async function shown(
  device: Authenticator,
  { ticket, options }: Question,
  quirks: Quirks = {},
) {
  return { ticket, response: await device.get(options, quirks) }
}

/** The body that answers the registration options with a new passkey. */
export async function made(
  device: Authenticator,
  { ticket, options }: Question,
  quirks: Quirks = {},
) {
  return { ticket, response: await device.create(options, quirks) }
}

/** Registers a passkey of this user like their browser. */
export async function aPasskey(user: User, name = 'Handy', counts = true): Promise<Authenticator> {
  const device = await authenticator(origin, { counts })
  const body = { ...(await made(device, await askToRegister(user.token))), name }
  const response = await post('/passkey/register', body, user.token)
  if (response.status !== 201) throw new Error(`no passkey: ${await response.text()}`)
  return device
}
