import { retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { paradeUnits, withChanges } from '#worker/domain/conflicts.ts'
import { paradeProblems } from '#worker/domain/parade.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import { orNotFound, validationError } from '#worker/http/validate.ts'
import type { Parade, ParadeChange, ParadeFields } from './parades.contract.ts'
import { createParade, findParadeVersion, saveParade } from './parades.queries.ts'

/** As forms send them: days may still be missing. */
type DraftDays = 'date' | 'dateEnrolmentStart' | 'dateEnrolmentEnd'
type Draft = Omit<ParadeFields, DraftDays> & Record<DraftDays, string | null>

/** @param draftId the proposal it is made from; the first save deletes it */
export async function addParade(
  db: Db,
  { draftId = null, ...draft }: Draft & { draftId?: number | undefined | null },
): Promise<Parade> {
  return createParade(db, complete(draft), draftId)
}

/**
 * Missing fields keep their value; a field changed by another user since it was loaded is a conflict. A
 * changed price does not affect booked places.
 */
export function changeParade(
  db: Db,
  id: number,
  { before, ...given }: ParadeChange,
): Promise<Parade> {
  return retryOnConflict('versionUnchanged', async () => {
    const found = orNotFound(await findParadeVersion(db, id))
    const { version, ...stored } = found
    await assertNoConflicts(
      db,
      { entity: 'parade', id },
      { stored, given, before, units: paradeUnits },
    )
    const parade = complete(withChanges<Draft>(stored, given))
    return orNotFound(await saveParade(db, id, parade, Object.keys(given), before ? version : null))
  })
}

function complete(draft: Draft): ParadeFields {
  const problems = paradeProblems(draft)
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return draft as ParadeFields
}
