import { and, asc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#worker/db/db.ts'
import { assemblyHonors, members } from '#worker/db/schema.ts'
import { correlated } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import { personColumns } from '#worker/members/member-columns.ts'

const marks = {
  member: personColumns,
  date: assemblyHonors.date,
  type: assemblyHonors.type,
  attendance: assemblyHonors.attendance,
  choice: assemblyHonors.choice,
  invitedOn: assemblyHonors.invitedOn,
  orderedOn: assemblyHonors.orderedOn,
  handedOverOn: assemblyHonors.handedOverOn,
  note: assemblyHonors.note,
  act: assemblyHonors.act,
  honorId: assemblyHonors.honorId,
}

/** All marks of an assembly. */
export function selectMarks(db: Db, day: SQL) {
  return db
    .select(marks)
    .from(assemblyHonors)
    .innerJoin(members, eq(members.id, assemblyHonors.memberId))
    .where(eq(assemblyHonors.date, day))
}

export type Mark = Awaited<ReturnType<typeof selectMarks>>[number]

/** The honor was given at a later assembly without a new order. */
const givenLater = sql`FROM assembly_honors g WHERE g.member_id = ${assemblyHonors.memberId}
  AND g.type = ${assemblyHonors.type} AND g.date > ${assemblyHonors.date}
  AND g.honor_id IS NOT NULL AND g.ordered_on IS NULL`

/** The day on which the honor was handed over, at this or at a later assembly. */
export const handedOverOn = correlated<Day | null>(sql`coalesce(${assemblyHonors.handedOverOn},
  CASE WHEN ${assemblyHonors.honorId} IS NULL
    THEN (SELECT g.handed_over_on ${givenLater} ORDER BY g.date LIMIT 1) END)`)

/** Honors ordered for an earlier assembly and neither given nor handed over yet; newest last. */
export function selectInDrawer(db: Db, day: SQL) {
  return db
    .select(marks)
    .from(assemblyHonors)
    .innerJoin(members, eq(members.id, assemblyHonors.memberId))
    .where(
      and(
        lt(assemblyHonors.date, day),
        isNotNull(assemblyHonors.orderedOn),
        isNull(assemblyHonors.honorId),
        isNull(assemblyHonors.handedOverOn),
        sql`NOT EXISTS (SELECT 1 ${givenLater} AND g.date < ${day})`,
      ),
    )
    .orderBy(asc(assemblyHonors.date))
}

/**
 * All honors that were entered at an earlier assembly for a member who still waits for one of them. Handed-over
 * honors are included, since the highest step is chosen among all of them.
 */
export function selectNotHandedOver(db: Db, day: SQL) {
  const waiting = alias(assemblyHonors, 'waiting')
  const waitingMembers = db
    .selectDistinct({ date: waiting.date, memberId: waiting.memberId })
    .from(waiting)
    .where(and(lt(waiting.date, day), isNotNull(waiting.honorId), isNull(waiting.handedOverOn)))
    .as('waiting_members')
  return db
    .select(marks)
    .from(waitingMembers)
    .innerJoin(
      assemblyHonors,
      and(
        eq(assemblyHonors.date, waitingMembers.date),
        eq(assemblyHonors.memberId, waitingMembers.memberId),
        isNotNull(assemblyHonors.honorId),
      ),
    )
    .innerJoin(members, eq(members.id, assemblyHonors.memberId))
    .where(isNull(members.anonymisedAt))
}
