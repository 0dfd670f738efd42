import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { auditEntries, journal, retentionRuns } from '#worker/db/schema.ts'
import { addDays, berlinDay, berlinTime, type Day } from '#worker/domain/dates.ts'
import { logRejections } from '#worker/http/rejections.ts'
import {
  batchLimit,
  listRuns,
  type NightlyRule,
  type RetentionBatch,
  retentionBatches,
} from './retention.queries.ts'

type Context = { db: Db; now: Date; today: Day }

/** When the rules begin, in Berlin time; if the cron does not run at night, they run by day. */
const beginsAt = '02:00'

/**
 * Deletes data whose retention period is over (docs/rules.md, "Aufbewahrung"): once a day, a limited batch of
 * each rule per run, until a rule finds less than the limit.
 */
export async function runRetention({ db, now, today }: Context): Promise<void> {
  if (berlinTime(now) < beginsAt) return
  const done = await rulesDone(db, today)
  const failures: unknown[] = []
  for (const [rule, batchesOf] of entriesOf(retentionBatches)) {
    if (done.has(rule)) continue
    // Rejections are logged once a night, before the rule that deletes them.
    if (rule === 'refusals') await logRejections(db, now).catch((error) => failures.push(error))
    await deleteInBatches(db, batchesOf({ db, now, today }))
      .then((rowCount) =>
        commit(db, [write.insert(retentionRuns).values({ at: now.toISOString(), rule, rowCount })]),
      )
      .catch((error: unknown) => failures.push(error))
  }
  // A rule that fails does not stop the others.
  if (failures.length > 0) throw new AggregateError(failures, 'Not every rule could be followed')
}

/** @returns number of deleted rows */
async function deleteInBatches(db: Db, all: readonly RetentionBatch[]): Promise<number> {
  let rowCount = 0
  for (const batch of all) {
    const results = await commit(db, [...batch, ...deleteOwnEntries()])
    const deleted = results.at(batch.length - 1)
    rowCount += Array.isArray(deleted) ? deleted.length : 0
  }
  return rowCount
}

// The triggers record the old values, so that deleted data would survive in the history. Entries deleted
// members stay: only their bank data are deleted here, and those are masked.
function deleteOwnEntries() {
  const own = sql`(SELECT request_id FROM audit_context WHERE id = 1)`
  return [
    write
      .delete(auditEntries)
      .where(sql`${auditEntries.requestId} = ${own} AND ${auditEntries.entity} <> 'member'`),
    write.delete(journal).where(sql`${journal.requestId} = ${own}`),
  ]
}

/** Rules whose last batch today was below the limit. */
async function rulesDone(db: Db, today: Day): Promise<ReadonlySet<string>> {
  const runs = await listRuns(db, addDays(today, -1))
  const ofToday = runs.filter(({ at }) => berlinDay(new Date(at)) === today)
  return new Set(ofToday.filter(({ rowCount }) => rowCount < batchLimit).map(({ rule }) => rule))
}

function entriesOf<Value>(record: Record<NightlyRule, Value>): [NightlyRule, Value][] {
  return Object.entries(record) as [NightlyRule, Value][]
}
