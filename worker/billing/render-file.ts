import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { notFound } from '#worker/http/validate.ts'
import { collectionOf, proposedDay, refuseDueDate } from './collection.ts'
import { toCreditor } from './creditor.ts'
import { refuseOtherYear } from './current-year.ts'
import { unpackFile } from './kept-file.ts'
import { berlinStamp, messageIdOf } from './message-id.ts'
import { findKeptFile } from './runs.queries.ts'
import { sepaFile } from './sepa-file.ts'
import { findYearData } from './year-data.ts'

type RenderDeps = { db: Db; now: Date; today: Day }
type FileOf = { year: number; run?: number | undefined; dueDate?: Day | undefined }

/** The file of a run as it went to the bank, or without one what a run of now would collect, this year's alone. */
export function renderFile(
  deps: RenderDeps,
  { year, run, dueDate }: FileOf,
): Promise<string | Uint8Array<ArrayBuffer>> {
  return run === undefined ? renderPreview(deps, year, dueDate) : keptFile(deps.db, year, run)
}

async function keptFile(db: Db, year: number, id: number): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await findKeptFile(db, year, id)
  if (!kept) throw notFound()
  return unpackFile(kept)
}

async function renderPreview({ db, now, today }: RenderDeps, year: number, chosen?: Day) {
  refuseOtherYear(String(year), today)
  const data = await findYearData(db, year, today)
  const creditor = toCreditor(data.settings)
  const dueDate = chosen ?? proposedDay(data, today)
  const { debits } = collectionOf(data, { today, dueDate })
  refuseDueDate(dueDate, today)
  const messageId = messageIdOf(year, now)
  return sepaFile({ messageId, createdAt: berlinStamp(now), dueDate, creditor, debits })
}
