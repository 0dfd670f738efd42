import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { notFoundError } from '#worker/http/validate.ts'
import { assertDueDate, collectionOf, proposedDay } from './collection.ts'
import { toCreditor } from './creditor.ts'
import { assertCurrentYear } from './current-year.ts'
import { findKeptFile, unpackFile } from './runs.queries.ts'
import { berlinStamp, messageIdOf, sepaFile } from './sepa-file.ts'
import { findYearData } from './year-data.ts'

type RenderDeps = { db: Db; now: Date; today: Day }
type FileOf = { year: number; run?: number | undefined; dueDate?: Day | undefined }

/**
 * The stored file of a run, or of the year's newest run in effect. Without one, or for a given due date: a
 * preview of a new run, for the current year only.
 */
export async function renderFile(
  deps: RenderDeps,
  { year, run, dueDate }: FileOf,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (dueDate === undefined) {
    const kept = await findKeptFile(deps.db, year, run)
    if (kept) return unpackFile(kept)
    if (run !== undefined) throw notFoundError()
  }
  return renderPreview(deps, year, dueDate)
}

async function renderPreview({ db, now, today }: RenderDeps, year: number, chosen?: Day) {
  const none = `Für ${year} ist keine SEPA-Datei aufgehoben. Eine neue geht nur für das laufende Jahr`
  assertCurrentYear(String(year), today, none)
  const data = await findYearData(db, year, today)
  const creditor = toCreditor(data.settings)
  const dueDate = chosen ?? proposedDay(data, today)
  const { debits } = collectionOf(data, { today, dueDate })
  assertDueDate(dueDate, today)
  const messageId = messageIdOf(year, now)
  return sepaFile({ messageId, createdAt: berlinStamp(now), dueDate, creditor, debits })
}
