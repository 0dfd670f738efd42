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
import { capabilities } from '#worker/domain/rights.ts'
import type { AppEnv, Session, SignedIn, SignedInUser } from './factory.ts'

/** How long a token is valid: twelve hours, so that a parade day takes no second sign-in. */
const lifetimeInSeconds = 12 * 60 * 60
const issuer = 'zunft'
/** Type and audience, so that no other token signed with this key is accepted. */
const tokenType = 'at+jwt'
const audience = 'zunft-staff'

/** How long a confirmation of identity counts (docs/rules.md, "Bist Du es?"). */
const confirmedForMs = 10 * 60_000
/** How long after its end a session may still send acts that were made offline. */
const lateGraceMs = 72 * 60 * 60_000
/** The grace of all other routes: a session is invalid from the millisecond of its end on. */
const noGraceMs = -1
/** `last_seen_at` is written at most this often. */
const touchEveryMs = 5 * 60_000

type StaffRight = 'signedIn' | readonly Role[]

/** Who may call a route: the public, every signed-in user, or users with one of the roles. */
export type Right = 'public' | StaffRight

export type TokenClaims = { userId: number; tokenVersion: number; sessionId: number }

/** The claims of a verified token, and its expiry. */
type SignedClaims = TokenClaims & { endsAt: Date }
type SignInProblem = 'expired' | 'ended'

const rights = new WeakMap<object, Right>()
const lateHandlers = new WeakSet<object>()

/** The right stated by a handler, for the test that walks all routes. */
export function rightOf(handler: object): Right | undefined {
  return rights.get(handler)
}

/** Whether a route accepts an expired session, for the test that walks all routes. */
export function acceptsExpiredSession(handler: object): boolean {
  return lateHandlers.has(handler)
}

/**
 * Middleware that states who may call the route; others get 401 (no or invalid token) or 403 (wrong role). User
 * and session are read for every request, so that a changed role, a lock or a sign-out applies to the next one.
 */
export function requireRight(right: Right): MiddlewareHandler<AppEnv> {
  return requirement(right, noGraceMs)
}

// Rights shared by many routes.
export const management = requireRight(capabilities.manage)
export const readers = requireRight(capabilities.read)
export const treasurers = requireRight(capabilities.keepTreasury)
export const secretaries = requireRight(capabilities.keepMembers)
export const memberWriters = requireRight(capabilities.changeMembers)
export const costumeKeepers = requireRight(capabilities.keepCostumes)
export const paradeKeepers = requireRight(capabilities.keepParades)
export const helpers = requireRight(capabilities.checkIn)
export const cashTakers = requireRight(capabilities.takeCash)
export const undoers = requireRight(capabilities.write)
export const anyRole = requireRight(capabilities.seeParades)

/**
 * Like `requireRight`, but also accepts a session for 72 hours after its end, since a phone without a network
 * sends acts late. The response to an expired session must not contain personal data (`session.isLate`).
 */
export function requireRightWithGrace(right: Right): MiddlewareHandler<AppEnv> {
  const handler = requirement(right, lateGraceMs)
  lateHandlers.add(handler)
  return handler
}

function requirement(right: Right, graceMs: number): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    setAuditRoute(c)
    if (right === 'public') return next()
    await beginSignIn(c, right, graceMs)
    // A read runs beside the lookup of the session; its response waits for it.
    if (!isRead(c)) await signedIn(c)
    await next()
    touchSession(c, await signedIn(c))
  }
  rights.set(handler, right)
  return handler
}

/**
 * For a route whose right depends on the request; all others use `requireRight`. With `recentAuth` it also
 * rejects users who have not confirmed their identity within ten minutes.
 */
export async function authorise(
  c: Context<AppEnv>,
  right: StaffRight,
  also?: 'recentAuth',
): Promise<void> {
  await beginSignIn(c, right, noGraceMs)
  const found = await signedIn(c)
  if (also) assertRecentAuth(found.session, c.get('now'))
  touchSession(c, found)
}

