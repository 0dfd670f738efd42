import { call, callForFile, client } from '#web/lib/api.ts'
import type { Result } from '#web/lib/result.ts'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'

const { billing, guild } = client.api
const fees = billing.membershipfees[':year']

const ofYear = (year: number) => ({ param: { year: String(year) } })

export const loadFees = (year: number) => call(fees.$get(ofYear(year)))
export const feesNotLoaded = 'Die Mitgliedsbeiträge konnten nicht geladen werden'

export const loadRuns = (year: number) => call(fees.runs.$get(ofYear(year)))
export const runsNotLoaded = 'Die erzeugten Dateien konnten nicht geladen werden'

/** @param dueDate null = the guild's lead days from today */
type RunOf = { year: number; dueDate: Day | null; after: number | null }

/** The run that was noted, or the newest one, which somebody has to agree to first. */
export type RunAnswer = { made: SepaRun } | { earlier: SepaRun }

export async function makeRun({ year, dueDate, after }: RunOf): Promise<Result<RunAnswer>> {
  const json = { year, after, ...(dueDate && { dueDate }) }
  const result = await call(billing.runs.$post({ json }))
  if (result.ok) return { ...result, data: { made: result.data } }
  const { error, status = 0 } = result.failure
  if (error?.code !== 'RunExists') return result
  return { ok: true, status, data: { earlier: error.run } }
}

/** The file of a run, or what one would collect: that is noted nowhere. */
type FileOf = { run: number } | { dueDate: Day | null }

export const loadFile = (year: number, asked: FileOf) =>
  callForFile(fees.xml.$get({ ...ofYear(year), query: fileQuery(asked) }))

function fileQuery(asked: FileOf) {
  if ('run' in asked) return { run: String(asked.run) }
  return asked.dueDate ? { dueDate: asked.dueDate } : {}
}

export const fileNotMade = 'Die SEPA-Datei konnte nicht erzeugt werden'

export const loadSettings = () => call(guild.settings.$get())
export const settingsNotLoaded = 'Die Einstellungen konnten nicht geladen werden'
