import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { sepaRuns, users } from '#worker/db/schema.ts'
import type { SepaRun } from './billing.contract.ts'

function selectRuns(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: sepaRuns.id,
      createdAt: sepaRuns.createdAt,
      createdBy: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      year: sepaRuns.year,
      dueDate: sepaRuns.dueDate,
      count: sepaRuns.claimCount,
      debitCount: sepaRuns.debitCount,
      sumInCent: sepaRuns.sumInCent,
      messageId: sepaRuns.messageId,
      creditedOn: sepaRuns.creditedOn,
      voidedAt: sepaRuns.voidedAt,
      voidReason: sepaRuns.voidReason,
      submittedOn: sepaRuns.submittedOn,
    })
    .from(sepaRuns)
    .innerJoin(users, eq(users.id, sepaRuns.createdBy))
    .where(where)
    .orderBy(desc(sepaRuns.id))
}

/** The files that were made for a year, newest first. */
export function listRuns(db: Db, year: number): Promise<SepaRun[]> {
  return selectRuns(db, eq(sepaRuns.year, year))
}

export async function findRun(db: Db, year: number, id: number): Promise<SepaRun | undefined> {
  const [run] = await selectRuns(db, and(eq(sepaRuns.id, id), eq(sepaRuns.year, year)))
  return run
}

export type NewRun = Omit<typeof sepaRuns.$inferInsert, 'id'>

/**
 * Adds the run when the newest of its year is still the one named (null = there is none), and
 * tells the newest afterwards. The message id is unique: of two at the same second one is refused.
 */
export async function addRunAfter(db: Db, after: number | null, run: NewRun) {
  const { year } = run
  const newestId = sql`SELECT max(${sepaRuns.id}) FROM ${sepaRuns} WHERE ${sepaRuns.year} = ${year}`
  const [added, [newest]] = await db.batch([
    insertSelected(db, sepaRuns, run, sql`(SELECT 1) WHERE (${newestId}) IS ${after}`).returning({
      id: sepaRuns.id,
    }),
    selectRuns(db, eq(sepaRuns.year, year)).limit(1),
  ])
  return { isAdded: added.length > 0, newest }
}
