import { eq, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { assemblyHonors, auditEntries, honors, members } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { Context } from '#worker/statistics/prepared.ts'
import {
  eachHonorKey,
  guardHonorKeys,
  type HonorKey,
  isGiven,
  memberOf,
  namedHonorsErrors,
  typeOf,
} from './acts.queries.ts'
import type { Entered, EnterRows, Undone } from './assembly.contract.ts'
import { saysNothing } from './change-rows.ts'

type Writing = Context & { requestId: string }

/**
 * Enters honors of an assembly in one commit, all of them or none, and marks them as handed over unless the
 * member is excused.
 * @throws DomainError AssemblyNotYet, ValidationFailed, HonorExists
 */
export async function enterHonors(
  { db, today, requestId }: Writing,
  date: Day,
  { rows }: EnterRows,
): Promise<Entered> {
  if (date > today) throw assemblyNotYetError(date)
  const named = eachOnce(rows)
  const obstacle = { named, isHeld: isGiven(date) }
  await commit(
    db,
    [
      guardHonorKeys(obstacle),
      insertSelected(
        honors,
        { date, memberId: memberOf, type: typeOf },
        sql`${eachHonorKey(named)} WHERE 1 ORDER BY w.key`,
      ),
      insertEntered({ date, named, act: requestId }),
    ],
    namedHonorsErrors(db, obstacle),
  )
  return { act: requestId, entered: named.length }
}

function assemblyNotYetError(date: Day): DomainError {
  const message = `Eingetragen wird am Tag der Generalversammlung, frühestens am ${germanDate(date)}.`
  return new DomainError('AssemblyNotYet', message)
}

function eachOnce(rows: EnterRows['rows']): HonorKey[] {
  const all = rows.flatMap(({ memberId, types }, index) => {
    const fields = { memberId: `rows.${index}.memberId`, type: `rows.${index}.types` }
    return types.map((type) => ({ memberId, type, fields }))
  })
  return [...new Map(all.map((one) => [`${one.memberId} ${one.type}`, one])).values()]
}

/** The honor is the newest of its type: the statement before has inserted it. */
function insertEntered({
  date,
  named,
  act,
}: {
  date: Day
  named: readonly HonorKey[]
  act: string
}) {
  const isExcused = sql`EXISTS (SELECT 1 FROM assembly_honors o
    WHERE o.date = ${date} AND o.member_id = ${memberOf} AND o.attendance = 'excused')`
  const excluded = (column: string) => sql.raw(`excluded.${column}`)
  return insertSelected(
    assemblyHonors,
    {
      date,
      memberId: memberOf,
      type: typeOf,
      act,
      honorId: sql`(SELECT max(h.id) FROM honors h
        WHERE h.member_id = ${memberOf} AND h.type = ${typeOf})`,
      handedOverOn: sql`CASE WHEN ${isExcused} THEN NULL ELSE ${date} END`,
    },
    sql`${eachHonorKey(named)} WHERE 1 ORDER BY w.key`,
  ).onConflictDoUpdate({
    target: [assemblyHonors.date, assemblyHonors.memberId, assemblyHonors.type],
    set: {
      act: excluded('act'),
      honorId: excluded('honor_id'),
      handedOverOn: sql`coalesce(${assemblyHonors.handedOverOn}, ${excluded('handed_over_on')})`,
    },
  })
}

/**
 * Undoes an entry: removes its honors, except those changed since, and restores the rows of the day. When
 * nothing of it is left, the history marks it as undone.
 * @throws DomainError NotFound
 */
export async function undoEntry(
  { db, requestId }: Writing,
  date: Day,
  act: string,
): Promise<Undone> {
  const isOfAct = sql`${assemblyHonors.act} = ${act} AND ${assemblyHonors.date} = ${date}`
  const isLoose = sql`${isOfAct} AND ${assemblyHonors.honorId} IS NULL`
  const known = await db.select({ id: assemblyHonors.id }).from(assemblyHonors).where(isOfAct)
  if (known.length === 0) throw notFoundError()
  const [removed, , , , kept] = await commit(db, [
    write
      .delete(honors)
      .where(
        sql`${honors.id} IN (SELECT honor_id FROM assembly_honors WHERE act = ${act} AND date = ${date})
          AND ${honors.version} = 0 AND ${honors.date} = ${date} AND ${honors.comment} = ''`,
      )
      .returning({ id: honors.id }),
    write.delete(assemblyHonors).where(sql`${isLoose} AND ${saysNothing}
      AND (${assemblyHonors.handedOverOn} IS NULL OR ${isHandedOverBy(act)})`),
    write
      .update(assemblyHonors)
      .set({
        act: null,
        handedOverOn: sql`CASE WHEN NOT ${isHandedOverBy(act)} THEN ${assemblyHonors.handedOverOn} END`,
      })
      .where(isLoose),
    write
      .update(auditEntries)
      .set({ undoneBy: requestId })
      .where(sql`${auditEntries.requestId} = ${act} AND ${auditEntries.undoneBy} IS NULL
        AND NOT EXISTS (SELECT 1 FROM assembly_honors WHERE act = ${act})`),
    db
      .select({
        member: {
          id: members.id,
          firstName: members.firstName,
          lastName: members.lastName,
          birthday: members.birthday,
        },
        type: assemblyHonors.type,
      })
      .from(assemblyHonors)
      .innerJoin(members, eq(members.id, assemblyHonors.memberId))
      .where(isOfAct)
      .orderBy(members.lastNameKey, members.firstNameKey, assemblyHonors.id),
  ])
  return { removed: removed.length, kept }
}

/** The day of handing over was set by this request and is unchanged, according to the history. */
function isHandedOverBy(act: string) {
  return sql`EXISTS (SELECT 1 FROM audit_entries l WHERE l.request_id = ${act}
    AND l.entity = 'assemblyHonor' AND l.entity_id = ${assemblyHonors.id}
    AND l.changes ->> '$.handedOverOn[1]' = ${assemblyHonors.handedOverOn})`
}
