import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { commit, retryOnConflict } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import { rowsOf } from '#worker/db/rows-of.ts'
import { honors, members } from '#worker/db/schema.ts'
import { isForeignKeyViolation, notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { nextVersion } from '#worker/db/versions.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import { DomainError, type RefusedRow } from '#worker/domain/errors.ts'
import { refuseClashes } from '#worker/http/changed-meanwhile.ts'
import { eachOf, rowsRefused } from '#worker/http/many.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { Honor, HonorChange, HonorFields, NewHonors } from './members.contract.ts'
import { idOfSomebody } from './somebody.ts'

export const honorOfNoRule = 'Diese Ehrung gibt es in Eurer Zunft nicht mehr.'

const { version: _, ...columns } = getTableColumns(honors)

/** Newest first; null when there is no such member. */
export function listHonors(db: Db, memberId: number): Promise<Honor[] | null> {
  return read(db, honorsRead(db, memberId))
}

export function honorsRead(db: Db, memberId: number): Read<Honor[] | null> {
  const statements = [
    db.select({ id: members.id }).from(members).where(eq(members.id, memberId)),
    db
      .select(columns)
      .from(honors)
      .where(eq(honors.memberId, memberId))
      .orderBy(desc(honors.date), desc(honors.id)),
  ] as const
  return reading(statements, ([member, rows]) => (member.length > 0 ? rows : null))
}

export async function addHonor(db: Db, memberId: number, fields: HonorFields): Promise<Honor> {
  const insert = write
    .insert(honors)
    .values({ ...fields, memberId: idOfSomebody(memberId) })
    .returning(columns)
  const [[row]] = await commit(db, [insert]).catch(refuse)
  return row as Honor
}

/**
 * The same honor for all of them or for nobody: one statement, which whoever has it already or is gone
 * refuses as they would a single one.
 * @throws DomainError RowsRefused, ValidationFailed (an honor of no rule), Conflict
 */
export async function addHonors(db: Db, { memberIds, ...fields }: NewHonors): Promise<Honor[]> {
  const memberId = sql`(SELECT m.id FROM members m
    WHERE m.id = wanted.value AND m.anonymised_at IS NULL)`
  const insert = insertSelected(
    honors,
    { ...fields, memberId },
    sql`${eachOf(memberIds)} AS wanted WHERE 1 ORDER BY wanted.key`,
  ).returning(columns)
  const [added] = await commit(db, [insert]).catch(async (error: unknown) => {
    if (isForeignKeyViolation(error)) throw validationFailed({ type: honorOfNoRule })
    if (notNullViolation(error) !== 'honors.member_id' && !uniqueViolation(error)) throw error
    throw rowsRefused(await whoIsRefused(db, memberIds, fields.type), memberIds.length)
  })
  return added
}

async function whoIsRefused(
  db: Db,
  memberIds: readonly number[],
  type: HonorType,
): Promise<RefusedRow[]> {
  const rows = await rowsOf<{ id: number; name: string | null; hasIt: number }>(
    db,
    {
      id: sql`wanted.value`,
      name: sql`trim(m.first_name || ' ' || m.last_name)`,
      hasIt: sql`EXISTS (SELECT 1 FROM honors h WHERE h.member_id = m.id AND h.type = ${type})`,
    },
    sql`${eachOf(memberIds)} AS wanted LEFT JOIN members m
      ON m.id = wanted.value AND m.anonymised_at IS NULL ORDER BY wanted.key`,
  )
  return rows.flatMap(({ id, name, hasIt }): RefusedRow[] => {
    if (name === null)
      return [{ id, code: 'NotFound', message: 'Dieses Mitglied gibt es nicht mehr.' }]
    const isTwice = hasIt === 1 && type !== 'Extra_Certificate'
    return isTwice ? [{ id, code: 'HonorExists', message: `${name} hat diese Ehrung schon.` }] : []
  })
}

/** What somebody else changed since it was loaded is told. */
export function changeHonor(
  db: Db,
  memberId: number,
  id: number,
  { before, ...given }: HonorChange,
): Promise<Honor | null> {
  const mine = and(eq(honors.id, id), eq(honors.memberId, idOfSomebody(memberId)))
  return retryOnConflict('honors.version', async () => {
    const [stored] = before ? await db.select().from(honors).where(mine) : []
    if (before && !stored) return null
    if (stored) {
      await refuseClashes(db, { entity: 'honor', id }, { stored, given, before, units: [] })
    }
    const update = write
      .update(honors)
      .set({ ...given, version: nextVersion(honors.version, stored?.version) })
      .where(mine)
      .returning(columns)
    const [[row]] = await commit(db, [update]).catch(refuse)
    return row ?? null
  })
}

export async function removeHonor(db: Db, memberId: number, id: number): Promise<boolean> {
  const [rows] = await commit(db, [
    write
      .delete(honors)
      .where(and(eq(honors.id, id), eq(honors.memberId, idOfSomebody(memberId))))
      .returning({ id: honors.id }),
  ])
  return rows.length > 0
}

// Each honor once a member, save Extra_Certificate: a partial unique index decides. A member that is
// gone is NULL; so the foreign key is the guild's rule of this honor.
function refuse(error: unknown): never {
  if (notNullViolation(error) === 'honors.member_id') throw notFound()
  if (isForeignKeyViolation(error)) {
    throw validationFailed({ type: honorOfNoRule })
  }
  if (!uniqueViolation(error)) throw error
  const message = 'Diese Ehrung hat das Mitglied schon.'
  throw new DomainError('HonorExists', message, { type: message })
}
