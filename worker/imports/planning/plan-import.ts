import type { Db } from '#worker/db/db.ts'
import { dataVersion, members } from '#worker/db/schema.ts'
import type { ImportKind } from '#worker/domain/codes.ts'
import {
  emptyPlan,
  type PlanClock,
  type PlannedImport,
  type ReadingBase,
  type Staged,
} from '#worker/imports/plan.ts'

export type Reading = ReadingBase

/** One batch: all that the plan of a kind may look at. */
export async function readForPlanning(db: Db, _kind: ImportKind): Promise<Reading> {
  const [versions, all] = await db.batch([
    db.select({ version: dataVersion.version }).from(dataVersion),
    db
      .select({
        id: members.id,
        firstNameKey: members.firstNameKey,
        lastNameKey: members.lastNameKey,
      })
      .from(members),
  ])
  return { dataVersion: versions[0]?.version ?? 0, members: all }
}

/** What the file would do, row by row; pure. */
export function planImport(_reading: Reading, staged: Staged, _clock: PlanClock): PlannedImport {
  const counts = { new: 0, changes: 0, same: 0, duplicate: 0, error: 0, skipped: 0 }
  return {
    plan: emptyPlan,
    preview: { seen: `${staged.kind}`, counts, questions: [], rows: [], alsoHolds: [] },
  }
}
