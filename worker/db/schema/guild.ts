import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Duty, type HonorType, honorBases, selfCancels } from '#worker/domain/codes.ts'
import { defaultConsentText } from '#worker/domain/minors.ts'
import { flag, id, optionalText, version } from './columns.ts'

/** One row that never changes, by which a backup is known to be of this guild. */
export const guildIdentity = sqliteTable('guild_identity', {
  id: integer().primaryKey(),
  guildId: text().notNull(),
  /** Signs the lists of anonymised members (scripts/archive/erasures.ts). */
  erasuresKey: text().notNull(),
})

export const guildSettings = sqliteTable('guild_settings', {
  id: integer().primaryKey(),
  name: optionalText(),
  address: optionalText(),
  creditorName: optionalText(),
  creditorId: optionalText(),
  creditorIban: optionalText(),
  creditorBic: optionalText(),
  sepaLeadDays: integer().notNull().default(5),
  assemblyDate: text(),
  /** Whether payers may cancel places themselves, and with a refund or not. */
  selfCancel: text({ enum: selfCancels }).notNull().default('off'),
  /** Payers may cancel until this many days before the parade. */
  selfCancelDays: integer().notNull().default(7),
  // The fields of imprint and privacy page (`Legal` in domain/legal.ts).
  legalName: optionalText(),
  street: optionalText(),
  plz: optionalText(),
  town: optionalText(),
  representatives: optionalText(),
  contactEmail: optionalText(),
  contactPhone: optionalText(),
  registerCourt: optionalText(),
  registerNumber: optionalText(),
  vatId: optionalText(),
  privacyContact: optionalText(),
  /** The guild's own texts of these pages; '' = the page is generated from the fields above. */
  imprintText: optionalText(),
  privacyText: optionalText(),
  accessibilityText: optionalText(),
  /** Management can only sign in with a passkey, from the day `passkeysRequiredFrom` on. */
  passkeysRequired: flag(),
  /** JSON: setup steps (`setupSteps` of domain/codes.ts) marked as not needed. */
  setupSkipped: text().notNull().default('[]'),
  version: version(),
  /** The most a family pays in a year; null = no limit. */
  familyCapInCent: integer(),
  /** Whether phones record cash at the check-in. */
  cashAtCheckIn: integer({ mode: 'boolean' }).notNull().default(true),
  /** The guild's age rules, in years on the day of a parade; null = no rule. */
  minAge: integer(),
  guardianBelow: integer(),
  guardianConsentText: text().notNull().default(defaultConsentText),
  /** Counts the changes of the text; updated by a trigger. */
  guardianConsentVersion: integer().notNull().default(1),
  /** The first day of `passkeysRequired`; null = in force at once. */
  passkeysRequiredFrom: text(),
})

/** The yearly fee by state and age. */
export const feeRules = sqliteTable(
  'fee_rules',
  {
    id: id(),
    validFrom: integer().notNull(),
    state: text({ enum: ['Active', 'Passive'] }).notNull(),
    ageFrom: integer().notNull().default(0),
    /** The highest age to which the fee applies; null = no upper limit. */
    ageTo: integer(),
    amountInCent: integer().notNull(),
  },
  (t) => [index('fee_rules_by_year').on(t.validFrom)],
)

/** The offices of the duty book, built-in and the guild's own. */
export const offices = sqliteTable('offices', {
  id: id(),
  code: text().$type<Duty>().notNull().unique(),
  label: text().notNull(),
  /** The normalised label (domain/names.ts). */
  labelKey: text().notNull().unique(),
  position: integer().notNull(),
  /** Hidden offices are not offered for new entries. */
  hidden: flag(),
})

/** The honors and the condition of each. */
export const honorRules = sqliteTable('honor_rules', {
  id: id(),
  type: text().$type<HonorType>().notNull().unique(),
  basis: text({ enum: honorBases }).notNull().default('manual'),
  /** The number of parades or years that the honor takes; null = given manually. */
  threshold: integer(),
  label: text().notNull(),
  /** The association that awards the honor ("VSAN"); '' = the guild itself. */
  issuer: optionalText(),
  /** Text of the certificate, with {Name}, {Ehrung}, {Jahre}, {Ämter}, {Datum}; '' = the default. */
  certificateText: optionalText(),
  labelKey: text().notNull(),
  position: integer().notNull(),
  hidden: flag(),
})

/** The duties that count for a rule with basis dutyYears. */
export const honorRuleDuties = sqliteTable(
  'honor_rule_duties',
  {
    type: text()
      .$type<HonorType>()
      .notNull()
      .references(() => honorRules.type),
    duty: text()
      .$type<Duty>()
      .notNull()
      .references(() => offices.code),
  },
  (t) => [primaryKey({ columns: [t.type, t.duty] }), index('honor_rule_duties_by_duty').on(t.duty)],
)
