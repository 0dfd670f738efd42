import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { selectDue, turn } from './exits.queries.ts'

/**
 * The night after the last day of membership: whoever left is Ausgetreten now. All that are due in one
 * batch, however long nobody looked; a second run finds none.
 */
export async function turnExits({ db, now, today }: { db: Db; now: Date; today: Day }) {
  const due = await selectDue(db, today)
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  await commit(db, [...turn(ids, now)])
}
