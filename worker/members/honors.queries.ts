import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  type ConstraintErrors,
  commit,
  guard,
  guardVersion,
  retryOnConflict,
} from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import { honors, members } from '#worker/db/schema.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import { DomainError, type RejectedRow } from '#worker/domain/errors.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import { noSuchHonor } from '#worker/http/fields.ts'
import { eachId, rowsRejectedError } from '#worker/http/many.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import { guardMemberExists, idUnlessAnonymised } from './anonymised.ts'
import type { Honor, HonorChange, HonorFields, NewHonors } from './members.contract.ts'

const { version: _, ...columns } = getTableColumns(honors)

/** Newest first; null when the member does not exist. */
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
    .values({ ...fields, memberId })
    .returning(columns)
  const statements = [guardMemberExists(memberId), insert] as const
  const [, [row]] = await commit(db, statements, {
    ...constraintErrors,
    memberThere: notFoundError,
  })
  return row as Honor
}

/**
 * Gives the same honor to all members or to none.
 * @throws DomainError RowsRefused with the members who have it or do not exist, ValidationFailed (no rule for
 * the honor), Conflict
 */
export async function addHonors(db: Db, { memberIds, ...fields }: NewHonors): Promise<Honor[]> {
  const insert = insertSelected(
    honors,
    { ...fields, memberId: sql`wanted.value` },
    sql`${eachId(memberIds)} AS wanted WHERE 1 ORDER BY wanted.key`,
  ).returning(columns)
  const areThere = sql`NOT EXISTS (SELECT 1 FROM ${eachId(memberIds)} AS wanted WHERE NOT EXISTS
    (SELECT 1 FROM members m WHERE m.id = wanted.value AND m.anonymised_at IS NULL))`
  const why = async () =>
    rowsRejectedError(await findRejectedRows(db, memberIds, fields.type), memberIds.length)
  const [, added] = await commit(db, [guard('membersThere', areThere), insert], {
    ...constraintErrors,
    membersThere: why,
    'honors.type': why,
  })
  return added
}

async function findRejectedRows(
  db: Db,
  memberIds: readonly number[],
  type: HonorType,
): Promise<RejectedRow[]> {
  const rows = await rowsOf<{ id: number; name: string | null; hasIt: number }>(
    db,
    {
      id: sql`wanted.value`,
      name: sql`trim(m.first_name || ' ' || m.last_name)`,
      hasIt: sql`EXISTS (SELECT 1 FROM honors h WHERE h.member_id = m.id AND h.type = ${type})`,
    },
    sql`${eachId(memberIds)} AS wanted LEFT JOIN members m
      ON m.id = wanted.value AND m.anonymised_at IS NULL ORDER BY wanted.key`,
  )
  return rows.flatMap(({ id, name, hasIt }): RejectedRow[] => {
    if (name === null)
      return [{ id, code: 'NotFound', message: 'Dieses Mitglied gibt es nicht mehr.' }]
    const isTwice = hasIt === 1 && type !== 'Extra_Certificate'
    return isTwice ? [{ id, code: 'HonorExists', message: `${name} hat diese Ehrung schon.` }] : []
  })
}

/** Changes an honor; a field that another user changed since the honor was loaded is a conflict. */
export function changeHonor(
  db: Db,
  memberId: number,
  id: number,
  { before, ...given }: HonorChange,
): Promise<Honor | null> {
  const mine = and(eq(honors.id, id), eq(honors.memberId, idUnlessAnonymised(memberId)))
  return retryOnConflict('versionUnchanged', async () => {
    const [stored] = before ? await db.select().from(honors).where(mine) : []
    if (before && !stored) return null
    if (stored) {
      await assertNoConflicts(db, { entity: 'honor', id }, { stored, given, before, units: [] })
    }
    const update = write
      .update(honors)
      .set({ ...given, version: sql`${honors.version} + 1` })
      .where(mine)
      .returning(columns)
    const guards = guardVersion(honors, id, stored?.version)
    const results = await commit(db, [...guards, update], constraintErrors)
    const [row] = results.at(-1) as Honor[]
    return row ?? null
  })
}

export async function removeHonor(db: Db, memberId: number, id: number): Promise<boolean> {
  const [rows] = await commit(db, [
    write
      .delete(honors)
      .where(and(eq(honors.id, id), eq(honors.memberId, idUnlessAnonymised(memberId))))
      .returning({ id: honors.id }),
  ])
  return rows.length > 0
}

const constraintErrors: ConstraintErrors = {
  // A guard checks the member, so the missing key is the guild's rule for this honor.
  foreignKey: () => validationError({ type: noSuchHonor }),
  // A partial unique index allows each honor once per member, except Extra_Certificate.
  'honors.type': () => {
    const message = 'Diese Ehrung hat das Mitglied schon.'
    return new DomainError('HonorExists', message, { type: message })
  },
}
