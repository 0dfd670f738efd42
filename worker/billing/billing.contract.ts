import { z } from 'zod'
import {
  type FeeLetterKind,
  type FeeState,
  feeLetterKinds,
  type LetterChannel,
  letterChannels,
  type MailState,
  paymentMethods,
} from '#worker/domain/codes.ts'
import type { SepaRun } from '#worker/domain/errors.ts'
import type { CollectFigures, FeeFigures } from '#worker/domain/fee-figures.ts'
import type { FeeBooking } from '#worker/domain/fee-ledger.ts'
import { claimsPerPage, maxBookings, maxLetters } from '#worker/domain/limits.ts'
import { isBlank } from '#worker/domain/text.ts'
import { familyCap, feeRules } from '#worker/guild/guild.contract.ts'
import { comment, day, id, line } from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'
import type { Person } from '#worker/members/members.contract.ts'

export type { SepaRun } from '#worker/domain/errors.ts'

// ── The list of the current year ───────────────────────────────────────────────────────────

export type FeeRow = {
  memberId: number
  firstName: string
  lastName: string
  /** null = no row of the fee table fits. */
  amountInCent: number | null
  /** Why the fee is what it is: "Aktiv ab 18". */
  reason: string
  /** Account and mandate are those of whoever pays. */
  bankingIban: string
  bankingBic: string
  bankingSepaAllowed: boolean
  bankingSepaAllowedDate: string | null
  /** Why it is not collected; null = it is. A fee of zero gives its reason here. */
  obstacle: string | null
  /** null = the year is not closed, or not for this member. */
  claimId: number | null
  /** Who pays for the member; null = the member. */
  payer: Person | null
  /** null without a claim. */
  state: FeeState | null
  openInCent: number | null
}

/** The fees of a year: before it is closed everybody who is Active or Passive, then every claim. */
export type MembershipFees = {
  year: number
  totalInCent: number
  collectibleInCent: number
  collectibleCount: number
  fees: FeeRow[]
}

// ── The ledger ─────────────────────────────────────────────────────────────────────────────

export type FeeRunSummary = Pick<
  SepaRun,
  | 'id'
  | 'messageId'
  | 'createdAt'
  | 'createdBy'
  | 'dueDate'
  | 'count'
  | 'sumInCent'
  | 'creditedOn'
  | 'voidedAt'
  | 'voidReason'
  | 'submittedOn'
>

/** A year that is closed, or that can be: this one and the next. */
export type FeeYear = {
  year: number
  closed: boolean
  /** Of an open year: what closing would write. */
  count: number
  sumInCent: number
  /** What is still to come, credits not taken off. 0 of an open year. */
  openInCent: number
  /** Of a closed year: who has no claim, and is a member, or was one until they left in it. */
  unclosed: Person[]
  /** Newest first. */
  runs: FeeRunSummary[]
}

/** What the page of a closed year tells of all its claims, without them. */
export type FeeYearFigures = FeeFigures &
  CollectFigures & {
    /** Claims that would be others today, and those of them that can be made so. */
    outdated: { all: number; recomputable: number }
  }

export type FeeClaim = {
  id: number
  year: number
  member: Person & { memberNumber: number }
  /** Who pays: the member, or somebody for them. */
  payer: Person & { memberNumber: number }
  amountInCent: number
  openInCent: number
  reason: string
  state: FeeState
  /** Why a run leaves it out; null = it is collected. */
  obstacle: string | null
  /** Account and mandate of the payer. */
  payerIban: string
  payerBic: string
  payerSepaAllowed: boolean
  payerSepaAllowedDate: string | null
  /** What the fee would be today, where the year can still be computed anew: this one and the next. */
  today: { amountInCent: number | null; reason: string } | null
  bookings: FeeClaimBooking[]
  /** Of two of one person the one that is set aside: no fee of the year. */
  merged: boolean
}

