import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { ageRuleColumns } from '#worker/db/open-parades.ts'
import { extraColumns, toExtras } from '#worker/db/place-extras.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import { costumeTypes, members, parades, participations, users } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { nameOfUser } from '#worker/db/user-columns.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { RejectedRow } from '#worker/domain/errors.ts'
import { type Minor, needsGuardian } from '#worker/domain/minors.ts'
import { listName } from '#worker/domain/names.ts'
import { eachId } from '#worker/http/many.ts'
import type { BirthdayRight, ParadeRight } from './parade-rights.ts'
import type { ParadeOfMember, Participation } from './parades.contract.ts'
import { cancellation } from './parades.queries.ts'

/** The present name of the matched member, else the name that was given. */
export const shownName = {
  firstName: sql<string>`coalesce(${members.firstName}, ${participations.firstName})`,
  lastName: sql<string>`coalesce(${members.lastName}, ${participations.lastName})`,
}

/** The columns that `toMinor` reads. */
export const minorColumns = {
  paradeDate: sql<Day>`${parades.date}`.as('parade_date'),
  guardianBelow: ageRuleColumns.guardianBelow,
  guardianName: participations.guardianName,
  guardianPhone: participations.guardianPhone,
}

type MinorRow = {
  birthday: Day | null
  paradeDate: Day
  guardianBelow: number | null
  guardianName: string | null
  guardianPhone: string | null
}

/** Null for a person whom the parade's rule does not count as a minor. */
export function toMinor({ birthday, paradeDate: date, ...row }: MinorRow): Minor | null {
  const { guardianBelow: below, guardianName: name, guardianPhone } = row
  if (below === null || !needsGuardian(birthday, { date, guardianBelow: below })) return null
  return { below, guardian: name === null ? null : { name, phone: guardianPhone ?? '' } }
}

const phoneOf = (member: string) =>
  sql.raw(`coalesce(nullif(${member}.phone_mobile, ''), nullif(${member}.phone, ''))`)

/**
 * The phone that reaches someone with a bus seat: of the first member of their order who has one, adults first, else
 * their own, else that of the guardian whom the order names. Read only for places that have extras.
 */
const phone = sql<string | null>`iif(${participations.extras} = '[]', NULL, coalesce(
  (SELECT ${phoneOf('m')} FROM participations p JOIN members m ON m.id = p.member_id
    WHERE p.order_id = ${participations.orderId} AND p.state = 'booked' AND ${phoneOf('m')} IS NOT NULL
    ORDER BY p.age_class = 'Child', p.id LIMIT 1),
  ${phoneOf('members')}, nullif(${participations.guardianPhone}, ''),
  (SELECT p.guardian_phone FROM participations p
    WHERE p.order_id = ${participations.orderId} AND p.guardian_phone <> '' LIMIT 1)))`.as(
  'phone_of_order',
)

// A batch keys rows by column name: two columns must not share one (`id`).
const columns = {
  id: participations.id,
  memberId: participations.memberId,
  ...shownName,
  birthday: sql<string | null>`coalesce(${members.birthday}, ${participations.birthday})`,
  costumeTypeId: participations.costumeTypeId,
  costumeTypeName: costumeTypes.name,
  costumeNumber: participations.costumeNumber,
  ageClass: participations.ageClass,
  priceInCent: participations.priceInCent,
  participationFeePayed: participations.participationFeePayed,
  takerId: sql<number | null>`${users.id}`.as('taker_id'),
  takerName: nameOfUser.as('taker_name'),
  cashWhileOff: participations.cashWhileOff,
  cashReturnedAt: participations.cashReturnedAt,
  participationConfirmed: participations.participationConfirmed,
  participationConfirmedAt: participations.participationConfirmedAt,
  ...minorColumns,
  ...extraColumns,
  phone,
}

function selectRows(db: Db) {
  return db
    .select(columns)
    .from(participations)
    .innerJoin(parades, eq(parades.id, participations.paradeId))
    .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
    .leftJoin(members, eq(members.id, participations.memberId))
    .leftJoin(
      users,
      and(eq(users.id, participations.feePayedBy), eq(participations.participationFeePayed, true)),
    )
}

const collator = new Intl.Collator('de')

/** All booked participations of a parade by name; null when there is no such parade. */
export async function listParticipations(
  db: Db,
  paradeId: number,
  right: { list: ParadeRight; birthdays: BirthdayRight },
): Promise<Participation[] | null> {
  const [[parade], rows] = await db.batch([
    db.select({ date: parades.date }).from(parades).where(eq(parades.id, paradeId)),
    selectRows(db)
      .where(and(eq(participations.paradeId, paradeId), eq(participations.state, 'booked')))
      .orderBy(asc(participations.id)),
  ])
  if (!parade) return null
  await right.list(parade.date)
  const withBirthday = await right.birthdays()
  return rows
    .map((row) => toParticipation(row, withBirthday))
    .sort((a, b) => collator.compare(a.memberName, b.memberName))
}

