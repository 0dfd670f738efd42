import type { Context } from 'hono'
import { createFactory } from 'hono/factory'
import type { Audit, Connection } from '#worker/db/connection.ts'
import type { Db } from '#worker/db/db.ts'
import type { Role } from '#worker/domain/codes.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { Env } from '#worker/env.ts'

/** Who calls, as the database knows them. */
export type SignedIn = { user: SignedInUser; session: Session }

export type SignedInUser = {
  id: number
  firstName: string
  lastName: string
  emailAddress: string
  roles: Role[]
}

/** The sign-in that a request comes from; instants. */
export type Session = {
  id: number
  confirmedAt: string
  lastSeenAt: string
  /** It is over, and let in by the one route that waits for late ones. */
  isLate: boolean
}

export type AppEnv = {
  Bindings: Env
  Variables: {
    db: Db
    /** The way to the database: its attempts, and whether something may be stored. */
    connection: Connection
    /** Of the log, the history and the header X-Request-Id alike. */
    requestId: string
    /** Who writes, as far as it is known: `requireRight` adds the route and the user. */
    audit: Audit
    /** The one clock of a request. */
    now: Date
    /** Today's calendar day in Europe/Berlin. */
    today: Day
    /** The answer is the app's own page: it carries its file's headers and no others. */
    isPage: boolean
    /** Set by `requireRight` from the token, on every route that is not public. */
    user: Pick<SignedInUser, 'id'>
    session: Pick<Session, 'id'>
    /** Read from the database; a handler of a GET may run before it is there. */
    signIn: Promise<SignedIn>
  }
}

export const factory = createFactory<AppEnv>()

/** Local development: plain HTTP, no deployed guild, no passkey required. */
export const isLocal = ({ env }: { env: Env }): boolean => env.ENVIRONMENT === 'local'

const hourInMs = 60 * 60_000
/** Of the last request: in Germany a day begins with an hour. */
let last: { hour: number; today: Day } | undefined

/** The one clock and the one source of ids; everything below takes them as arguments. */
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

/** APP_ORIGIN, or on one's own machine the address the request came to; "" = there is none. */
export function publicAddress(c: Context<AppEnv>): string {
  if (URL.canParse(c.env.APP_ORIGIN)) return new URL(c.env.APP_ORIGIN).origin
  return isLocal(c) && !c.env.APP_ORIGIN ? new URL(c.req.url).origin : ''
}
