import { eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { sessions } from '#worker/db/schema.ts'
import { rolesOfList } from '#worker/db/user-roles.ts'
import type { Role } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { sharedWithoutInputMs } from '#worker/domain/shared-device.ts'
import { domainErrorOf } from './errors.ts'
import type { AppEnv, Session, SignedIn, SignedInUser, SignInDoor } from './factory.ts'

/** Twelve hours: a parade day without signing in twice. */
const lifetimeInSeconds = 12 * 60 * 60
const issuer = 'zunft'
/** A token says what it is and for which calls: no other token signed with this key is taken for it. */
const tokenType = 'at+jwt'
const audience = 'zunft-staff'

/** docs/rules.md, "Bist Du es?" */
const confirmedForMs = 10 * 60_000
/** How long after its end a sign-in still tells what was done without a network. */
const lateMs = 72 * 60 * 60_000
/** Of every other route: over in the very millisecond of its end. */
const neverLateMs = -1
/** How far behind a session's last writing may be noted. */
const seenEveryMs = 5 * 60_000

/** Who may call a route: everybody, anybody signed in, or the roles named. */
export type Right = 'public' | 'signedIn' | readonly Role[]

export type TokenClaims = { userId: number; tokenVersion: number; sessionId: number }

/** What a token of ours says, and when its time is over. */
type Shown = TokenClaims & { endsAt: Date }
type WhyNot = 'expired' | 'ended'

const rights = new WeakMap<object, Right>()
const forLate = new WeakSet<object>()

/** The right that a handler of the router states, for the walk over all routes. */
export function rightOf(handler: object): Right | undefined {
  return rights.get(handler)
}

/** Whether a route takes a sign-in that has been over for a while, for the walk over all routes. */
export function takesLate(handler: object): boolean {
  return forLate.has(handler)
}

/**
 * States who may call the route and lets nobody else pass: no or no valid token 401, wrong role
 * 403. User and session are read on every request, so a changed role, a lock or a sign-out works at once:
 * with the first that the route itself reads or writes, and of a route that does neither by themselves.
 */
export function allow(right: Right): MiddlewareHandler<AppEnv> {
  return stating(right, neverLateMs)
}

/**
 * The same, also for a sign-in that has been over for 72 hours at most: a phone without a network tells
 * late what was done in time. The answer then holds nothing about anybody (`session.isLate`).
 */
export function allowLate(right: Right): MiddlewareHandler<AppEnv> {
  const handler = stating(right, lateMs)
  forLate.add(handler)
  return handler
}

function stating(right: Right, graceMs: number): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    nameAct(c)
    if (right === 'public') return next()
    await comeToDoor(c, right, graceMs)
    await next()
    // Whatever the route made of it, nobody is answered who was not let in.
    const { isOpen, refusal } = c.get('door')
    if (refusal) throw refusal
    // Its database failed it: what it says tells nothing of anybody, and may be all that is known.
    if (!isOpen && c.error && !domainErrorOf(c.error)) return
    noteSeen(c, await signedIn(c))
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
 * For the rare route whose right depends on what is asked of it; all others use `allow`.
 * @param also what is a part of the right: `confirmed` = as behind `whenConfirmed`
 */
export async function authorise(
  c: Context<AppEnv>,
  right: Exclude<Right, 'public'>,
  also?: 'confirmed',
): Promise<void> {
  await comeToDoor(c, right, neverLateMs)
  if (also) askWhetherConfirmed(c)
  noteSeen(c, await signedIn(c))
}

/** Who calls; asks, where nothing was read or written yet. @throws DomainError of who is not let in */
export async function signedIn(c: Context<AppEnv>): Promise<SignedIn> {
  const door = c.get('door')
  if (!door.isOpen && !door.refusal) await c.get('db').$client.batch([])
  if (!door.found) throw door.refusal ?? notSignedIn()
  return door.found
}

/**
 * Lets nobody pass who has not shown password or passkey in the last ten minutes. Stands right behind
 * `allow`: it is a part of the right.
 */
export const whenConfirmed: MiddlewareHandler<AppEnv> = (c, next) => {
  askWhetherConfirmed(c)
  return next()
}

/** Before the door was asked. */
function askWhetherConfirmed(c: Context<AppEnv>): void {
  c.get('door').values[confirmedSince] = confirmedSinceOf(c.get('now'))
}

const confirmedSinceOf = (now: Date) => new Date(now.getTime() - confirmedForMs).toISOString()

/** As `whenConfirmed`, where it depends on who calls. @throws DomainError ConfirmNeeded */
export function refuseUnconfirmed({ confirmedAt }: Session, now: Date): void {
  if (confirmedAt < confirmedSinceOf(now)) throw confirmNeeded()
}

function confirmNeeded(): DomainError {
  const message = 'Bist Du es? Bestätige das mit Deinem Passkey oder Deinem Passwort.'
  return new DomainError('ConfirmNeeded', message)
}

/** As the history tells it. */
function nameAct(c: Context<AppEnv>): void {
  c.get('audit').act = `${c.req.method} ${c.req.routePath}`
}

// After the answer, and not for what only reads: a GET never writes. Nobody waits for it, and when
// it comes to nothing the next write notes it.
function noteSeen(c: Context<AppEnv>, { session }: SignedIn): void {
  const now = c.get('now')
  if (['GET', 'HEAD'].includes(c.req.method) || session.isLate) return
  if (now.getTime() - Date.parse(session.lastSeenAt) < seenEveryMs) return
  const noting = c
    .get('db')
    .update(sessions)
    .set({ lastSeenAt: now.toISOString() })
    .where(eq(sessions.id, session.id))
  c.executionCtx.waitUntil(noting.then(undefined, () => undefined))
}

/** What stands where a token belongs, whatever it is worth. */
export function bearerOf(c: Context<AppEnv>): string | undefined {
  return /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
}

/** Knows from now on who says that they call; whether it is so, the database is asked on the way. */
async function comeToDoor(
  c: Context<AppEnv>,
  right: Exclude<Right, 'public'>,
  graceMs: number,
): Promise<void> {
  const token = bearerOf(c)
  const shown = token && (await verifyToken(token, c.env.JWT_SECRET, c.get('now')))
  if (!shown) throw notSignedIn()
  const door = doorFor(shown, right, { now: c.get('now'), graceMs })
  c.set('door', door)
  c.set('user', { id: shown.userId })
  c.set('session', { id: shown.sessionId })
  const audit = c.get('audit')
  audit.via = 'staff'
  audit.userId = shown.userId
  audit.door = door
}

/** `reason` is for tokens that were ours alone. */
function notSignedIn(reason?: WhyNot): DomainError {
  const details = reason && { reason }
  return new DomainError(
    'AuthenticationError',
    'Deine Anmeldung ist abgelaufen.',
    undefined,
    details,
  )
}

/** Where `whenConfirmed` says since when, of the values below. */
const confirmedSince = 7

/** What the door says to whoever comes. */
type Standing = 'in' | WhyNot | 'forbidden' | 'unconfirmed'

// A session that is long over is deleted. Of the two ends, of token and session, the earlier counts.
const ofUser = 'FROM users u LEFT JOIN sessions s ON s.id = ?2 WHERE u.id = ?1'
const standing = `CASE
  WHEN u.token_version <> ?3 OR u.locked THEN 'ended'
  WHEN s.id IS NULL THEN iif(?4 <= ?5, 'expired', 'ended')
  WHEN s.user_id <> u.id OR s.ended_at IS NOT NULL THEN 'ended'
  WHEN min(?4, s.expires_at) < ?6 THEN 'expired'
  WHEN ?7 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id
    AND instr(?7, ',' || r.role || ',')) THEN 'forbidden'
  WHEN s.confirmed_at < ?8 THEN 'unconfirmed'
  ELSE 'in' END`
const question = `SELECT ${standing} AS standing, u.first_name AS firstName, u.last_name AS lastName,
  u.email_address AS emailAddress, s.confirmed_at AS confirmedAt, s.last_seen_at AS lastSeenAt,
  min(?4, s.expires_at) <= ?5 AS isLate,
  (SELECT coalesce(group_concat(r.role), '') FROM user_roles r WHERE r.user_id = u.id) AS roles
  ${ofUser}`
const condition = `coalesce((SELECT ${standing} ${ofUser}) = 'in', 0)`

type Found = Pick<SignedInUser, 'firstName' | 'lastName' | 'emailAddress'> &
  Pick<Session, 'confirmedAt' | 'lastSeenAt'> & { standing: Standing; roles: string; isLate: 0 | 1 }

function doorFor(
  { userId, sessionId, tokenVersion, endsAt }: Shown,
  right: Exclude<Right, 'public'>,
  { now, graceMs }: { now: Date; graceMs: number },
): SignInDoor {
  const door: SignInDoor = {
    question,
    condition,
    values: [
      userId,
      sessionId,
      tokenVersion,
      endsAt.toISOString(),
      now.toISOString(),
      new Date(now.getTime() - graceMs).toISOString(),
      right === 'signedIn' ? null : `,${right.join()},`,
      null,
    ],
    isOpen: false,
    judge(row) {
      const found = row as Found | undefined
      const refusal = refusalOf(found?.standing ?? 'ended')
      if (!found || refusal) {
        door.refusal = refusal ?? notSignedIn('ended')
        throw door.refusal
      }
      const { firstName, lastName, emailAddress, confirmedAt, lastSeenAt } = found
      door.isOpen = true
      door.found = {
        user: { id: userId, firstName, lastName, emailAddress, roles: rolesOfList(found.roles) },
        session: { id: sessionId, confirmedAt, lastSeenAt, isLate: found.isLate === 1 },
      }
    },
  }
  return door
}

function refusalOf(standing: Standing): DomainError | null {
  switch (standing) {
    case 'in':
      return null
    case 'forbidden':
      return new DomainError('Forbidden', 'Dafür fehlt Dir die Berechtigung.')
    case 'unconfirmed':
      return confirmNeeded()
    case 'expired':
    case 'ended':
      return notSignedIn(standing)
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

async function verifyToken(token: string, secret: string, now: Date): Promise<Shown | null> {
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
    return shownBy(payload)
  } catch (error) {
    // Thrown once signature, algorithm, type, issuer and audience were right.
    return error instanceof errors.JWTExpired ? shownBy(error.payload) : null
  }
}

/** What is no number of ours names nobody; a token of a time without sessions names none. */
function shownBy({ sub, tv, sid, exp = 0 }: JWTPayload): Shown {
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
