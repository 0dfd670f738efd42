import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type ConstraintErrors, commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { passkeyChallenges, users } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { notFoundError, orNotFound } from '#worker/http/validate.ts'
import { deleteKnownBrowsers } from './notices.queries.ts'
import { endSessionsOf } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'
import { closeLinks, newLink, type UserLink } from './user-links.ts'
import type { NewUser, User, UserChange } from './users.contract.ts'
import {
  findUser,
  idOfAddress,
  insertUser,
  managementLeft,
  setRoles,
  updateUser,
} from './users.queries.ts'

type Context = Pick<SignInContext, 'db' | 'now'>

/** A user, and the link that is sent to them, if any. */
type Saved = { user: User; link: UserLink | undefined }

/** Creates a user and their invitation in one commit. */
export async function inviteUser(given: NewUser, { db, now }: Context): Promise<Saved> {
  const whose = idOfAddress(given.emailAddress)
  const [[created], , [link]] = await commit(
    db,
    [...insertUser(given, now), ...newLink(whose, now)],
    constraintErrors,
  )
  const user = { ...given, id: created?.id ?? 0, locked: false, invited: true }
  return { user: { ...user, lastSeenAt: null, passkeys: 0, waivedUntil: null }, link }
}

/**
 * Changes the given fields. A lock ends all sessions. Users cannot lock themselves or remove their own role
 * management, and one user with that role must remain, also when two lock each other at once.
 */
export async function changeUser(
  id: number,
  change: UserChange,
  { db, now, by }: Context & { by: number },
): Promise<Saved> {
  const losesManagement = change.roles !== undefined && !change.roles.includes('management')
  if (id === by && (change.locked || losesManagement)) throw ownAccountError()
  const stored = orNotFound(await findUser(db, id, now))
  const moves = change.emailAddress !== undefined && change.emailAddress !== stored.emailAddress
  const isLocked = change.locked ?? stored.locked
  // A new invitation replaces the link sent to the old address, which may have been a typing error.
  const isReinvited = moves && stored.invited && !isLocked
  const rest: BatchItem<'sqlite'>[] = [
    ...(change.roles ? setRoles(id, change.roles) : []),
    ...(change.locked ? [...endSessionsOf(id, now), deleteKnownBrowsers(id)] : []),
    ...(change.locked || (moves && !isReinvited) ? closeLinks(id, now) : []),
    ...(change.locked || losesManagement ? [managementLeft()] : []),
  ]
  const [[saved], [link]] = await commit(
    db,
    [updateUser(id, change), ...newLink(id, now, sql`${Number(isReinvited)}`), ...rest],
    constraintErrors,
  )
  return { user: { ...stored, ...saved, ...(change.roles && { roles: change.roles }) }, link }
}

/** Makes a new link to set the password, which invalidates the user's older links. */
export async function makeLink(id: number, { db, now }: Context): Promise<UserLink> {
  const [[found], [link]] = await commit(db, [selectId(db, id), ...newLink(id, now)])
  if (link) return link
  if (!found) throw notFoundError()
  throw new DomainError('Conflict', 'Dieser Zugang ist gesperrt.')
}

/** Ends all sessions of a user. */
export async function endAllSessions(id: number, { db, now }: Context): Promise<void> {
  const [[found]] = await commit(db, [
    selectId(db, id),
    ...endSessionsOf(id, now),
    recordEvent({ entity: 'user', entityId: id, onlyIf: sql`EXISTS ${selectId(db, id)}` }),
  ])
  if (!found) throw notFoundError()
}

const waiverMs = 24 * 60 * 60_000

/**
 * Allows this user to set a new password by link without a passkey, once and within 24 hours: for a user who has lost
 * the passkey and is known to another user of management.
 */
export async function waivePasskey(
  id: number,
  { db, now, by, secret }: Context & { by: number; secret: string },
): Promise<void> {
  if (id === by) throw new DomainError('OwnAccount', ownWaiver)
  const [[found]] = await commit(db, [
    selectWhole(db, id),
    deleteWaiver(id),
    insertSelected(
      passkeyChallenges,
      {
        id: waiverKey(id, secret),
        userId: users.id,
        purpose: 'waived',
        challenge: '',
        expiresAt: new Date(now.getTime() + waiverMs).toISOString(),
      },
      sql`${users} WHERE ${users.id} = ${id} AND ${users.locked} = 0 AND ${users.passwordHash} <> ''`,
    ),
    recordEvent({ entity: 'user', entityId: id, onlyIf: sql`changes() > 0` }),
  ])
  if (!found) throw notFoundError()
  if (found.locked) throw new DomainError('Conflict', 'Dieser Zugang ist gesperrt.')
  if (found.invited) throw new DomainError('Conflict', 'Hier ist noch die Einladung offen.')
}

/** Revokes the waiver if it was not used. */
export async function endWaiver(id: number, { db }: Pick<Context, 'db'>): Promise<void> {
  const [[found]] = await commit(db, [
    selectId(db, id),
    deleteWaiver(id),
    recordEvent({ entity: 'user', entityId: id, onlyIf: sql`changes() > 0` }),
  ])
  if (!found) throw notFoundError()
}

// The key under which a waiver is stored among the challenges; it cannot equal the key of a ticket.
function waiverKey(id: number, secret: string): string {
  return keyedHash(secret, 'passkey-waiver', String(id))
}

function deleteWaiver(id: number) {
  return write
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.userId, id), eq(passkeyChallenges.purpose, 'waived')))
}

const ownWaiver =
  'Das kannst Du nicht für Dich selbst zulassen. Bitte jemand anderen aus der Verwaltung.'

function selectWhole(db: Db, id: number) {
  return db
    .select({
      locked: users.locked,
      invited: sql<boolean>`${users.passwordHash} = ''`.mapWith(Boolean).as('invited'),
    })
    .from(users)
    .where(eq(users.id, id))
}

function selectId(db: Db, id: number) {
  return db.select({ id: users.id }).from(users).where(eq(users.id, id))
}

const constraintErrors: ConstraintErrors = {
  'users.email_address': userExistsError,
  managementLeft: lastManagementError,
}

function userExistsError(): DomainError {
  const message = 'Zu dieser E-Mail Adresse gibt es schon einen Zugang.'
  return new DomainError('UserExists', message, { emailAddress: message })
}

function ownAccountError(): DomainError {
  const message =
    'Dich selbst kannst Du nicht sperren, und die Verwaltung kannst Du Dir nicht nehmen.'
  return new DomainError('OwnAccount', message)
}

function lastManagementError(): DomainError {
  const message = 'Das ist der letzte Zugang mit Verwaltung: Er bleibt, wie er ist.'
  return new DomainError('LastManagement', message)
}
