import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { duties, honorBases, honorTypes, selfCancels } from '#worker/domain/codes.ts'
import { flag, id, version, word } from './columns.ts'

/** One row that never changes: it tells whose a backup is. */
export const guildIdentity = sqliteTable('guild_identity', {
  id: integer().primaryKey(),
  guildId: text().notNull(),
  /** Signs the lists of anonymised members (scripts/archive/erasures.ts). */
  erasuresKey: text().notNull(),
})

export const guildSettings = sqliteTable('guild_settings', {
  id: integer().primaryKey(),
  name: word(),
  address: word(),
  creditorName: word(),
  creditorId: word(),
  creditorIban: word(),
  creditorBic: word(),
  sepaLeadDays: integer().notNull().default(5),
  assemblyDate: text(),
  /** Whether payers may give places back themselves, and what happens to the money. */
  selfCancel: text({ enum: selfCancels }).notNull().default('off'),
  /** Allowed until this many days before the parade. */
  selfCancelDays: integer().notNull().default(7),
  // Imprint and privacy page: worker/guild/.
  legalName: word(),
  street: word(),
  plz: word(),
  town: word(),
  representatives: word(),
  contactEmail: word(),
  contactPhone: word(),
  registerCourt: word(),
  registerNumber: word(),
  vatId: word(),
  privacyContact: word(),
  /** Empty = the page is written from the fields. */
  imprintText: word(),
  privacyText: word(),
  accessibilityText: word(),
  /** Management signs in with a passkey only, from the day of `passkeysRequiredFrom` on. */
  passkeysRequired: flag(),
  /** JSON: setup steps (`setupSteps` of domain/codes.ts) that were ticked as not needed. */
  setupSkipped: text().notNull().default('[]'),
  version: version(),
  /** The most a family pays in a year; null = the sum of its members. */
  familyCapInCent: integer(),
  /** Whether phones record cash at the check-in. */
  cashAtCheckIn: integer({ mode: 'boolean' }).notNull().default(true),
  /** The first day of `passkeysRequired`; null = in force since it was ticked. */
  passkeysRequiredFrom: text(),
})

/** What a year costs, by state and age. */
export const feeRules = sqliteTable(
  'fee_rules',
  {
    id: id(),
    validFrom: integer().notNull(),
    state: text({ enum: ['Active', 'Passive'] }).notNull(),
    ageFrom: integer().notNull().default(0),
    /** Inclusive; null = no upper end. */
    ageTo: integer(),
    amountInCent: integer().notNull(),
  },
  (t) => [index('fee_rules_by_year').on(t.validFrom)],
)

/** What earns an honor. */
export const honorRules = sqliteTable('honor_rules', {
  type: text({ enum: honorTypes }).primaryKey(),
  basis: text({ enum: honorBases }).notNull(),
  /** Parades or years; null = given by hand. */
  threshold: integer(),
  label: text().notNull(),
  /** The association that awards it ("VSAN"); '' = the guild itself. */
  issuer: word(),
  /** Text of its certificate, with {Name}, {Ehrung}, {Jahre}, {Ämter}, {Datum}; '' = the usual one. */
  certificateText: word(),
})

/** The offices that count for a rule with basis dutyYears. */
export const honorRuleDuties = sqliteTable(
  'honor_rule_duties',
  {
    type: text({ enum: honorTypes })
      .notNull()
      .references(() => honorRules.type),
    duty: text({ enum: duties }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.type, t.duty] })],
)
