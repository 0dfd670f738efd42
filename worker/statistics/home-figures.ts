import { sql } from 'drizzle-orm'
import { rowsOf } from '#worker/db/statements.ts'
import { isRoundAge, nextBirthday } from '#worker/domain/birthdays.ts'
import type { Day } from '#worker/domain/dates.ts'
import { seasonDays, seasonYear } from '#worker/domain/season.ts'
import { readJsonText } from '#worker/http/responses.ts'
import { assemblyList, openRows } from './assembly-list.ts'
import { upcomingBirthdays } from './birthdays.ts'
import { type Context, keepPrepared, preparedTogether, statistic } from './prepared.ts'
import type { HomeFigures } from './statistics.contract.ts'

/** The name under which they are prepared. */
export const homeFiguresName = 'home'

/**
 * What the overview says of many people, in one short row: made of the lists that are prepared anyway,
 * so that it counts as they do.
 */
export async function prepareHomeFigures(context: Context, assembly: Day): Promise<void> {
  const { today } = context
  const [birthdays, list, seasons] = await preparedTogether(
    context,
    upcomingBirthdays('week', today),
    assemblyList(assembly, today),
    twoSeasons(today),
  )
  const figures: HomeFigures = {
    birthdays: readJsonText(birthdays.body).map(({ member, age }) => ({
      member: { id: member.id, firstName: member.firstName, lastName: member.lastName },
      age,
      day: nextBirthday(member.birthday ?? today, today),
      round: isRoundAge(age),
    })),
    assembly: { date: assembly, due: openRows(readJsonText(list.body)).length },
    season: readJsonText(seasons.body),
  }
  await keepPrepared(context, homeFiguresName, JSON.stringify(figures), birthdays.dataVersion)
}

type ParadeRow = { date: Day; takesPlace: number; confirmed: number }

/** Of this season until today, and of the whole one before; called off ones as the pictures have them. */
const twoSeasons = (today: Day) => {
  const season = seasonYear(today)
  const since = seasonDays(season).first
  return statistic({
    name: 'two-seasons',
    read: (db, gate) => [
      rowsOf<ParadeRow>(
        db,
        {
          date: sql`d.date`,
          takesPlace: sql`d.cancelled_at IS NULL`,
          confirmed: sql`d.confirmed_count`,
        },
        sql`${gate} CROSS JOIN parades d
          WHERE d.date >= ${seasonDays(season - 1).first} AND d.date <= ${today}`,
      ),
    ],
    build: ([parades]): HomeFigures['season'] => ({
      ...sumOf(parades.filter(({ date }) => date >= since)),
      before: sumOf(parades.filter(({ date }) => date < since)),
    }),
  })
}

function sumOf(parades: readonly ParadeRow[]) {
  return {
    parades: parades.reduce((sum, { takesPlace }) => sum + takesPlace, 0),
    sprünge: parades.reduce((sum, { confirmed }) => sum + confirmed, 0),
  }
}
