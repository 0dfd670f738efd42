import { and, asc, count, eq, not, type SQL, sql } from 'drizzle-orm'
import { type ConstraintErrors, commit, guard, guardVersion } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import {
  costumeOwnerships,
  costumes,
  costumeTypes,
  members,
  participations,
} from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { isUnusedPlace } from '#worker/db/unused-places.ts'
import { pick } from '#worker/domain/conflicts.ts'
import type { Day } from '#worker/domain/dates.ts'
import { costumeNumberKey } from '#worker/domain/names.ts'
import { eachId } from '#worker/http/many.ts'
import type { Costume, CostumeReferences, CostumeRow } from './costumes.contract.ts'
import { runsBeyond } from './ownerships.queries.ts'

export type CostumeFields = Omit<Costume, 'id' | 'type'>

const costumeColumns = {
  id: costumes.id,
  number: costumes.number,
  type: { id: costumeTypes.id, name: costumeTypes.name },
  costumeTypeId: costumes.costumeTypeId,
  registeredSince: costumes.registeredSince,
  registeredUntil: costumes.registeredUntil,
  comment: costumes.comment,
}

/** All costumes by type and number, with today's owner. */
export function listCostumes(db: Db, today: Day): Promise<CostumeRow[]> {
  return db
    .select({
      ...costumeColumns,
      currentOwner: { id: members.id, firstName: members.firstName, lastName: members.lastName },
    })
    .from(costumes)
    .innerJoin(costumeTypes, eq(costumeTypes.id, costumes.costumeTypeId))
    .leftJoin(
      costumeOwnerships,
      and(eq(costumeOwnerships.costumeId, costumes.id), runsBeyond(today)),
    )
    .leftJoin(members, eq(members.id, costumeOwnerships.memberId))
    .orderBy(asc(costumeTypes.nameKey), asc(costumes.numberKey), asc(costumes.id))
}

export async function findCostume(db: Db, id: number): Promise<Costume | null> {
  const [row] = await db
    .select(costumeColumns)
    .from(costumes)
    .innerJoin(costumeTypes, eq(costumeTypes.id, costumes.costumeTypeId))
    .where(eq(costumes.id, id))
  return row ?? null
}

/** The fields of the form, with the version for a save. */
export async function findCostumeVersion(
  db: Db,
  id: number,
): Promise<(CostumeFields & { version: number }) | null> {
  const { id: _, type: _t, ...sent } = costumeColumns
  const [row] = await db
    .select({ ...sent, version: costumes.version })
    .from(costumes)
    .where(eq(costumes.id, id))
  return row ?? null
}

/** Inserts the costume and its first owner in one commit; the guard rejects a dead or anonymised owner. */
export async function insertCostume(
  db: Db,
  fields: CostumeFields,
  owner: { memberId: number; ownedFrom: Day } | null,
  constraintErrors: ConstraintErrors,
): Promise<number> {
  const insert = write
    .insert(costumes)
    .values({ ...fields, numberKey: costumeNumberKey(fields.number) })
    .returning({ id: costumes.id })
  const giveTo = ({ memberId, ownedFrom }: { memberId: number; ownedFrom: Day }) => [
    guard(
      'ownerLives',
      sql`EXISTS (SELECT 1 FROM ${members} WHERE ${members.id} = ${memberId}
        AND ${members.membershipState} <> 'Died' AND ${members.anonymisedAt} IS NULL)`,
    ),
    write.insert(costumeOwnerships).values({
      costumeId: sql`(SELECT max(${costumes.id}) FROM ${costumes})`,
      memberId,
      ownedFrom,
    }),
  ]
  const [[row]] = await commit(db, [insert, ...(owner ? giveTo(owner) : [])], constraintErrors)
  return (row as { id: number }).id
}

/**
 * Writes only the given fields, so that concurrent changes of other fields are kept.
 * @param seen the version on which the save was decided; null = the last write wins
 */
export async function updateCostume(
  db: Db,
  id: number,
  fields: CostumeFields,
  given: readonly string[],
  seen: number | null,
  constraintErrors: ConstraintErrors,
): Promise<void> {
  const numberKey = given.includes('number') && { numberKey: costumeNumberKey(fields.number) }
  const update = write
    .update(costumes)
    .set({ ...pick(fields, given), ...numberKey, version: sql`${costumes.version} + 1` })
    .where(eq(costumes.id, id))
  await commit(db, [...guardVersion(costumes, id, seen), update], constraintErrors)
}

/** The costumes among `ids` that cannot be deregistered on that day. */
export function selectNotDeregistrable(db: Db, ids: readonly number[], day: Day) {
  return rowsOf<NotDeregistrable>(
    db,
    {
      id: sql`wanted.value`,
      name: sql`t.name || ' ' || c.number`,
      registeredSince: sql`c.registered_since`,
      registeredUntil: sql`c.registered_until`,
    },
    sql`${notDeregistrable(ids, day)} ORDER BY wanted.key`,
  )
}

type NotDeregistrable = {
  id: number
  /** "Schellenhansel 118"; null when the costume does not exist. */
  name: string | null
  registeredSince: Day | null
  registeredUntil: Day | null
}

function notDeregistrable(ids: readonly number[], day: Day): SQL {
  return sql`${eachId(ids)} AS wanted LEFT JOIN costumes c ON c.id = wanted.value
    LEFT JOIN costume_types t ON t.id = c.costume_type_id
    WHERE c.id IS NULL OR c.registered_until IS NOT NULL OR c.registered_since > ${day}`
}

/** Deregisters all these costumes, or the guard `deregistrable` aborts the commit. */
export async function updateDeregistered(
  db: Db,
  ids: readonly number[],
  day: Day,
  constraintErrors: ConstraintErrors,
): Promise<Costume[]> {
  const these = sql`${costumes.id} IN (SELECT value FROM ${eachId(ids)})`
  const statements = [
    guard('deregistrable', sql`NOT EXISTS (SELECT 1 FROM ${notDeregistrable(ids, day)})`),
    write
      .update(costumes)
      .set({ registeredUntil: day, version: sql`${costumes.version} + 1` })
      .where(these),
  ] as const
  await commit(db, statements, constraintErrors)
  return db
    .select(costumeColumns)
    .from(costumes)
    .innerJoin(costumeTypes, eq(costumeTypes.id, costumes.costumeTypeId))
    .where(these)
    .orderBy(asc(costumes.id))
}

/** Foreign keys prevent deleting a costume with ownerships or with booked or paid places. */
export async function removeCostume(
  db: Db,
  id: number,
  constraintErrors: ConstraintErrors,
): Promise<boolean> {
  const statements = [
    write
      .update(participations)
      .set({ costumeId: null })
      .where(and(eq(participations.costumeId, id), isUnusedPlace)),
    write.delete(costumes).where(eq(costumes.id, id)).returning({ id: costumes.id }),
  ] as const
  const [, deleted] = await commit(db, statements, constraintErrors)
  return deleted.length > 0
}

export async function countReferences(db: Db, id: number): Promise<CostumeReferences> {
  const n = { n: count() }
  const [owned, worn] = await db.batch([
    db.select(n).from(costumeOwnerships).where(eq(costumeOwnerships.costumeId, id)),
    db
      .select(n)
      .from(participations)
      .where(and(eq(participations.costumeId, id), not(isUnusedPlace))),
  ])
  return { ownerships: owned[0]?.n ?? 0, participations: worn[0]?.n ?? 0 }
}
