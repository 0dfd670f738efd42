import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { circulars } from '#worker/db/schema.ts'

/** What waits is not due any more. Of one that is out already nothing can be stopped. */
export async function stopCircular(db: Db, id: number, now: Date): Promise<void> {
  const isGoingOut = sql`EXISTS (SELECT 1 FROM mails
    WHERE circular_id = ${id} AND state IN ('waiting', 'sending'))`
  await commit(db, [
    write
      .update(circulars)
      .set({ stoppedAt: now.toISOString() })
      .where(and(eq(circulars.id, id), isNull(circulars.stoppedAt), isGoingOut)),
    heldEvent(id),
  ])
}

/** What was out already stays out: only what still waits is sent. */
export async function continueCircular(db: Db, id: number): Promise<void> {
  await commit(db, [
    write
      .update(circulars)
      .set({ stoppedAt: null })
      .where(and(eq(circulars.id, id), isNotNull(circulars.stoppedAt))),
    heldEvent(id),
  ])
}

/** Told when the statement before it changed something; its act says what. */
function heldEvent(id: number) {
  return recordEvent({ entity: 'circular', entityId: id, onlyIf: sql`changes() > 0` })
}
