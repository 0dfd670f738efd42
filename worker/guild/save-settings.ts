import { retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { settingsUnits } from '#worker/domain/conflicts.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { assemblyDay, type HonorRule } from '#worker/domain/honors.ts'
import { daysUntilPasskeys } from '#worker/domain/password.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import type { SettingsChange, SettingsSave } from './guild.contract.ts'
import { findVersion, hasPasskey, type MovedAssembly, updateSettings } from './settings.queries.ts'
import {
  assertSettings,
  normaliseSettings,
  passkeyFirst,
  passkeysNotHere,
} from './settings-problems.ts'

/** With these the fees could be diverted or the second factor removed (docs/rules.md, "Bist Du es?"). */
export const sensitiveFields = [
  'creditorName',
  'creditorId',
  'creditorIban',
  'creditorBic',
  'passkeysRequired',
] as const

type Around = {
  db: Db
  user: { id: number }
  today: Day
  /** One's own machine. */
  isLocal: boolean
  mustBeConfirmed: () => Promise<void>
}

/**
 * What is left out stays; what somebody else changed since it was loaded is told.
 * @param context.user who saves
 * @param context.mustBeConfirmed asks for a password or passkey of the last ten minutes, for a change of
 * the account that fees are paid to or of who needs a passkey
 */
export async function saveSettings(
  { db, user, today, isLocal, mustBeConfirmed }: Around,
  { before, ...given }: SettingsSave,
): Promise<void> {
  const change = normaliseSettings(given)
  await retryOnConflict('versionUnchanged', async () => {
    const { settings: stored, version } = await findVersion(db)
    const whole = wholeTable(stored.honorRules)
    const save = { stored, given: whole(change), before: before && whole(before) }
    await assertNoConflicts(db, { entity: 'settings', id: 1 }, { ...save, units: settingsUnits })
    assertSettings(change, stored)
    const isSensitive = sensitiveFields.some(
      (field) => change[field] !== undefined && change[field] !== stored[field],
    )
    if (isSensitive) await mustBeConfirmed()
    const isAsked = change.passkeysRequired === true && !stored.passkeysRequired
    if (isAsked && isLocal) throw passkeysNotHere()
    if (isAsked && !(await hasPasskey(db, user.id))) throw passkeyFirst()
    const moved = movedAssembly(stored.assemblyDate, change.assemblyDate, today)
    const saved = { ...change, ...firstDay(change, isAsked, today) }
    await updateSettings(db, saved, before ? version : null, moved)
  })
}

/** Who has no passkey has two weeks to make one. */
function firstDay({ passkeysRequired }: SettingsChange, isAsked: boolean, today: Day) {
  if (isAsked) return { passkeysRequiredFrom: addDays(today, daysUntilPasskeys) }
  return passkeysRequired === false ? { passkeysRequiredFrom: null } : {}
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
