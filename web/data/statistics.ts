import { call, callForFile, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { Result } from '#web/lib/result.ts'
import type { BirthdayWindow } from '#worker/domain/birthdays.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonoredPerson } from '#worker/statistics/statistics.contract.ts'

const { statistics, duties, honors, member } = client.api
const { members } = statistics
const parades = statistics['parades-per-member']

const evaluationNotLoaded = 'Die Auswertung konnte nicht geladen werden'

export const enrolmentsPerParadeQuery = defineQuery(
  ['statistics', 'enrolments'],
  evaluationNotLoaded,
  () => call(statistics.parades.enrolments.$get()),
)

export const dutyStatisticsQuery = defineQuery(['statistics', 'duties'], evaluationNotLoaded, () =>
  call(statistics.duties.$get()),
)

export const picturesQuery = defineQuery(['statistics', 'pictures'], evaluationNotLoaded, () =>
  call(statistics.pictures.$get()),
)

const paradesNotLoaded = 'Die Sprünge konnten nicht geladen werden'

export const paradesPerMemberQuery = defineQuery(['statistics', 'parades'], paradesNotLoaded, () =>
  call(parades.$get()),
)

export const honoredQuery = defineQuery(['statistics', 'honored'], paradesNotLoaded, () =>
  call(parades.honored.$get()),
)

export const downloadParades = defineMutation(
  'Die Sprungauswertung konnte nicht heruntergeladen werden',
  () => callForFile(parades.csv.$get()),
  { changes: [] },
)

export const birthdaysQuery = (window: BirthdayWindow) =>
  defineQuery(
    ['statistics', 'birthdays', window],
    'Die Geburtstage konnten nicht geladen werden',
    () => call(members.birthdays.upcoming[':window'].$get({ param: { window } })),
  )

const upcomingNotLoaded = 'Die anstehenden Ehrungen konnten nicht geladen werden'

export const anniversariesQuery = (date: Day) =>
  defineQuery(['statistics', 'anniversaries', date], upcomingNotLoaded, () =>
    call(members.anniversaries.$get({ query: { date } })),
  )

export const dutyHonorsQuery = (date: Day) =>
  defineQuery(['statistics', 'duty-honors', date], upcomingNotLoaded, () =>
    call(members.honors.$get({ query: { date } })),
  )

export const downloadUpcoming = (date: Day) =>
  defineMutation(
    'Die anstehenden Ehrungen konnten nicht heruntergeladen werden',
    () => callForFile(members.csv.$get({ query: { date } })),
    { changes: [] },
  )

export type Honored = Partial<Record<HonorType, HonoredPerson[] | undefined>>

type HonorsOf = {
  types: readonly HonorType[]
  date: Day
  comment: string
  onEntered: (type: HonorType) => void
}

/** Enters the honors with one call each; when the server rejects one, the honors before it stay stored. */
export const enterHonors = (memberId: number) =>
  defineMutation(
    'Die Ehrung konnte nicht eingetragen werden',
    async ({ types, onEntered, ...entry }: HonorsOf): Promise<Result<undefined>> => {
      const requestIds: string[] = []
      for (const type of types) {
        // Spec §7 prescribes `id` and `memberId` in this body, which the server does not read.
        const json = { id: null, memberId, type, ...entry }
        const result = await call(
          member[':id'].honors.$post({ param: { id: String(memberId) }, json }),
        )
        if (!result.ok) return result
        requestIds.push(...(result.requestIds ?? []))
        onEntered(type)
      }
      return { ok: true, data: undefined, status: 201, requestIds }
    },
    // The list is marked stale but not refetched: the entered row stays, with a disabled button (Spec §4).
    { later: ['statistics'] },
  )

export const incompleteMembersQuery = defineQuery(
  ['statistics', 'incomplete'],
  'Die Mitglieder konnten nicht geladen werden',
  () => call(members.incomplete.$get()),
)

export const dutyHoldersQuery = (duty: Duty, isActive: boolean) =>
  defineQuery(
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
  defineQuery(
    ['statistics', 'honor-holders', honor],
    'Die Ehrungen konnten nicht geladen werden',
    () => call(honors[':honor'].members.$get({ param: { honor } })),
  )
