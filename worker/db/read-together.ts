import type { BatchResponse } from 'drizzle-orm/batch'
import type { Db, Select } from './db.ts'

type Statements = readonly [Select, ...Select[]]

/**
 * Statements that only read, and what is made of their rows; they can share one round trip with others. A
 * batch keys its rows by column name: no two columns of one statement may have the same.
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

/** One round trip. */
export async function read<T>(db: Db, { statements, answer }: Read<T>): Promise<T> {
  return answer(await db.batch(statements))
}

type Answers<Parts> = { [Name in keyof Parts]: Parts[Name] extends Read<infer T> ? T : never }

/** Several in one round trip and one transaction: none of them sees a write that another does not. */
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
