import type { BatchResponse } from 'drizzle-orm/batch'
import type { Db, Select } from './db.ts'

type Statements = readonly [Select, ...Select[]]

/**
 * Statements that only read, and a function that builds the result from their rows; several can share a round
 * trip. A batch keys rows by column name, so the columns of one statement need distinct names.
 */
export type Read<T> = {
  statements: Statements
  answer: (rows: readonly unknown[]) => T
}

export function reading<const S extends Statements, T>(
  statements: S,
  answer: (rows: BatchResponse<S>) => T,
): Read<T> {
  return { statements, answer: (rows) => answer(rows as BatchResponse<S>) }
}

/** Runs the statements of a `Read` in one round trip and builds the result. */
export async function read<T>(db: Db, { statements, answer }: Read<T>): Promise<T> {
  return answer(await db.batch(statements))
}

type Answers<Parts> = { [Name in keyof Parts]: Parts[Name] extends Read<infer T> ? T : never }

/** Runs several reads in one round trip and one transaction, so that all see the same state. */
export async function readTogether<Parts extends Record<string, Read<unknown>>>(
  db: Db,
  parts: Parts,
): Promise<Answers<Parts>> {
  const [first, ...others] = Object.values(parts).flatMap(({ statements }) => statements)
  if (!first) return {} as Answers<Parts>
  const rows: unknown[] = [...(await db.batch([first, ...others]))]
  const answers = Object.entries(parts).map(([name, { statements, answer }]) => [
    name,
    answer(rows.splice(0, statements.length)),
  ])
  return Object.fromEntries(answers)
}
