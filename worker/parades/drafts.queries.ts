import { and, asc, between, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { paradeDrafts, parades } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { proposedDays, seasonDays, seasonToPrepare } from '#worker/domain/next-season.ts'
import { seasonOf } from '#worker/domain/season.ts'
import type { DraftFields, ParadeDrafts } from './parades.contract.ts'

/** What is proposed for the season to prepare, and how many parades of the last could still be. */
export async function listDrafts(db: Db, today: Day): Promise<ParadeDrafts> {
  const season = seasonToPrepare(today)
  const [rows, sources] = await db.batch([selectDrafts(db, season), selectSources(db, season)])
  return answered(season, rows, sources.length)
}

/**
 * Proposes each parade of the last season once; one that stands in the new season already is none. A
 * second call, and one at the same time, proposes nothing twice. What seasons before left is dropped.
 */
export async function proposeDrafts(
  db: Db,
  { now, today, user }: { now: Date; today: Day; user: { id: number } },
): Promise<ParadeDrafts> {
  const season = seasonToPrepare(today)
  const sources = await selectSources(db, season)
  const drafts = sources.map(({ id, ...parade }) => ({
    id,
    fields: { ...parade, ...proposedDays(parade) } satisfies DraftFields,
  }))
  // One that was deleted meanwhile is not there any more to be proposed from.
  const [, , rows] = await db.batch([
    db.delete(paradeDrafts).where(lt(paradeDrafts.season, season)),
    insertSelected(
      db,
      paradeDrafts,
      {
        sourceId: sql`p.id`,
        season,
        fields: sql`e.value ->> 'fields'`,
        createdAt: now.toISOString(),
        createdBy: user.id,
      },
      sql`json_each(${JSON.stringify(drafts)}) e CROSS JOIN ${parades} p
        WHERE p.id = e.value ->> 'id'`,
    ).onConflictDoNothing(),
    selectDrafts(db, season),
  ])
  return answered(season, rows, 0)
}

export async function discardDraft(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .delete(paradeDrafts)
    .where(eq(paradeDrafts.id, id))
    .returning({ id: paradeDrafts.id })
  return rows.length > 0
}

type Row = { id: number; fields: string }

function answered(season: number, rows: readonly Row[], proposable: number): ParadeDrafts {
  const drafts = rows
    .map(({ id, fields }) => ({ id, ...(JSON.parse(fields) as DraftFields) }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id))
  return { season: seasonOf(seasonDays(season).first), drafts, proposable }
}

function selectDrafts(db: Db, season: number) {
  return db
    .select({ id: paradeDrafts.id, fields: paradeDrafts.fields })
    .from(paradeDrafts)
    .where(eq(paradeDrafts.season, season))
}

/** The parades of the season before that are neither proposed nor entered again. */
function selectSources(db: Db, season: number) {
  const last = seasonDays(season - 1)
  const next = seasonDays(season)
  return db
    .select({
      id: parades.id,
      title: parades.title,
      host: parades.host,
      hostPlz: parades.hostPlz,
      hostTown: parades.hostTown,
      date: parades.date,
      comment: parades.comment,
      priceForAdultsInCent: parades.priceForAdultsInCent,
      priceForChildrenInCent: parades.priceForChildrenInCent,
      dateEnrolmentStart: parades.dateEnrolmentStart,
      dateEnrolmentEnd: parades.dateEnrolmentEnd,
      isChildParade: parades.isChildParade,
    })
    .from(parades)
    .where(
      and(
        between(parades.date, last.first, last.last),
        sql`NOT EXISTS (SELECT 1 FROM parade_drafts d
          WHERE d.source_id = ${parades.id} AND d.season = ${season})`,
        sql`NOT EXISTS (SELECT 1 FROM parades n WHERE n.date BETWEEN ${next.first} AND ${next.last}
          AND n.search_key = ${parades.searchKey})`,
      ),
    )
    .orderBy(asc(parades.date), asc(parades.id))
}
