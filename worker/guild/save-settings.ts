import { retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { settingsUnits } from '#worker/domain/conflicts.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { assemblyDay, type HonorRule } from '#worker/domain/honors.ts'
import { daysUntilPasskeys } from '#worker/domain/password.ts'
import { isBlank } from '#worker/domain/text.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import type { SettingsChange, SettingsSave } from './guild.contract.ts'
import {
  findSettingsWithVersion,
  hasPasskey,
  type MovedAssembly,
  updateSettings,
} from './settings.queries.ts'
import {
  assertSettings,
  normaliseSettings,
  ownPasskeyNeededError,
  passkeysNotLocalError,
} from './settings-problems.ts'

/** Settings whose change could divert fees or remove the second factor (docs/rules.md, "Bist Du es?"). */
export const sensitiveFields = [
  'creditorName',
  'creditorId',
  'creditorIban',
  'creditorBic',
  'passkeysRequired',
] as const

type SaveContext = {
  db: Db
  user: { id: number }
  today: Day
  /** Whether this is local development. */
  isLocal: boolean
  mustBeConfirmed: () => Promise<void>
}

/**
 * Saves the given settings; rejects fields that another user has changed since they were loaded.
 * @param context.user the user who saves
 * @param context.mustBeConfirmed requires that the user confirmed their identity within ten minutes; called
 * when the account for fees or the passkey rule changes
 */
export async function saveSettings(
  { db, user, today, isLocal, mustBeConfirmed }: SaveContext,
  { before, ...given }: SettingsSave,
): Promise<void> {
  const change = normaliseSettings(given)
  await retryOnConflict('versionUnchanged', async () => {
    const { settings: stored, version } = await findSettingsWithVersion(db)
    const whole = wholeTable(stored.honorRules)
    const save = { stored, given: whole(change), before: before && whole(before) }
    await assertNoConflicts(db, { entity: 'settings', id: 1 }, { ...save, units: settingsUnits })
    assertSettings(change, stored)
    const isSensitive = sensitiveFields.some(
      (field) => change[field] !== undefined && change[field] !== stored[field],
    )
    if (isSensitive) await mustBeConfirmed()
    const isTurnedOn = change.passkeysRequired === true && !stored.passkeysRequired
    if (isTurnedOn && isLocal) throw passkeysNotLocalError()
    if (isTurnedOn && !(await hasPasskey(db, user.id))) throw ownPasskeyNeededError()
    const moved = movedAssembly(stored.assemblyDate, change.assemblyDate, today)
    const saved = {
      ...namesAskedOnce(change, stored),
      ...change,
      ...firstDay(change, isTurnedOn, today),
    }
    // Checks that were made on stored values need the version at which those were read.
    const seen = before || change.honorRules ? version : null
    await updateSettings(db, saved, seen, moved)
  })
}

/** The guild's name is asked once: it is also the imprint's and the creditor's while these have none. */
function namesAskedOnce(
  { name = '', ...change }: SettingsChange,
  stored: Pick<Required<SettingsChange>, 'legalName' | 'creditorName'>,
): SettingsChange {
  if (isBlank(name)) return {}
  const isFree = (field: 'legalName' | 'creditorName') =>
    change[field] === undefined && isBlank(stored[field] ?? '')
  return {
    ...(isFree('legalName') && { legalName: name }),
    ...(isFree('creditorName') && { creditorName: name }),
  }
}

/** The first day of the passkey rule when it is turned on: users have two weeks to create a passkey. */
function firstDay({ passkeysRequired }: SettingsChange, isTurnedOn: boolean, today: Day) {
  if (isTurnedOn) return { passkeysRequiredFrom: addDays(today, daysUntilPasskeys) }
  return passkeysRequired === false ? { passkeysRequiredFrom: null } : {}
}

/** The old and the new day of the assembly; null if the day stays. `given` is undefined when omitted. */
function movedAssembly(
  stored: Day | null,
  given: Day | null | undefined,
  today: Day,
): MovedAssembly | null {
  if (given === undefined) return null
  const [from, to] = [assemblyDay(stored, today), assemblyDay(given, today)]
  return from === to ? null : { from, to }
}

/** Adds the stored rules that a list omits, so that whole lists can be compared. */
function wholeTable(stored: readonly HonorRule[]) {
  return <Fields extends { honorRules?: unknown }>(fields: Fields): Fields => {
    const { honorRules } = fields
    if (!Array.isArray(honorRules)) return fields
    const others = stored.filter(({ type }) => honorRules.every((rule) => rule.type !== type))
    return { ...fields, honorRules: [...others, ...honorRules] }
  }
}