/** A member's booked participations, newest first; null when there is no such member. */
export function listParadesOfMember(db: Db, memberId: number): Promise<ParadeOfMember[] | null> {
  return read(db, paradesRead(db, memberId))
}

export function paradesRead(db: Db, memberId: number): Read<ParadeOfMember[] | null> {
  const statements = [
    db.select({ id: members.id }).from(members).where(eq(members.id, memberId)),
    db
      .select({
        id: parades.id,
        title: parades.title,
        host: parades.host,
        date: parades.date,
        ...cancellation,
        typeId: participations.costumeTypeId,
        typeName: costumeTypes.name,
        costumeNumber: participations.costumeNumber,
        participationConfirmed: participations.participationConfirmed,
      })
      .from(participations)
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
      .where(and(eq(participations.memberId, memberId), eq(participations.state, 'booked')))
      .orderBy(desc(parades.date), desc(parades.id)),
  ] as const
  return reading(statements, ([member, rows]) => {
    if (member.length === 0) return null
    return rows.map(({ typeId, typeName, ...row }) => ({
      ...row,
      costumeType: { id: typeId, name: typeName },
    }))
  })
}

/** One booked participation, for the batch of the write that changes it; see `toParticipation`. */
export function selectParticipation(db: Db, id: number) {
  return selectRows(db).where(and(eq(participations.id, id), eq(participations.state, 'booked')))
}

/** The booked participations among `ids`, sorted by id, for the batch of the write. */
export function selectParticipations(db: Db, ids: readonly number[]) {
  return selectRows(db)
    .where(
      and(
        sql`${participations.id} IN (SELECT value FROM ${eachId(ids)})`,
        eq(participations.state, 'booked'),
      ),
    )
    .orderBy(asc(participations.id))
}

/** For a guard: all these participations exist and are booked. */
export function areAllBooked(ids: readonly number[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${notBooked(ids)})`
}

/** The ids of a request with the people they belong to, if the participation exists. */
export function namedParticipations(ids: readonly number[]): SQL {
  return sql`${eachId(ids)} AS wanted LEFT JOIN participations p ON p.id = wanted.value
    LEFT JOIN members m ON m.id = p.member_id`
}

/** Name of the person of `namedParticipations`: the matched member's present name, else the given one. */
export const nameOfNamed = sql<string>`trim(coalesce(m.first_name, p.first_name) || ' '
  || coalesce(m.last_name, p.last_name))`

function notBooked(ids: readonly number[]): SQL {
  return sql`${namedParticipations(ids)} WHERE p.state IS NOT 'booked'`
}

/** The ids that are not booked (any more), with a name if the participation still exists. */
export function selectNotBooked(db: Db, ids: readonly number[]) {
  return rowsOf<{ id: number; name: string | null }>(
    db,
    {
      id: sql`wanted.value`,
      name: sql`CASE p.state WHEN 'cancelled' THEN ${nameOfNamed} END`,
    },
    sql`${notBooked(ids)} ORDER BY wanted.key`,
  )
}

export function whyNotBooked({ id, name }: { id: number; name: string | null }): RejectedRow {
  const message = name
    ? `${name} ist nicht mehr angemeldet.`
    : 'Diese Anmeldung gibt es nicht mehr.'
  return { id, code: 'NotFound', message }
}

export async function findParticipation(
  db: Db,
  id: number,
  birthdays: BirthdayRight,
): Promise<Participation | null> {
  const [row] = await selectParticipation(db, id)
  return row ? toParticipation(row, await birthdays()) : null
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

export function toParticipation(row: Row, isReader: boolean): Participation {
  const { firstName, lastName, costumeTypeId, costumeTypeName, takerId, takerName, ...others } = row
  const { birthday, paradeDate, guardianBelow, guardianName, guardianPhone, ...further } = others
  const { bookedExtras, offeredExtras, phone, ...rest } = further
  const extras = toExtras(row)
  const feePayedBy =
    takerId === null || takerName === null ? null : { id: takerId, name: takerName }
  return {
    ...rest,
    feePayedByHand: feePayedBy !== null,
    feePayedBy,
    memberName: listName({ firstName, lastName }),
    costumeType: { id: costumeTypeId, name: costumeTypeName },
    minor: toMinor(row),
    extras,
    ...(isReader && { birthday }),
    ...(isReader && extras.some(({ kind }) => kind === 'bus') && { phone }),
  }
}
