import type { Db } from '#worker/db/db.ts'
import { unlessOvertaken } from '#worker/db/versions.ts'
import { settingsUnits } from '#worker/domain/conflicts.ts'
import type { Day } from '#worker/domain/dates.ts'
import { assemblyDay, type HonorRule } from '#worker/domain/honors.ts'
import { refuseClashes } from '#worker/http/changed-meanwhile.ts'
import type { GuildSettings, SettingsSave } from './guild.contract.ts'
import {
  findSettings,
  findVersion,
  hasPasskey,
  type MovedAssembly,
  updateSettings,
} from './settings.queries.ts'
import { normaliseSettings, passkeyFirst, refuseSettings } from './settings-problems.ts'

/** With these somebody could divert the fees, or take the second factor away (docs/rules.md, "Bist Du es?"). */
export const sensitiveFields = [
  'creditorName',
  'creditorId',
  'creditorIban',
  'creditorBic',
  'passkeysRequired',
] as const

/**
 * What is left out stays; what somebody else changed since it was loaded is told.
 * @param context.user who saves
 * @param context.mustBeConfirmed asks for a password or passkey of the last ten minutes, for a change of
 * the account that fees are paid to or of who needs a passkey
 */
export async function saveSettings(
  {
    db,
    user,
    today,
    mustBeConfirmed,
  }: { db: Db; user: { id: number }; today: Day; mustBeConfirmed: () => Promise<void> },
  { before, ...given }: SettingsSave,
): Promise<GuildSettings> {
  const change = normaliseSettings(given)
  await unlessOvertaken('guild_settings.version', async () => {
    const { settings: stored, version } = await findVersion(db)
    const whole = wholeTable(stored.honorRules)
    const save = { stored, given: whole(change), before: before && whole(before) }
    await refuseClashes(db, { entity: 'settings', id: 1 }, { ...save, units: settingsUnits })
    refuseSettings(change, stored)
    const isSensitive = sensitiveFields.some(
      (field) => change[field] !== undefined && change[field] !== stored[field],
    )
    if (isSensitive) await mustBeConfirmed()
    const isAsked = change.passkeysRequired === true && !stored.passkeysRequired
    if (isAsked && !(await hasPasskey(db, user.id))) throw passkeyFirst()
    const moved = movedAssembly(stored.assemblyDate, change.assemblyDate, today)
    await updateSettings(db, change, before ? version : null, moved)
  })
  return findSettings(db)
}

/** @param given undefined: left out */
function movedAssembly(
  stored: Day | null,
  given: Day | null | undefined,
  today: Day,
): MovedAssembly | null {
  if (given === undefined) return null
  const [from, to] = [assemblyDay(stored, today), assemblyDay(given, today)]
  return from === to ? null : { from, to }
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
