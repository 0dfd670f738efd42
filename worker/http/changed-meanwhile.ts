import type { Db } from '#worker/db/db.ts'
import { type HistoryOf, listLastChanges } from '#worker/db/last-changes.ts'
import { type Clash, clashesOf, type Units } from '#worker/domain/conflicts.ts'
import { DomainError } from '#worker/domain/errors.ts'

type Save = { stored: object; given: object; before: object | undefined; units: Units }

/**
 * Tells of fields that somebody else has changed since the form was loaded, and who it was.
 * @throws DomainError ChangedMeanwhile
 */
export async function refuseClashes(
  db: Db,
  history: HistoryOf,
  { before = {}, ...save }: Save,
): Promise<void> {
  const clashes = clashesOf({ ...save, before })
  if (clashes.length > 0) throw await changedMeanwhile(db, history, clashes)
}

async function changedMeanwhile(
  db: Db,
  history: HistoryOf,
  clashes: readonly Clash[],
): Promise<DomainError> {
  const changes = await listLastChanges(
    db,
    history,
    clashes.map(({ field }) => field),
  )
  const conflicts = clashes.map((clash) => ({
    ...clash,
    ...(changes.get(clash.field) ?? { at: null, by: null }),
  }))
  const message = 'Das hat inzwischen jemand anderes geändert.'
  return new DomainError('ChangedMeanwhile', message, undefined, { conflicts })
}
