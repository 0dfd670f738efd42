import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { sepaRuns, users } from '#worker/db/schema.ts'
import type { SepaRun } from './billing.contract.ts'

/** The files that were made for a year, newest first. */
export function listRuns(db: Db, year: number): Promise<SepaRun[]> {
  return db
    .select({
      id: sepaRuns.id,
      createdAt: sepaRuns.createdAt,
      createdBy: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      year: sepaRuns.year,
      dueDate: sepaRuns.dueDate,
      count: sepaRuns.debitCount,
      sumInCent: sepaRuns.sumInCent,
      messageId: sepaRuns.messageId,
    })
    .from(sepaRuns)
    .innerJoin(users, eq(users.id, sepaRuns.createdBy))
    .where(eq(sepaRuns.year, year))
    .orderBy(desc(sepaRuns.id))
}

/** The message id is unique: of two at the same second one is refused. */
export async function insertRun(db: Db, run: typeof sepaRuns.$inferInsert): Promise<void> {
  await db.insert(sepaRuns).values(run)
}