/** `createdAt` is an instant, `createdBy` "Sabine Kächele". */
export type FeeClaimBooking = FeeBooking & { createdAt: string; createdBy: string }

export type BookedFee = FeeBooking & { claimId: number }

/** Digits of a year. */
const year = () => z.int().min(1900).max(2099)

/** What the caller has seen; another count or sum is told and nothing is done. */
const expected = () => z.object({ count: z.int().min(0), sumInCent: z.int() })

const digits = (shape: RegExp, message: string) =>
  z.string().regex(shape, message).transform(Number)

export const claimsQuery = z.object({
  year: digits(/^\d{4}$/, 'Das ist kein Jahr.').optional(),
  /** `true`: what is not even, of all years. */
  open: z.enum(['true', 'false']).optional(),
  /** So many claims, in the order of the list; left out = all. */
  limit: digits(/^\d{1,3}$/, 'Das ist keine Anzahl.')
    .pipe(z.int().min(1).max(claimsPerPage, `Auf eine Seite passen höchstens ${claimsPerPage}.`))
    .optional(),
  /** Those behind this claim. */
  after: digits(/^\d{1,15}$/, 'Das ist keine Nummer.').optional(),
})

export const closeYearBody = z.object({ year: year(), expected: expected() })

export const newClaimsBody = z.object({
  year: year(),
  memberIds: ids('Wähle mindestens ein Mitglied.'),
})

/** More than anybody ever owes: 10,000,000.00 €. */
const maxBookingInCent = 1_000_000_000

const amount = (what: z.ZodInt) => what.max(maxBookingInCent, 'Der Betrag ist zu hoch.')
const positive = () => amount(z.int().min(1, 'Gib einen Betrag an.'))
const note = () => comment(500).transform((text) => text.trim())
const filledNote = (missing: string) => note().refine((text) => !isBlank(text), missing)
/** `openInCent`: what the caller saw open before any of it is booked; when it is another by now, nothing is. */
const booking = {
  claimId: id(),
  day: day(),
  bankKey: line(200).optional(),
  openInCent: z.int().optional(),
}

/** `amountInCent` is positive, the kind gives the sign; a correction alone goes both ways. */
const newBooking = z.discriminatedUnion('kind', [
  z.object({
    ...booking,
    kind: z.literal('paid'),
    amountInCent: positive(),
    method: z.enum(paymentMethods).default('transfer'),
    note: note().default(''),
  }),
  z.object({
    ...booking,
    kind: z.literal('refunded'),
    amountInCent: positive(),
    method: z.enum(paymentMethods).default('transfer'),
    note: note().default(''),
  }),
  z.object({
    ...booking,
    kind: z.literal('returned'),
    amountInCent: positive(),
    /** Which debit of the claim came back; left out, the newest. */
    endToEndId: line(35).optional(),
    reasonCode: line(35)
      .transform((code) => code.toUpperCase())
      .optional(),
    bankChargeInCent: amount(z.int().min(0)).optional(),
    passOnCharge: z.boolean().default(false),
    note: note().default(''),
  }),
  z.object({
    ...booking,
    kind: z.literal('charged'),
    amountInCent: positive(),
    note: note().default(''),
  }),
  z.object({
    ...booking,
    kind: z.literal('waived'),
    amountInCent: positive(),
    note: filledNote('Schreibe, warum der Beitrag erlassen wird.'),
  }),
  z.object({
    ...booking,
    kind: z.literal('corrected'),
    amountInCent: amount(z.int().min(-maxBookingInCent)).refine(
      (cents) => cents !== 0,
      'Gib einen Betrag an.',
    ),
    note: filledNote('Schreibe, warum der Beitrag berichtigt wird.'),
  }),
])
export type NewBooking = z.output<typeof newBooking>

export const bookingsBody = z.object({
  bookings: z.array(newBooking).min(1, 'Es gibt nichts zu buchen.').max(maxBookings),
})

