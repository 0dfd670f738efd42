import { and, desc, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { costumeOwnerships, costumes, costumeTypes, members } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { CostumeOfMember, Ownership } from './costumes.contract.ts'

const columns = {
  id: costumeOwnerships.id,
  member: {
    // The batch keys its rows by column name: the ownership's own name for the member.
    id: costumeOwnerships.memberId,
    firstName: members.firstName,
    lastName: members.lastName,
    birthday: members.birthday,
  },
  ownedFrom: costumeOwnerships.ownedFrom,
  ownedTo: costumeOwnerships.ownedTo,
}

function selectOwnerships(db: Db, condition: SQL | undefined) {
  return db
    .select(columns)
    .from(costumeOwnerships)
    .innerJoin(members, eq(members.id, costumeOwnerships.memberId))
    .where(condition)
    .orderBy(desc(costumeOwnerships.ownedFrom), desc(costumeOwnerships.id))
}

/** Open, or ended on a day to come: a leaving member may keep a costume until then. */
export function runsBeyond(today: Day): SQL | undefined {
  return or(isNull(costumeOwnerships.ownedTo), gt(costumeOwnerships.ownedTo, today))
}

/** Newest first; null when there is no such costume. */
export async function listOwnerships(db: Db, costumeId: number): Promise<Ownership[] | null> {
  const [costume, rows] = await db.batch([
    db.select({ id: costumes.id }).from(costumes).where(eq(costumes.id, costumeId)),
    selectOwnerships(db, eq(costumeOwnerships.costumeId, costumeId)),
  ])
  return costume.length > 0 ? rows : null
}

/** Newest ownership first; null when there is no such member. */
export async function listCostumesOfMember(
  db: Db,
  memberId: number,
): Promise<CostumeOfMember[] | null> {
  const [member, rows] = await db.batch([
    db.select({ id: members.id }).from(members).where(eq(members.id, memberId)),
    db
      .select({
        id: costumes.id,
        number: costumes.number,
        type: { id: costumes.costumeTypeId, name: costumeTypes.name },
        ownedFrom: costumeOwnerships.ownedFrom,
        ownedTo: costumeOwnerships.ownedTo,
      })
      .from(costumeOwnerships)
      .innerJoin(costumes, eq(costumes.id, costumeOwnerships.costumeId))
      .innerJoin(costumeTypes, eq(costumeTypes.id, costumes.costumeTypeId))
      .where(eq(costumeOwnerships.memberId, memberId))
      .orderBy(desc(costumeOwnerships.ownedFrom), desc(costumeOwnerships.id)),
  ])
  return member.length > 0 ? rows : null
}

/** Ends on that day what runs on beyond it. Spans are half-open: the next may begin that day. */
export function endOwnerships(db: Db, costumeId: number, today: Day, exceptOpenOf: number | null) {
  return db
    .update(costumeOwnerships)
    .set({ ownedTo: sql`max(${costumeOwnerships.ownedFrom}, ${today})` })
    .where(
      and(
        eq(costumeOwnerships.costumeId, costumeId),
        runsBeyond(today),
        exceptOpenOf === null
          ? undefined
          : or(isNotNull(costumeOwnerships.ownedTo), ne(costumeOwnerships.memberId, exceptOpenOf)),
      ),
    )
    .returning({ id: costumeOwnerships.id })
}

/**
 * Ends the open ownership and begins a new one, in one batch: its INSERT decides. The member who
 * owns it already keeps the open row, and the unique index refuses a second one; a deregistered
 * costume or a dead member make `owned_from` NULL (docs/decisions.md, 2).
 */
export async function insertOwnership(
  db: Db,
  costumeId: number,
  memberId: number,
  today: Day,
): Promise<Ownership> {
  const refused = sql`EXISTS (SELECT 1 FROM ${costumes} WHERE ${costumes.id} = ${costumeId}
      AND ${costumes.registeredUntil} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM ${members} WHERE ${members.id} = ${memberId}
      AND ${members.membershipState} = 'Died')`
  const [, , [begun]] = await db.batch([
    endOwnerships(db, costumeId, today, memberId),
    db.insert(costumeOwnerships).values({
      costumeId,
      memberId,
      ownedFrom: sql`CASE WHEN ${refused} THEN NULL ELSE ${today} END`,
    }),
    selectOwnerships(
      db,
      and(eq(costumeOwnerships.costumeId, costumeId), isNull(costumeOwnerships.ownedTo)),
    ),
  ])
  return begun as Ownership
}

export async function findOwnership(db: Db, id: number): Promise<Ownership> {
  const [row] = await selectOwnerships(db, eq(costumeOwnerships.id, id))
  return row as Ownership
}

/** What an owner change was refused for: the costume and the member as they are now. */
export async function findCostumeAndMember(db: Db, costumeId: number, memberId: number) {
  const [[costume], [member]] = await db.batch([
    db
      .select({ registeredUntil: costumes.registeredUntil })
      .from(costumes)
      .where(eq(costumes.id, costumeId)),
    db.select({ state: members.membershipState }).from(members).where(eq(members.id, memberId)),
  ])
  return { costume, member }
}
