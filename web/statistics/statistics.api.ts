import { call, callForFile, client } from '#web/lib/api.ts'
import type { BirthdayWindow } from '#worker/domain/birthdays.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'

const { statistics, duties, honors } = client.api
const { members } = statistics
const parades = statistics['parades-per-member']

export const loadEnrolmentsPerParade = () => call(statistics.parades.enrolments.$get())
export const loadDutyStatistics = () => call(statistics.duties.$get())
export const evaluationNotLoaded = 'Die Auswertung konnte nicht geladen werden'

export const loadParadesPerMember = () => call(parades.$get())
export const loadHonored = () => call(parades.honored.$get())
/** As it comes over the wire: an honor may also be there without a list. */
export type Honored = Extract<Awaited<ReturnType<typeof loadHonored>>, { ok: true }>['data']
export const paradesNotLoaded = 'Die Sprünge konnten nicht geladen werden'

export const downloadParades = () => callForFile(parades.csv.$get())
export const paradesNotDownloaded = 'Die Sprungauswertung konnte nicht heruntergeladen werden'

export const loadBirthdays = (window: BirthdayWindow) =>
  call(members.birthdays.upcoming[':window'].$get({ param: { window } }))
export const birthdaysNotLoaded = 'Die Geburtstage konnten nicht geladen werden'

export const loadSettings = () => call(client.api.guild.settings.$get())
export const loadAnniversaries = (date: Day) =>
  call(members.anniversaries.$get({ query: { date } }))
export const loadDutyHonors = (date: Day) => call(members.honors.$get({ query: { date } }))
export const upcomingNotLoaded = 'Die anstehenden Ehrungen konnten nicht geladen werden'

export const downloadUpcoming = (date: Day) => callForFile(members.csv.$get({ query: { date } }))
export const upcomingNotDownloaded = 'Die anstehenden Ehrungen konnten nicht heruntergeladen werden'

export const loadIncomplete = () => call(members.incomplete.$get())
export const membersNotLoaded = 'Die Mitglieder konnten nicht geladen werden'

export const loadDutyHolders = (duty: Duty, isActive: boolean) =>
  call(
    duties[':duty'].members.$get({
      param: { duty },
      query: { active: isActive ? 'true' : 'false' },
    }),
  )
export const dutyBookNotLoaded = 'Das Dienstbuch konnten nicht geladen werden'

export const loadHonorHolders = (honor: HonorType) =>
  call(honors[':honor'].members.$get({ param: { honor } }))
export const honorsNotLoaded = 'Die Ehrungen konnten nicht geladen werden'

/** An honor as the statistics send it (Spec §7). */
type HonorEntry = { type: HonorType; date: Day; comment: string }

export const enterHonor = (memberId: number, entry: HonorEntry) => {
  const json = { id: null, memberId, ...entry }
  return call(client.api.member[':id'].honors.$post({ param: { id: String(memberId) }, json }))
}
export const honorNotEntered = 'Die Ehrung konnte nicht eingetragen werden'
