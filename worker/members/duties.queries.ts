import { and, desc, eq, getTableColumns, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { commit, guard, guardVersion, retryOnConflict } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import { dutyEntries, members } from '#worker/db/schema.ts'
import { withChanges } from '#worker/domain/conflicts.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import { noSuchOffice } from '#worker/http/fields.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import { guardMemberExists, idUnlessAnonymised } from './anonymised.ts'
import type { DutyChange, DutyEntry, DutyFields } from './members.contract.ts'

export const endsBeforeBegin = 'Das Amt endet, bevor es beginnt.'
export const dutyTwice = 'Dieses Amt hat das Mitglied in einem Teil dieser Zeit schon.'

const { version: _, ...columns } = getTableColumns(dutyEntries)

/** Newest first; null when the member does not exist. */
export function listDuties(db: Db, memberId: number): Promise<DutyEntry[] | null> {
  return read(db, dutiesRead(db, memberId))
}

export function dutiesRead(db: Db, memberId: number): Read<DutyEntry[] | null> {
  const statements = [
    db.select({ id: members.id }).from(members).where(eq(members.id, memberId)),
    db
      .select(columns)
      .from(dutyEntries)
      .where(eq(dutyEntries.memberId, memberId))
      .orderBy(desc(dutyEntries.from), desc(dutyEntries.id)),
  ] as const
  return reading(statements, ([member, rows]) => (member.length > 0 ? rows : null))
}

export async function addDuty(db: Db, memberId: number, fields: DutyFields): Promise<DutyEntry> {
  assertDaysInOrder(fields)
  const statements = [
    guardMemberExists(memberId),
    guardFree(db, memberId, 0, fields),
    write
      .insert(dutyEntries)
      .values({ ...fields, memberId })
      .returning(columns),
  ] as const
  const [, , [row]] = await commit(db, statements, {
    memberThere: notFoundError,
    dutyFree: dutyTakenError,
    foreignKey: officeUnknown,
  })
  return row as DutyEntry
}

/** Changes a duty; a field that another user changed since the duty was loaded is a conflict. */
export function changeDuty(
  db: Db,
  memberId: number,
  id: number,
  { before, ...given }: DutyChange,
): Promise<DutyEntry | null> {
  const mine = and(eq(dutyEntries.id, id), eq(dutyEntries.memberId, idUnlessAnonymised(memberId)))
  return retryOnConflict('versionUnchanged', async () => {
    const [stored] = await db.select().from(dutyEntries).where(mine)
    if (!stored) return null
    await assertNoConflicts(db, { entity: 'duty', id }, { stored, given, before, units: [] })
    const fields = withChanges<DutyFields>(stored, given)
    assertDaysInOrder(fields)
    const seen = before ? stored.version : null
    const update = write
      .update(dutyEntries)
      .set({ ...given, version: sql`${dutyEntries.version} + 1` })
      .where(mine)
      .returning(columns)
    const statements = [
      ...guardVersion(dutyEntries, id, seen),
      guardFree(db, memberId, id, fields),
      update,
    ]
    const results = await commit(db, statements, {
      dutyFree: async () => {
        const isGone =
          (await db.select({ id: dutyEntries.id }).from(dutyEntries).where(mine)).length === 0
        return isGone ? notFoundError() : dutyTakenError()
      },
      foreignKey: officeUnknown,
    })
    const [row] = results.at(-1) as DutyEntry[]
    return row ?? null
  })
}

export async function removeDuty(db: Db, memberId: number, id: number): Promise<boolean> {
  const [rows] = await commit(db, [
    write
      .delete(dutyEntries)
      .where(and(eq(dutyEntries.id, id), eq(dutyEntries.memberId, idUnlessAnonymised(memberId))))
      .returning({ id: dutyEntries.id }),
  ])
  return rows.length > 0
}

function assertDaysInOrder({ from, to }: DutyFields): void {
  if (to !== null && to < from) throw validationError({ to: endsBeforeBegin })
}

/** Aborts the commit when the member holds the same duty in a part of that period. */
function guardFree(db: Db, memberId: number, exceptId: number, { duty, from, to }: DutyFields) {
  const overlapping = db
    .select({ one: sql`1` })
    .from(dutyEntries)
    .where(
      and(
        eq(dutyEntries.memberId, memberId),
        eq(dutyEntries.duty, duty),
        ne(dutyEntries.id, exceptId),
        or(isNull(dutyEntries.to), gte(dutyEntries.to, from)),
        to === null ? undefined : lte(dutyEntries.from, to),
      ),
    )
  return guard('dutyFree', sql`NOT EXISTS ${overlapping}`)
}

// A guard checks the member, so the missing key is the office.
const officeUnknown = () => validationError({ duty: noSuchOffice })
const dutyTakenError = () => validationError({ from: dutyTwice })
