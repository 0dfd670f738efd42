import { and, desc, eq, getTableColumns, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { commit, retryOnConflict } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import { dutyEntries, members } from '#worker/db/schema.ts'
import { notNullViolation } from '#worker/db/sqlite.ts'
import { nextVersion } from '#worker/db/versions.ts'
import { withGiven } from '#worker/domain/given.ts'
import { refuseClashes } from '#worker/http/changed-meanwhile.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { DutyChange, DutyEntry, DutyFields } from './members.contract.ts'
import { idOfSomebody } from './somebody.ts'

export const endsBeforeBegin = 'Das Amt endet, bevor es beginnt.'
export const dutyTwice = 'Dieses Amt hat das Mitglied in einem Teil dieser Zeit schon.'

const { version: _, ...columns } = getTableColumns(dutyEntries)

/** Newest first; null when there is no such member. */
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
  refuseBackwards(fields)
  const insert = write
    .insert(dutyEntries)
    .values({
      ...fields,
      memberId: idOfSomebody(memberId),
      from: unlessHeld(db, memberId, 0, fields),
    })
    .returning(columns)
  const [[row]] = await commit(db, [insert]).catch(refuse)
  return row as DutyEntry
}

/** What somebody else changed since it was loaded is told. */
export function changeDuty(
  db: Db,
  memberId: number,
  id: number,
  { before, ...given }: DutyChange,
): Promise<DutyEntry | null> {
  const mine = and(eq(dutyEntries.id, id), eq(dutyEntries.memberId, idOfSomebody(memberId)))
  return retryOnConflict('duty_entries.version', async () => {
    const [stored] = await db.select().from(dutyEntries).where(mine)
    if (!stored) return null
    await refuseClashes(db, { entity: 'duty', id }, { stored, given, before, units: [] })
    const fields = withGiven<DutyFields>(stored, given)
    refuseBackwards(fields)
    const seen = before ? stored.version : null
    const update = write
      .update(dutyEntries)
      .set({
        ...given,
        from: unlessHeld(db, memberId, id, fields),
        version: nextVersion(dutyEntries.version, seen),
      })
      .where(mine)
      .returning(columns)
    const [[row]] = await commit(db, [update]).catch(refuse)
    return row ?? null
  })
}

export async function removeDuty(db: Db, memberId: number, id: number): Promise<boolean> {
  const [rows] = await commit(db, [
    write
      .delete(dutyEntries)
      .where(and(eq(dutyEntries.id, id), eq(dutyEntries.memberId, idOfSomebody(memberId))))
      .returning({ id: dutyEntries.id }),
  ])
  return rows.length > 0
}

function refuseBackwards({ from, to }: DutyFields): void {
  if (to !== null && to < from) throw validationFailed({ to: endsBeforeBegin })
}

// Overlaps of the same office are tested inside the write: `from` becomes NULL, and NOT NULL refuses.
function unlessHeld(db: Db, memberId: number, exceptId: number, { duty, from, to }: DutyFields) {
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
  return sql`CASE WHEN EXISTS ${overlapping} THEN NULL ELSE ${from} END`
}

function refuse(error: unknown): never {
  if (notNullViolation(error) === 'duty_entries.member_id') throw notFound()
  if (notNullViolation(error) !== 'duty_entries.from_date') throw error
  throw validationFailed({ from: dutyTwice })
}
