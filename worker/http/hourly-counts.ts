import { lt, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { always } from '#worker/db/rows-of.ts'
import { hourlyCounts } from '#worker/db/schema.ts'

const hourInMs = 60 * 60 * 1000

/**
 * Counts one more, unless there were so many in the last hour: then it changes nothing.
 * @param key what is counted, and of whom as a keyed hash
 */
export function countInHour({
  key,
  most,
  now,
  onlyIf = sql`1`,
}: {
  key: string
  most: number
  now: Date
  onlyIf?: SQL
}) {
  const before = new Date(now.getTime() - hourInMs).toISOString()
  const counted = sql`(SELECT coalesce(sum(count), 0) FROM hourly_counts
    WHERE key = ${key} AND at > ${before})`
  return insertSelected(
    hourlyCounts,
    { key, at: now.toISOString(), count: 1 },
    sql`${always} WHERE ${counted} < ${most} AND ${onlyIf}`,
  ).onConflictDoUpdate({
    target: [hourlyCounts.key, hourlyCounts.at],
    set: { count: sql`${hourlyCounts.count} + 1` },
  })
}

/** What no longer counts; the cron's work. */
export async function forgetCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 2 * hourInMs).toISOString()
  await commit(db, [write.delete(hourlyCounts).where(lt(hourlyCounts.at, before))])
}
