import { env } from 'cloudflare:workers'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { aSession, json, signedIn } from '#tests/support/api.ts'
import { aPasskey, aUser, logIn, type User } from '#tests/support/passkeys.ts'
import { configure } from '#tests/support/payment-settings.ts'
import type { Role } from '#worker/domain/codes.ts'
import { signToken } from '#worker/http/auth.ts'

/** A sender of requests: the token and the rights that the server must grant. */
export type Caller = {
  name: string
  /** null: treated as a stranger, whatever the token. */
  roles: readonly Role[] | null
  /** Why a formerly valid token is invalid; undefined: it never was valid. */
  reason?: 'expired' | 'ended'
  /** The roles for late check-in acts: the session ended less than 72 hours ago. */
  lateRoles?: readonly Role[]
  /** The password was confirmed too long ago for dangerous actions. */
  isUnconfirmed?: true
  /** Also creates the user; call it once per database. */
  token: () => Promise<string | undefined>
}

const minute = 60_000
const twelveHours = 12 * 60 * minute
const threeDays = 72 * 60 * minute
/** A session that began at this time has been over for 72 hours. */
const longAgo = () => Date.now() - twelveHours - threeDays
const key = () => new TextEncoder().encode(env.JWT_SECRET)
const everyRole = ['management', 'readonly', 'helper'] as const

/** A signed-in user with these roles, possibly none. */
function signedInWith(...roles: Role[]): Caller {
  const token = async () => (await signedIn(...roles)).token
  return { name: roles.join(' and ') || 'a user without a role', roles, token }
}

/** A user whose session ended less than 72 hours ago. */
function withExpiredSession(
  name: string,
  tokenFor: (of: Known) => Promise<string> | string,
  lateRoles: readonly Role[] = everyRole,
): Caller {
  const token = async () => {
    const { id: userId } = await signedIn(...lateRoles)
    return tokenFor({ userId, sessionId: await aSession(userId) })
  }
  return { name, roles: null, lateRoles, reason: 'expired', token }
}

type Known = { userId: number; sessionId: number }

/** A signed-in user with all rights, whose token is invalid. */
function withInvalidToken(
  name: string,
  reason: Caller['reason'],
  tokenFor: (of: Known) => Promise<string> | string,
): Caller {
  const token = async () => {
    const { id: userId } = await signedIn(...everyRole)
    return tokenFor({ userId, sessionId: await aSession(userId) })
  }
  return { name, roles: null, ...(reason && { reason }), token }
}

/** The claims that the server would issue, for tokens with a wrong signature. */
function claimsOf({ userId, sessionId }: Known) {
  const now = Math.floor(Date.now() / 1000)
  const sub = String(userId)
  return {
    tv: 0,
    sid: sessionId,
    iss: 'zunft',
    aud: 'zunft-staff',
    sub,
    iat: now,
    exp: now + 12 * 60 * 60,
  }
}

const signedClaims = (claims: JWTPayload, typ = 'at+jwt') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).sign(key())

const change = (statement: string) => env.DB.exec(statement)

