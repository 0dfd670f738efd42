import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { dataVersion } from '#worker/db/schema.ts'
import { byteOrderMark, csvLines } from '#worker/domain/csv.ts'
import {
  type ArchiveTableName,
  archiveTableNames,
  archiveTables,
  cellOfValue,
  endMarks,
  fileMark,
  readMeFile,
} from '#worker/domain/guild-archive.ts'
import { readMe } from './read-me.ts'

/** Limits a page to some megabytes. */
const rowsPerPage = 4000

/**
 * Streams all files of the archive, read page by page on demand. The reads are no snapshot: a change between
 * them could refer to a row that is in no file, so the end of the stream says whether data changed.
 */
export function streamArchive(db: Db, day: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const pieces = archivePieces(db, day)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

async function* archivePieces(db: Db, day: string): AsyncGenerator<string, undefined> {
  const before = await readVersion(db)
  yield `${fileMark}${readMeFile}\n${byteOrderMark}${readMe(day)}`
  for (const table of archiveTableNames) {
    const { file, columns } = archiveTables[table]
    const head = csvLines([columns.map(({ heading }) => heading)])
    yield `${fileMark}${file}\n${byteOrderMark}${head}`
    yield* linesOf(db, table)
  }
  const after = await readVersion(db)
  yield `${fileMark}${before === after ? endMarks.whole : endMarks.changed}\n`
}

async function* linesOf(db: Db, table: ArchiveTableName): AsyncGenerator<string, undefined> {
  const { columns, key, only = '1' } = archiveTables[table]
  const selected = sql.raw(columns.map(({ column }) => column).join(', '))
  // Tables whose key is not `id` are small and read at once.
  const isPaged = key[0] === 'id'
  const order = isPaged ? sql.raw('ORDER BY id') : sql.raw(key.length ? `ORDER BY ${key}` : '')
  for (let last = 0; ; ) {
    const after = isPaged ? sql`id > ${last} AND` : sql``
    const limit = isPaged ? sql`LIMIT ${rowsPerPage}` : sql``
    const rows: unknown[][] = await db.values(
      sql`SELECT ${selected} FROM ${sql.raw(table)} WHERE ${after} ${sql.raw(only)} ${order} ${limit}`,
    )
    const cells = rows.map((row) => columns.map((one, index) => cellOfValue(one, row[index])))
    if (cells.length > 0) yield csvLines(cells)
    if (!isPaged || rows.length < rowsPerPage) return
    last = Number(rows.at(-1)?.[0])
  }
}

async function readVersion(db: Db): Promise<number | undefined> {
  const [row] = await db.select({ version: dataVersion.version }).from(dataVersion)
  return row?.version
}
