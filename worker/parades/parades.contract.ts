import { z } from 'zod'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import { type AgeClass, extraKinds } from '#worker/domain/codes.ts'
import { type Extra, maxSeats, type PlacedExtra } from '#worker/domain/extras.ts'
import { maxCapacity, maxDepartures, maxExtras, maxLength } from '#worker/domain/limits.ts'
import type { Minor } from '#worker/domain/minors.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { Departure, Time } from '#worker/domain/times.ts'
import {
  ageOfRule,
  cents,
  comment,
  day,
  filledLine,
  id,
  line,
  loadedFields,
  name,
  time,
  timeOfEnd,
} from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'

export type { CostumeType }

/** Prices from 0 to 1,000.00 €. */
const maxPriceInCent = 100_000

const departures = z
  .array(z.object({ time: time(), place: filledLine('Gib an, wo es losgeht.') }))
  .max(maxDepartures, `Höchstens ${maxDepartures} Abfahrten.`)

const capacity = z
  .int('Gib eine ganze Zahl an.')
  .min(1, 'Gib mindestens einen Platz an.')
  .max(maxCapacity, `Gib höchstens ${maxCapacity} Plätze an.`)
  .nullable()

/** An extra of a parade; without `id` it is new. */
const extra = z.object({
  id: id().optional(),
  title: filledLine('Gib dem Zusatz einen Namen.', maxLength.name),
  kind: z.enum(extraKinds),
  priceForAdultsInCent: cents(maxPriceInCent),
  priceForChildrenInCent: cents(maxPriceInCent),
  capacity: capacity.default(null),
  departure: z
    .object({ time: time(), place: filledLine('Gib an, wo es losgeht.') })
    .nullable()
    .default(null),
})
const extras = z.array(extra).max(maxExtras, `Höchstens ${maxExtras} Zusätze.`)

/** One line of text; "" is stored as null. */
const emptyOr = (length?: number) =>
  line(length)
    .transform((text) => text || null)
    .nullable()

// Required fields are checked by the domain, all at once: `paradeProblems`.
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
  timeEnrolmentStart: time().nullable(),
  dateEnrolmentEnd: day(),
  timeEnrolmentEnd: timeOfEnd(),
  timeStart: time().nullable(),
  lineUpNumber: emptyOr(maxLength.costumeNumber),
  lineUpPlace: emptyOr(),
  departures,
  capacity,
  minAge: ageOfRule(),
  guardianBelow: ageOfRule(),
  extras,
  isChildParade: z.boolean(),
}

/** POST: missing optional fields get an empty default; missing required ones are named in a 422. */
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
  timeEnrolmentStart: fields.timeEnrolmentStart.default(null),
  timeEnrolmentEnd: fields.timeEnrolmentEnd.default(null),
  timeStart: fields.timeStart.default(null),
  lineUpNumber: fields.lineUpNumber.default(null),
  lineUpPlace: fields.lineUpPlace.default(null),
  departures: fields.departures.default([]),
  capacity: fields.capacity.default(null),
  minAge: fields.minAge.default(null),
  guardianBelow: fields.guardianBelow.default(null),
  extras: fields.extras.default([]),
  isChildParade: fields.isChildParade.default(false),
  /** The proposal from which the parade was made; deleted in the same write. */
  draftId: id().optional(),
})

const changed = {
  ...fields,
  date: fields.date.nullable(),
  dateEnrolmentStart: fields.dateEnrolmentStart.nullable(),
  dateEnrolmentEnd: fields.dateEnrolmentEnd.nullable(),
}

/** PUT: a missing field keeps its value. `before`: the values as loaded, to detect conflicts. */
export const paradeBody = z.object({ ...changed, before: loadedFields(changed) }).partial()
export type ParadeChange = z.infer<typeof paradeBody>

/** Begin and end of an enrolment window; without a time it begins at 00:00 and ends at 24:00. */
const from = z.object({ date: day(), time: time().nullable().default(null) })
const until = z.object({ date: day(), time: timeOfEnd().default(null) })

/** A new enrolment window for several parades; what is left out stays as each parade has it. */
export const enrolmentWindowBody = z.object({
  ids: ids('Wähle mindestens einen Umzug.'),
  from: from.optional(),
  until: until.optional(),
})

/** New prices or departures for several parades; what is left out stays. */
export const changeParadesBody = z
  .object({
    priceForAdultsInCent: fields.priceForAdultsInCent,
    priceForChildrenInCent: fields.priceForChildrenInCent,
    departures,
  })
  .partial()
  .extend({ ids: ids('Wähle mindestens einen Umzug.') })

/** The search for hosts; must not be blank. */
export const hostSearch = z.object({
  search: z
    .string()
    .max(maxLength.line)
    .refine((typed) => !isBlank(normaliseName(typed)), 'Gib an, wonach gesucht werden soll.'),
})

