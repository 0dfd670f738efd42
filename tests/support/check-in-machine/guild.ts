import { env } from 'cloudflare:workers'
import { aSession, db, rows } from '#tests/support/api.ts'
import { aCostumeType } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { userRoles, users } from '#worker/db/schema.ts'
import type { Role } from '#worker/domain/codes.ts'
import { paradeSearchKey } from '#worker/domain/parade.ts'
import { signToken } from '#worker/http/auth.ts'

export type User = { id: number; name: string; isManagement: boolean }

/** Three parades: two with participations, the third without any. */
export type Guild = {
  typeId: number
  users: readonly [User, User, User]
  paradeIds: readonly [number, number, number]
}

const minute = 60_000
const lifetime = 12 * 60 * minute

/** Creates the users once; they are the same in every run. */
export async function hireStaff() {
  const type = await aCostumeType('Schellenhansel')
  return {
    typeId: type.id,
    users: [
      await aUser('Lena', 'Frey', 'helper'),
      await aUser('Jonas', 'Kern', 'helper'),
      await aUser('Sabine', 'Kächele', 'management'),
    ] as const,
  }
}

async function aUser(firstName: string, lastName: string, role: Role): Promise<User> {
  const emailAddress = `${firstName.toLowerCase()}@example.test`
  const createdAt = '2026-01-01T00:00:00.000Z'
  const [[user]] = await commit(db(), [
    write
      .insert(users)
      .values({ emailAddress, firstName, lastName, passwordHash: 'unused', createdAt })
      .returning({ id: users.id }),
  ])
  if (!user) throw new Error('no user')
  await commit(db(), [write.insert(userRoles).values({ userId: user.id, role })])
  return { id: user.id, name: `${firstName} ${lastName[0]}.`, isManagement: role === 'management' }
}

const people = [
  ['Erika', 'Bantle', '12', 0, 'cash'],
  ['Zeno', 'Abele', '7', 0, 'none'],
  ['Manuel', 'Hepp', '118', 0, 'online'],
  ['Pia', 'Zoller', '7', 1, 'none'],
] as const

/** Deletes the data of the previous run; ids continue. */
export async function openSeason(
  { typeId, users: staff }: Pick<Guild, 'typeId' | 'users'>,
  now: number,
): Promise<Guild> {
  const tables = ['check_in_acts', 'participations', 'parades', 'sessions', 'audit_entries']
  const at = new Date(now).toISOString()
  const day = at.slice(0, 10)
  const tomorrow = new Date(now + 24 * 60 * minute).toISOString().slice(0, 10)
  const parades = [
    { title: 'Ringtreffen Moosried', date: day },
    { title: 'Nachtumzug Riedhausen', date: tomorrow },
    { title: 'Kinderumzug', date: day },
  ]
  await env.DB.batch([
    ...[...tables, 'machine_happened'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    env.DB.prepare('UPDATE users SET locked = 0'),
    ...parades.map(({ title, date }, index) => {
      const parade = { title, host: 'Butzenzunft', hostTown: 'Moosried' }
      return env.DB.prepare(`INSERT INTO parades (title, host, host_town, host_plz, date, parade_number,
          price_for_adults_in_cent, price_for_children_in_cent, search_key, date_enrolment_start,
          date_enrolment_end)
        VALUES (?, ?, ?, '88999', ?, ?, 800, 300, ?, '2026-11-11', '2027-01-10')`).bind(
        title,
        parade.host,
        parade.hostTown,
        date,
        index + 1,
        paradeSearchKey(parade),
      )
    }),
  ])
  const ids = (await rows<{ id: number }>('SELECT id FROM parades ORDER BY parade_number')).map(
    ({ id }) => id,
  )
  const [first, second, third] = ids
  if (first === undefined || second === undefined || third === undefined) throw new Error('parades')
  const paidBy = staff[2].id
  await env.DB.batch(
    people.map(([firstName, lastName, number, parade, fee], index) =>
      env.DB.prepare(`INSERT INTO participations (parade_id, door, state, first_name, last_name,
          person_key, given_key, costume_type_id, costume_number, costume_number_key, age_class,
          price_in_cent, participation_fee_payed, fee_payed_at, fee_payed_by, created_at,
          check_in_code)
        VALUES (?, 'internal', 'booked', ?, ?, ?, ?, ?, ?, ?, 'Adult', 800, ?, ?, ?, ?, ?)`).bind(
        ids[parade] ?? null,
        firstName,
        lastName,
        `p:${firstName}|${lastName}|`.toLowerCase(),
        `p:${firstName}|${lastName}|`.toLowerCase(),
        typeId,
        number,
        number,
        Number(fee !== 'none'),
        fee === 'none' ? null : '2027-01-01T10:00:00.000Z',
        fee === 'cash' ? paidBy : null,
        '2027-01-01T10:00:00.000Z',
        `C0DE00000000000${index}`,
      ),
    ),
  )
  return { typeId, users: staff, paradeIds: [first, second, third] }
}

/** A token of a session that began so long ago; sessions end after twelve hours. */
export async function signIn(user: User, now: number, minutesAgo = 0): Promise<string> {
  const at = new Date(now - minutesAgo * minute)
  const sessionId = await aSession(user.id, at)
  const [row] = await rows<{ tv: number }>(
    `SELECT token_version AS tv FROM users WHERE id = ${user.id}`,
  )
  const claims = { userId: user.id, tokenVersion: row?.tv ?? 0, sessionId }
  return signToken(claims, env.JWT_SECRET, at)
}

/** A token that expired this many minutes ago. */
export const expiredSignIn = (user: User, now: number, minutes: number) =>
  signIn(user, now, lifetime / minute + minutes)

/** Ends all sessions of the user, as a lock or a new password does. */
export async function endSignIns(user: User, isLocked: boolean): Promise<void> {
  await rows(`UPDATE users SET locked = ${Number(isLocked)}, token_version = token_version + 1
    WHERE id = ${user.id} RETURNING id`)
}

export async function unlock(user: User): Promise<void> {
  await rows(`UPDATE users SET locked = 0 WHERE id = ${user.id} RETURNING id`)
}
