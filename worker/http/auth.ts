import { eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { commit } from '#worker/db/commit.ts'
import type { Connection } from '#worker/db/connection.ts'
import { write } from '#worker/db/db.ts'
import { sessions } from '#worker/db/schema.ts'
import { rolesOfList } from '#worker/db/user-columns.ts'
import type { Role } from '#worker/domain/codes.ts'
import { sharedWithoutInputMs } from '#worker/domain/device.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv, Session, SignedIn, SignedInUser } from './factory.ts'

/** Twelve hours: a parade day without signing in twice. */
const lifetimeInSeconds = 12 * 60 * 60
const issuer = 'zunft'
/** A token says what it is and for which calls: no other token signed with this key is taken for it. */
const tokenType = 'at+jwt'
const audience = 'zunft-staff'

/** docs/rules.md, "Bist Du es?" */
const confirmedForMs = 10 * 60_000
/** How long after its end a sign-in may still send what was done without a network. */
const lateMs = 72 * 60 * 60_000
/** All other routes refuse in the very millisecond in which the sign-in ends. */
const neverLateMs = -1
/** `last_seen_at` is written at most this often. */
const touchEveryMs = 5 * 60_000

type StaffRight = 'signedIn' | readonly Role[]

/** Who may call a route: the public, every signed-in user, or users with one of the roles. */
export type Right = 'public' | StaffRight

export type TokenClaims = { userId: number; tokenVersion: number; sessionId: number }

/** What a verified token says, and when it expires. */
type SignedClaims = TokenClaims & { endsAt: Date }
type WhyNot = 'expired' | 'ended'

const rights = new WeakMap<object, Right>()
const forLate = new WeakSet<object>()

/** The right that a handler of the router states, for the walk over all routes. */
export function rightOf(handler: object): Right | undefined {
  return rights.get(handler)
}

/** Whether a route takes a sign-in that has been over for a while, for the walk over all routes. */
export function acceptsExpiredSession(handler: object): boolean {
  return forLate.has(handler)
}

/**
 * States who may call the route; others get 401 (no or no valid token) or 403 (wrong role). User and
 * session are read on every request, so a changed role, a lock or a sign-out works with the next one.
 */
export function requireRight(right: Right): MiddlewareHandler<AppEnv> {
  return requirement(right, neverLateMs)
}

// The rights that many routes state.
export const management = requireRight(['management'])
export const readers = requireRight(['management', 'readonly'])
export const helpers = requireRight(['management', 'helper'])
export const anyRole = requireRight(['management', 'readonly', 'helper'])

/**
 * The same, and up to 72 hours after the sign-in ended: a phone without a network sends late what was
 * done in time. The answer to a late sign-in must hold no personal data (`session.isLate`).
 */
export function requireRightOrLate(right: Right): MiddlewareHandler<AppEnv> {
  const handler = requirement(right, lateMs)
  forLate.add(handler)
  return handler
}

function requirement(right: Right, graceMs: number): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    nameAct(c)
    if (right === 'public') return next()
    await beginSignIn(c, right, graceMs)
    // A read may run beside the lookup of the sign-in; its answer waits for it.
    if (!isRead(c)) await signedIn(c)
    await next()
    touchSession(c, await signedIn(c))
  }
  rights.set(handler, right)
  return handler
}

/** One of them is enough. */
export function hasRole(
  { roles }: Pick<SignedInUser, 'roles'>,
  ...wanted: readonly Role[]
): boolean {
  return wanted.some((role) => roles.includes(role))
}

/**
 * For a route whose right depends on what is asked of it; all others use `requireRight`.
 * @param also `recentAuth` = as behind `requireRecentAuth`
 */
export async function authorise(
  c: Context<AppEnv>,
  right: StaffRight,
  also?: 'recentAuth',
): Promise<void> {
  await beginSignIn(c, right, neverLateMs)
  const found = await signedIn(c)
  if (also) assertRecentAuth(found.session, c.get('now'))
  touchSession(c, found)
}

/** Who calls. @throws DomainError AuthenticationError, Forbidden */
export function signedIn(c: Context<AppEnv>): Promise<SignedIn> {
  return c.get('signIn')
}

/** Refuses callers who have not shown password or passkey in the last ten minutes. */
export const requireRecentAuth: MiddlewareHandler<AppEnv> = async (c, next) => {
  assertRecentAuth((await signedIn(c)).session, c.get('now'))
  await next()
}

/** As `requireRecentAuth`, where it depends on what is asked. @throws DomainError ConfirmNeeded */
export function assertRecentAuth({ confirmedAt }: Session, now: Date): void {
  if (Date.parse(confirmedAt) >= now.getTime() - confirmedForMs) return
  const message = 'Bist Du es? Bestätige das mit Deinem Passkey oder Deinem Passwort.'
  throw new DomainError('ConfirmNeeded', message)
}

/** As the history tells it. */
function nameAct(c: Context<AppEnv>): void {
  c.get('audit').act = `${c.req.method} ${c.req.routePath}`
}

const isRead = (c: Context<AppEnv>) => ['GET', 'HEAD'].includes(c.req.method)

// After the answer and without waiting for it; if it fails, the next write does it.
function touchSession(c: Context<AppEnv>, { session }: SignedIn): void {
  const now = c.get('now')
  if (isRead(c) || session.isLate) return
  if (now.getTime() - Date.parse(session.lastSeenAt) < touchEveryMs) return
  const touch = write
    .update(sessions)
    .set({ lastSeenAt: now.toISOString() })
    .where(eq(sessions.id, session.id))
  c.executionCtx.waitUntil(commit(c.get('db'), [touch]).catch(() => undefined))
}

/** The bearer token as it was sent, unverified. */
export function bearerOf(c: Context<AppEnv>): string | undefined {
  return /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
}

