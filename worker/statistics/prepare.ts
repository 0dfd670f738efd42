import { birthdayWindows } from '#worker/domain/birthdays.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { findAssemblyDate } from '#worker/guild/guild.queries.ts'
import { upcomingBirthdays } from './birthdays.ts'
import { honoredForParades, paradesPerMember } from './parades-per-member.ts'
import { pictures } from './pictures.ts'
import { type Context, deletePreparedBefore, preparedOrFresh } from './prepared.ts'
import { anniversaries, honorsForDuties } from './upcoming-honors.ts'

/**
 * The night's work: what many will look at today is computed once. The five-minute cron does it as
 * soon as no result of this day exists; what is prepared already costs one small read.
 */
export async function prepareStatistics(context: Context): Promise<void> {
  const { db, today } = context
  const assembly = assemblyDay(await findAssemblyDate(db), today)
  const statistics = [
    paradesPerMember(today),
    honoredForParades(today),
    ...birthdayWindows.map((window) => upcomingBirthdays(window, today)),
    anniversaries(assembly),
    honorsForDuties(assembly),
    pictures(today),
  ]
  for (const one of statistics) {
    const { store } = await preparedOrFresh(context, one)
    await store()
  }
  await deletePreparedBefore(db, today)
}
