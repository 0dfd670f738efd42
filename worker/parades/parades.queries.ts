import { and, asc, between, desc, eq, getTableColumns, isNull, max, sql } from 'drizzle-orm'
import { commit, guard, guardChanges, guardVersion } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { extraCounts } from '#worker/db/open-parades.ts'
import { isChosenExtraLost } from '#worker/db/place-extras.ts'
import { checkInActs, paradeDrafts, parades, participations, users } from '#worker/db/schema.ts'
import { correlated } from '#worker/db/statements.ts'
import { isUnusedPlace } from '#worker/db/unused-places.ts'
import { nameOfUser } from '#worker/db/user-columns.ts'
import { pick } from '#worker/domain/conflicts.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { paradeSearchKey } from '#worker/domain/parade.ts'
import { takesCash } from '#worker/guild/guild.queries.ts'
import { eachId } from '#worker/http/many.ts'
import type {
  FoundParade,
  Parade,
  ParadeDetails,
  ParadeFields,
  ParadeHost,
  TodaysParade,
} from './parades.contract.ts'

/** The columns of a cancellation, which are selected wherever a parade's title is. */
export const cancellation = {
  cancelledAt: parades.cancelledAt,
  cancelReason: parades.cancelReason,
}

/** The columns that a search for parades reads: `FoundParade`. */
export const foundColumns = {
  id: parades.id,
  title: parades.title,
  host: parades.host,
  date: parades.date,
  ...cancellation,
}

const {
  searchKey: _,
  cancelledBy: _c,
  version: _v,
  // Only booked participations count as registrations; triggers maintain the counts.
  registrationCount,
  confirmedCount,
  takenCount,
  ...fields
} = getTableColumns(parades)

const columns = { ...fields, registrationCount, participationCount: confirmedCount, takenCount }

export function listParadesOfYear(db: Db, year: number): Promise<Parade[]> {
  return db
    .select(columns)
    .from(parades)
    .where(between(parades.date, `${year}-01-01`, `${year}-12-31`))
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id))
}

/** The statement that reads a parade, for the batch that changes it. */
export function selectParade(db: Db, id: number) {
  return db.select(columns).from(parades).where(eq(parades.id, id))
}

const highestExtraId = correlated<number>(sql`SELECT coalesce(max(extra_id), 0) FROM extra_counts
  WHERE extra_counts.parade_id = ${parades.id}`)

/** The fields that a form sends, with the version for the save. */
export async function findParadeVersion(
  db: Db,
  id: number,
): Promise<(ParadeFields & { version: number; highestExtraId: number }) | null> {
  const { id: _, cancelledAt: _c, cancelReason: _r, ...sent } = fields
  const [row] = await db
    .select({ ...sent, version: parades.version, highestExtraId })
    .from(parades)
    .where(eq(parades.id, id))
  return row ?? null
}

/** A parade with the name of the user who cancelled it. */
export async function findParadeDetails(db: Db, id: number): Promise<ParadeDetails | null> {
  const name = sql`SELECT ${nameOfUser} FROM ${users} WHERE ${users.id} = ${parades.cancelledBy}`
  const [row] = await db
    .select({
      ...columns,
      cancelledBy: correlated<string | null>(name),
      takesCash: takesCash.as('takes_cash'),
      extraCounts,
    })
    .from(parades)
    .where(eq(parades.id, id))
  if (!row) return null
  const { cancelledBy, ...parade } = row
  return cancelledBy === null ? parade : { ...parade, cancelledBy }
}

/** The parade of the day with the lowest number, and the others of that day; without cancelled ones. */
export async function findTodaysParade(db: Db, today: Day): Promise<TodaysParade> {
  const [first, ...others] = await db
    .select({ id: parades.id, title: parades.title })
    .from(parades)
    .where(and(eq(parades.date, today), isNull(parades.cancelledAt)))
    .orderBy(asc(parades.paradeNumber), asc(parades.id))
  return { paradeId: first?.id ?? null, others }
}

/** Inserts a parade and deletes its proposal; a proposal that is gone was used or deleted by another user. */
export async function createParade(
  db: Db,
  parade: ParadeFields,
  draftId: number | null,
): Promise<Parade> {
  const insert = write
    .insert(parades)
    .values({ ...parade, searchKey: paradeSearchKey(parade) })
    .returning(fields)
  const takeDraft = (id: number) => [
    write.delete(paradeDrafts).where(eq(paradeDrafts.id, id)),
    guardChanges('draftThere', 1),
  ]
  const [[row]] = await commit(db, [insert, ...(draftId === null ? [] : takeDraft(draftId))], {
    draftThere: draftGoneError,
  })
  return { ...(row as Parade), registrationCount: 0, participationCount: 0, takenCount: 0 }
}

function draftGoneError(): DomainError {
  const message = 'Diesen Vorschlag gibt es nicht mehr. Er ist schon angelegt oder verworfen.'
  return new DomainError('Conflict', message)
}

