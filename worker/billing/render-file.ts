import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { notFound } from '#worker/http/validate.ts'
import { collectionOf, proposedDay, refuseDueDate } from './collection.ts'
import { toCreditor } from './creditor.ts'
import { refuseOtherYear } from './current-year.ts'
import { findKeptFile, unpackFile } from './runs.queries.ts'
import { berlinStamp, messageIdOf, sepaFile } from './sepa-file.ts'
import { findYearData } from './year-data.ts'

type RenderDeps = { db: Db; now: Date; today: Day }
type FileOf = { year: number; run?: number | undefined; dueDate?: Day | undefined }

/**
 * The file of a run as it went to the bank, without one the newest of the year that is not discarded. Where there
 * is none, or a day is named: what a run of now would collect, this year's alone.
 */
export async function renderFile(
  deps: RenderDeps,
  { year, run, dueDate }: FileOf,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (dueDate === undefined) {
    const kept = await findKeptFile(deps.db, year, run)
    if (kept) return unpackFile(kept)
    if (run !== undefined) throw notFound()
  }
  return renderPreview(deps, year, dueDate)
}

async function renderPreview({ db, now, today }: RenderDeps, year: number, chosen?: Day) {
  const none = `Für ${year} ist keine SEPA-Datei aufgehoben. Eine neue geht nur für das laufende Jahr`
  refuseOtherYear(String(year), today, none)
  const data = await findYearData(db, year, today)
  const creditor = toCreditor(data.settings)
  const dueDate = chosen ?? proposedDay(data, today)
  const { debits } = collectionOf(data, { today, dueDate })
  refuseDueDate(dueDate, today)
  const messageId = messageIdOf(year, now)
  return sepaFile({ messageId, createdAt: berlinStamp(now), dueDate, creditor, debits })
}
