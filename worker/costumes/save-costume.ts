import { type ConstraintErrors, retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { withChanges } from '#worker/domain/conflicts.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { DomainError, type FieldMessages, type RejectedRow } from '#worker/domain/errors.ts'
import { beginsLater, hasDied, noSuchMember } from '#worker/domain/ownership.ts'
import { isBlank } from '#worker/domain/text.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import { rowsRejectedError } from '#worker/http/many.ts'
import { notFoundError, orNotFound, validationError } from '#worker/http/validate.ts'
import type {
  Costume,
  CostumeChange,
  CostumeDraft,
  Deregistration,
  NewCostume,
} from './costumes.contract.ts'
import {
  type CostumeFields,
  countReferences,
  findCostume,
  findCostumeVersion,
  insertCostume,
  removeCostume,
  selectNotDeregistrable,
  updateCostume,
  updateDeregistered,
} from './costumes.queries.ts'
import { findOwner } from './ownerships.queries.ts'

/** Adds a costume with its owner, if given: both or neither. */
export async function addCostume(
  { db, today }: { db: Db; today: Day },
  { ownerId, ownedFrom, ...draft }: NewCostume,
): Promise<Costume> {
  const since = ownedFrom ?? today
  const fields = validateDraft(draft, ownerId === null ? {} : ownerProblems(draft, since, today))
  const owner = ownerId === null ? null : { memberId: ownerId, ownedFrom: since }
  const id = await insertCostume(db, fields, owner, {
    ...constraintErrors,
    ...(owner && { ownerLives: () => ownerError(db, owner.memberId) }),
  })
  return findSaved(db, id)
}

function ownerProblems(draft: CostumeDraft, ownedFrom: Day, today: Day): FieldMessages {
  return {
    ...(draft.registeredUntil && {
      ownerId: 'Ein abgemeldetes Kleid bekommt keinen neuen Besitzer.',
    }),
    ...(ownedFrom > today && { ownedFrom: beginsLater }),
  }
}

async function ownerError(db: Db, memberId: number): Promise<DomainError> {
  const owner = await findOwner(db, memberId)
  return validationError({
    ownerId: owner?.hasDied && !owner.isAnonymised ? hasDied : noSuchMember,
  })
}

/**
 * Omitted fields keep their value; a field changed by another user since it was loaded is a conflict. Booked
 * participations are not changed.
 */
export async function changeCostume(
  db: Db,
  id: number,
  { before, ...given }: CostumeChange,
): Promise<Costume> {
  await retryOnConflict('versionUnchanged', async () => {
    const found = orNotFound(await findCostumeVersion(db, id))
    const { version, ...stored } = found
    await assertNoConflicts(db, { entity: 'costume', id }, { stored, given, before, units: [] })
    const fields = validateDraft(withChanges<CostumeDraft>(stored, given))
    const seen = before ? version : null
    await updateCostume(db, id, fields, Object.keys(given), seen, constraintErrors)
  })
  return findSaved(db, id)
}

/**
 * Deregisters all costumes on one day, or none. Ownerships are kept; a costume that is deregistered already is
 * rejected.
 * @throws DomainError RowsRefused, Conflict
 */
export async function deregisterCostumes(
  db: Db,
  { ids, registeredUntil }: Deregistration,
): Promise<Costume[]> {
  return updateDeregistered(db, ids, registeredUntil, {
    deregistrable: async () => {
      const rejected = await selectNotDeregistrable(db, ids, registeredUntil)
      return rowsRejectedError(rejected.map(whyNotDeregistered), ids.length)
    },
  })
}

type NotDeregistrableRow = Awaited<ReturnType<typeof selectNotDeregistrable>>[number]

function whyNotDeregistered({
  id,
  name,
  registeredSince,
  registeredUntil,
}: NotDeregistrableRow): RejectedRow {
  if (name === null) return { id, code: 'NotFound', message: 'Dieses Kleid gibt es nicht mehr.' }
  if (registeredUntil !== null) {
    const message = `${name} ist schon zum ${germanDate(registeredUntil)} abgemeldet.`
    return { id, code: 'Conflict', message }
  }
  const since =
    registeredSince === null ? '' : ` Angemeldet ist es seit ${germanDate(registeredSince)}.`
  const message = `${name} wird abgemeldet, bevor es angemeldet ist.${since}`
  return { id, code: 'ValidationFailed', message }
}

/** A costume that is referred to is not deleted; the error counts the references. */
export async function deleteCostume(db: Db, id: number): Promise<void> {
  if (!(await removeCostume(db, id, { foreignKey: () => costumeInUseError(db, id) })))
    throw notFoundError()
}

async function costumeInUseError(db: Db, id: number): Promise<DomainError> {
  const message =
    'Zu diesem Kleid gibt es Besitzer oder Umzüge. Deshalb kann es nicht gelöscht werden.'
  return new DomainError('CostumeInUse', message, undefined, {
    references: await countReferences(db, id),
  })
}

/** @param owners problems of the owner, reported together with the others */
function validateDraft(draft: CostumeDraft, owners: FieldMessages = {}): CostumeFields {
  const { number, costumeTypeId, registeredSince, registeredUntil } = draft
  const problems: FieldMessages = { ...owners }
  if (isBlank(number)) problems.number = 'Gib dem Kleid eine Nummer.'
  if (costumeTypeId === null) problems.costumeTypeId = 'Wähle einen Kleidertyp.'
  if (registeredSince && registeredUntil && registeredUntil < registeredSince) {
    problems.registeredUntil = 'Das Kleid wird abgemeldet, bevor es angemeldet ist.'
  }
  if (costumeTypeId === null || Object.keys(problems).length > 0) throw validationError(problems)
  return { ...draft, costumeTypeId }
}

const constraintErrors: ConstraintErrors = {
  foreignKey: () => validationError({ costumeTypeId: 'Diesen Kleidertyp gibt es nicht mehr.' }),
  'costumes.number_key': () => {
    const message = 'Diese Nummer hat bei diesem Kleidertyp schon ein anderes angemeldetes Kleid.'
    return new DomainError('CostumeExists', message, { number: message })
  },
}

async function findSaved(db: Db, id: number): Promise<Costume> {
  return orNotFound(await findCostume(db, id))
}
