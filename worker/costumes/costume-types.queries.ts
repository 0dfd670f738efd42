import { and, asc, eq } from 'drizzle-orm'
import { type ConstraintErrors, commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { costumeTypes, participations } from '#worker/db/schema.ts'
import { isUnusedPlace } from '#worker/db/unused-places.ts'
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
  const [[row]] = await commit(db, [insert], nameErrors)
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
  const [[row]] = await commit(db, [update], nameErrors)
  return row ?? null
}

/** Deletes a type with its inactive places. Foreign keys keep a type that costumes or active places use. */
export async function deleteCostumeType(db: Db, id: number): Promise<boolean> {
  const statements = [
    write.delete(participations).where(and(eq(participations.costumeTypeId, id), isUnusedPlace)),
    write.delete(costumeTypes).where(eq(costumeTypes.id, id)).returning({ id: costumeTypes.id }),
  ] as const
  const [, deleted] = await commit(db, statements, { foreignKey: costumeTypeInUseError })
  return deleted.length > 0
}

const nameErrors: ConstraintErrors = {
  'costume_types.name_key': () => {
    const message = 'Einen Kleidertyp mit diesem Namen gibt es schon.'
    return new DomainError('CostumeTypeExists', message, { name: message })
  },
}

function costumeTypeInUseError(): DomainError {
  const message = 'Der Kleidertyp wird noch verwendet und kann deshalb nicht gelöscht werden.'
  return new DomainError('CostumeTypeInUse', message)
}
