import { z } from 'zod'
import {
  duties,
  honorBases,
  honorTypes,
  type SelfCancel,
  selfCancels,
} from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FeeRule } from '#worker/domain/fees.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { Legal } from '#worker/domain/legal.ts'
import { maxLegalText, maxLength } from '#worker/domain/limits.ts'
import { isBlank, isEmailAddress } from '#worker/domain/text.ts'
import { asLoaded, cents, comment, day, filledLine, line } from '#worker/http/fields.ts'

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
  /** Days from making the SEPA file to its due day by default. */
  sepaLeadDays: number
  /** null = the next 11 November. */
  assemblyDate: string | null
  /** Whether payers may give places back themselves; until `selfCancelDays` before the parade. */
  selfCancel: SelfCancel
  selfCancelDays: number
  /** Management signs in with a passkey only, */
  passkeysRequired: boolean
  /** from this day on; null = it has been in force all along, or is not asked for. */
  passkeysRequiredFrom: Day | null
  passkeyRule: PasskeysAround
  /** What a family pays in a year at most; null = as much as its members. */
  familyCapInCent: number | null
  /** Whether phones note cash while people are ticked off. */
  cashAtCheckIn: boolean
  feeRules: FeeRule[]
  honorRules: HonorRule[]
}

/** Beside "Verwaltung nur mit Passkey"; nothing that is set. */
export type PasskeysAround = {
  /** False on one's own machine, where it is never in force. */
  isOffered: boolean
  /** Who manages and has no passkey, by name; management alone is told. */
  without?: string[] | undefined
}

/** A fee is at most 1,000.00 €. */
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

const honorRule = z.object({
  type: z.enum(honorTypes),
  basis: z.enum(honorBases),
  threshold: z.int().min(1, 'Die Schwelle ist mindestens 1.').max(1000).nullable().default(null),
  duties: z.array(z.enum(duties)).max(duties.length).default([]),
  label: filledLine('Gib der Ehrung einen Namen.', maxLength.name),
  issuer: line(maxLength.name).default(''),
  /** Nothing but blanks is none: the usual words are printed. */
  certificateText: comment(maxLength.certificate)
    .transform((text) => (isBlank(text) ? '' : text))
    .default(''),
})

export const honorRules = z.array(honorRule).max(honorTypes.length)

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

/** Nothing but blanks is no text of one's own: the page is written from the fields. */
function ownText() {
  return comment(maxLegalText).transform((text) => (isBlank(text) ? '' : text))
}

/** Until when before a parade a place may be given back: on its own day at the latest. */
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
  ...legal,
  feeRules,
  honorRules,
}
const someSettings = z.object(settings).partial()
export type SettingsChange = z.infer<typeof someSettings>

/**
 * PUT: what is left out stays. A fee table that is given replaces the whole table; of the honor rules
 * those that are given are changed, for there is one for each honor. `before`: as loaded; who changed
 * it since is told.
 */
export const settingsBody = someSettings.extend({ before: asLoaded(settings) })
export type SettingsSave = z.infer<typeof settingsBody>
