import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { honors, members } from '#worker/db/schema.ts'
import { isForeignKeyViolation, notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { nextVersion, unlessOvertaken } from '#worker/db/versions.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { refuseClashes } from '#worker/http/changed-meanwhile.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { Honor, HonorChange, HonorFields } from './members.contract.ts'
import { idOfSomebody } from './somebody.ts'

export const honorOfNoRule = 'Diese Ehrung gibt es in Eurer Zunft nicht mehr.'

const { version: _, ...columns } = getTableColumns(honors)

/** Newest first; null when there is no such member. */
export async function listHonors(db: Db, memberId: number): Promise<Honor[] | null> {
  const [member, rows] = await db.batch([
    db.select({ id: members.id }).from(members).where(eq(members.id, memberId)),
    db
      .select(columns)
      .from(honors)
      .where(eq(honors.memberId, memberId))
      .orderBy(desc(honors.date), desc(honors.id)),
  ])
  return member.length > 0 ? rows : null
}

export async function addHonor(db: Db, memberId: number, fields: HonorFields): Promise<Honor> {
  const [row] = await db
    .insert(honors)
    .values({ ...fields, memberId: idOfSomebody(memberId) })
    .returning(columns)
    .catch(refuse)
  return row as Honor
}

/** What somebody else changed since it was loaded is told. */
export function changeHonor(
  db: Db,
  memberId: number,
  id: number,
  { before, ...given }: HonorChange,
): Promise<Honor | null> {
  const mine = and(eq(honors.id, id), eq(honors.memberId, idOfSomebody(memberId)))
  return unlessOvertaken('honors.version', async () => {
    const [stored] = before ? await db.select().from(honors).where(mine) : []
    if (before && !stored) return null
    if (stored) {
      await refuseClashes(db, { entity: 'honor', id }, { stored, given, before, units: [] })
    }
    const [row] = await db
      .update(honors)
      .set({ ...given, version: nextVersion(honors.version, stored?.version) })
      .where(mine)
      .returning(columns)
      .catch(refuse)
    return row ?? null
  })
}

export async function removeHonor(db: Db, memberId: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(honors)
    .where(and(eq(honors.id, id), eq(honors.memberId, idOfSomebody(memberId))))
    .returning({ id: honors.id })
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
