import { birthdayWindows } from '#worker/domain/birthdays.ts'
import type { Day } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { findAssemblyDate } from '#worker/guild/guild.queries.ts'
import { upcomingBirthdays } from './birthdays.ts'
import { honoredForParades, paradesPerMember } from './parades-per-member.ts'
import { pictures } from './pictures.ts'
import { type Context, deletePreparedBefore, preparedOrFresh, type Statistic } from './prepared.ts'
import { anniversaries, honorsForDuties } from './upcoming-honors.ts'

/** What many will look at today. */
export function everyStatistic(today: Day, assembly: Day): Statistic[] {
  return [
    paradesPerMember(today),
    honoredForParades(today),
    ...birthdayWindows.map((window) => upcomingBirthdays(window, today)),
    anniversaries(assembly),
    honorsForDuties(assembly),
    pictures(today),
  ]
}

/**
 * The night's work, done by the five-minute cron as soon as no result of this day exists; what is
 * prepared already costs one small read.
 */
export async function prepareStatistics(context: Context): Promise<void> {
  const { db, today } = context
  const assembly = assemblyDay(await findAssemblyDate(db), today)
  for (const one of everyStatistic(today, assembly)) {
    const { store } = await preparedOrFresh(context, one)
    await store()
  }
  await deletePreparedBefore(db, today)
}
