import { asc, between, eq, lt, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { planColumns } from '#worker/db/open-parades.ts'
import { paradeDrafts, parades } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import { proposedDays, seasonDays, seasonOf, seasonToPrepare } from '#worker/domain/season.ts'
import type { DraftFields, ParadeDrafts } from './parades.contract.ts'

/** The proposals for the season to prepare, and how many parades of the last season could be proposed. */
export async function listDrafts(db: Db, today: Day): Promise<ParadeDrafts> {
  const season = seasonToPrepare(today)
  const [drafts, both] = await readSeasons(db, season)
  return answered(season, drafts, sourcesOf(season, drafts, both).length)
}

/**
 * Proposes each parade of the last season that is not yet in the new one. Repeated or concurrent calls create
 * no duplicates. Proposals for earlier seasons are deleted.
 */
export async function proposeDrafts(
  db: Db,
  { now, today, user }: { now: Date; today: Day; user: { id: number } },
): Promise<ParadeDrafts> {
  const season = seasonToPrepare(today)
  const [known, both] = await readSeasons(db, season)
  const proposed = sourcesOf(season, known, both).map(({ id, searchKey: _, ...parade }) => ({
    id,
    fields: { ...parade, ...proposedDays(parade) } satisfies DraftFields,
  }))
  // The SELECT reads the parades again, so a parade that was deleted meanwhile is not proposed.
  const [, , rows] = await commit(db, [
    write.delete(paradeDrafts).where(lt(paradeDrafts.season, season)),
    insertSelected(
      paradeDrafts,
      {
        sourceId: sql`p.id`,
        season,
        fields: sql`e.value ->> 'fields'`,
        createdAt: now.toISOString(),
        createdBy: user.id,
      },
      sql`json_each(${JSON.stringify(proposed)}) e CROSS JOIN ${parades} p
        WHERE p.id = e.value ->> 'id'`,
    ).onConflictDoNothing(),
    selectDrafts(db, season),
  ])
  return answered(season, rows, 0)
}

export async function discardDraft(db: Db, id: number): Promise<boolean> {
  const [rows] = await commit(db, [
    write.delete(paradeDrafts).where(eq(paradeDrafts.id, id)).returning({ id: paradeDrafts.id }),
  ])
  return rows.length > 0
}

type DraftRow = { id: number; sourceId: number; fields: string }

function answered(season: number, rows: readonly DraftRow[], proposable: number): ParadeDrafts {
  const drafts = rows
    .map(({ id, fields }) => ({ id, ...(JSON.parse(fields) as DraftFields) }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id))
  return { season: seasonOf(seasonDays(season).first), drafts, proposable }
}

function selectDrafts(db: Db, season: number) {
  return db
    .select({
      id: paradeDrafts.id,
      sourceId: paradeDrafts.sourceId,
      fields: paradeDrafts.fields,
    })
    .from(paradeDrafts)
    .where(eq(paradeDrafts.season, season))
}

/** The proposals for a season, and the parades of this season and the one before. */
function readSeasons(db: Db, season: number) {
  const bothSeasons = db
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
      timeEnrolmentStart: parades.timeEnrolmentStart,
      dateEnrolmentEnd: parades.dateEnrolmentEnd,
      timeEnrolmentEnd: parades.timeEnrolmentEnd,
      ...planColumns,
      capacity: parades.capacity,
      minAge: parades.minAge,
      guardianBelow: parades.guardianBelow,
      extras: parades.extras,
      isChildParade: parades.isChildParade,
      searchKey: parades.searchKey,
    })
    .from(parades)
    .where(between(parades.date, seasonDays(season - 1).first, seasonDays(season).last))
    .orderBy(asc(parades.date), asc(parades.id))
  return db.batch([selectDrafts(db, season), bothSeasons])
}

type Source = Awaited<ReturnType<typeof readSeasons>>[1][number]

/** Parades of the season before that are neither proposed nor entered again. */
function sourcesOf(season: number, drafts: readonly DraftRow[], both: readonly Source[]): Source[] {
  const { first } = seasonDays(season)
  const proposed = new Set(drafts.map(({ sourceId }) => sourceId))
  const entered = new Set(
    both.filter(({ date }) => date >= first).map(({ searchKey }) => searchKey),
  )
  return both.filter(({ id, date, searchKey }) => {
    return date < first && !proposed.has(id) && !entered.has(searchKey)
  })
}
