import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import type { Duty } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { Legal } from '#worker/domain/legal.ts'
import type { PublicGuild } from './guild.contract.ts'

export async function findPublicGuild(db: Db): Promise<PublicGuild> {
  return toPublicGuild(await selectPublicGuild(db))
}

/** The public data of the guild; the table has one row. */
export function selectPublicGuild(db: Db) {
  return db.select({ name: guildSettings.name }).from(guildSettings)
}

export function toPublicGuild([guild]: readonly PublicGuild[]): PublicGuild {
  return { name: guild?.name ?? '' }
}

export const legalColumns = {
  legalName: guildSettings.legalName,
  street: guildSettings.street,
  plz: guildSettings.plz,
  town: guildSettings.town,
  representatives: guildSettings.representatives,
  contactEmail: guildSettings.contactEmail,
  contactPhone: guildSettings.contactPhone,
  registerCourt: guildSettings.registerCourt,
  registerNumber: guildSettings.registerNumber,
  vatId: guildSettings.vatId,
  privacyContact: guildSettings.privacyContact,
  imprintText: guildSettings.imprintText,
  privacyText: guildSettings.privacyText,
  accessibilityText: guildSettings.accessibilityText,
} satisfies Record<keyof Legal, unknown>

export async function findLegal(db: Db): Promise<Legal> {
  return (await findGuildAndLegal(db)).legal
}

export async function findGuildAndLegal(db: Db): Promise<{ guild: PublicGuild; legal: Legal }> {
  const [row] = await db.select({ name: guildSettings.name, ...legalColumns }).from(guildSettings)
  if (!row) throw new Error('guild_settings has no row')
  const { name, ...legal } = row
  return { guild: { name }, legal }
}

/** Whether cash is noted at the check-in (docs/rules.md, "Am Umzugstag"). */
export const takesCash = sql<boolean>`(SELECT cash_at_check_in FROM guild_settings)`.mapWith(
  Boolean,
)

export function selectTakesCash(db: Db) {
  return db.select({ takesCash: guildSettings.cashAtCheckIn }).from(guildSettings)
}

/** The stored day of the assembly; null = the next 11 November: `assemblyDay`. */
export async function findAssemblyDate(db: Db): Promise<string | null> {
  const [guild] = await db.select({ date: guildSettings.assemblyDate }).from(guildSettings)
  return guild?.date ?? null
}

type RuleRow = Omit<HonorRule, 'duties'> & { duties: string }

/** @param gate first table of the FROM; without a row in it, no rules are read */
export function selectHonorRules(db: Db, gate: SQL = singleRow) {
  return rowsOf<RuleRow>(
    db,
    {
      type: sql`r.type`,
      basis: sql`r.basis`,
      threshold: sql`r.threshold`,
      label: sql`r.label`,
      issuer: sql`r.issuer`,
      certificateText: sql`r.certificate_text`,
      duties: sql`(SELECT json_group_array(d.duty) FROM honor_rule_duties d WHERE d.type = r.type)`,
    },
    sql`${gate} CROSS JOIN honor_rules r ORDER BY r.position, r.id`,
  )
}

export function toHonorRules(rows: readonly RuleRow[]): HonorRule[] {
  return rows.map((row) => ({ ...row, duties: JSON.parse(row.duties) as Duty[] }))
}

export function cashOffError(): DomainError {
  const message =
    'Bargeld wird hier nicht vermerkt: „Bargeld beim Abhaken“ ist in den Einstellungen ausgeschaltet.'
  return new DomainError('CashOff', message)
}
