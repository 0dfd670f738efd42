import type { Context } from 'hono'
import { createFactory } from 'hono/factory'
import type { Audit, Connection } from '#worker/db/connection.ts'
import type { Db } from '#worker/db/db.ts'
import type { Role } from '#worker/domain/codes.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { Env } from '#worker/env.ts'

/** The calling user and session, as read from the database. */
export type SignedIn = { user: SignedInUser; session: Session }

export type SignedInUser = {
  id: number
  firstName: string
  lastName: string
  emailAddress: string
  roles: Role[]
}

/** The session of a request; `confirmedAt` and `lastSeenAt` are instants. */
export type Session = {
  id: number
  confirmedAt: string
  lastSeenAt: string
  /** The session has ended; only accepted by the route for late acts. */
  isLate: boolean
}

export type AppEnv = {
  Bindings: Env
  Variables: {
    db: Db
    /** The connection to the database, which knows attempts and possible writes. */
    connection: Connection
    /** Identifies the request in log, history and the header X-Request-Id. */
    requestId: string
    /** The author for the history; `requireRight` adds route and user. */
    audit: Audit
    /** The one clock of a request. */
    now: Date
    /** Today's calendar day in Europe/Berlin. */
    today: Day
    /** Whether the response is the staff app's page, which keeps the headers of the file it is read from. */
    isPage: boolean
    /** Set by `requireRight` from the token, on every route that is not public. */
    user: Pick<SignedInUser, 'id'>
    session: Pick<Session, 'id'>
    /** User and session as read from the database; the handler of a GET may run before this promise resolves. */
    signIn: Promise<SignedIn>
  }
}

export const factory = createFactory<AppEnv>()

/**
 * Whether the app runs in local development: it speaks plain HTTP, so cookies have no __Secure- prefix, and
 * management needs no passkey.
 */
export const isLocal = ({ env }: { env: Env }): boolean => env.ENVIRONMENT === 'local'

const hourInMs = 60 * 60_000
/** Today's day, cached for the current hour: a day in Germany begins on the hour. */
let last: { hour: number; today: Day } | undefined

/** The only source of the current time; all other code takes it as an argument. */
export function clock(): { now: Date; today: Day } {
  const now = new Date()
  const hour = Math.floor(now.getTime() / hourInMs)
  if (last?.hour !== hour) last = { hour, today: berlinDay(now) }
  return { now, today: last.today }
}

/** 128 random bits, in 32 hexadecimal digits. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** APP_ORIGIN, or the address of the request in local development; "" when there is none. */
export function publicAddress(c: Context<AppEnv>): string {
  if (URL.canParse(c.env.APP_ORIGIN)) return new URL(c.env.APP_ORIGIN).origin
  return isLocal(c) && !c.env.APP_ORIGIN ? new URL(c.req.url).origin : ''
}
