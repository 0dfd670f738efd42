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
function known(...roles: Role[]): Caller {
  const token = async () => (await signedIn(...roles)).token
  return { name: roles.join(' and ') || 'somebody without a role', roles, token }
}

/** A user whose session ended less than 72 hours ago. */
function late(
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
function worthless(
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

const sealed = (claims: JWTPayload, typ = 'at+jwt') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).sign(key())

const change = (statement: string) => env.DB.exec(statement)

/** All kinds of callers; add a row for each further way in which a session can end. */
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
    isUnconfirmed: true,
    token: () => signedInAt(Date.now() - twelveHours + 1000),
  },
  {
    ...known('management'),
    name: 'management ten minutes after the password',
    token: () => signedInAt(Date.now() - 10 * minute),
  },
  {
    ...known('management'),
    name: 'management a moment later',
    isUnconfirmed: true,
    token: () => signedInAt(Date.now() - 10 * minute - 1),
  },

  // Tokens that the server never issued: the response gives no reason.
  worthless('a token of another key', undefined, ({ userId, sessionId }) =>
    signToken({ userId, sessionId, tokenVersion: 0 }, 'another key of somebody else', new Date()),
  ),
  worthless('an expired token of another key', undefined, ({ userId, sessionId }) =>
    signToken(
      { userId, sessionId, tokenVersion: 0 },
      'another key of somebody else',
      new Date(Date.now() - twelveHours),
    ),
  ),
  worthless('a token without a signature (alg: none)', undefined, (of) =>
    new UnsecuredJWT(claimsOf(of)).encode(),
  ),
  worthless('a token of another algorithm', undefined, (of) =>
    new SignJWT(claimsOf(of)).setProtectedHeader({ alg: 'HS512' }).sign(key()),
  ),
  worthless('a token of another issuer', undefined, (of) =>
    sealed({ ...claimsOf(of), iss: 'elsewhere' }),
  ),
  worthless('a token for other calls', undefined, (of) =>
    sealed({ ...claimsOf(of), aud: 'zunft-orders' }),
  ),
  worthless('a token of another type', undefined, (of) => sealed(claimsOf(of), 'JWT')),
  worthless('a token that never ends', undefined, (of) => {
    const { exp: _, ...claims } = claimsOf(of)
    return sealed(claims)
  }),
  worthless('a token whose claims were changed under its signature', undefined, async (of) => {
    const [head, , signature] = (await sealed(claimsOf(of))).split('.')
    const claims = Buffer.from(JSON.stringify({ ...claimsOf(of), sid: of.sessionId - 1 }))
    return [head, claims.toString('base64url'), signature].join('.')
  }),
  worthless('the ticket of a password whose passkey is missing', undefined, async () => {
    const user = await aUser()
    await aPasskey(user)
    return ticketAfter(user)
  }),
  worthless('the ticket of a password whose first passkey is missing', undefined, async () => {
    await change('UPDATE guild_settings SET passkeys_required = 1')
    configure({ ENVIRONMENT: 'preview' })
    return ticketAfter(await aUser())
  }),
  worthless('words that are no token', undefined, () => 'Narri.Narro.2027'),

  // Tokens that the server issued: the response gives the reason.
  late('a token of twelve hours', (of) => tokenMade(of, Date.now() - twelveHours)),
  late('a token that has been over for 72 hours', (of) => tokenMade(of, longAgo())),
  late("a helper's token that is over", (of) => tokenMade(of, longAgo()), ['helper']),
  late('a token of somebody who looks, and is over', (of) => tokenMade(of, longAgo()), [
    'readonly',
  ]),
  worthless('a token that has been over for a second longer', 'expired', (of) =>
    tokenMade(of, longAgo() - 1000),
  ),
  late('a token whose session is over before it', async (of) => {
    await endOf(of, Date.now())
    return tokenMade(of)
  }),
  late('a token whose session was over 72 hours before it', async (of) => {
    await endOf(of, Date.now() - threeDays)
    return tokenMade(of)
  }),
  worthless('a token whose session was over a moment longer', 'expired', async (of) => {
    await endOf(of, Date.now() - threeDays - 1)
    return tokenMade(of)
  }),
  worthless('an old token whose session was deleted since', 'expired', async (of) => {
    await change(`DELETE FROM sessions WHERE id = ${of.sessionId}`)
    return tokenMade(of, Date.now() - twelveHours)
  }),
  worthless('a session that was ended', 'ended', async (of) => {
    const now = new Date().toISOString()
    await change(`UPDATE sessions SET ended_at = '${now}' WHERE id = ${of.sessionId}`)
    return tokenMade(of)
  }),
  worthless('a session that was ended, and is over as well', 'ended', async (of) => {
    const now = new Date().toISOString()
    await change(`UPDATE sessions SET ended_at = '${now}' WHERE id = ${of.sessionId}`)
    return tokenMade(of, Date.now() - twelveHours)
  }),
  worthless('a session that is not there', 'ended', (of) => tokenMade({ ...of, sessionId: 999 })),
  worthless('a token without a session', 'ended', (of) => {
    const { sid: _, ...claims } = claimsOf(of)
    return sealed(claims)
  }),
  worthless('the session of somebody else', 'ended', async (of) => {
    const { id } = await signedIn('management')
    return tokenMade({ ...of, sessionId: await aSession(id) })
  }),
  worthless('a token from before the password was changed', 'ended', async (of) => {
    await change(`UPDATE users SET token_version = 1 WHERE id = ${of.userId}`)
    return tokenMade(of)
  }),
  worthless('a locked user', 'ended', async (of) => {
    await change(`UPDATE users SET locked = 1 WHERE id = ${of.userId}`)
    return tokenMade(of)
  }),
  worthless('a user who is no more', 'ended', async (of) => {
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
