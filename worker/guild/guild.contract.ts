import { z } from 'zod'
import { honorBases, type SelfCancel, selfCancels } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FeeRule } from '#worker/domain/fees.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { Legal } from '#worker/domain/legal.ts'
import { maxLegalText, maxLength } from '#worker/domain/limits.ts'
import { isBlank, isEmailAddress } from '#worker/domain/text.ts'
import {
  ageOfRule,
  cents,
  comment,
  day,
  dutyCode,
  filledLine,
  honorCode,
  line,
  loadedFields,
} from '#worker/http/fields.ts'

/** What the public pages show of the guild. */
export type PublicGuild = { name: string }

export type { Legal }

export type GuildSettings = Legal & {
  name: string
  address: string
  creditorName: string
  creditorId: string
  creditorIban: string
  creditorBic: string
  /** Days between making the SEPA file and its due date by default. */
  sepaLeadDays: number
  /** null = the next 11 November. */
  assemblyDate: string | null
  /** Whether payers may cancel places, until `selfCancelDays` before the parade. */
  selfCancel: SelfCancel
  selfCancelDays: number
  /** Whether management may sign in only with a passkey. */
  passkeysRequired: boolean
  /** The first day on which management needs a passkey; null = at once, or no passkey is required. */
  passkeysRequiredFrom: Day | null
  passkeyRule: PasskeyRuleInfo
  /** The most a family pays in a year; null = no limit. */
  familyCapInCent: number | null
  /** Whether phones note cash at the check-in. */
  cashAtCheckIn: boolean
  /** The least age on the day of a parade; null = no rule. A parade may have its own rule. */
  minAge: number | null
  /** Below this age a guardian is needed; null = no rule. */
  guardianBelow: number | null
  guardianConsentText: string
  feeRules: FeeRule[]
  honorRules: HonorRule[]
}

/** Shown beside "Verwaltung nur mit Passkey"; not a setting. */
export type PasskeyRuleInfo = {
  /** False in local development, where passkeys are never required. */
  isOffered: boolean
  /** Names of the users of management without a passkey; only sent to management. */
  without?: string[] | undefined
}

/** 1,000.00 €. */
const maxFeeInCent = 100_000

const feeRule = z.object({
  validFrom: z.int().min(1900).max(2099),
  state: z.enum(['Active', 'Passive']),
  ageFrom: z.int().min(0).max(150).default(0),
  ageTo: z.int().min(0).max(150).nullable().default(null),
  amountInCent: cents(maxFeeInCent),
})

export const feeRules = z.array(feeRule).max(200)

export const familyCap = () =>
  z.int().min(1, 'Gib einen Betrag an.').max(maxFeeInCent, 'Der Betrag ist zu hoch.').nullable()

/** The most offices, and the most honors, that a request may name. */
const maxCodes = 500

/** An office or an honor: one of the specification's, or the guild's own (`own_<n>`). */
export type GuildCode<Code extends string = string> = {
  code: Code
  label: string
  builtIn: boolean
  /** Not offered for new entries. */
  hidden: boolean
  position: number
  /** Whether an entry or an undo needs the code, so that it cannot be deleted. */
  inUse: boolean
}

const label = filledLine('Gib einen Namen an.', maxLength.name)
/** The honors of years in office for which years in a new office count. */
const countsFor = z.array(honorCode()).max(maxCodes).optional()

export const newOfficeBody = z.object({ label: label.prefault(''), countsFor })
export const newHonorKindBody = newOfficeBody.omit({ countsFor: true })
export type NewCode = z.infer<typeof newOfficeBody>

/** PUT: omitted fields keep their value. */
export const officeBody = z
  .object({ label, hidden: z.boolean(), position: z.int().min(0).max(10_000), countsFor })
  .partial()
export const honorKindBody = officeBody.omit({ countsFor: true })
export type CodeChange = z.infer<typeof officeBody>

const honorRule = z.object({
  type: honorCode(),
  basis: z.enum(honorBases),
  threshold: z.int().min(1, 'Die Schwelle ist mindestens 1.').max(1000).nullable().default(null),
  duties: z.array(dutyCode()).max(maxCodes).default([]),
  label: filledLine('Gib der Ehrung einen Namen.', maxLength.name),
  issuer: line(maxLength.name).default(''),
  /** A text of blanks is stored as '', for which the default text is printed. */
  certificateText: comment(maxLength.certificate)
    .transform((text) => (isBlank(text) ? '' : text))
    .default(''),
})

export const honorRules = z.array(honorRule).max(maxCodes)

const legal = {
  legalName: line(),
  street: line(),
  plz: line(),
  town: line(),
  representatives: line(),
  contactEmail: line(maxLength.eMail).refine(
    (text) => text === '' || isEmailAddress(text),
    'Gib eine gültige E-Mail Adresse an.',
  ),
  contactPhone: line(),
  registerCourt: line(),
  registerNumber: line(),
  vatId: line(),
  privacyContact: line(),
  imprintText: ownText(),
  privacyText: ownText(),
  accessibilityText: ownText(),
} satisfies Record<keyof Legal, z.ZodType<string>>

/** A text of blanks is stored as '', for which the page is generated from the fields. */
function ownText() {
  return comment(maxLegalText).transform((text) => (isBlank(text) ? '' : text))
}

/** Days before the parade; 0 is the day of the parade. */
const selfCancelDays = z.int().min(0, 'Es sind 0 bis 60 Tage.').max(60, 'Es sind 0 bis 60 Tage.')

const settings = {
  name: line(),
  address: line(),
  creditorName: line(),
  creditorId: line(),
  creditorIban: line(),
  creditorBic: line(),
  sepaLeadDays: z.int().min(0).max(30),
  assemblyDate: day().nullable(),
  selfCancel: z.enum(selfCancels),
  selfCancelDays,
  passkeysRequired: z.boolean(),
  familyCapInCent: familyCap(),
  cashAtCheckIn: z.boolean(),
  minAge: ageOfRule(),
  guardianBelow: ageOfRule(),
  guardianConsentText: comment(maxLength.certificate).refine(
    (text) => !isBlank(text),
    'Gib den Text der Einwilligung an.',
  ),
  ...legal,
  feeRules,
  honorRules,
}
const someSettings = z.object(settings).partial()
export type SettingsChange = z.infer<typeof someSettings>

/**
 * PUT: omitted fields keep their value. A given fee table replaces the whole table; of the honor rules only the
 * given ones change. `before`: the values as loaded, to detect fields that another user has changed since.
 */
export const settingsBody = someSettings.extend({ before: loadedFields(settings) })
export type SettingsSave = z.infer<typeof settingsBody>
