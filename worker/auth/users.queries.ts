import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { userRoles, users } from '#worker/db/schema.ts'
import { correlated, insertSelected } from '#worker/db/statements.ts'
import { rolesOfUser } from '#worker/db/user-columns.ts'
import type { Role } from '#worker/domain/codes.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { Me, ProfileChange } from './auth.contract.ts'
import type { NewUser, User, UserChange } from './users.contract.ts'

/** How many of a user's newest sessions are searched for the latest activity. */
const latestSessions = 5

function selectUsers(db: Db, now: Date) {
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      emailAddress: users.emailAddress,
      roles: rolesOfUser.as('roles'),
      locked: users.locked,
      invited: sql<boolean>`${users.passwordHash} = ''`.mapWith(Boolean).as('invited'),
      lastSeenAt: correlated<string | null>(
        sql`SELECT max(last_seen_at) FROM (SELECT s.last_seen_at FROM sessions s
          WHERE s.user_id = ${users.id} ORDER BY s.expires_at DESC LIMIT ${latestSessions})`,
      ).as('last_seen_at'),
      passkeys: correlated<number>(
        sql`SELECT count(*) FROM passkeys p WHERE p.user_id = ${users.id}`,
      ).as('passkeys'),
      waivedUntil: correlated<string | null>(
        sql`SELECT max(c.expires_at) FROM passkey_challenges c WHERE c.user_id = ${users.id}
          AND c.purpose = 'waived' AND c.expires_at > ${now.toISOString()}`,
      ).as('waived_until'),
    })
    .from(users)
}

const inGerman = new Intl.Collator('de-DE')

/** All users, by name. */
export async function findUsers(db: Db, now: Date): Promise<User[]> {
  const found = await selectUsers(db, now)
  return found.sort(
    (a, b) =>
      inGerman.compare(a.lastName, b.lastName) ||
      inGerman.compare(a.firstName, b.firstName) ||
      a.id - b.id,
  )
}

export async function findUser(db: Db, id: number, now: Date): Promise<User | null> {
  const [user = null] = await selectUsers(db, now).where(eq(users.id, id))
  return user
}

/** A new user, who cannot sign in before setting a password: '' matches no hash. */
export function insertUser({ roles, ...user }: NewUser, now: Date) {
  return [
    write
      .insert(users)
      .values({ ...user, passwordHash: '', createdAt: now.toISOString() })
      .returning({ id: users.id }),
    giveRoles(idOfAddress(user.emailAddress), roles),
  ] as const
}

export function idOfAddress(emailAddress: string): SQL {
  return sql`(SELECT id FROM users WHERE email_address = ${emailAddress})`
}

/**
 * Changes the row in `users`; `setRoles` changes the roles. Locking raises the token version, which
 * invalidates all tokens of the user.
 */
export function updateUser(id: number, { roles: _, ...change }: UserChange) {
  // Always sets a column, since an UPDATE without columns is invalid.
  const tokenVersion = change.locked
    ? sql`${users.tokenVersion} + (${users.locked} = 0)`
    : users.tokenVersion
  return write
    .update(users)
    .set({ ...change, tokenVersion: sql`${tokenVersion}` })
    .where(eq(users.id, id))
    .returning({
      firstName: users.firstName,
      lastName: users.lastName,
      emailAddress: users.emailAddress,
      locked: users.locked,
    })
}

/** Writes only the roles that change. */
export function setRoles(id: number, roles: readonly Role[]) {
  return [
    write
      .delete(userRoles)
      .where(and(eq(userRoles.userId, id), notInArray(userRoles.role, [...roles]))),
    giveRoles(sql`${id}`, roles),
  ] as const
}

export function giveRoles(whose: SQL, roles: readonly Role[]) {
  return insertSelected(
    userRoles,
    { userId: users.id, role: sql`given.value` },
    sql`${users} CROSS JOIN json_each(${JSON.stringify(roles)}) AS given
      WHERE ${users.id} = ${whose}`,
  ).onConflictDoNothing()
}

/**
 * Ends a commit that may take management from a user: another user with that role who can sign in must remain.
 */
export function managementLeft() {
  return guard(
    'managementLeft',
    sql`EXISTS (SELECT 1 FROM user_roles r JOIN users u ON u.id = r.user_id
      WHERE r.role = 'management' AND u.locked = 0 AND u.password_hash <> '')`,
  )
}

type OwnProfile = Pick<Me, 'mailSignature' | 'calendar'>

const profileColumns = {
  mailSignature: users.mailSignature,
  calendar: sql<boolean>`${users.calendarHash} IS NOT NULL`.mapWith(Boolean).as('calendar'),
}

/** The properties that only the user's own profile shows. */
export async function findProfile(db: Db, id: number): Promise<OwnProfile> {
  const [profile] = await db.select(profileColumns).from(users).where(eq(users.id, id))
  return profile ?? { mailSignature: '', calendar: false }
}

/** Changes the user's own name and signature. */
export async function changeProfile(
  db: Db,
  id: number,
  change: ProfileChange,
): Promise<OwnProfile & Pick<Me, 'firstName' | 'lastName'>> {
  const [[profile]] = await commit(db, [
    write
      .update(users)
      .set(change)
      .where(eq(users.id, id))
      .returning({ ...profileColumns, firstName: users.firstName, lastName: users.lastName }),
  ])
  if (!profile) throw notFoundError()
  return profile
}
