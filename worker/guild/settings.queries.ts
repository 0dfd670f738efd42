import { and, asc, eq, getTableColumns, notInArray, type SQL, sql } from 'drizzle-orm'
import { commit, guardVersion } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { type Read, reading } from '#worker/db/read-together.ts'
import {
  assemblyHonors,
  feeRules,
  guildSettings,
  honorRuleDuties,
  honorRules,
  passkeys,
  userRoles,
  users,
} from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { DomainError } from '#worker/domain/errors.ts'
import { fullName, normaliseName } from '#worker/domain/names.ts'
import { noSuchOffice } from '#worker/http/fields.ts'
import { validationError } from '#worker/http/validate.ts'
import type { GuildSettings, SettingsChange } from './guild.contract.ts'
import { selectHonorRules, toHonorRules } from './guild.queries.ts'
import { selectOfficeLabels } from './guild-codes.queries.ts'

const {
  id: _,
  setupSkipped: __,
  guardianConsentVersion: _v,
  ...settingsColumns
} = getTableColumns(guildSettings)
const { id: ___, ...feeColumns } = getTableColumns(feeRules)

type StoredSettings = Omit<GuildSettings, 'passkeyRule'>

/** The settings with fee and honor rules, and the users of management without a passkey. */
export function settingsRead(db: Db): Read<FoundSettings> {
  const statements = [...selectSettings(db), selectManagersWithoutPasskey(db)] as const
  return reading(statements, ([guild, fees, rules, without]) => ({
    settings: toSettingsWithVersion(guild, fees, rules).settings,
    without: without.map(fullName),
  }))
}

export type FoundSettings = { settings: StoredSettings; without: string[] }

/** Users of management without a passkey, except locked ones, who cannot sign in. */
function selectManagersWithoutPasskey(db: Db) {
  const isManagement = sql`EXISTS (SELECT 1 FROM ${userRoles}
    WHERE ${userRoles.userId} = ${users.id} AND ${userRoles.role} = 'management')`
  const hasNoPasskey = sql`NOT EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.userId} = ${users.id})`
  return db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.locked, false), isManagement, hasNoPasskey))
    .orderBy(asc(users.lastName), asc(users.firstName))
}

/** The settings, and the version that a save compares. */
export async function findSettingsWithVersion(db: Db) {
  return toSettingsWithVersion(...(await db.batch([...selectSettings(db)])))
}

function selectSettings(db: Db) {
  return [
    db.select(settingsColumns).from(guildSettings),
    db
      .select(feeColumns)
      .from(feeRules)
      .orderBy(asc(feeRules.validFrom), asc(feeRules.state), asc(feeRules.ageFrom)),
    selectHonorRules(db),
  ] as const
}

type Rows = ReturnType<typeof selectSettings>

function toSettingsWithVersion(
  [row]: Awaited<Rows[0]>,
  fees: Awaited<Rows[1]>,
  rules: Awaited<Rows[2]>,
): { settings: StoredSettings; version: number } {
  if (!row) throw new Error('guild_settings has no row')
  const { version, ...settings } = row
  return { settings: { ...settings, feeRules: fees, honorRules: toHonorRules(rules) }, version }
}

export async function hasPasskey(db: Db, userId: number): Promise<boolean> {
  const [one] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return one !== undefined
}

/** The day of the general assembly changes: `assemblyDay` before and after. */
export type MovedAssembly = { from: Day; to: Day }

/**
 * Writes the given settings in one commit; a fee table replaces the old one, honor rules are updated by type.
 * @param seen the version on which the save was decided; null = the last write wins
 * @param moved null: the day of the assembly stays the same
 */
