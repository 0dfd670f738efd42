// npm run seed: loads a demo guild of any size into this machine's database, never into a deployed one.

import { parseArgs } from 'node:util'
import { clearDatabase, isEmptyDatabase } from '#scripts/demo/clear.ts'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { defaultMembers, defaultSeasons, sizeOf } from '#scripts/demo/size.ts'
import { withLocalDatabase } from '#scripts/local/database.ts'
import { migrate } from '#scripts/local/prepare.ts'
import { stop } from '#scripts/local/stop.ts'
import { berlinDay, isDay } from '#worker/domain/dates.ts'

const usage = 'npm run seed -- [--members 420] [--seasons 12] [--day JJJJ-MM-TT] [--fresh]'

const { members, seasons, today, fresh } = readArguments()
const started = Date.now()
await migrate()
await withLocalDatabase(async (db) => {
  if (fresh) await clearDatabase(db)
  if (!(await isEmptyDatabase(db))) {
    stop('Die Datenbank ist nicht leer. Mit --fresh wird zuerst alles gelöscht, was darin steht.')
  }
  const guild = makeDemoGuild(sizeOf(members, seasons), today)
  await loadDemoGuild(db, guild, today)
  const counts = [
    `${guild.members.length} Mitglieder`,
    `${guild.costumes.length} Kleider`,
    `${guild.parades.length} Umzüge`,
    `${guild.participations.length} Teilnahmen`,
  ]
  const seconds = ((Date.now() - started) / 1000).toFixed(1).replace('.', ',')
  console.log(`Geladen in ${seconds} s: ${counts.join(', ')}.`)
})

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        members: { type: 'string', default: String(defaultMembers) },
        seasons: { type: 'string', default: String(defaultSeasons) },
        day: { type: 'string', default: berlinDay(new Date()) },
        fresh: { type: 'boolean', default: false },
      },
    })
    return {
      members: countBetween(values.members, 50, 10_000),
      seasons: countBetween(values.seasons, 1, 30),
      today:
        isDay(values.day) && values.day > '2010' && values.day < '2090'
          ? values.day
          : exitWithUsage(),
      fresh: values.fresh,
    }
  } catch {
    return exitWithUsage()
  }
}

function countBetween(text: string, least: number, most: number): number {
  const count = Number(text)
  return Number.isInteger(count) && count >= least && count <= most ? count : exitWithUsage()
}

function exitWithUsage(): never {
  stop(`So geht es: ${usage}`)
}
