import { and, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, type Select, write } from '#worker/db/db.ts'
import { dataVersion, preparedStatistics } from '#worker/db/schema.ts'
import { textInParts } from '#worker/domain/archive.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type JsonText, jsonText } from '#worker/http/responses.ts'

export type Statement = Select
export type RowsOf<Statements extends readonly Statement[]> = {
  -readonly [K in keyof Statements]: Statements[K]['_']['result']
}

/**
 * Raise it when the same data give another result or another shape: a release must not be shown what
 * the one before it prepared.
 */
const format = 5

const mark = ` (${format})`

export const storedName = (name: string) => `${name}${mark}`

/** A result that is stored until the day or the data change. */
export type Statistic<Answer, Name extends string | SQL = string | SQL> = {
  /** SQL: it holds what stands in the database alone. */
  name: Name
  /** @param gate stands first in every FROM: a row when the result is not there, none when it is */
  statements: (db: Db, gate: SQL) => readonly Statement[]
  /** @param rows what each of the statements found */
  answer: (rows: readonly unknown[]) => Answer
}

/** A statistic whose `build` knows the rows of its own statements. */
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

/** An answer, stored by the cron or computed now, and the version of the data it was made of. */
type Result<Answer> = { body: JsonText<Answer>; dataVersion: number }

/** Computes a stale statistic without storing it: only the cron stores. */
export function preparedOrFresh<Answer>(
  context: Context,
  statistic: Statistic<Answer>,
): Promise<Result<Answer>> {
  return preparedBeside(context, statistic, [])
}

/**
 * As `preparedOrFresh`, with the rows of other statements. All is read in one transaction and one round trip: the
 * statements of a statistic that is stored and fits find nothing.
 */
export async function preparedBeside<Answer, const Others extends readonly Statement[]>(
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
      .where(and(eq(preparedStatistics.name, nameIn(name)), fits(today)))
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

/** @param body the answer as JSON */
export async function keepPrepared(
  { db, now, today }: Context,
  statistic: string,
  body: string,
  dataVersion: number,
): Promise<void> {
  const name = storedName(statistic)
  const of = { day: today, dataVersion, preparedAt: now.toISOString() }
  const parts = textInParts(body)
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

/** What was prepared today, also when the data have moved on since: each part of its text. */
export function selectPreparedToday(db: Db, name: string, today: Day) {
  return db
    .select({ body: preparedStatistics.body, preparedAt: preparedStatistics.preparedAt })
    .from(preparedStatistics)
    .where(and(eq(preparedStatistics.name, storedName(name)), eq(preparedStatistics.day, today)))
    .orderBy(preparedStatistics.part)
}

/** Of this day, and of the data as they are. */
const fits = (today: Day) =>
  sql`day = ${today} AND data_version = (SELECT version FROM data_version)`

const nameIn = (name: string | SQL) =>
  typeof name === 'string' ? storedName(name) : sql`(${name} || ${mark})`

const gateOf = (name: string | SQL, today: Day) =>
  sql`(SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM prepared_statistics
    WHERE name = ${nameIn(name)} AND part = 0 AND ${fits(today)})) AS gate`

/** The names of what was prepared today, and whose data have not changed since. */
export async function listPrepared(db: Db, today: Day): Promise<Set<string>> {
  const rows = await db
    .select({ name: preparedStatistics.name })
    .from(preparedStatistics)
    .where(and(eq(preparedStatistics.part, 0), fits(today)))
  return new Set(rows.map((row) => row.name))
}

/** Results of days that are over, and of dates that are not asked for any more. */
export function deletePreparedBefore(db: Db, today: Day) {
  return commit(db, [write.delete(preparedStatistics).where(lt(preparedStatistics.day, today))])
}
