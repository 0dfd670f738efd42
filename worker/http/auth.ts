import { eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Db } from '#worker/db/db.ts'
import { sessions, users } from '#worker/db/schema.ts'
import { rolesOfUser } from '#worker/db/user-roles.ts'
import type { Role } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv, Session, SignedInUser } from './factory.ts'

/** Twelve hours: a parade day without signing in twice. */
const lifetimeInSeconds = 12 * 60 * 60
const issuer = 'zunft'

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
 * 403. User and session are read on every request, so a changed role, a lock or a sign-out works at once.
 */
export function allow(right: Right): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await authorise(c, right)
    await next()
  }
  rights.set(handler, right)
  return handler
}

/**
 * The same, also for a sign-in that has been over for 72 hours at most: a phone without a network tells
 * late what was done in time. The answer then holds nothing about anybody (`session.isLate`).
 */
export function allowLate(right: Right): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await authorise(c, right, lateMs)
    await next()
  }
  rights.set(handler, right)
  forLate.add(handler)
  return handler
}

/** One of them is enough. */
export function hasRole(
  { roles }: Pick<SignedInUser, 'roles'>,
  ...wanted: readonly Role[]
): boolean {
  return wanted.some((role) => roles.includes(role))
}

/** For the rare route whose right depends on what is asked of it; all others use `allow`. */
export async function authorise(
  c: Context<AppEnv>,
  right: Right,
  graceMs = neverLateMs,
): Promise<void> {
  const audit = c.get('audit')
  audit.act = `${c.req.method} ${c.req.routePath}`
  if (right === 'public') return
  const { user, session } = await authenticate(c, graceMs)
  if (right !== 'signedIn' && !hasRole(user, ...right)) {
    throw new DomainError('Forbidden', 'Dafür fehlt Dir die Berechtigung.')
  }
  c.set('user', user)
  c.set('session', session)
  audit.via = 'staff'
  audit.userId = user.id
  if (!['GET', 'HEAD'].includes(c.req.method) && !session.isLate) noteSeen(c, session)
}

/** @throws DomainError ConfirmNeeded unless password or passkey were shown in the last ten minutes */
export function requireConfirmed(c: Context<AppEnv>): void {
  const since = c.get('now').getTime() - Date.parse(c.get('session').confirmedAt)
  if (since <= confirmedForMs) return
  throw new DomainError('ConfirmNeeded', 'Bist Du es? Bestätige das mit Deinem Passwort.')
}

/** Stands right behind `allow`: it is a part of the right. */
export const whenConfirmed: MiddlewareHandler<AppEnv> = async (c, next) => {
  requireConfirmed(c)
  await next()
}

// After the answer, and not for what only reads: a GET never writes. Nobody waits for it, and when
// it comes to nothing the next write notes it.
function noteSeen(c: Context<AppEnv>, { id, lastSeenAt }: Session): void {
  const now = c.get('now')
  if (now.getTime() - Date.parse(lastSeenAt) < seenEveryMs) return
  const noting = c
    .get('db')
    .update(sessions)
    .set({ lastSeenAt: now.toISOString() })
    .where(eq(sessions.id, id))
  c.executionCtx.waitUntil(noting.then(undefined, () => undefined))
}

/** What stands where a token belongs, whatever it is worth. */
export function bearerOf(c: Context<AppEnv>): string | undefined {
  return /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
}

async function authenticate(
  c: Context<AppEnv>,
  graceMs: number,
): Promise<{ user: SignedInUser; session: Session }> {
  const token = bearerOf(c)
  const shown = token && (await verifyToken(token, c.env.JWT_SECRET, c.get('now')))
  if (!shown) throw notSignedIn()
  const found = await findSignedIn(c.get('db'), shown, c.get('now'), graceMs)
  if (typeof found === 'string') throw notSignedIn(found)
  return found
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

async function findSignedIn(
  db: Db,
  { userId, tokenVersion, sessionId, endsAt }: Shown,
  now: Date,
  graceMs: number,
): Promise<{ user: SignedInUser; session: Session } | WhyNot> {
  const [row] = await db
    .select({
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        emailAddress: users.emailAddress,
        roles: rolesOfUser,
      },
      tokenVersion: users.tokenVersion,
      locked: users.locked,
      session: {
        id: sessions.id,
        confirmedAt: sessions.confirmedAt,
        lastSeenAt: sessions.lastSeenAt,
      },
      userId: sessions.userId,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.endedAt,
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.id, sessionId))
    .where(eq(users.id, userId))
  if (!row || row.tokenVersion !== tokenVersion || row.locked) return 'ended'
  const { user, session } = row
  // Sessions that are long over are deleted.
  if (!session) return endsAt <= now ? 'expired' : 'ended'
  if (row.userId !== userId || row.endedAt !== null) return 'ended'
  // The earlier of the two ends it.
  const overForMs = now.getTime() - Math.min(endsAt.getTime(), Date.parse(row.expiresAt ?? ''))
  if (!(overForMs <= graceMs)) return 'expired'
  return { user, session: { ...session, isLate: overForMs >= 0 } }
}

/** When a session that begins now is over. */
export function sessionEnd(now: Date): string {
  return new Date(now.getTime() + lifetimeInSeconds * 1000).toISOString()
}

/** HS256, 12 hours, with the ids of user and session and the user's token version. */
export function signToken(claims: TokenClaims, secret: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ tv: claims.tokenVersion, sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(String(claims.userId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeInSeconds)
    .sign(keyOf(secret))
}

async function verifyToken(token: string, secret: string, now: Date): Promise<Shown | null> {
  const key = keyOf(secret)
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      requiredClaims: ['exp', 'sub', 'tv'],
      currentDate: now,
    })
    return shownBy(payload)
  } catch (error) {
    // Thrown once signature, algorithm and issuer were right.
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

function keyOf(secret: string): Uint8Array {
  if (!secret) throw new Error('JWT_SECRET is not set')
  return new TextEncoder().encode(secret)
}