export const undoBookingBody = z.object({
  note: filledNote('Schreibe, warum es zurückgenommen wird.'),
})

// ── Runs ───────────────────────────────────────────────────────────────────────────────────

/** Left out: the guild's lead days from today. */
const dueDate = day().optional()

/** The file of a run that was noted, the year's newest, or a preview of what a new one would collect. */
export const fileQuery = z
  .object({
    run: z
      .string()
      .regex(/^\d{1,15}$/, 'Das ist keine Nummer.')
      .transform(Number)
      .optional(),
    dueDate,
  })
  .refine((asked) => asked.run === undefined || asked.dueDate === undefined, {
    path: ['dueDate'],
    message: 'Wann eine erzeugte Datei fällig ist, steht schon fest.',
  })

/** `after`: the newest run of the year that is known of, null = none. Whoever names it agrees to one more. */
export const runBody = z.object({
  year: year(),
  dueDate,
  after: id().nullable().default(null),
  expected: expected().optional(),
  /** Claims that were collected before and shall be again. */
  includeReturned: z.array(id()).max(maxBookings).default([]),
})

/** A file that was made without a run and went to the bank. */
export const adoptRunBody = z.object({
  year: year(),
  submittedOn: day(),
  messageId: line(35).refine((text) => !isBlank(text), 'Gib die Kennung der Datei an.'),
  expected: expected(),
})

export const voidRunBody = z.object({
  reason: filledNote('Schreibe, warum die Datei verworfen wird.'),
})

/** null takes it back. */
export const creditedBody = z.object({ day: day().nullable() })

// ── Letters ────────────────────────────────────────────────────────────────────────────────

export const lettersBody = z.object({
  kind: z.enum(feeLetterKinds),
  year: year(),
  /** Of a notice: which file. */
  runId: id().optional(),
  payerIds: ids('Wähle mindestens einen Empfänger.', maxLetters),
  channel: z.enum(letterChannels),
  dueOn: day(),
})

/** What a letter says of a claim. */
type FeeLetterClaim = { claimId: number; year: number; member: Person; openInCent: number }

/** A letter as it was written: everything that stands on the paper but the guild's own words. */
export type FeeLetter = {
  id: number
  kind: FeeLetterKind
  /** 1 to 3 of a reminder; 0 = of none. */
  step: number
  year: number
  runId: number | null
  channel: LetterChannel
  dueOn: string
  createdAt: string
  payer: Person & {
    memberNumber: number
    addressStreet: string
    addressNumber: string
    addressPlz: string
    addressTown: string
    eMail: string
  }
  claims: FeeLetterClaim[]
  /** Of a notice: the mandate it is collected with and the end of the IBAN. */
  mandateId: string | null
  ibanEnd: string | null
  /** Of one that goes by mail: whether it is out. */
  mailState: MailState | null
  /** When somebody said that the paper never went out; null = it counts. */
  voidedAt: string | null
}

/** Printed letters that never went out, or did after all. */
export const voidLettersBody = z.object({
  ids: ids('Wähle mindestens ein Schreiben.', maxLetters),
  voided: z.boolean(),
})

export const lettersQuery = claimsQuery.pick({ year: true })

// ── Preview of another fee table ───────────────────────────────────────────────────────────

/** Whose fee is another one; null = no row of the table fits. `reason` = of the fee after the change. */
type ChangedFee = {
  member: Person
  before: number | null
  after: number | null
  reason: string
}

/** What a fee table would make of the fees of a year, by today's members. Nothing is stored. */
export type FeePreview = {
  beforeInCent: number
  afterInCent: number
  changed: ChangedFee[]
  /** For whom no row would fit. */
  withoutRow: Person[]
}

/** The whole table, as it is saved. The family's cap stays as it is where it is left out. */
export const feePreviewBody = z.object({
  year: year(),
  feeRules,
  familyCapInCent: familyCap().optional(),
})
