import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { assemblyHonors } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import {
  assemblyRowsOf,
  eachHonorKey,
  guardHonorKeys,
  type HonorKey,
  isHeldAlready,
  memberOf,
  namedHonorsErrors,
  typeOf,
} from './acts.queries.ts'
import type { RowsChange } from './assembly.contract.ts'

/**
 * Changes marks of honors at an assembly, all of them or none. A row is deleted when all its marks are empty.
 * @throws DomainError ValidationFailed, HonorExists
 */
export async function changeRows(
  { db }: { db: Db },
  date: Day,
  { rows, set }: RowsChange,
): Promise<void> {
  const named = rows.map((row, index): HonorKey => {
    const field = `rows.${index}`
    return { ...row, fields: { memberId: `${field}.memberId`, type: `${field}.type` } }
  })
  const isHeld = set.choice === 'added' ? isHeldAlready(date) : sql`0`
  await commit(
    db,
    [
      guardHonorKeys({ named, isHeld }),
      ...(set.attendance === undefined ? [] : [setAttendance(date, named, set.attendance)]),
      setMarks(date, named, set),
      deleteEmpty(date, named),
    ],
    namedHonorsErrors(db, { named, isHeld }),
  )
}

/** Attendance belongs to the person: it is set in all their rows of the day. */
function setAttendance(
  date: Day,
  named: readonly HonorKey[],
  attendance: RowsChange['set']['attendance'],
) {
  return write.update(assemblyHonors).set({ attendance }).where(isNamedHonor(date, named))
}

function setMarks(date: Day, named: readonly HonorKey[], set: RowsChange['set']) {
  const saysNothing = Object.values(set).every((value) => value === null || value === '')
  if (saysNothing) {
    const isOfRows = sql`${assemblyHonors.id} IN ${assemblyRowsOf(date, named)}`
    return write.update(assemblyHonors).set(set).where(isOfRows)
  }
  return insertSelected(
    assemblyHonors,
    { date, memberId: memberOf, type: typeOf, ...set },
    sql`${eachHonorKey(named)} WHERE 1 ORDER BY w.key`,
  ).onConflictDoUpdate({
    target: [assemblyHonors.date, assemblyHonors.memberId, assemblyHonors.type],
    set,
  })
}

function deleteEmpty(date: Day, named: readonly HonorKey[]) {
  return write.delete(assemblyHonors).where(sql`${isNamedHonor(date, named)} AND ${saysNothing}
    AND ${assemblyHonors.handedOverOn} IS NULL AND ${assemblyHonors.honorId} IS NULL`)
}

/** The row has no marks; the day of handing over is not considered. */
export const saysNothing = sql`${assemblyHonors.attendance} IS NULL
  AND ${assemblyHonors.choice} IS NULL AND ${assemblyHonors.invitedOn} IS NULL
  AND ${assemblyHonors.orderedOn} IS NULL AND ${assemblyHonors.note} = ''`

const isNamedHonor = (date: Day, named: readonly HonorKey[]) => sql`${assemblyHonors.date} = ${date}
  AND ${assemblyHonors.memberId} IN (SELECT ${memberOf} FROM ${eachHonorKey(named)})`
