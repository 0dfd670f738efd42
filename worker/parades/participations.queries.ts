import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { costumeTypes, members, parades, participations } from '#worker/db/schema.ts'
import { listName } from '#worker/domain/names.ts'
import type { ParadeOfMember, Participation } from './parades.contract.ts'
import { cancellation } from './parades.queries.ts'

/** A matched participation shows the member's name of today, any other the name that was given. */
export const shownName = {
  firstName: sql<string>`coalesce(${members.firstName}, ${participations.firstName})`,
  lastName: sql<string>`coalesce(${members.lastName}, ${participations.lastName})`,
}

// A batch answers with rows keyed by column name: no two columns here may share one (`id`).
const columns = {
  id: participations.id,
  memberId: participations.memberId,
  ...shownName,
  birthday: sql<string | null>`coalesce(${members.birthday}, ${participations.birthday})`,
  costumeTypeId: participations.costumeTypeId,
  costumeTypeName: costumeTypes.name,
  costumeNumber: participations.costumeNumber,
  participationFeePayed: participations.participationFeePayed,
  feePayedByHand: sql<boolean>`(${participations.participationFeePayed} = 1
    AND ${participations.feePayedBy} IS NOT NULL)`
    .mapWith(Boolean)
    .as('fee_payed_by_hand'),
  cashReturnedAt: participations.cashReturnedAt,
  participationConfirmed: participations.participationConfirmed,
  participationConfirmedAt: participations.participationConfirmedAt,
}

function selectRows(db: Db) {
  return db
    .select(columns)
    .from(participations)
    .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
    .leftJoin(members, eq(members.id, participations.memberId))
}

const collator = new Intl.Collator('de')

/** All booked participations of a parade by name, or null when there is no such parade. */
export async function listParticipations(
  db: Db,
  paradeId: number,
  withBirthday: boolean,
): Promise<Participation[] | null> {
  const [parade, rows] = await db.batch([
    db.select({ id: parades.id }).from(parades).where(eq(parades.id, paradeId)),
    selectRows(db)
      .where(and(eq(participations.paradeId, paradeId), eq(participations.state, 'booked')))
      .orderBy(asc(participations.id)),
  ])
  if (parade.length === 0) return null
  return rows
    .map((row) => toParticipation(row, withBirthday))
    .sort((a, b) => collator.compare(a.memberName, b.memberName))
}

/** A member's booked participations, newest first; null when there is no such member. */
export async function listParadesOfMember(
  db: Db,
  memberId: number,
): Promise<ParadeOfMember[] | null> {
  const [member, rows] = await db.batch([
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
  ])
  if (member.length === 0) return null
  return rows.map(({ typeId, typeName, ...row }) => ({
    ...row,
    costumeType: { id: typeId, name: typeName },
  }))
}

/** One booked participation, to be read beside the act that changes it: `toParticipation`. */
export function selectParticipation(db: Db, id: number) {
  return selectRows(db).where(and(eq(participations.id, id), eq(participations.state, 'booked')))
}

export async function findParticipation(
  db: Db,
  id: number,
  withBirthday: boolean,
): Promise<Participation | null> {
  const [row] = await selectParticipation(db, id)
  return row ? toParticipation(row, withBirthday) : null
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

export function toParticipation(row: Row, withBirthday: boolean): Participation {
  const { firstName, lastName, costumeTypeId, costumeTypeName, birthday, ...rest } = row
  return {
    ...rest,
    memberName: listName({ firstName, lastName }),
    costumeType: { id: costumeTypeId, name: costumeTypeName },
    ...(withBirthday && { birthday }),
  }
}
