import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { notFound } from '#worker/http/validate.ts'
import { type Collection, findCollection, refuseDueDate } from './collection.ts'
import { berlinStamp, messageIdOf } from './message-id.ts'
import { findRun } from './runs.queries.ts'
import { sepaFile } from './sepa-file.ts'

type RenderDeps = { db: Db; now: Date; today: Day }
type FileOf = { year: number; run?: number | undefined; dueDate?: Day | undefined }

/** The SEPA file of a noted run, or without one of what a run of now would collect. */
export function renderFile(deps: RenderDeps, { year, run, dueDate }: FileOf): Promise<string> {
  return run === undefined ? renderPreview(deps, year, dueDate) : renderRun(deps, year, run)
}

async function renderRun(deps: RenderDeps, year: number, id: number): Promise<string> {
  const run = await findRun(deps.db, year, id)
  if (!run) throw notFound()
  const { messageId, dueDate, createdAt } = run
  // Its day was judged when it was made, and may be past by now.
  return write(await findCollection(deps, year), messageId, new Date(createdAt), dueDate)
}

async function renderPreview(deps: RenderDeps, year: number, chosen?: Day): Promise<string> {
  const collection = await findCollection(deps, year)
  const dueDate = chosen ?? collection.proposedDay
  refuseDueDate(dueDate, deps.today)
  return write(collection, messageIdOf(year, deps.now), deps.now, dueDate)
}

function write({ creditor, debits }: Collection, messageId: string, made: Date, dueDate: Day) {
  return sepaFile({ messageId, createdAt: berlinStamp(made), dueDate, creditor, debits })
}
