import { and, desc, eq, gt, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type ConstraintErrors, commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { passkeyChallenges, sessions, users } from '#worker/db/schema.ts'
import { sessionEnd, signToken } from '#worker/http/auth.ts'
import type { OwnSession } from './auth.contract.ts'
import { saveKnownBrowser } from './notices.queries.ts'
import type { SignInContext } from './sign-in-context.ts'

/** A user as read before the sign-in. */
type SigningIn = {
  userId: number
  tokenVersion: number
  /** `accountUnchanged`: the error when the user was locked or got another password since they were read. */
  constraintErrors: ConstraintErrors & { accountUnchanged: () => Error }
} & Device

/** The properties of a session's device. */
export type Device = { device: string; shared: boolean }

/**
 * Starts the session of a user whose password or passkey was right. The statements of `beside` are sent in the same
 * commit.
 * @returns the access token
 */
export async function startSession(
  context: SignInContext,
  { userId, tokenVersion, constraintErrors, ...device }: SigningIn,
  beside: readonly BatchItem<'sqlite'>[] = [],
): Promise<string> {
  const { db, secret, now, browser } = context
  const isAsRead = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId}
    AND ${users.tokenVersion} = ${tokenVersion} AND ${users.locked} = 0)`
  setAuditUser(context, userId)
  const [, [started], , notices] = await commit(
    db,
    [
      guard('accountUnchanged', isAsRead),
      insertSession(userId, device, now),
      sessionEvent(sql`last_insert_rowid()`),
      ...saveKnownBrowser({ userId, key: browser.key, now }),
      ...beside,
    ],
    constraintErrors,
  )
  browser.remember()
  if (notices.length > 0) context.sendMails(userId)
  return signToken({ userId, tokenVersion, sessionId: started?.id ?? 0 }, secret, now)
}

type PasswordReset = {
  userId: number
  /** Whether the link is still valid. */
  isOpen: SQL
  constraintErrors: ConstraintErrors & { linkOpen: () => Error }
  /** The new password's hash. */
  to: string
} & Device

/** Sets a new password by a link and starts a session; all older sessions end, passkeys are kept. */
export async function startSessionAfterReset(
  context: SignInContext,
  { userId, isOpen, constraintErrors, to, ...device }: PasswordReset,
  beside: readonly BatchItem<'sqlite'>[],
): Promise<string> {
  const { db, secret, now, browser } = context
  setAuditUser(context, userId)
  const [, [started], , , , [renewed]] = await commit(
    db,
    [
      guard('linkOpen', isOpen),
      insertSession(userId, device, now),
      sessionEvent(sql`last_insert_rowid()`),
      ...saveKnownBrowser({ userId, key: browser.key, now }),
      write
        .update(users)
        .set({ passwordHash: to, tokenVersion: sql`${users.tokenVersion} + 1` })
        .where(eq(users.id, userId))
        .returning({ tokenVersion: users.tokenVersion }),
      ...endSessionsOf(userId, now, newestOf(userId)),
      ...beside,
    ],
    constraintErrors,
  )
  browser.remember()
  const claims = { userId, tokenVersion: renewed?.tokenVersion ?? 0, sessionId: started?.id ?? 0 }
  return signToken(claims, secret, now)
}

/**
 * The session of a user inserted by the statement before. For a commit: the first statement returns the
 * session's id.
 */
export function firstSession({ userId, now, ...device }: { userId: SQL; now: Date } & Device) {
  return [insertSession(userId, device, now), sessionEvent(sql`last_insert_rowid()`)] as const
}

// Names the user who signs in as author for the history: before, the request had none.
function setAuditUser({ audit }: SignInContext, userId: number): void {
  audit.via = 'staff'
  audit.userId = userId
}

function insertSession(userId: number | SQL, { device, shared }: Device, now: Date) {
  const at = now.toISOString()
  return write
    .insert(sessions)
    .values({
      userId,
      device,
      shared,
      createdAt: at,
      lastSeenAt: at,
      confirmedAt: at,
      expiresAt: sessionEnd(now, shared),
    })
    .returning({ id: sessions.id })
}

function newestOf(userId: number): SQL {
  return sql`(SELECT max(id) FROM sessions WHERE user_id = ${userId})`
}

/** A line of the history; the route says whether the session began or ended. */
function sessionEvent(id: number | SQL, onlyIf?: SQL) {
  return recordEvent({ entity: 'session', entityId: id, ...(onlyIf && { onlyIf }) })
}

/**
 * Ends all sessions of this user and deletes their challenges and waiver, so that a sign-in in progress has to
 * start again.
 */
export function endSessionsOf(userId: number, now: Date, except?: number | SQL) {
  return [
    endSessions(userId, now, except),
    write.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId)),
  ] as const
}

/** Ends all sessions of this user but the session `except`, if given. */
export function endSessions(userId: number, now: Date, except?: number | SQL) {
  const isOpen = and(eq(sessions.userId, userId), isNull(sessions.endedAt))
  return write
    .update(sessions)
    .set({ endedAt: now.toISOString() })
    .where(except === undefined ? isOpen : and(isOpen, ne(sessions.id, except)))
}

/** Ends all sessions but the current one. */
export async function endOtherSessions(db: Db, userId: number, here: number, now: Date) {
  await commit(db, [endSessions(userId, now, here), sessionEvent(here, sql`changes() > 0`)])
}

/** Ends a session of this user. @returns whether it existed */
export async function endSession(db: Db, userId: number, id: number, now: Date): Promise<boolean> {
  const [ended] = await commit(db, [
    write
      .update(sessions)
      .set({ endedAt: now.toISOString() })
      .where(
        and(
          eq(sessions.id, id),
          eq(sessions.userId, userId),
          isNull(sessions.endedAt),
          gt(sessions.expiresAt, now.toISOString()),
        ),
      ),
    sessionEvent(id, sql`changes() > 0`),
  ])
  return ended.meta.changes > 0
}

/** Records that the user confirmed their identity. */
export function confirmSession(id: number, now: Date) {
  return write
    .update(sessions)
    .set({ confirmedAt: now.toISOString() })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
}

/**
 * Extends a session on a shared device after input; other sessions are not changed.
 * @param at the time of the input; an older report does not shorten the session
 */
export function recordInput(id: number, at: Date) {
  const until = sessionEnd(at, true)
  return write
    .update(sessions)
    .set({ expiresAt: until })
    .where(
      and(
        eq(sessions.id, id),
        sessions.shared,
        isNull(sessions.endedAt),
        lt(sessions.expiresAt, until),
      ),
    )
}

/** The open sessions of this user. */
export async function findSessions(
  db: Db,
  userId: number,
  here: number,
  now: Date,
): Promise<OwnSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      device: sessions.device,
      shared: sessions.shared,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now.toISOString()),
        isNull(sessions.endedAt),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
  return rows.map((row) => ({ ...row, current: row.id === here }))
}
