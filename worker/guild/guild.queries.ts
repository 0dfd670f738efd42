import type { Db } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'
import type { PublicGuild } from './guild.contract.ts'

export async function findPublicGuild(db: Db): Promise<PublicGuild> {
  return toPublicGuild(await selectPublicGuild(db))
}

/** There is one row, and none before anything was set. */
export function selectPublicGuild(db: Db) {
  return db.select({ name: guildSettings.name }).from(guildSettings)
}

export function toPublicGuild([guild]: readonly PublicGuild[]): PublicGuild {
  return { name: guild?.name ?? '' }
}

/** null = the next 11 November: `assemblyDay`. */
export async function findAssemblyDate(db: Db): Promise<string | null> {
  const [guild] = await db.select({ date: guildSettings.assemblyDate }).from(guildSettings)
  return guild?.date ?? null
}
