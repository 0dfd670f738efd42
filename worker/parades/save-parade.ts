import type { z } from 'zod'
import { retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { paradeUnits, pickChanged, withChanges } from '#worker/domain/conflicts.ts'
import type { FieldMessages, RejectedRow } from '#worker/domain/errors.ts'
import { type Extra, extraProblems } from '#worker/domain/extras.ts'
import { paradeProblems, skippedHourProblem } from '#worker/domain/parade.ts'
import { berlinInstant } from '#worker/domain/times.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import { rowsRejectedError } from '#worker/http/many.ts'
import { orNotFound, validationError } from '#worker/http/validate.ts'
import type {
  changeParadesBody,
  enrolmentWindowBody,
  GivenExtra,
  GivenParadeFields,
  Parade,
  ParadeChange,
  ParadeFields,
} from './parades.contract.ts'
import {
  createParade,
  findParadeVersion,
  readParades,
  type StoredParade,
  saveParade,
  saveParades,
} from './parades.queries.ts'

/** As forms send them: days may still be missing. */
type DraftDays = 'date' | 'dateEnrolmentStart' | 'dateEnrolmentEnd'
type Draft = Omit<GivenParadeFields, DraftDays> & Record<DraftDays, string | null>

/** @param draftId the proposal from which the parade is made; the same write deletes the proposal */
export async function addParade(
  db: Db,
  { draftId = null, ...draft }: Draft & { draftId?: number | undefined | null },
): Promise<Parade> {
  const parade = complete(draft)
  return createParade(db, { ...parade, extras: withIds(parade.extras, [], 0) }, draftId)
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
    const { version, highestExtraId, ...stored } = found
    await assertNoConflicts(
      db,
      { entity: 'parade', id },
      { stored, given, before, units: paradeUnits },
    )
    const draft = complete(withChanges<Draft>(stored, given))
    const extras = withIds(draft.extras, stored.extras, highestExtraId)
    const parade = { ...draft, extras }
    return orNotFound(await saveParade(db, id, parade, Object.keys(given), before ? version : null))
  })
}

type Together = Omit<z.output<typeof changeParadesBody>, 'ids'> &
  Partial<Pick<ParadeFields, (typeof paradeUnits)[0][number]>>

/**
 * "Anmeldung öffnen am … um …": a new enrolment window for all of these parades, or for none.
 * @returns how many were changed
 * @throws DomainError ValidationFailed, RowsRefused with the reason for each parade
 */
export function setEnrolmentWindow(
  db: Db,
  { ids, from, until }: z.output<typeof enrolmentWindowBody>,
): Promise<number> {
  const problems: FieldMessages = {}
  if (!from && !until) problems.from = 'Gib an, ab wann oder bis wann man sich anmelden kann.'
  for (const [field, moment] of Object.entries({ from, until })) {
    if (moment?.time && berlinInstant(moment.date, moment.time) === null)
      problems[`${field}.time`] = skippedHourProblem(moment.date, moment.time)
  }
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return changeParades(db, ids, {
    ...(from && { dateEnrolmentStart: from.date, timeEnrolmentStart: from.time }),
    ...(until && { dateEnrolmentEnd: until.date, timeEnrolmentEnd: until.time }),
  })
}

/**
 * Changes the same fields of several parades, all or none. A parade that has these values already stays as it
 * is; a price applies to new enrolments.
 */
export function changeParades(db: Db, ids: readonly number[], given: Together): Promise<number> {
  return retryOnConflict('versionUnchanged', async () => {
    const stored = new Map((await readParades(db, ids)).map((parade) => [parade.id, parade]))
    const rejected: RejectedRow[] = []
    const changed: Pick<StoredParade, 'id' | 'version'>[] = []
    for (const id of ids) {
      const parade = stored.get(id)
      const reason = parade ? whyNot(parade, given) : gone
      if (reason) rejected.push({ id, ...reason })
      else if (parade && Object.keys(pickChanged(parade, given)).length > 0) changed.push(parade)
    }
    if (rejected.length > 0) throw rowsRejectedError(rejected, ids.length)
    if (changed.length > 0) await saveParades(db, changed, given)
    return changed.length
  })
}

const gone = { code: 'NotFound', message: 'Diesen Umzug gibt es nicht mehr.' } as const

function whyNot(parade: StoredParade, given: Together): Omit<RejectedRow, 'id'> | null {
  const { title, cancelledAt } = parade
  if (cancelledAt !== null) return { code: 'ParadeCancelled', message: `„${title}“ ist abgesagt.` }
  const [problem] = Object.values(paradeProblems(withChanges<StoredParade>(parade, given)))
  return problem ? { code: 'ValidationFailed', message: `„${title}“: ${problem}` } : null
}

function complete(draft: Draft): GivenParadeFields {
  const problems = { ...paradeProblems(draft), ...extraProblems(draft.extras, draft.date) }
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return draft as GivenParadeFields
}

/**
 * Gives new extras an id. Ids of removed ones are not given again, since cancelled places still name them.
 * @param highest the highest id that an extra of the parade ever had
 */
function withIds(given: readonly GivenExtra[], stored: readonly Extra[], highest: number): Extra[] {
  const unknown = given.findIndex(({ id }) => id && !stored.some((one) => one.id === id))
  if (unknown >= 0)
    throw validationError({ [`extras.${unknown}`]: 'Diesen Zusatz gibt es nicht mehr.' })
  const again = given.findIndex(
    ({ id }, index) => id && given.findIndex((one) => one.id === id) < index,
  )
  if (again >= 0) throw validationError({ [`extras.${again}`]: 'Dieser Zusatz steht zweimal da.' })
  let last = highest
  return given.map(({ id, ...extra }) => ({ id: id ?? ++last, ...extra }))
}
