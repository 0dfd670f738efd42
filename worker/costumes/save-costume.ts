import type { Db } from '#worker/db/db.ts'
import { isForeignKeyViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { DomainError, type FieldMessages } from '#worker/domain/errors.ts'
import { withGiven } from '#worker/domain/given.ts'
import { isBlank } from '#worker/domain/text.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { Costume, CostumeChange, CostumeDraft } from './costumes.contract.ts'
import {
  type CostumeFields,
  countReferences,
  findCostume,
  insertCostume,
  removeCostume,
  updateCostume,
} from './costumes.queries.ts'

export async function addCostume(db: Db, draft: CostumeDraft): Promise<Costume> {
  const id = await insertCostume(db, complete(draft)).catch(refuse)
  return reread(db, id)
}

/** What the change leaves out keeps its value. What is booked for parades stays as it is. */
export async function changeCostume(db: Db, id: number, change: CostumeChange): Promise<Costume> {
  const stored = await findCostume(db, id)
  if (!stored) throw notFound()
  const { id: _, type: _t, ...before } = stored
  const fields = complete(withGiven<CostumeDraft>(before, change))
  await updateCostume(db, id, fields, Object.keys(change)).catch(refuse)
  return reread(db, id)
}

/** A costume with history stays; the answer counts what refers to it. */
export async function deleteCostume(db: Db, id: number): Promise<void> {
  const deleted = await removeCostume(db, id).catch(async (error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error
    const message =
      'Zu diesem Kleid gibt es Besitzer oder Umzüge. Deshalb kann es nicht gelöscht werden.'
    throw new DomainError('CostumeInUse', message, undefined, {
      references: await countReferences(db, id),
    })
  })
  if (!deleted) throw notFound()
}

function complete(draft: CostumeDraft): CostumeFields {
  const { number, costumeTypeId, registeredSince, registeredUntil } = draft
  const problems: FieldMessages = {}
  if (isBlank(number)) problems.number = 'Gib dem Kleid eine Nummer.'
  if (costumeTypeId === null) problems.costumeTypeId = 'Wähle einen Kleidertyp.'
  if (registeredSince && registeredUntil && registeredUntil < registeredSince) {
    problems.registeredUntil = 'Das Kleid wird abgemeldet, bevor es angemeldet ist.'
  }
  if (costumeTypeId === null || Object.keys(problems).length > 0) throw validationFailed(problems)
  return { ...draft, costumeTypeId }
}

function refuse(error: unknown): never {
  if (isForeignKeyViolation(error)) {
    throw validationFailed({ costumeTypeId: 'Diesen Kleidertyp gibt es nicht mehr.' })
  }
  if (!uniqueViolation(error)) throw error
  const message = 'Diese Nummer hat bei diesem Kleidertyp schon ein anderes angemeldetes Kleid.'
  throw new DomainError('CostumeExists', message, { number: message })
}

async function reread(db: Db, id: number): Promise<Costume> {
  const costume = await findCostume(db, id)
  if (!costume) throw notFound()
  return costume
}
