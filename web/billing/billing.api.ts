import { call, callForFile, client } from '#web/lib/api.ts'
import type { Day } from '#worker/domain/dates.ts'

const { billing, guild } = client.api
const fees = billing.membershipfees[':year']

const ofYear = (year: number) => ({ param: { year: String(year) } })

export const loadFees = (year: number) => call(fees.$get(ofYear(year)))
export const feesNotLoaded = 'Die Mitgliedsbeiträge konnten nicht geladen werden'

export const loadRuns = (year: number) => call(fees.runs.$get(ofYear(year)))
export const runsNotLoaded = 'Die erzeugten Dateien konnten nicht geladen werden'

/** @param dueDate null = the guild's lead days from today */
export const makeFile = (year: number, dueDate: Day | null) =>
  callForFile(fees.xml.$get({ ...ofYear(year), query: dueDate ? { dueDate } : {} }))
export const fileNotMade = 'Die SEPA-Datei konnte nicht erzeugt werden'

export const loadSettings = () => call(guild.settings.$get())
export const settingsNotLoaded = 'Die Einstellungen konnten nicht geladen werden'