/** All kinds of callers; add a row for each further way in which a session can end. */
export const callers: readonly Caller[] = [
  { name: 'a request without a token', roles: null, token: async () => undefined },
  signedInWith(),
  signedInWith('helper'),
  signedInWith('readonly'),
  signedInWith('management'),
  signedInWith('readonly', 'helper'),
  {
    ...signedInWith('management'),
    name: 'management in the last second of a session',
    isUnconfirmed: true,
    token: () => signedInAt(Date.now() - twelveHours + 1000),
  },
  {
    ...signedInWith('management'),
    name: 'management ten minutes after the password',
    token: () => signedInAt(Date.now() - 10 * minute),
  },
  {
    ...signedInWith('management'),
    name: 'management more than ten minutes after the password',
    isUnconfirmed: true,
    token: () => signedInAt(Date.now() - 10 * minute - 1),
  },

  // Tokens that the server never issued: the response gives no reason.
  withInvalidToken('a token signed with another key', undefined, ({ userId, sessionId }) =>
    signToken({ userId, sessionId, tokenVersion: 0 }, 'a key that is not the servers', new Date()),
  ),
  withInvalidToken('an expired token signed with another key', undefined, ({ userId, sessionId }) =>
    signToken(
      { userId, sessionId, tokenVersion: 0 },
      'a key that is not the servers',
      new Date(Date.now() - twelveHours),
    ),
  ),
  withInvalidToken('a token without a signature (alg: none)', undefined, (of) =>
    new UnsecuredJWT(claimsOf(of)).encode(),
  ),
  withInvalidToken('a token signed with another algorithm', undefined, (of) =>
    new SignJWT(claimsOf(of)).setProtectedHeader({ alg: 'HS512' }).sign(key()),
  ),
  withInvalidToken('a token of another issuer', undefined, (of) =>
    signedClaims({ ...claimsOf(of), iss: 'elsewhere' }),
  ),
  withInvalidToken('a token for another audience', undefined, (of) =>
    signedClaims({ ...claimsOf(of), aud: 'zunft-orders' }),
  ),
  withInvalidToken('a token of another type', undefined, (of) => signedClaims(claimsOf(of), 'JWT')),
  withInvalidToken('a token without an expiry', undefined, (of) => {
    const { exp: _, ...claims } = claimsOf(of)
    return signedClaims(claims)
  }),
  withInvalidToken(
    'a token whose claims were changed under its signature',
    undefined,
    async (of) => {
      const [head, , signature] = (await signedClaims(claimsOf(of))).split('.')
      const claims = Buffer.from(JSON.stringify({ ...claimsOf(of), sid: of.sessionId - 1 }))
      return [head, claims.toString('base64url'), signature].join('.')
    },
  ),
  withInvalidToken('the ticket after a password, before its passkey', undefined, async () => {
    const user = await aUser()
    await aPasskey(user)
    return ticketAfter(user)
  }),
  withInvalidToken('the ticket after a password, before the first passkey', undefined, async () => {
    await change('UPDATE guild_settings SET passkeys_required = 1')
    configure({ ENVIRONMENT: 'preview' })
    return ticketAfter(await aUser())
  }),
  withInvalidToken('a text that is no token', undefined, () => 'Narri.Narro.2027'),

  // Tokens that the server issued: the response gives the reason.
  withExpiredSession('a token that expired after twelve hours', (of) =>
    tokenMade(of, Date.now() - twelveHours),
  ),
  withExpiredSession('a token expired for 72 hours', (of) => tokenMade(of, longAgo())),
  withExpiredSession("a helper's expired token", (of) => tokenMade(of, longAgo()), ['helper']),
  withExpiredSession('an expired token of a readonly user', (of) => tokenMade(of, longAgo()), [
    'readonly',
  ]),
  withInvalidToken('a token expired for 72 hours and a second', 'expired', (of) =>
    tokenMade(of, longAgo() - 1000),
  ),
  withExpiredSession('a token whose session expired before it', async (of) => {
    await endOf(of, Date.now())
    return tokenMade(of)
  }),
  withExpiredSession('a token whose session expired 72 hours ago', async (of) => {
    await endOf(of, Date.now() - threeDays)
    return tokenMade(of)
  }),
  withInvalidToken(
    'a token whose session expired more than 72 hours ago',
    'expired',
    async (of) => {
      await endOf(of, Date.now() - threeDays - 1)
      return tokenMade(of)
    },
  ),
  withInvalidToken('an expired token whose session was deleted', 'expired', async (of) => {
    await change(`DELETE FROM sessions WHERE id = ${of.sessionId}`)
    return tokenMade(of, Date.now() - twelveHours)
  }),
  withInvalidToken('a token of an ended session', 'ended', async (of) => {
    const now = new Date().toISOString()
    await change(`UPDATE sessions SET ended_at = '${now}' WHERE id = ${of.sessionId}`)
    return tokenMade(of)
  }),
  withInvalidToken('an expired token of an ended session', 'ended', async (of) => {
    const now = new Date().toISOString()
    await change(`UPDATE sessions SET ended_at = '${now}' WHERE id = ${of.sessionId}`)
    return tokenMade(of, Date.now() - twelveHours)
  }),
  withInvalidToken('a token of an unknown session', 'ended', (of) =>
    tokenMade({ ...of, sessionId: 999 }),
  ),
  withInvalidToken('a token without a session', 'ended', (of) => {
    const { sid: _, ...claims } = claimsOf(of)
    return signedClaims(claims)
  }),
  withInvalidToken('a token that names the session of another user', 'ended', async (of) => {
    const { id } = await signedIn('management')
    return tokenMade({ ...of, sessionId: await aSession(id) })
  }),
  withInvalidToken('a token from before the password was changed', 'ended', async (of) => {
    await change(`UPDATE users SET token_version = 1 WHERE id = ${of.userId}`)
    return tokenMade(of)
  }),
  withInvalidToken('a token of a locked user', 'ended', async (of) => {
    await change(`UPDATE users SET locked = 1 WHERE id = ${of.userId}`)
    return tokenMade(of)
  }),
  withInvalidToken('a token of a deleted user', 'ended', async (of) => {
    await change(`DELETE FROM sessions WHERE user_id = ${of.userId}`)
    await change(`DELETE FROM user_roles WHERE user_id = ${of.userId}`)
    await change(`DELETE FROM users WHERE id = ${of.userId}`)
    return tokenMade(of)
  }),
]

/** The ticket that the server issues for the right password while the passkey is missing. */
async function ticketAfter(user: User): Promise<string> {
  return (await json(logIn(user))).error.ticket
}

async function signedInAt(at: number): Promise<string> {
  const { id: userId } = await signedIn('management')
  return tokenMade({ userId, sessionId: await aSession(userId, new Date(at)) }, at)
}

function endOf({ sessionId }: Known, at: number) {
  const expiresAt = new Date(at).toISOString()
  return change(`UPDATE sessions SET expires_at = '${expiresAt}' WHERE id = ${sessionId}`)
}

function tokenMade(of: Known, at = Date.now()): Promise<string> {
  return signToken({ ...of, tokenVersion: 0 }, env.JWT_SECRET, new Date(at))
}