/** Verifies the token and begins to read user and session. @throws DomainError AuthenticationError */
async function beginSignIn(c: Context<AppEnv>, right: StaffRight, graceMs: number): Promise<void> {
  const token = bearerOf(c)
  const claims = token && (await verifyToken(token, c.env.JWT_SECRET, c.get('now')))
  if (!claims) throw notSignedIn()
  const { audit, connection, now } = c.var
  audit.via = 'staff'
  audit.userId = claims.userId
  c.set('user', { id: claims.userId })
  c.set('session', { id: claims.sessionId })
  const signIn = readSignIn(connection, claims, right, { now, graceMs })
  // A handler that fails first leaves it without a listener.
  signIn.catch(() => undefined)
  c.set('signIn', signIn)
  connection.allowed = signIn
}

/** @param reason only for tokens whose signature was valid */
function notSignedIn(reason?: WhyNot): DomainError {
  const details = reason && { reason }
  return new DomainError(
    'AuthenticationError',
    'Deine Anmeldung ist abgelaufen.',
    undefined,
    details,
  )
}

type Standing = 'in' | WhyNot | 'forbidden'

type Found = Pick<SignedInUser, 'firstName' | 'lastName' | 'emailAddress'> &
  Pick<Session, 'confirmedAt' | 'lastSeenAt'> & { standing: Standing; roles: string; isLate: 0 | 1 }

// A session that ended long ago is deleted. Of the two ends, of token and session, the earlier counts.
export const signInQuery = `SELECT CASE
    WHEN u.token_version <> ?3 OR u.locked THEN 'ended'
    WHEN s.id IS NULL THEN iif(?4 <= ?5, 'expired', 'ended')
    WHEN s.user_id <> u.id OR s.ended_at IS NOT NULL THEN 'ended'
    WHEN min(?4, s.expires_at) < ?6 THEN 'expired'
    WHEN ?7 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id
      AND instr(?7, ',' || r.role || ',')) THEN 'forbidden'
    ELSE 'in' END AS standing,
  u.first_name AS firstName, u.last_name AS lastName, u.email_address AS emailAddress,
  s.confirmed_at AS confirmedAt, s.last_seen_at AS lastSeenAt, min(?4, s.expires_at) <= ?5 AS isLate,
  (SELECT coalesce(group_concat(r.role), '') FROM user_roles r WHERE r.user_id = u.id) AS roles
  FROM users u LEFT JOIN sessions s ON s.id = ?2 WHERE u.id = ?1`

/** One indexed read. @throws DomainError AuthenticationError, Forbidden */
async function readSignIn(
  connection: Connection,
  { userId, sessionId, tokenVersion, endsAt }: SignedClaims,
  right: StaffRight,
  { now, graceMs }: { now: Date; graceMs: number },
): Promise<SignedIn> {
  const values = [
    userId,
    sessionId,
    tokenVersion,
    endsAt.toISOString(),
    now.toISOString(),
    new Date(now.getTime() - graceMs).toISOString(),
    right === 'signedIn' ? null : `,${right.join()},`,
  ]
  const question = connection.d1.prepare(signInQuery).bind(...values)
  const found = await connection.read(() => question.first<Found>())
  if (!found) throw notSignedIn('ended')
  const { standing, firstName, lastName, emailAddress, confirmedAt, lastSeenAt } = found
  if (standing === 'forbidden') {
    throw new DomainError('Forbidden', 'Dafür fehlt Dir die Berechtigung.')
  }
  if (standing !== 'in') throw notSignedIn(standing)
  return {
    user: { id: userId, firstName, lastName, emailAddress, roles: rolesOfList(found.roles) },
    session: { id: sessionId, confirmedAt, lastSeenAt, isLate: found.isLate === 1 },
  }
}

/**
 * When a session that begins now is over. On a shared device it is the end without further input; the
 * token ends after twelve hours there as well.
 */
export function sessionEnd(now: Date, shared = false): string {
  const lifetimeMs = shared ? sharedWithoutInputMs : lifetimeInSeconds * 1000
  return new Date(now.getTime() + lifetimeMs).toISOString()
}

/** HS256, 12 hours, with the ids of user and session and the user's token version. */
export async function signToken(claims: TokenClaims, secret: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ tv: claims.tokenVersion, sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: tokenType })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(claims.userId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeInSeconds)
    .sign(await keyOf(secret))
}

async function verifyToken(token: string, secret: string, now: Date): Promise<SignedClaims | null> {
  const key = await keyOf(secret)
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: tokenType,
      requiredClaims: ['exp', 'sub', 'tv'],
      currentDate: now,
    })
    return claimsOf(payload)
  } catch (error) {
    // Thrown once signature, algorithm, type, issuer and audience were right.
    return error instanceof errors.JWTExpired ? claimsOf(error.payload) : null
  }
}

/** A claim that is no number becomes -1, the id of no row. */
function claimsOf({ sub, tv, sid, exp = 0 }: JWTPayload): SignedClaims {
  const number = (claim: unknown) => (Number.isSafeInteger(claim) ? Number(claim) : -1)
  return {
    userId: number(Number(sub)),
    tokenVersion: number(tv),
    sessionId: number(sid),
    endsAt: new Date(exp * 1000),
  }
}

/** Of the last secret that was asked for: made once, not for every token. */
let ready: { secret: string; key: Promise<CryptoKey> } | undefined

function keyOf(secret: string): Promise<CryptoKey> {
  if (!secret) throw new Error('JWT_SECRET is not set')
  if (ready?.secret !== secret) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const bytes = new TextEncoder().encode(secret)
    const key = crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
    ready = { secret, key }
  }
  return ready.key
}
