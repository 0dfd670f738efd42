import type { Db } from '#worker/db/db.ts'
import { mostBytesOfText } from '#worker/domain/archive.ts'
import type { ImportKind } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { headingsKey } from '#worker/domain/import/headings.ts'
import { maxFileRows } from '#worker/domain/limits.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import { assertEmptyGuild } from './archive/commit-archive.ts'
import { archivePartText } from './archive/staged-archive.ts'
import { type Context, findOpen } from './commit-import.ts'
import type {
  ArchivePartBody,
  ChangeImport,
  Import,
  ImportAnswers,
  ImportMapping,
  NewImport,
  PartBody,
  RowChange,
  StagedImport,
} from './imports.contract.ts'
import {
  deleteStaged,
  findMapping,
  insertImport,
  replacePart,
  saveChoices,
  updateStaged,
} from './imports.queries.ts'
import { tooManyRowsError } from './staged.ts'

type Begun = { mapping: ImportMapping; answers: ImportAnswers }

/** Mapping and answers of the last file with these headings. */
async function findRemembered(db: Db, key: string | null, kind: ImportKind): Promise<Begun> {
  const remembered = await findMapping(db, key, kind)
  const { columns = [], words = {}, choices = {} } = remembered ?? {}
  return { mapping: { columns }, answers: { words, empty: {}, choices } }
}

function pickAnswers({ mapping, answers }: ChangeImport): Partial<Begun> {
  return { ...(mapping && { mapping }), ...(answers && { answers }) }
}

/** Announces a file, whose rows follow in parts. A remembered mapping is applied at once. */
export async function stageImport({ db, now, userId }: Context, given: NewImport): Promise<Import> {
  const isArchive = given.kind === 'archive'
  if (isArchive) await assertEmptyGuild(db)
  if (!isArchive && given.rowCount > maxFileRows) throw tooManyRowsError()
  const key = isArchive ? null : headingsKey(given.headings)
  const remembered = await findRemembered(db, key, given.kind)
  return insertImport(db, { userId, now, headingsKey: key, ...remembered, given })
}

export async function changeStaged(
  { db, now }: Context,
  id: number,
  change: ChangeImport,
): Promise<StagedImport> {
  const stored = await findOpen(db, id)
  const kind = change.kind ?? stored.kind
  if (kind !== stored.kind && [kind, stored.kind].includes('archive')) {
    throw validationError({ kind: 'Ein Archiv ist keine Liste.' })
  }
  const remembered =
    kind === stored.kind ? {} : await findRemembered(db, stored.head.headingsKey, kind)
  const changed = { kind, ...remembered, ...pickAnswers(change) }
  assertLength(changed.answers)
  assertLength(changed.mapping)
  const found = await updateStaged(db, id, changed, now)
  if (!found) throw notFoundError()
  return found
}

export async function savePart(
  db: Db,
  id: number,
  part: number,
  given: PartBody | ArchivePartBody,
): Promise<void> {
  const stored = await findOpen(db, id)
  if (part > stored.head.parts) throw notFoundError()
  if ('table' in given !== (stored.kind === 'archive')) {
    throw validationError({ rows: 'Ein Archiv ist keine Liste.' })
  }
  const text = 'table' in given ? archivePartText(given) : JSON.stringify(given.rows)
  await replacePart(db, id, part, text)
}

export async function saveRows(db: Db, id: number, rows: readonly RowChange[]): Promise<void> {
  await findOpen(db, id)
  for (const { values } of rows) assertLength(values)
  await saveChoices(db, id, rows)
}

export async function deleteImport(db: Db, id: number): Promise<void> {
  await findOpen(db, id)
  await deleteStaged(db, id)
}

/** Rejects a value that is too long to be stored in one row of the database. */
function assertLength(value: unknown): void {
  if (value === undefined || value === null) return
  if (new TextEncoder().encode(JSON.stringify(value)).byteLength <= mostBytesOfText) return
  throw new DomainError('PayloadTooLarge', 'Das ist zu viel Text auf einmal.')
}
