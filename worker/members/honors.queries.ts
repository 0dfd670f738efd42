import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { honors, members } from '#worker/db/schema.ts'
import { isForeignKeyViolation, notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { Honor, HonorChange, HonorFields } from './members.contract.ts'
import { idOfSomebody } from './somebody.ts'

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

export async function changeHonor(
  db: Db,
  memberId: number,
  id: number,
  change: HonorChange,
): Promise<Honor | null> {
  const mine = and(eq(honors.id, id), eq(honors.memberId, idOfSomebody(memberId)))
  const [row] = await db
    .update(honors)
    .set({ id, ...change })
    .where(mine)
    .returning(columns)
    .catch(refuse)
  return row ?? null
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
    throw validationFailed({ type: 'Diese Ehrung gibt es in Eurer Zunft nicht mehr.' })
  }
  if (!uniqueViolation(error)) throw error
  const message = 'Diese Ehrung hat das Mitglied schon.'
  throw new DomainError('HonorExists', message, { type: message })
}
