import type { Db } from '#worker/db/db.ts'
import { withGiven } from '#worker/domain/given.ts'
import { paradeProblems } from '#worker/domain/parade.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { Parade, ParadeFields } from './parades.contract.ts'
import { createParade, findParade, saveParade } from './parades.queries.ts'

/** As a form sends them: the days may still be missing. */
type DraftDays = 'date' | 'dateEnrolmentStart' | 'dateEnrolmentEnd'
type Draft = Omit<ParadeFields, DraftDays> & Record<DraftDays, string | null>

export async function addParade(db: Db, draft: Draft): Promise<Parade> {
  return createParade(db, complete(draft))
}

/** What the change leaves out keeps its value. A changed price does not touch what is booked. */
export async function changeParade(
  db: Db,
  id: number,
  change: { [K in keyof Draft]?: Draft[K] | undefined },
): Promise<Parade> {
  const stored = await findParade(db, id)
  if (!stored) throw notFound()
  const {
    id: _,
    cancelledAt: _c,
    cancelReason: _cr,
    registrationCount: _r,
    participationCount: _p,
    ...fields
  } = stored
  const parade = complete(withGiven<Draft>(fields, change))
  const saved = await saveParade(db, id, parade, Object.keys(change))
  if (!saved) throw notFound()
  return saved
}

function complete(draft: Draft): ParadeFields {
  const problems = paradeProblems(draft)
  if (Object.keys(problems).length > 0) throw validationFailed(problems)
  return draft as ParadeFields
}
