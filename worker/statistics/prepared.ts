import { and, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, type Select, write } from '#worker/db/db.ts'
import { dataVersion, preparedStatistics } from '#worker/db/schema.ts'
import { splitIntoParts } from '#worker/domain/archive.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type JsonText, jsonText } from '#worker/http/responses.ts'

export type Statement = Select
export type RowsOf<Statements extends readonly Statement[]> = {
  -readonly [K in keyof Statements]: Statements[K]['_']['result']
}

/**
 * Version of results and their shape. Raise it with every change, so that a release does not show results
 * stored by the one before.
 */
const format = 5

const mark = ` (${format})`

export const storedName = (name: string) => `${name}${mark}`

/** A result that is stored until the day or the data change. */
export type Statistic<Answer, Name extends string | SQL = string | SQL> = {
  /** SQL where the name depends on stored data. */
  name: Name
  /** @param gate first in every FROM: has a row only when the result is not stored */
  statements: (db: Db, gate: SQL) => readonly Statement[]
  /** @param rows the result of each statement */
  answer: (rows: readonly unknown[]) => Answer
}

/** A statistic whose `build` gets the typed rows of its own statements. */
export function statistic<
  const Statements extends readonly Statement[],
  Answer,
  Name extends string | SQL,
>({
  name,
  read,
  build,
}: {
  name: Name
  read: (db: Db, gate: SQL) => Statements
  build: (rows: RowsOf<Statements>) => Answer
}): Statistic<Answer, Name> {
  return { name, statements: read, answer: (rows) => build(rows as RowsOf<Statements>) }
}

export type Context = { db: Db; now: Date; today: Day }

/** A result, stored or just computed, and the version of the data it was made of. */
type Result<Answer> = { body: JsonText<Answer>; dataVersion: number }

/** Computes a stale statistic without storing it: only the cron stores. */
export function preparedOrFresh<Answer>(
  context: Context,
  statistic: Statistic<Answer>,
): Promise<Result<Answer>> {
  return preparedWithRows(context, statistic, [])
}

/**
 * `preparedOrFresh` with the rows of other statements, in one transaction and one round trip. If the stored
 * result is valid, the gates keep the statistic's own statements from reading rows.
 */
export async function preparedWithRows<Answer, const Others extends readonly Statement[]>(
  { db, today }: Context,
  { name, statements, answer }: Statistic<Answer>,
  others: Others,
): Promise<Result<Answer> & { rows: RowsOf<Others> }> {
  const own = statements(db, gateOf(name, today))
  const [[version], stored, ...found] = await db.batch([
    db.select(getTableColumns(dataVersion)).from(dataVersion),
    db
      .select({ body: preparedStatistics.body })
      .from(preparedStatistics)
      .where(and(eq(preparedStatistics.name, nameIn(name)), isUpToDate(today)))
      .orderBy(preparedStatistics.part),
    ...own,
    ...others,
  ])
  const text = stored.map((part) => part.body).join('')
  return {
    body: jsonText(text || JSON.stringify(answer(found.slice(0, own.length)))),
    dataVersion: version?.version ?? 0,
    rows: found.slice(own.length) as unknown as RowsOf<Others>,
  }
}

/** Stores a statistic of today. */
export async function prepare(context: Context, one: Statistic<unknown, string>): Promise<void> {
  const { body, dataVersion } = await preparedOrFresh(context, one)
  await keepPrepared(context, one.name, body, dataVersion)
}

/** @param body the result as JSON */
export async function keepPrepared(
  { db, now, today }: Context,
  statistic: string,
  body: string,
  dataVersion: number,
): Promise<void> {
  const name = storedName(statistic)
  const of = { day: today, dataVersion, preparedAt: now.toISOString() }
  const parts = splitIntoParts(body)
  await commit(db, [
    write
      .delete(preparedStatistics)
      .where(and(eq(preparedStatistics.name, name), gte(preparedStatistics.part, parts.length))),
    ...parts.map((text, part) =>
      write
        .insert(preparedStatistics)
        .values({ name, part, body: text, ...of })
        .onConflictDoUpdate({
          target: [preparedStatistics.name, preparedStatistics.part],
          set: { body: text, ...of },
        }),
    ),
  ])
}

/** The stored parts of a result of today, even if the data have changed since. */
export function selectPreparedToday(db: Db, name: string, today: Day) {
  return db
    .select({ body: preparedStatistics.body, preparedAt: preparedStatistics.preparedAt })
    .from(preparedStatistics)
    .where(and(eq(preparedStatistics.name, storedName(name)), eq(preparedStatistics.day, today)))
    .orderBy(preparedStatistics.part)
}

/** A result is valid: computed today from the present version of the data. */
const isUpToDate = (today: Day) =>
  sql`day = ${today} AND data_version = (SELECT version FROM data_version)`

const nameIn = (name: string | SQL) =>
  typeof name === 'string' ? storedName(name) : sql`(${name} || ${mark})`

const gateOf = (name: string | SQL, today: Day) =>
  sql`(SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM prepared_statistics
    WHERE name = ${nameIn(name)} AND part = 0 AND ${isUpToDate(today)})) AS gate`

/** Names of the results that are valid: of today, with unchanged data. */
export async function listPrepared(db: Db, today: Day): Promise<Set<string>> {
  const rows = await db
    .select({ name: preparedStatistics.name })
    .from(preparedStatistics)
    .where(and(eq(preparedStatistics.part, 0), isUpToDate(today)))
  return new Set(rows.map((row) => row.name))
}

/** Deletes results of past days, and those for dates no longer requested. */
export function deletePreparedBefore(db: Db, today: Day) {
  return commit(db, [write.delete(preparedStatistics).where(lt(preparedStatistics.day, today))])
}
