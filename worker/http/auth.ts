import { and, eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { jwtVerify, SignJWT } from 'jose'
import type { Db } from '#worker/db/db.ts'
import { users } from '#worker/db/schema.ts'
import { rolesOfUser } from '#worker/db/user-roles.ts'
import type { Role } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv, SignedInUser } from './factory.ts'

/** Twelve hours: a parade day without signing in twice. */
const lifetimeInSeconds = 12 * 60 * 60
const issuer = 'zunft'

/** Who may call a route: everybody, anybody signed in, or the roles named. */
export type Right = 'public' | 'signedIn' | readonly Role[]

type TokenClaims = { userId: number; tokenVersion: number }

const rights = new WeakMap<object, Right>()

/** The right that a handler of the router states, for the walk over all routes. */
export function rightOf(handler: object): Right | undefined {
  return rights.get(handler)
}

/**
 * States who may call the route and lets nobody else pass: no or no valid token 401, wrong role
 * 403. The user row is read on every request, so a changed role or a lock works at once.
 */
export function allow(right: Right): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await authorise(c, right)
    await next()
  }
  rights.set(handler, right)
  return handler
}

/** For the rare route whose right depends on what is asked of it; all others use `allow`. */
export async function authorise(c: Context<AppEnv>, right: Right): Promise<void> {
  const audit = c.get('audit')
  audit.act = `${c.req.method} ${c.req.routePath}`
  if (right === 'public') return
  const user = await authenticate(c)
  if (right !== 'signedIn' && !right.some((role) => user.roles.includes(role))) {
    throw new DomainError('Forbidden', 'Dafür fehlt Dir die Berechtigung.')
  }
  c.set('user', user)
  audit.via = 'staff'
  audit.userId = user.id
}

async function authenticate(c: Context<AppEnv>): Promise<SignedInUser> {
  const token = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
  const claims = token && (await verifyToken(token, c.env.JWT_SECRET, c.get('now')))
  const user = claims && (await findUserOfToken(c.get('db'), claims))
  if (!user) throw new DomainError('AuthenticationError', 'Deine Anmeldung ist abgelaufen.')
  return user
}

async function findUserOfToken(db: Db, claims: TokenClaims): Promise<SignedInUser | null> {
  const { userId, tokenVersion } = claims
  const [row] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      emailAddress: users.emailAddress,
      roles: rolesOfUser,
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.tokenVersion, tokenVersion), eq(users.locked, false)))
  return row ?? null
}

/** HS256, 12 hours, with the user's id and token version. */
export function signToken(claims: TokenClaims, secret: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ tv: claims.tokenVersion })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(String(claims.userId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeInSeconds)
    .sign(keyOf(secret))
}

async function verifyToken(token: string, secret: string, now: Date): Promise<TokenClaims | null> {
  const key = keyOf(secret)
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      requiredClaims: ['exp', 'sub', 'tv'],
      currentDate: now,
    })
    return { userId: Number(payload.sub), tokenVersion: Number(payload.tv) }
  } catch {
    return null
  }
}

function keyOf(secret: string): Uint8Array {
  if (!secret) throw new Error('JWT_SECRET is not set')
  return new TextEncoder().encode(secret)
}
