import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { maxFileRows } from '#worker/domain/limits.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import type { PartBody } from './imports.contract.ts'
import { readContents, type StoredImport } from './imports.queries.ts'
import type { RowChoice, Staged } from './plan.ts'

/**
 * The file as stored on the server until it is committed; null for an archive.
 * @throws DomainError NotFound, Conflict while parts of it are missing, PayloadTooLarge, ValidationFailed
 */
export async function readStaged(
  db: Db,
  id: number,
): Promise<{ stored: StoredImport; staged: Staged | null }> {
  const found = await readContents(db, id)
  if (!found) throw notFoundError()
  const { stored, ...contents } = found
  const isList = stored.state === 'staged' && stored.kind !== 'archive'
  return { stored, staged: isList ? toStaged(stored, contents) : null }
}

type Contents = Omit<NonNullable<Awaited<ReturnType<typeof readContents>>>, 'stored'>

function toStaged(stored: StoredImport, { beginning, parts, choices, isAgain }: Contents): Staged {
  if (!beginning || parts.length < stored.head.parts) {
    throw new DomainError('Conflict', 'Die Datei ist noch nicht ganz angekommen.')
  }
  const rows = parts.flatMap((text): PartBody['rows'] => JSON.parse(text))
  if (rows.length > maxFileRows) throw tooManyRowsError()
  assertNoRowTwice(rows)
  return {
    kind: stored.kind,
    headings: beginning.headings,
    mapping: { columns: [], ...JSON.parse(stored.mapping) },
    answers: { words: {}, empty: {}, choices: {}, ...JSON.parse(stored.answers) },
    isAgain,
    rows,
    choices: new Map(
      choices.map(({ row, values, decision, memberId }): [number, RowChoice] => [
        row,
        { values: values === null ? {} : JSON.parse(values), decision, memberId },
      ]),
    ),
  }
}

/** Choices refer to rows by number, so a number may occur only once. */
function assertNoRowTwice(rows: PartBody['rows']): void {
  const seen = new Set<number>()
  for (const { row } of rows) {
    if (seen.has(row)) throw validationError({ rows: `Zeile ${row} ist zweimal angekommen.` })
    seen.add(row)
  }
}

export function tooManyRowsError(): DomainError {
  const most = maxFileRows.toLocaleString('de-DE')
  return new DomainError('PayloadTooLarge', `Eine Datei darf höchstens ${most} Zeilen haben.`)
}
