import { isRoundAge, nextBirthday } from '#worker/domain/birthdays.ts'
import type { Day } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { seasonDays, seasonOf, seasonYear } from '#worker/domain/season.ts'
import { findAssemblyDate } from '#worker/guild/guild.queries.ts'
import { readJsonText } from '#worker/http/responses.ts'
import { assemblyList, openRows } from './assembly-list.ts'
import { listBirthdays } from './lists.queries.ts'
import { honoredForParades, paradesPerMember } from './parades-per-member.ts'
import { pictures } from './pictures.ts'
import {
  type Context,
  deletePreparedBefore,
  keepPrepared,
  listPrepared,
  prepare,
  preparedOrFresh,
  type Statistic,
  storedName,
} from './prepared.ts'
import type { HomeFigures, Pictures } from './statistics.contract.ts'

/** Statistics whose SQL takes too long or reads too many rows to run for each reader (docs/speed.md). */
export function everyStatistic(today: Day, assembly: Day): Statistic<unknown, string>[] {
  return [
    paradesPerMember(today),
    honoredForParades(today),
    assemblyList(assembly, today),
    pictures(today),
  ]
}

/**
 * The five-minute cron stores each statistic that is missing for this day or stale. A read before that
 * computes its own. A failure does not stop the others.
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

/** The name under which the figures of the overview are stored. */
export const homeFiguresName = 'home'

/** A small row computed from lists prepared before it, so that the overview shows the same counts. */
async function prepareHomeFigures(context: Context, assembly: Day): Promise<void> {
  const { db, today } = context
  // Stored with the version of the first read: when another request writes in between, the row is stale at once.
  const { body, dataVersion } = await preparedOrFresh(context, pictures(today))
  const list = await preparedOrFresh(context, assemblyList(assembly, today))
  const birthdays = await listBirthdays(db, 'week', today)
  const season = seasonYear(today)
  const { seasons } = readJsonText(body)
  const figures: HomeFigures = {
    birthdays: birthdays.map(({ member: { id, firstName, lastName, birthday }, age }) => ({
      member: { id, firstName, lastName },
      age,
      day: nextBirthday(birthday ?? today, today),
      round: isRoundAge(age),
    })),
    assembly: { date: assembly, due: openRows(readJsonText(list.body)).length },
    season: { ...countOf(seasons, season), before: countOf(seasons, season - 1) },
  }
  await keepPrepared(context, homeFiguresName, JSON.stringify(figures), dataVersion)
}

function countOf(seasons: Pictures['seasons'], year: number) {
  const found = seasons.find(({ season }) => season === seasonOf(seasonDays(year).first))
  return { parades: found?.parades ?? 0, sprünge: found?.confirmed ?? 0 }
}
