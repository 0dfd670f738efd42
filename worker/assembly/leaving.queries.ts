import { and, isNull, lt, type SQL } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { memberExits } from '#worker/db/schema.ts'

/** Who has said that they leave before a day, and has not left yet. */
export function selectLeaving(db: Db, day: SQL) {
  return db
    .select({ memberId: memberExits.memberId, date: memberExits.date })
    .from(memberExits)
    .where(
      and(lt(memberExits.date, day), isNull(memberExits.effectiveAt), isNull(memberExits.undoneAt)),
    )
}

export type Leaving = Awaited<ReturnType<typeof selectLeaving>>[number]