/** The guardian who accompanies minors; domain/minors.ts judges whether one is needed. */
export const guardian = z
  .object({
    name: line(maxLength.name).default(''),
    phone: line(maxLength.name).default(''),
    consent: z.boolean().default(false),
    version: z.int().min(1).optional(),
  })
  .nullable()
  .default(null)

/** Staff name the guardian, or have confirmed that the minor takes part without one. */
export const guardianOfStaff = { guardian, withoutGuardian: z.boolean().default(false) }

/** An extra with its quantity; an id alone means one. */
const chosenExtra = z.union([
  id().transform((extraId) => ({ id: extraId, quantity: 1 })),
  z.object({
    id: id(),
    quantity: z.int().min(1).max(maxSeats, `Höchstens ${maxSeats} Plätze.`).default(1),
  }),
])
export const chosenExtras = z.array(chosenExtra).max(maxExtras).default([])

export const atParadeBody = z.object({
  firstName: name('Gib den Vornamen an.').prefault(''),
  lastName: name('Gib den Nachnamen an.').prefault(''),
  birthday: day().nullable().default(null),
  costumeNumber: line(maxLength.costumeNumber).default(''),
  selectedCostumeTypeId: id(),
  extras: chosenExtras,
  /** Staff have confirmed that the entry may exceed the parade's limit. */
  overCapacity: z.boolean().default(false),
  ...guardianOfStaff,
})
export type AtParadeBody = z.infer<typeof atParadeBody>

/** Why a parade is cancelled; may be empty. */
export const cancelParadeBody = z.object({ reason: line(maxLength.line).default('') })

/** Whether a parade is cancelled; part of every shape that has its title. */
export type Cancellation = {
  /** When it was cancelled; null if not. */
  cancelledAt: string | null
  /** "" = no reason given. */
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
  /** null = 00:00. */
  timeEnrolmentStart: Time | null
  dateEnrolmentEnd: string
  /** null = 24:00. */
  timeEnrolmentEnd: Time | null
  timeStart: Time | null
  lineUpNumber: string | null
  lineUpPlace: string | null
  departures: Departure[]
  /** The most people who can take part; null = no limit. */
  capacity: number | null
  /** Ages on the day of the parade; null = the guild's rule, 0 = no rule. */
  minAge: number | null
  guardianBelow: number | null
  extras: Extra[]
  isChildParade: boolean
  registrationCount: number
  participationCount: number
  /** Booked and reserved places. */
  takenCount: number
}

/** A parade with what its page shows in addition. */
export type ParadeDetails = Parade & {
  /** Name of the user who cancelled it; left out if not cancelled. */
  cancelledBy?: string | undefined
  /** Whether cash payments are recorded by hand. */
  takesCash: boolean
  /** Of each extra that was ever booked, its id and the quantity of booked and reserved places. */
  extraCounts: [id: number, taken: number][]
}

/** Fields of a parade that a form does not send. */
type Beside = 'id' | keyof Cancellation | 'registrationCount' | 'participationCount' | 'takenCount'

/** Fields of a parade that are entered. */
export type ParadeFields = Omit<Parade, Beside>

/** An extra as a form sends it: a new one has no id yet. */
export type GivenExtra = Omit<Extra, 'id'> & { id?: number | undefined }

/** Fields of a parade as a form sends them. */
export type GivenParadeFields = Omit<ParadeFields, 'extras'> & { extras: GivenExtra[] }

/** A parade of the last season as a proposal; the number is assigned when it is saved. */
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

export type { Minor }

export type Participation = {
  id: number
  memberId: number | null
  memberName: string
  costumeType: CostumeType
  costumeNumber: string
  /** At the age on the day of enrolment, which the price depends on. */
  ageClass: AgeClass
  /** Price of the place, in cents, at the age on the day of enrolment. */
  priceInCent: number
  participationFeePayed: boolean
  /** Whether the fee was paid in cash to a user: only such a payment can be undone. */
  feePayedByHand: boolean
  /** The user who took the cash; null when the fee was not paid by hand. */
  feePayedBy: { id: number; name: string } | null
  /** Cash recorded by a phone although the guild had disabled cash. */
  cashWhileOff: boolean
  /** When a fee paid by hand was given back because the parade is cancelled. */
  cashReturnedAt: string | null
  participationConfirmed: boolean
  participationConfirmedAt: string | null
  /** Set when the person is below the age at which the parade needs a guardian. */
  minor: Minor | null
  extras: PlacedExtra[]
  /** Only for readers. */
  birthday?: string | null | undefined
  /** The telephone of the order's payer, for those with a seat in a bus; only for readers. */
  phone?: string | null | undefined
}

/** A result of the search for hosts. */
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
