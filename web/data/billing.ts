import { call, callForFile, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FeeRule } from '#worker/domain/fees.ts'

const { billing } = client.api
const fees = billing.membershipfees[':year']

const ofYear = (year: number) => ({ param: { year: String(year) } })

export const membershipFeesQuery = (year: number) =>
  reading(['billing', year, 'fees'], 'Die Mitgliedsbeiträge konnten nicht geladen werden', () =>
    call(fees.$get(ofYear(year))),
  )

export const runsQuery = (year: number) =>
  reading(['billing', year, 'runs'], 'Die erzeugten Dateien konnten nicht geladen werden', () =>
    call(fees.runs.$get(ofYear(year))),
  )

/** What the fees of a year would be, if this were the whole table. */
export const feePreviewQuery = (year: number, feeRules: readonly FeeRule[]) =>
  reading(
    ['billing', year, 'preview', feeRules],
    'Was sich an den Beiträgen ändert, konnte nicht berechnet werden',
    () => call(billing.preview.$post({ json: { year, feeRules: [...feeRules] } })),
  )

const fileNotMade = 'Die SEPA-Datei konnte nicht erzeugt werden'

/** `dueDate` null = the guild's lead days from today; `after` = the newest run that is known of. */
type RunOf = { dueDate: Day | null; after: number | null }

/** The run that was noted, or the newest one, which somebody has to agree to first. */
export type RunAnswer = { made: SepaRun } | { earlier: SepaRun }

export const makeRun = (year: number) =>
  writing<RunOf, RunAnswer>(fileNotMade, async ({ dueDate, after }) => {
    const json = { year, after, ...(dueDate && { dueDate }) }
    const result = await call(billing.runs.$post({ json }))
    if (result.ok) return { ...result, data: { made: result.data } }
    const { error, status = 0 } = result.failure
    if (error?.code !== 'RunExists') return result
    return { ok: true, status, data: { earlier: error.run } }
  })

/** The file of a run, or what one would collect: that is noted nowhere. */
type FileOf = { run: number } | { dueDate: Day | null }

/** Reads and writes nothing: what is asked for at a press, not for a page. */
export const loadFile = (year: number) =>
  writing(
    fileNotMade,
    (asked: FileOf) => callForFile(fees.xml.$get({ ...ofYear(year), query: fileQuery(asked) })),
    { changes: [] },
  )

function fileQuery(asked: FileOf) {
  if ('run' in asked) return { run: String(asked.run) }
  return asked.dueDate ? { dueDate: asked.dueDate } : {}
}
