import { call, callForFile, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import type { Day } from '#worker/domain/dates.ts'

const fees = client.api.billing.membershipfees[':year']

const ofYear = (year: number) => ({ param: { year: String(year) } })

export const membershipFeesQuery = (year: number) =>
  reading(['billing', year, 'fees'], 'Die Mitgliedsbeiträge konnten nicht geladen werden', () =>
    call(fees.$get(ofYear(year))),
  )

export const runsQuery = (year: number) =>
  reading(['billing', year, 'runs'], 'Die erzeugten Dateien konnten nicht geladen werden', () =>
    call(fees.runs.$get(ofYear(year))),
  )

/** `dueDate` null = the guild's lead days from today. */
export const makeFile = (year: number) =>
  writing('Die SEPA-Datei konnte nicht erzeugt werden', (dueDate: Day | null) =>
    callForFile(fees.xml.$get({ ...ofYear(year), query: dueDate ? { dueDate } : {} })),
  )
