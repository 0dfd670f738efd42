import { birthdayWindows } from '#worker/domain/birthdays.ts'
import type { Day } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { findAssemblyDate } from '#worker/guild/guild.queries.ts'
import { assemblyList } from './assembly-list.ts'
import { upcomingBirthdays } from './birthdays.ts'
import { homeFiguresName, prepareHomeFigures } from './home-figures.ts'
import { honoredForParades, paradesPerMember } from './parades-per-member.ts'
import { pictures } from './pictures.ts'
import {
  type Context,
  deletePreparedBefore,
  listPrepared,
  prepare,
  type Statistic,
  storedName,
} from './prepared.ts'

/** What many will look at today. */
export function everyStatistic(today: Day, assembly: Day): Statistic<unknown, string>[] {
  return [
    paradesPerMember(today),
    honoredForParades(today),
    ...birthdayWindows.map((window) => upcomingBirthdays(window, today)),
    assemblyList(assembly, today),
    pictures(today),
  ]
}

/**
 * The night's work, done by the five-minute cron as soon as no result of this day exists, and again
 * when a write has made one stale. A read before that computes its own. One that fails keeps no other from
 * being prepared.
 */
export async function prepareStatistics(context: Context): Promise<void> {
  const { db, today } = context
  const assembly = assemblyDay(await findAssemblyDate(db), today)
  const done = await listPrepared(db, today)
  const missing = everyStatistic(today, assembly).filter(({ name }) => !done.has(storedName(name)))
  const errors: unknown[] = []
  for (const one of missing) {
    await prepare(context, one).catch((error: unknown) => errors.push(error))
  }
  if (!done.has(storedName(homeFiguresName))) {
    await prepareHomeFigures(context, assembly).catch((error: unknown) => errors.push(error))
  }
  await deletePreparedBefore(db, today)
  if (errors.length > 0) throw new AggregateError(errors, 'Some statistics were not prepared')
}
