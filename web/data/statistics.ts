import { call, callForFile, client } from '#web/lib/api.ts'
import { reading } from '#web/lib/query.ts'
import type { BirthdayWindow } from '#worker/domain/birthdays.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'

const { statistics, duties, honors } = client.api
const { members } = statistics
const parades = statistics['parades-per-member']

const evaluationNotLoaded = 'Die Auswertung konnte nicht geladen werden'

export const enrolmentsPerParadeQuery = reading(
  ['statistics', 'enrolments'],
  evaluationNotLoaded,
  () => call(statistics.parades.enrolments.$get()),
)

export const dutyStatisticsQuery = reading(['statistics', 'duties'], evaluationNotLoaded, () =>
  call(statistics.duties.$get()),
)

export const picturesQuery = reading(['statistics', 'pictures'], evaluationNotLoaded, () =>
  call(statistics.pictures.$get()),
)

const paradesNotLoaded = 'Die Sprünge konnten nicht geladen werden'

export const paradesPerMemberQuery = reading(['statistics', 'parades'], paradesNotLoaded, () =>
  call(parades.$get()),
)

export const honoredQuery = reading(['statistics', 'honored'], paradesNotLoaded, () =>
  call(parades.honored.$get()),
)

export const downloadParades = () => callForFile(parades.csv.$get())
export const paradesNotDownloaded = 'Die Sprungauswertung konnte nicht heruntergeladen werden'

export const birthdaysQuery = (window: BirthdayWindow) =>
  reading(['statistics', 'birthdays', window], 'Die Geburtstage konnten nicht geladen werden', () =>
    call(members.birthdays.upcoming[':window'].$get({ param: { window } })),
  )

const upcomingNotLoaded = 'Die anstehenden Ehrungen konnten nicht geladen werden'

export const anniversariesQuery = (date: Day) =>
  reading(['statistics', 'anniversaries', date], upcomingNotLoaded, () =>
    call(members.anniversaries.$get({ query: { date } })),
  )

export const dutyHonorsQuery = (date: Day) =>
  reading(['statistics', 'duty-honors', date], upcomingNotLoaded, () =>
    call(members.honors.$get({ query: { date } })),
  )

export const downloadUpcoming = (date: Day) => callForFile(members.csv.$get({ query: { date } }))
export const upcomingNotDownloaded = 'Die anstehenden Ehrungen konnten nicht heruntergeladen werden'

export const incompleteMembersQuery = reading(
  ['statistics', 'incomplete'],
  'Die Mitglieder konnten nicht geladen werden',
  () => call(members.incomplete.$get()),
)

export const dutyHoldersQuery = (duty: Duty, isActive: boolean) =>
  reading(
    ['statistics', 'duty-holders', duty, isActive],
    'Das Dienstbuch konnten nicht geladen werden',
    () =>
      call(
        duties[':duty'].members.$get({
          param: { duty },
          query: { active: isActive ? 'true' : 'false' },
        }),
      ),
  )

export const honorHoldersQuery = (honor: HonorType) =>
  reading(['statistics', 'honor-holders', honor], 'Die Ehrungen konnten nicht geladen werden', () =>
    call(honors[':honor'].members.$get({ param: { honor } })),
  )
