import { retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { paradeUnits, withGiven } from '#worker/domain/conflicts.ts'
import { paradeProblems } from '#worker/domain/parade.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import { orNotFound, validationFailed } from '#worker/http/validate.ts'
import type { Parade, ParadeChange, ParadeFields } from './parades.contract.ts'
import { createParade, findParadeVersion, saveParade } from './parades.queries.ts'

/** As a form sends them: the days may still be missing. */
type DraftDays = 'date' | 'dateEnrolmentStart' | 'dateEnrolmentEnd'
type Draft = Omit<ParadeFields, DraftDays> & Record<DraftDays, string | null>

/** @param draftId the proposal it is made of: the first save takes it */
export async function addParade(
  db: Db,
  { draftId = null, ...draft }: Draft & { draftId?: number | undefined | null },
): Promise<Parade> {
  return createParade(db, complete(draft), draftId)
}

/**
 * What the change leaves out keeps its value; what somebody else changed since is told. A changed
 * price does not touch what is booked.
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
    const parade = complete(withGiven<Draft>(stored, given))
    return orNotFound(await saveParade(db, id, parade, Object.keys(given), before ? version : null))
  })
}

function complete(draft: Draft): ParadeFields {
  const problems = paradeProblems(draft)
  if (Object.keys(problems).length > 0) throw validationFailed(problems)
  return draft as ParadeFields
}
