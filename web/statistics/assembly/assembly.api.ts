import { call, client } from '#web/lib/api.ts'
import type { Result } from '#web/lib/result.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { assemblyDay, type HonorRule } from '#worker/domain/honors.ts'
import type { HonoredPerson, UpcomingHonor } from '#worker/statistics/statistics.contract.ts'

const { guild, statistics } = client.api

export type DueHonors = {
  date: Day
  rules: readonly HonorRule[]
  /** For years of membership and of office. */
  upcoming: readonly UpcomingHonor[]
  /** For parades, by honor. */
  honored: Partial<Record<HonorType, HonoredPerson[] | undefined>>
}

/** @param asked null: the day of the assembly that the guild has set */
export async function loadDueHonors(asked: Day | null): Promise<Result<DueHonors>> {
  const settings = await call(guild.settings.$get())
  if (!settings.ok) return settings
  const { assemblyDate, honorRules: rules } = settings.data
  const date = asked ?? assemblyDay(assemblyDate, berlinDay(new Date()))
  const [anniversaries, duties, honored] = await Promise.all([
    call(statistics.members.anniversaries.$get({ query: { date } })),
    call(statistics.members.honors.$get({ query: { date } })),
    call(statistics['parades-per-member'].honored.$get()),
  ])
  if (!anniversaries.ok) return anniversaries
  if (!duties.ok) return duties
  if (!honored.ok) return honored
  const upcoming = [...anniversaries.data, ...duties.data]
  return { ...honored, data: { date, rules, upcoming, honored: honored.data } }
}

export const dueHonorsNotLoaded = 'Die anstehenden Ehrungen konnten nicht geladen werden'
