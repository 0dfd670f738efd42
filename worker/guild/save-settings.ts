import type { Db } from '#worker/db/db.ts'
import { unlessOvertaken } from '#worker/db/versions.ts'
import { settingsUnits } from '#worker/domain/conflicts.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { refuseClashes } from '#worker/http/changed-meanwhile.ts'
import type { GuildSettings, SettingsSave } from './guild.contract.ts'
import { findSettings, findVersion, updateSettings } from './settings.queries.ts'
import { normaliseSettings, refuseSettings } from './settings-problems.ts'

/** What is left out stays; what somebody else changed since it was loaded is told. */
export async function saveSettings(
  db: Db,
  { before, ...given }: SettingsSave,
): Promise<GuildSettings> {
  const change = normaliseSettings(given)
  await unlessOvertaken('guild_settings.version', async () => {
    const { settings: stored, version } = await findVersion(db)
    const whole = wholeTable(stored.honorRules)
    const save = { stored, given: whole(change), before: before && whole(before) }
    await refuseClashes(db, { entity: 'settings', id: 1 }, { ...save, units: settingsUnits })
    refuseSettings(change, stored)
    await updateSettings(db, change, before ? version : null)
  })
  return findSettings(db)
}

/** Rules that are not named in a list are as they are stored: then lists can be compared. */
function wholeTable(stored: readonly HonorRule[]) {
  return <Fields extends { honorRules?: unknown }>(fields: Fields): Fields => {
    const { honorRules } = fields
    if (!Array.isArray(honorRules)) return fields
    const others = stored.filter(({ type }) => honorRules.every((rule) => rule.type !== type))
    return { ...fields, honorRules: [...others, ...honorRules] }
  }
}
