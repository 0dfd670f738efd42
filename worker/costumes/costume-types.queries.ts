import { and, asc, eq } from 'drizzle-orm'
import { cameToNothing } from '#worker/db/came-to-nothing.ts'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { costumeTypes, participations } from '#worker/db/schema.ts'
import { isForeignKeyViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { normaliseName } from '#worker/domain/names.ts'
import type { CostumeType } from './costumes.contract.ts'

const columns = { id: costumeTypes.id, name: costumeTypes.name }

export function listCostumeTypes(db: Db) {
  return db.select(columns).from(costumeTypes).orderBy(asc(costumeTypes.nameKey))
}

export async function createCostumeType(db: Db, name: string): Promise<CostumeType> {
  const insert = write
    .insert(costumeTypes)
    .values({ name, nameKey: normaliseName(name) })
    .returning(columns)
  const [[row]] = await commit(db, [insert]).catch(refuseSameName)
  return row as CostumeType
}

export async function renameCostumeType(
  db: Db,
  id: number,
  name: string | undefined,
): Promise<CostumeType | null> {
  const update = write
    .update(costumeTypes)
    .set(name === undefined ? { id } : { name, nameKey: normaliseName(name) })
    .where(eq(costumeTypes.id, id))
    .returning(columns)
  const [[row]] = await commit(db, [update]).catch(refuseSameName)
  return row ?? null
}

/** Costumes and living participations keep their type: the foreign keys decide. */
export async function deleteCostumeType(db: Db, id: number): Promise<boolean> {
  const remove = commit(db, [
    write.delete(participations).where(and(eq(participations.costumeTypeId, id), cameToNothing)),
    write.delete(costumeTypes).where(eq(costumeTypes.id, id)).returning({ id: costumeTypes.id }),
  ])
  const [, deleted] = await remove.catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error
    const message = 'Der Kleidertyp wird noch verwendet und kann deshalb nicht gelöscht werden.'
    throw new DomainError('CostumeTypeInUse', message)
  })
  return deleted.length > 0
}

function refuseSameName(error: unknown): never {
  if (!uniqueViolation(error)) throw error
  const message = 'Einen Kleidertyp mit diesem Namen gibt es schon.'
  throw new DomainError('CostumeTypeExists', message, { name: message })
}
