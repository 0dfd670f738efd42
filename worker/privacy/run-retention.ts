import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { auditEntries, journal, retentionRuns } from '#worker/db/schema.ts'
import { addDays, berlinDay, berlinTime, type Day } from '#worker/domain/dates.ts'
import { logRefusals } from '#worker/http/refusals.ts'
import { type Bite, bites, listRuns, type NightlyRule, oneBite } from './retention.queries.ts'

type Context = { db: Db; now: Date; today: Day }

/** While everybody sleeps; and by day where the night went by without us. */
const beginsAt = '02:00'

/**
 * Deletes what was kept long enough (docs/rules.md, "Aufbewahrung"): once a day, one bite of each rule
 * a round, until a rule finds less than a bite.
 */
export async function runRetention({ db, now, today }: Context): Promise<void> {
  if (berlinTime(now) < beginsAt) return
  const done = await rulesDone(db, today)
  const failures: unknown[] = []
  for (const [rule, bitesOf] of entriesOf(bites)) {
    if (done.has(rule)) continue
    // Once a night, which this rule knows.
    if (rule === 'refusals') await logRefusals(db, now).catch((error) => failures.push(error))
    await deleteInBatches(db, bitesOf({ db, now, today }))
      .then((rowCount) =>
        commit(db, [write.insert(retentionRuns).values({ at: now.toISOString(), rule, rowCount })]),
      )
      .catch((error: unknown) => failures.push(error))
  }
  // One that fails keeps none of the others from being done.
  if (failures.length > 0) throw new AggregateError(failures, 'Not every rule could be followed')
}

/** @returns how many rows they were about */
async function deleteInBatches(db: Db, all: readonly Bite[]): Promise<number> {
  let rowCount = 0
  for (const bite of all) {
    const results = await commit(db, [...bite, ...deleteOwnEntries()])
    const about = results.at(bite.length - 1)
    rowCount += Array.isArray(about) ? about.length : 0
  }
  return rowCount
}

// The triggers keep what was there before: what is to be forgotten would go on in the history. Of members
// it is bank data alone, which stand there masked.
function deleteOwnEntries() {
  const own = sql`(SELECT request_id FROM audit_context WHERE id = 1)`
  return [
    write
      .delete(auditEntries)
      .where(sql`${auditEntries.requestId} = ${own} AND ${auditEntries.entity} <> 'member'`),
    write.delete(journal).where(sql`${journal.requestId} = ${own}`),
  ]
}

/** Each whose last bite of this day was not a whole one. */
async function rulesDone(db: Db, today: Day): Promise<ReadonlySet<string>> {
  const runs = await listRuns(db, addDays(today, -1))
  const ofToday = runs.filter(({ at }) => berlinDay(new Date(at)) === today)
  return new Set(ofToday.filter(({ rowCount }) => rowCount < oneBite).map(({ rule }) => rule))
}

function entriesOf<Value>(record: Record<NightlyRule, Value>): [NightlyRule, Value][] {
  return Object.entries(record) as [NightlyRule, Value][]
}
