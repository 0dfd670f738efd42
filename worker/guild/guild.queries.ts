import type { Db } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'
import type { PublicGuild } from './guild.contract.ts'

export async function findPublicGuild(db: Db): Promise<PublicGuild> {
  const [guild] = await db.select({ name: guildSettings.name }).from(guildSettings)
  return { name: guild?.name ?? '' }
}
