import { z } from 'zod'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { isBlank } from '#worker/domain/text.ts'
import { asLoaded, cents, comment, day, id, line, name } from '#worker/http/fields.ts'

export type { CostumeType }

/** Prices from 0 to 1,000.00 €. */
const maxPriceInCent = 100_000

// What has to be there is said by the domain, all at once: `paradeProblems`.
const fields = {
  title: line(),
  host: line(),
  hostTown: line(),
  hostPlz: line(10),
  date: day(),
  paradeNumber: z.int().min(0).max(1_000_000),
  comment: comment(),
  priceForAdultsInCent: cents(maxPriceInCent),
  priceForChildrenInCent: cents(maxPriceInCent),
  dateEnrolmentStart: day(),
  dateEnrolmentEnd: day(),
  isChildParade: z.boolean(),
}

/** POST: what is left out takes its empty default; required fields are named in a 422. */
export const newParadeBody = z.object({
  ...fields,
  title: fields.title.default(''),
  host: fields.host.default(''),
  hostTown: fields.hostTown.default(''),
  hostPlz: fields.hostPlz.default(''),
  date: fields.date.nullable().default(null),
  paradeNumber: fields.paradeNumber.default(0),
  comment: fields.comment.default(''),
  priceForAdultsInCent: fields.priceForAdultsInCent.default(0),
  priceForChildrenInCent: fields.priceForChildrenInCent.default(0),
  dateEnrolmentStart: fields.dateEnrolmentStart.nullable().default(null),
  dateEnrolmentEnd: fields.dateEnrolmentEnd.nullable().default(null),
  isChildParade: fields.isChildParade.default(false),
  /** The proposal it was made of: it goes with this. */
  draftId: id().optional(),
})

const changed = {
  ...fields,
  date: fields.date.nullable(),
  dateEnrolmentStart: fields.dateEnrolmentStart.nullable(),
  dateEnrolmentEnd: fields.dateEnrolmentEnd.nullable(),
}

/** PUT: a field that is left out keeps its value. `before`: as loaded; who changed it since is told. */
export const paradeBody = z.object({ ...changed, before: asLoaded(changed) }).partial()
export type ParadeChange = z.infer<typeof paradeBody>

/** The search for hosts; a blank one does not parse. */
export const hostSearch = z.object({
  search: z
    .string()
    .max(maxLength.line)
    .refine((typed) => !isBlank(normaliseName(typed)), 'Gib an, wonach gesucht werden soll.'),
})

export const atParadeBody = z.object({
  firstName: name('Gib den Vornamen an.').prefault(''),
  lastName: name('Gib den Nachnamen an.').prefault(''),
  birthday: day().nullable().default(null),
  costumeNumber: line(maxLength.costumeNumber).default(''),
  selectedCostumeTypeId: id(),
})
export type AtParadeBody = z.infer<typeof atParadeBody>

/** Why a parade does not take place; may stay empty. */
export const cancelParadeBody = z.object({ reason: line(maxLength.line).default('') })

/** Whether a parade takes place; stands beside its title wherever that is shown. */
export type Cancellation = {
  /** When it was called off; null = it takes place. */
  cancelledAt: string | null
  /** Empty = none was given. */
  cancelReason: string
}

export type Parade = Cancellation & {
  id: number
  title: string
  host: string
  hostTown: string
  hostPlz: string
  date: string
  paradeNumber: number
  comment: string
  priceForAdultsInCent: number
  priceForChildrenInCent: number
  dateEnrolmentStart: string
  dateEnrolmentEnd: string
  isChildParade: boolean
  registrationCount: number
  participationCount: number
}

/** As its page shows it. */
export type ParadeDetails = Parade & {
  /** Name of the user who called it off; left out while it takes place. */
  cancelledBy?: string | undefined
  /** Whether cash is noted by hand. */
  takesCash: boolean
}

/** What a parade is beside what a form sends. */
type Beside = 'id' | keyof Cancellation | 'registrationCount' | 'participationCount'

/** The fields of a parade that a form sends. */
export type ParadeFields = Omit<Parade, Beside>

/** What is proposed from a parade of the last season; the number is given when it is saved. */
export type DraftFields = Omit<ParadeFields, 'paradeNumber'>

export type ParadeDrafts = {
  /** "2026/27" */
  season: string
  drafts: ({ id: number } & DraftFields)[]
  /** Parades of the last season that are neither proposed nor entered again. */
  proposable: number
}

export type ParadeHost = { host: string; hostPlz: string; hostTown: string }

export type TodaysParade = { paradeId: number | null; others: { id: number; title: string }[] }

export type Participation = {
  id: number
  memberId: number | null
  memberName: string
  costumeType: CostumeType
  costumeNumber: string
  /** What the place costs, at the age of the day it was taken. */
  priceInCent: number
  participationFeePayed: boolean
  /** Paid in cash to a user: only that can be undone. */
  feePayedByHand: boolean
  /** Who of the staff took it; null when it was not paid by hand. */
  feePayedBy: { id: number; name: string } | null
  /** A phone noted it as cash although the guild had turned that off. */
  cashWhileOff: boolean
  /** When a fee paid by hand was given back, since the parade is called off. */
  cashReturnedAt: string | null
  participationConfirmed: boolean
  participationConfirmedAt: string | null
  /** Management and readonly only. */
  birthday?: string | null | undefined
}

/** A parade that the search for hosts found. */
export type FoundParade = Cancellation & { id: number; title: string; host: string; date: string }

/** A parade in a member's history; `id` is the parade's. */
export type ParadeOfMember = Cancellation & {
  id: number
  title: string
  host: string
  date: string
  costumeType: CostumeType
  costumeNumber: string
  participationConfirmed: boolean
}
