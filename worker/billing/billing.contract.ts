import { z } from 'zod'
import {
  type FeeLetterKind,
  type FeeState,
  feeLetterKinds,
  type LetterChannel,
  type LetterTextKind,
  type MailState,
  paymentMethods,
} from '#worker/domain/codes.ts'
import type { SepaRun } from '#worker/domain/errors.ts'
import type { CollectFigures, FeeFigures, FeeSum } from '#worker/domain/fee-figures.ts'
import type { FeeBooking } from '#worker/domain/fee-ledger.ts'
import { type LetterText, letterPlaceholders } from '#worker/domain/fee-letter-words.ts'
import { letterWays } from '#worker/domain/fee-letters.ts'
import { claimsPerPage, maxBookings, maxLength, maxLetters } from '#worker/domain/limits.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { TreasuryFacts, TreasuryStep } from '#worker/domain/treasury.ts'
import { familyCap, feeRules } from '#worker/guild/guild.contract.ts'
import { comment, day, id, line, withPlaceholders } from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'
import type { Person } from '#worker/members/members.contract.ts'

export type { SepaRun } from '#worker/domain/errors.ts'

// ── The year as a path ─────────────────────────────────────────────────────────────────────

/** Counts and sums of a year's fees, the state of its steps, and the money of its parades. No bank data. */
export type Treasury = TreasuryFacts & {
  year: number
  /** Whether the year can be closed: only this year and the next can. */
  isClosable: boolean
  steps: TreasuryStep[]
  parades: ParadeMoney
}

/** The fees for places at the parades of a calendar year, by how they were paid, and the refunds. */
export type ParadeMoney = {
  /** Paid online and not refunded. */
  online: FeeSum
  /** Cash by the user who took it, the largest sum first; cash that was given back is left out. */
  cash: (FeeSum & { userId: number; name: string })[]
  cashReturned: FeeSum
  refunded: FeeSum
  /** Refunds that were requested, but not made yet or failed. */
  refundsOpen: FeeSum
  unpaid: FeeSum
}

// ── The list of the current year ───────────────────────────────────────────────────────────

export type FeeRow = {
  memberId: number
  firstName: string
  lastName: string
  /** null when no row of the fee table applies. */
  amountInCent: number | null
  /** The reason for the amount: "Aktiv ab 18". */
  reason: string
  /** Account and mandate of the payer; null for users who may not see bank data. */
  bankingIban: string | null
  bankingIbanTail?: string | null | undefined
  bankingBic: string | null
  bankingSepaAllowed: boolean | null
  bankingSepaAllowedDate: string | null
  /** Why the fee is not collected (also for a fee of zero); null when it is collected. */
  obstacle: string | null
  /** null when the year is not closed, or was closed without a claim for this member. */
  claimId: number | null
  /** The payer; null when the member pays. */
  payer: Person | null
  /** The state of the claim; null without one. */
  state: FeeState | null
  openInCent: number | null
}

/** The fees of a year: all active and passive members before it is closed, all claims afterwards. */
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
  | 'hasFile'
>

/** A closed year, or one that can be closed: this one and the next. */
export type FeeYear = {
  year: number
  closed: boolean
  /** For an open year: what closing would store. */
  count: number
  sumInCent: number
  /** The open amounts, without deducting credits. 0 for an open year. */
  openInCent: number
  /** For a closed year: members without a claim, former ones included who left in that year. */
  unclosed: Person[]
  /** Newest first. */
  runs: FeeRunSummary[]
}

/** The figures of a closed year, without its claims. */
export type FeeYearFigures = FeeFigures &
  CollectFigures & {
    /** Claims whose fee would differ by today's data, and those of them that can be recomputed. */
    outdated: { all: number; recomputable: number }
  }

export type FeeClaim = {
  id: number
  year: number
  member: Person & { memberNumber: number }
  /** The payer: the member or another one. */
  payer: Person & { memberNumber: number }
  amountInCent: number
  openInCent: number
  reason: string
  state: FeeState
  /** Why a run leaves the claim out; null when it is collected. */
  obstacle: string | null
  /** Account and mandate of the payer; null for users who may not see bank data. */
  payerIban: string | null
  payerIbanTail?: string | null | undefined
  payerBic: string | null
  payerSepaAllowed: boolean | null
  payerSepaAllowedDate: string | null
  /** The fee by today's data, for years in which it can be recomputed: this one and the next; else null. */
  today: { amountInCent: number | null; reason: string } | null
  bookings: FeeClaimBooking[]
  /** The superseded claim of a merged member, which does not count. */
  merged: boolean
}

/** `createdAt` is an instant, `createdBy` "Sabine Kächele". */
export type FeeClaimBooking = FeeBooking & { createdAt: string; createdBy: string }

export type BookedFee = FeeBooking & { claimId: number }

/** A year that a request may name: 1900 to 2099. */
const year = () => z.int().min(1900).max(2099)

/** Count and sum as the caller saw them; if they differ, the request is rejected with the current ones. */
const expected = () => z.object({ count: z.int().min(0), sumInCent: z.int() })

const digits = (shape: RegExp, message: string) =>
  z.string().regex(shape, message).transform(Number)

