import { env } from 'cloudflare:workers'
import { SignJWT, UnsecuredJWT } from 'jose'
import { signedIn } from '#tests/support/api.ts'
import type { Role } from '#worker/domain/codes.ts'
import { signToken } from '#worker/http/auth.ts'

/** Somebody at the door: what they show, and as whom the door has to take them. */
export type Caller = {
  name: string
  /** null: as a stranger, whatever they show. */
  roles: readonly Role[] | null
  /** Makes the user as well; to be called once in a database. */
  token: () => Promise<string | undefined>
}

const twelveHours = 12 * 60 * 60 * 1000
const key = () => new TextEncoder().encode(env.JWT_SECRET)

/** Somebody who is known: with these roles, perhaps none. */
function known(...roles: Role[]): Caller {
  const token = async () => (await signedIn(...roles)).token
  return { name: roles.join(' and ') || 'somebody without a role', roles, token }
}

/** A token of a user with every right, made so that it is worth nothing. */
function worthless(name: string, tokenFor: (userId: number) => Promise<string> | string): Caller {
  const token = async () => tokenFor((await signedIn('management', 'readonly', 'helper')).id)
  return { name, roles: null, token }
}

/** What the server itself would claim of this user, to be sealed wrongly. */
function claimsOf(userId: number) {
  const now = Math.floor(Date.now() / 1000)
  return { tv: 0, iss: 'zunft', sub: String(userId), iat: now, exp: now + 12 * 60 * 60 }
}

/** Everybody who may knock. Another kind of session that has ended is another line. */
export const callers: readonly Caller[] = [
  { name: 'a stranger', roles: null, token: async () => undefined },
  known(),
  known('helper'),
  known('readonly'),
  known('management'),
  known('readonly', 'helper'),
  {
    ...known('management'),
    name: 'management in the last second of a session',
    token: async () => {
      const { id } = await signedIn('management')
      return tokenMade(id, Date.now() - twelveHours + 1000)
    },
  },
  worthless('a session of twelve hours', (id) => tokenMade(id, Date.now() - twelveHours)),
  worthless('a token of another key', (id) =>
    signToken({ userId: id, tokenVersion: 0 }, 'another key of somebody else', new Date()),
  ),
  worthless('a token without a signature (alg: none)', (id) =>
    new UnsecuredJWT(claimsOf(id)).encode(),
  ),
  worthless('a token of another algorithm', (id) =>
    new SignJWT(claimsOf(id)).setProtectedHeader({ alg: 'HS512' }).sign(key()),
  ),
  worthless('a token of another issuer', (id) =>
    new SignJWT({ ...claimsOf(id), iss: 'elsewhere' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key()),
  ),
  worthless('a token that never ends', (id) => {
    const { exp: _, ...claims } = claimsOf(id)
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key())
  }),
  worthless('a token from before the password was changed', async (id) => {
    await env.DB.exec(`UPDATE users SET token_version = 1 WHERE id = ${id}`)
    return tokenMade(id, Date.now())
  }),
  worthless('a locked user', async (id) => {
    await env.DB.exec(`UPDATE users SET locked = 1 WHERE id = ${id}`)
    return tokenMade(id, Date.now())
  }),
  worthless('a user who is no more', async (id) => {
    await env.DB.exec(`DELETE FROM user_roles WHERE user_id = ${id}`)
    await env.DB.exec(`DELETE FROM users WHERE id = ${id}`)
    return tokenMade(id, Date.now())
  }),
]

function tokenMade(userId: number, at: number): Promise<string> {
  return signToken({ userId, tokenVersion: 0 }, env.JWT_SECRET, new Date(at))
}