/** The signed-in user and session. @throws DomainError AuthenticationError, Forbidden */
export function signedIn(c: Context<AppEnv>): Promise<SignedIn> {
  return c.get('signIn')
}

/** Rejects users who have not confirmed their identity by password or passkey within ten minutes. */
export const requireRecentAuth: MiddlewareHandler<AppEnv> = async (c, next) => {
  assertRecentAuth((await signedIn(c)).session, c.get('now'))
  await next()
}

/** `requireRecentAuth` for routes where only some requests need it. @throws DomainError ConfirmNeeded */
export function assertRecentAuth({ confirmedAt }: Session, now: Date): void {
  if (Date.parse(confirmedAt) >= now.getTime() - confirmedForMs) return
  const message = 'Bist Du es? Bestätige das mit Deinem Passkey oder Deinem Passwort.'
  throw new DomainError('ConfirmNeeded', message)
}

/** Names method and route as the act of the request's lines in the history. */
function setAuditRoute(c: Context<AppEnv>): void {
  c.get('audit').act = `${c.req.method} ${c.req.routePath}`
}

const isRead = (c: Context<AppEnv>) => ['GET', 'HEAD'].includes(c.req.method)

// Stores when the session was last used, after the response; if that fails, the user's next write stores it.
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

/** The bearer token of the request, unverified. */
export function bearerOf(c: Context<AppEnv>): string | undefined {
  return /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
}

/** Verifies the token and starts reading user and session. @throws DomainError AuthenticationError */
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
  // If the handler fails first, no one awaits this promise; avoid an unhandled rejection.
  signIn.catch(() => undefined)
  c.set('signIn', signIn)
  connection.allowed = signIn
}

/** The error for a request without a valid session. A token without a valid signature gets no `reason`. */
function notSignedIn(reason?: SignInProblem): DomainError {
  const details = reason && { reason }
  return new DomainError(
    'AuthenticationError',
    'Deine Anmeldung ist abgelaufen.',
    undefined,
    details,
  )
}

type SignInState = 'in' | SignInProblem | 'forbidden'

type Found = Pick<SignedInUser, 'firstName' | 'lastName' | 'emailAddress'> &
  Pick<Session, 'confirmedAt' | 'lastSeenAt'> & {
    standing: SignInState
    roles: string
    isLate: 0 | 1
  }

// ?4 is the token's end, ?5 now, ?6 now less the grace period. Of token and session the earlier end counts. Old
// sessions are deleted: one that is no longer stored is 'expired' if the token has run out too, else 'ended'.
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

/** Reads user, roles and session in one indexed read. @throws DomainError AuthenticationError, Forbidden */
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
 * When a session that begins now ends. On a shared device each input extends it; the token still expires after
 * twelve hours.
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
    // `JWTExpired` is thrown only after signature, algorithm, type, issuer and audience were verified.
    return error instanceof errors.JWTExpired ? claimsOf(error.payload) : null
  }
}

/** A claim that is not a number becomes -1, which is no id. */
function claimsOf({ sub, tv, sid, exp = 0 }: JWTPayload): SignedClaims {
  const number = (claim: unknown) => (Number.isSafeInteger(claim) ? Number(claim) : -1)
  return {
    userId: number(Number(sub)),
    tokenVersion: number(tv),
    sessionId: number(sid),
    endsAt: new Date(exp * 1000),
  }
}

/** The imported key of the last secret, cached. */
let cachedKey: { secret: string; key: Promise<CryptoKey> } | undefined

function keyOf(secret: string): Promise<CryptoKey> {
  if (!secret) throw new Error('JWT_SECRET is not set')
  if (cachedKey?.secret !== secret) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const bytes = new TextEncoder().encode(secret)
    const key = crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
    cachedKey = { secret, key }
  }
  return cachedKey.key
}
