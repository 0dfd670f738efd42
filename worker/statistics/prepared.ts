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

type Parts<Statements extends readonly Statement[], Answer, Name extends string | SQL> = {
  name: Name
  read: (db: Db, gate: SQL) => Statements
  build: (rows: RowsOf<Statements>) => Answer
}

/** A statistic whose `build` knows the rows of its own statements. */
export function statistic<
  const Statements extends readonly Statement[],
  Answer,
  Name extends string | SQL,
>({ name, read, build }: Parts<Statements, Answer, Name>): Statistic<Answer, Name> {
  return {
    name,
    statements: read,
    answer: (rows) => build(rows as RowsOf<Statements>),
  }
}

export type Context = { db: Db; now: Date; today: Day }

/** An answer, as it was prepared or computed now. */
type Result<Answer> = {
  body: JsonText<Answer>
  /** Of the data it was made of. */
  dataVersion: number
}

/** Answers of several statistics, each in its place. */
type Results<Statistics extends readonly Statistic<unknown>[]> = {
  -readonly [K in keyof Statistics]: Statistics[K] extends Statistic<infer Answer>
    ? Result<Answer>
    : never
}

/** Computes a stale statistic without storing it: only the cron stores. */
export async function preparedOrFresh<Answer>(
  context: Context,
  statistic: Statistic<Answer>,
): Promise<Result<Answer>> {
  const [result] = await preparedTogether(context, statistic)
  return result
}

/**
 * One round trip, whether they are prepared or not: the statements of one that is find nothing. Day
 * and version of the data are read in the same transaction as the rows.
 */
export async function preparedTogether<const Statistics extends readonly Statistic<unknown>[]>(
  context: Context,
  ...statistics: Statistics
): Promise<Results<Statistics>> {
  return (await preparedBeside(context, statistics, [])).results
}

/** As `preparedTogether`; in the same transaction other statements read what is never prepared. */
export async function preparedBeside<
  const Statistics extends readonly Statistic<unknown>[],
  const Others extends readonly Statement[],
>(
  { db, today }: Context,
  statistics: Statistics,
  others: Others,
): Promise<{ results: Results<Statistics>; rows: RowsOf<Others> }> {
  const statements = statistics.map(({ name, statements }) => statements(db, gateOf(name, today)))
  const [[version], ...found] = await db.batch([
    db.select(getTableColumns(dataVersion)).from(dataVersion),
    ...statistics.map(({ name }) =>
      db
        .select({ body: preparedStatistics.body })
        .from(preparedStatistics)
        .where(fits(name, today))
        .orderBy(preparedStatistics.part),
    ),
    ...statements.flat(),
    ...others,
  ])
  const prepared = found.slice(0, statistics.length) as { body: string }[][]
  const rows = found.slice(statistics.length)
  const results = statistics.map(({ answer }, index): Result<unknown> => {
    const own = rows.splice(0, statements[index]?.length)
    const stored = (prepared[index] ?? []).map((part) => part.body).join('')
    const dataVersion = version?.version ?? 0
    const body = stored || JSON.stringify(answer(own))
    return { body: jsonText(body), dataVersion }
  })
  return { results: results as Results<Statistics>, rows: rows as unknown as RowsOf<Others> }
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

function fits(name: string | SQL, today: Day): SQL | undefined {
  return and(
    eq(preparedStatistics.name, nameIn(name)),
    eq(preparedStatistics.day, today),
    isOfTheseData,
  )
}

const isOfTheseData = sql`${preparedStatistics.dataVersion} = (SELECT version FROM data_version)`

const nameIn = (name: string | SQL) =>
  typeof name === 'string' ? storedName(name) : sql`(${name} || ${mark})`

function gateOf(name: string | SQL, today: Day): SQL {
  return sql`(SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM prepared_statistics
    WHERE name = ${nameIn(name)} AND part = 0 AND day = ${today}
    AND data_version = (SELECT version FROM data_version))) AS gate`
}

/** The names of what was prepared on a day, and whose data have not changed since. */
export async function listPrepared(db: Db, day: Day): Promise<Set<string>> {
  const rows = await db
    .select({ name: preparedStatistics.name })
    .from(preparedStatistics)
    .where(and(eq(preparedStatistics.day, day), eq(preparedStatistics.part, 0), isOfTheseData))
  return new Set(rows.map((row) => row.name))
}

/** Results of days that are over, of dates that nobody asks for any more. */
export async function deletePreparedBefore(db: Db, today: Day): Promise<void> {
  await commit(db, [write.delete(preparedStatistics).where(lt(preparedStatistics.day, today))])
}
