import type { Db } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'
import type { PublicGuild } from './guild.contract.ts'

export async function findPublicGuild(db: Db): Promise<PublicGuild> {
  const [guild] = await db.select({ name: guildSettings.name }).from(guildSettings)
  return { name: guild?.name ?? '' }
}

/** null = the next 11 November: `assemblyDay`. */
export async function findAssemblyDate(db: Db): Promise<string | null> {
  const [guild] = await db.select({ date: guildSettings.assemblyDate }).from(guildSettings)
  return guild?.date ?? null
}
