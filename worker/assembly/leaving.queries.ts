import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import { waitingExits } from '#worker/members/exits.queries.ts'

/** Somebody's last day. */
export type Leaving = { memberId: number; date: Day }

/** Who has said that they leave before a day. */
export function selectLeaving(db: Db, day: SQL) {
  return rowsOf<Leaving>(
    db,
    { memberId: sql`x.member_id`, date: sql`x.date` },
    sql`${waitingExits} AND x.date < ${day}`,
  )
}