/**
 * Writes only the given fields, so that two users who change different fields do not overwrite each other.
 * @param seen the version the change is based on; null = the last write counts
 */
export async function saveParade(
  db: Db,
  id: number,
  parade: ParadeFields,
  given: readonly string[],
  seen: number | null,
): Promise<Parade | null> {
  const results = await commit(
    db,
    [
      ...guardVersion(parades, id, seen),
      write
        .update(parades)
        .set({
          ...pick(parade, given),
          searchKey: paradeSearchKey(parade),
          version: sql`${parades.version} + 1`,
        })
        .where(eq(parades.id, id))
        .returning(columns),
      guard(
        'extrasKept',
        sql`NOT ${isChosenExtraLost(sql`${id}`, sql`${JSON.stringify(parade.extras)}`)}`,
      ),
    ],
    { extrasKept: extraInUseError },
  )
  const [row] = results.at(-2) as Parade[]
  return row ?? null
}

function extraInUseError(): DomainError {
  const message =
    'Diesen Zusatz haben schon Angemeldete oder Wartende gewählt. Deshalb lässt er sich nicht entfernen. Haben sie mehrere Plätze, bleibt er ein Bus.'
  return new DomainError('InUse', message, { extras: message })
}

/** The statement that reads the parades which a request changes together. */
export function readParades(db: Db, ids: readonly number[]) {
  return db
    .select()
    .from(parades)
    .where(sql`${parades.id} IN (SELECT value FROM ${eachId(ids)})`)
}

export type StoredParade = Awaited<ReturnType<typeof readParades>>[number]

/** Writes the same fields into all these parades, or into none if one has changed since it was read. */
export async function saveParades(
  db: Db,
  seen: readonly Pick<StoredParade, 'id' | 'version'>[],
  fields: { [K in keyof ParadeFields]?: ParadeFields[K] | undefined },
): Promise<void> {
  const list = JSON.stringify(seen.map(({ id, version }) => [id, version]))
  const hasMovedOn = sql`SELECT 1 FROM json_each(${list}) seen LEFT JOIN parades p
    ON p.id = seen.value ->> 0 WHERE p.version IS NOT seen.value ->> 1`
  await commit(db, [
    guard('versionUnchanged', sql`NOT EXISTS (${hasMovedOn})`),
    write
      .update(parades)
      .set({ ...fields, version: sql`${parades.version} + 1` })
      .where(sql`${parades.id} IN (SELECT value FROM ${eachId(seen.map(({ id }) => id))})`),
  ])
}

/**
 * Deletes a parade with its unused places, its on-site acts and its proposals. Places that are booked,
 * reserved, or cancelled but paid keep it: the foreign key then rejects the whole batch.
 */
export async function deleteParade(db: Db, id: number): Promise<boolean> {
  const statements = [
    write.delete(participations).where(and(eq(participations.paradeId, id), isUnusedPlace)),
    write.delete(checkInActs).where(eq(checkInActs.paradeId, id)),
    write.delete(paradeDrafts).where(eq(paradeDrafts.sourceId, id)),
    write.delete(parades).where(eq(parades.id, id)).returning({ id: parades.id }),
  ] as const
  const [, , , deleted] = await commit(db, statements, { foreignKey: paradeInUseError })
  return deleted.length > 0
}

function paradeInUseError(): DomainError {
  const message = 'Zu diesem Umzug gibt es Anmeldungen. Deshalb kann er nicht gelöscht werden.'
  return new DomainError('ParadeInUse', message)
}

/** The highest number of a parade plus 1: a suggestion, since numbers need not be unique. */
export async function nextParadeNumber(db: Db): Promise<number> {
  const [row] = await db.select({ highest: max(parades.paradeNumber) }).from(parades)
  return (row?.highest ?? 0) + 1
}

export function listHosts(db: Db): Promise<ParadeHost[]> {
  return db
    .selectDistinct({ host: parades.host, hostPlz: parades.hostPlz, hostTown: parades.hostTown })
    .from(parades)
    .orderBy(asc(parades.host), asc(parades.hostPlz), asc(parades.hostTown))
}

export async function listTitles(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ title: parades.title })
    .from(parades)
    .orderBy(asc(parades.title))
  return rows.map((row) => row.title)
}

/** Parades by a part of the host's name or town, newest first. */
export async function findParadesByHost(db: Db, typed: string): Promise<FoundParade[]> {
  const wanted = normaliseName(typed)
  // The key contains the title as well; matches in the title only are filtered out below.
  const rows = await db
    .select({ ...foundColumns, hostTown: parades.hostTown })
    .from(parades)
    .where(sql`instr(${parades.searchKey}, ${wanted}) > 0`)
    .orderBy(desc(parades.date), desc(parades.paradeNumber), desc(parades.id))
  return rows.flatMap(({ hostTown, ...parade }) =>
    [parade.host, hostTown].some((name) => normaliseName(name).includes(wanted)) ? parade : [],
  )
}
