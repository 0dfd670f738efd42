import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './db.ts'

type Select<Row> = BatchItem<'sqlite'> & { _: { readonly result: Row[] } }

/** One batch and one round trip: what is written, and what is read behind it. */
export async function writeAndRead<Row>(
  db: Db,
  statements: readonly BatchItem<'sqlite'>[],
  select: Select<Row>,
): Promise<Row[]> {
  const [first, ...others] = [...statements, select]
  const results: unknown[] = first ? await db.batch([first, ...others]) : []
  // The last of a batch answers as it does alone.
  return results.at(-1) as Row[]
}