export async function updateSettings(
  db: Db,
  change: SettingsChange & { passkeysRequiredFrom?: Day | null },
  seen: number | null,
  moved: MovedAssembly | null,
): Promise<void> {
  const { feeRules: fees, honorRules: rules, ...given } = change
  const statements = [
    ...guardVersion(guildSettings, 1, seen),
    write
      .update(guildSettings)
      .set({ ...given, version: sql`${guildSettings.version} + 1` })
      .where(eq(guildSettings.id, 1)),
    ...(fees ? replaceFees(fees) : []),
    ...(rules ? replaceHonorRules(rules) : []),
    ...(moved ? moveAssembly(moved) : []),
  ]
  await commit(db, statements, { foreignKey: () => officesUnknown(db, rules ?? []) })
}

/** The error for rules that count an office which does not exist. */
async function officesUnknown(
  db: Db,
  rules: NonNullable<SettingsChange['honorRules']>,
): Promise<DomainError> {
  const known = new Set<string>((await selectOfficeLabels(db)).map(({ code }) => code))
  const problems = rules.flatMap(({ duties }, index) =>
    duties.every((duty) => known.has(duty)) ? [] : [[`honorRules.${index}.duties`, noSuchOffice]],
  )
  return validationError(Object.fromEntries(problems))
}

/**
 * Moves what was noted for an assembly to its new day, except honors already entered. Where the new day has a
 * row already, that row and its attendance are kept.
 */
function moveAssembly({ from, to }: MovedAssembly) {
  const isMoved = sql`${assemblyHonors.date} = ${from} AND ${assemblyHonors.honorId} IS NULL`
  const there = sql`FROM assembly_honors t
    WHERE t.date = ${to} AND t.member_id = ${assemblyHonors.memberId}`
  return [
    write
      .delete(assemblyHonors)
      .where(sql`${isMoved} AND EXISTS (SELECT 1 ${there} AND t.type = ${assemblyHonors.type})`),
    write
      .update(assemblyHonors)
      .set({
        date: to,
        act: null,
        attendance: sql`coalesce((SELECT t.attendance ${there} AND t.attendance IS NOT NULL LIMIT 1),
          ${assemblyHonors.attendance})`,
      })
      .where(isMoved),
  ]
}

/** Replaces the fee table. Unchanged rows are not rewritten, so that the history shows actual changes only. */
function replaceFees(fees: NonNullable<SettingsChange['feeRules']>) {
  const fields = ['validFrom', 'state', 'ageFrom', 'ageTo', 'amountInCent'] as const
  const list = fees.map((fee) => fields.map((field) => fee[field]))
  const wanted = sql`json_each(${JSON.stringify(list)}) w`
  const given = (index: number) => sql`w.value ->> ${sql.raw(String(index))}`
  const isSame = sql.join(
    fields.map((field, index) => sql`${feeRules[field]} IS ${given(index)}`),
    sql` AND `,
  )
  const row = Object.fromEntries(fields.map((field, index) => [field, given(index)]))
  return [
    write.delete(feeRules).where(sql`NOT EXISTS (SELECT 1 FROM ${wanted} WHERE ${isSame})`),
    insertSelected(
      feeRules,
      row as Record<(typeof fields)[number], SQL>,
      sql`${wanted} WHERE NOT EXISTS (SELECT 1 FROM ${feeRules} WHERE ${isSame})`,
    ),
  ]
}

function replaceHonorRules(rules: NonNullable<SettingsChange['honorRules']>) {
  return rules.flatMap(({ duties, ...rule }) => {
    const { type, ...values } = rule
    const counted = [...new Set(duties)].map((duty) => ({ type, duty }))
    return [
      write
        .update(honorRules)
        .set({ ...values, labelKey: normaliseName(values.label) })
        .where(eq(honorRules.type, type)),
      write
        .delete(honorRuleDuties)
        .where(and(eq(honorRuleDuties.type, type), notInArray(honorRuleDuties.duty, duties))),
      ...(counted.length > 0
        ? [write.insert(honorRuleDuties).values(counted).onConflictDoNothing()]
        : []),
    ]
  })
}