export const claimsQuery = z.object({
  year: digits(/^\d{4}$/, 'Das ist kein Jahr.').optional(),
  /** `true`: only claims that are not settled, of all years. */
  open: z.enum(['true', 'false']).optional(),
  /** Page size; left out for all claims. */
  limit: digits(/^\d{1,3}$/, 'Das ist keine Anzahl.')
    .pipe(z.int().min(1).max(claimsPerPage, `Auf eine Seite passen höchstens ${claimsPerPage}.`))
    .optional(),
  /** The claims after this one. */
  after: digits(/^\d{1,15}$/, 'Das ist keine Nummer.').optional(),
})

export const closeYearBody = z.object({ year: year(), expected: expected() })

export const newClaimsBody = z.object({
  year: year(),
  memberIds: ids('Wähle mindestens ein Mitglied.'),
})

/** A limit for plausible amounts: 10,000,000.00 €. */
const maxBookingInCent = 1_000_000_000

const amount = (what: z.ZodInt) => what.max(maxBookingInCent, 'Der Betrag ist zu hoch.')
const positive = () => amount(z.int().min(1, 'Gib einen Betrag an.'))
const note = () => comment(500).transform((text) => text.trim())
const filledNote = (missing: string) => note().refine((text) => !isBlank(text), missing)
/** `openInCent`: the open amount as the caller saw it before the booking; if it differs, nothing is booked. */
const booking = {
  claimId: id(),
  day: day(),
  bankKey: line(200).optional(),
  openInCent: z.int().optional(),
}

/** `amountInCent` is positive, since the kind gives the sign; only a correction may be negative. */
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
    /** The end-to-end id of the returned debit; left out: the newest debit of the claim. */
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

/** Left out: today plus the lead days of the guild. */
const dueDate = day().optional()

/** The file of a run, of the year's newest run, or a preview of a new run. */
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

/**
 * `after`: the year's newest run that the caller knows, null for none; naming it confirms that another one is
 * wanted. `confirmClosing`: needed while the year is open, since the file closes it.
 */
export const runBody = z.object({
  year: year(),
  dueDate,
  after: id().nullable().default(null),
  confirmClosing: z.boolean().default(false),
  expected: expected().optional(),
  /** Claims that were collected before and are to be collected again. */
  includeReturned: z.array(id()).max(maxBookings).default([]),
})

/** A file that was made with another program and submitted to the bank. */
export const adoptRunBody = z.object({
  year: year(),
  submittedOn: day(),
  messageId: line(35).refine((text) => !isBlank(text), 'Gib die Kennung der Datei an.'),
  expected: expected(),
})

export const voidRunBody = z.object({
  reason: filledNote('Schreibe, warum die Datei verworfen wird.'),
})

/** The day on which a file was submitted or credited; null removes it. */
export const runDayBody = z.object({ day: day().nullable() })

// ── Letters ────────────────────────────────────────────────────────────────────────────────

export const lettersBody = z.object({
  kind: z.enum(feeLetterKinds),
  year: year(),
  /** For a notice: its run. */
  runId: id().optional(),
  payerIds: ids('Wähle mindestens einen Empfänger.', maxLetters),
  channel: z.enum(letterWays),
  /** With `mailElseLetter`: the payers who get paper although they have an e-mail address. */
  onPaper: z.array(id()).max(maxLetters).default([]),
  dueOn: day(),
})

/** A claim as stated in a letter. */
type FeeLetterClaim = { claimId: number; year: number; member: Person; openInCent: number }

/** A letter as it was written, without the guild's own text. */
export type FeeLetter = {
  id: number
  kind: FeeLetterKind
  /** 1 to 3 for a reminder, else 0. */
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
  /** For a notice: the mandate, and the end of the IBAN. */
  mandateId: string | null
  ibanEnd: string | null
  /** For a letter by mail: the state of its mail. */
  mailState: MailState | null
  /** Its text with placeholders; null = the default text. */
  opening: string | null
  closing: string | null
  /** When a user voided the printed letter because it was not sent; null when it counts. */
  voidedAt: string | null
}

/** Voids printed letters that were not sent, or reverts that. */
export const voidLettersBody = z.object({
  ids: ids('Wähle mindestens ein Schreiben.', maxLetters),
  voided: z.boolean(),
})

const letterText = withPlaceholders(comment(maxLength.letterText), letterPlaceholders)

/** The guild's own texts of a kind of letter, whole. */
export const letterTextBody = z.object({
  opening: letterText,
  closing: letterText,
  openingFormal: letterText,
  closingFormal: letterText,
})

/** The guild's own text of a kind of letter; a kind that is not listed has the default text. */
export type OwnLetterText = LetterText & { kind: LetterTextKind }

export const lettersQuery = claimsQuery.pick({ year: true })

/** Left out: the current year. */
export const treasuryQuery = claimsQuery.pick({ year: true })

// ── Preview of another fee table ───────────────────────────────────────────────────────────

/** A fee that would change; `before` or `after` is null when no row of that table applies. `reason` belongs to `after`. */
type ChangedFee = {
  member: Person
  before: number | null
  after: number | null
  reason: string
}

/** The effect of a fee table on the fees of a year, for today's members. Nothing is stored. */
export type FeePreview = {
  beforeInCent: number
  afterInCent: number
  changed: ChangedFee[]
  /** Members for whom no row applies. */
  withoutRow: Person[]
}

/** The whole table, as for saving. The family cap is unchanged when left out. */
export const feePreviewBody = z.object({
  year: year(),
  feeRules,
  familyCapInCent: familyCap().optional(),
})
