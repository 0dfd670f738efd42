import { z } from 'zod'
import {
  type AgeClass,
  ageClasses,
  type MembershipState,
  type OrderState,
  type ParticipationState,
  type RefundState,
  type WaitingReason,
  type WaitingState,
} from '#worker/domain/codes.ts'
import type { OfferedExtra, OwnExtra } from '#worker/domain/extras.ts'
import { maxLength, maxMatches, maxParades, maxPeople, maxPlaces } from '#worker/domain/limits.ts'
import { isBlank, isEmailAddress } from '#worker/domain/text.ts'
import type { ParadePlan, Time } from '#worker/domain/times.ts'
import { day, filledLine, id, line, name } from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'
import type { Person } from '#worker/members/members.contract.ts'
import { chosenExtras, guardian, guardianOfStaff } from '#worker/parades/parades.contract.ts'

const chosenParade = z.object({
  paradeId: id(),
  costumeTypeId: id(),
  costumeNumber: filledLine('Gib die Kleidernummer an.', maxLength.costumeNumber).prefault(''),
  extras: chosenExtras,
})

const chosenParades = z
  .array(chosenParade)
  .min(1, 'Wähle mindestens einen Umzug.')
  .max(maxParades, `Höchstens ${maxParades} Umzüge auf einmal.`)
  .superRefine((parades, context) => {
    const seen = new Set<number>()
    parades.forEach(({ paradeId }, index) => {
      if (seen.has(paradeId)) {
        context.addIssue({
          code: 'custom',
          path: [index, 'paradeId'],
          message: 'Dieser Umzug ist zweimal gewählt.',
        })
      }
      seen.add(paradeId)
    })
  })

const personFields = {
  firstName: name('Gib Deinen Vornamen an.').prefault(''),
  lastName: name('Gib Deinen Nachnamen an.').prefault(''),
  birthday: day().nullable().default(null),
  age: z.enum(ageClasses),
  parades: chosenParades.prefault([]),
}

const emailAddress = line(maxLength.eMail)
  .refine(isEmailAddress, 'Gib eine gültige E-Mail Adresse an.')
  .prefault('')

const orderFields = {
  emailAddress,
  /** One guardian for all people of the order who need one. */
  guardian,
  successRedirectUrl: z.string().max(2000),
  errorRedirectUrl: z.string().max(2000),
  /** The total that the page showed; another one is rejected with `PriceChanged`. */
  expectedTotalInCent: z.int().min(0).optional(),
  /** Puts the whole order on the waiting list when a parade or an extra is full. */
  waitingList: z.boolean().optional(),
  /** The solution of the challenge, after a `ChallengeNeeded`. */
  challenge: z.string().max(maxLength.challenge).nullish(),
  /** The token of this browser's unpaid order that the new one replaces. */
  replaces: z.string().nullish(),
  /**
   * The token of the new order, chosen by the browser before it sends: so the browser finds its order even
   * when the answer was lost, and a repeated request is recognised.
   */
  orderToken: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'Diese Kennung ist nicht lesbar.')
    .nullish(),
}

/** One person, as in the specification. */
const personBody = z.object({ ...personFields, ...orderFields })
export type EnrolBody = z.infer<typeof personBody>

const person = z.object(personFields)

/** A family, in one order: all of them or none. */
const familyBody = z.object({
  people: z
    .array(person)
    .min(1, 'Gib mindestens eine Person an.')
    .max(maxPeople, `Höchstens ${maxPeople} Personen auf einmal.`)
    .refine(
      (people) => people.reduce((sum, { parades }) => sum + parades.length, 0) <= maxPlaces,
      `Höchstens ${maxPlaces} Plätze auf einmal.`,
    ),
  ...orderFields,
})
type FamilyBody = z.infer<typeof familyBody>

/** A public enrolment, of one person or of a family. */
export type Enrolment = Omit<FamilyBody, 'people'> & {
  people: z.infer<typeof person>[]
  /** Whether the people came as a list; errors name their fields accordingly. */
  isFamily: boolean
}

/** The body for one person or a family; both become a list of people. */
export const enrolBody = z
  .custom<z.input<typeof personBody> | z.input<typeof familyBody>>()
  .transform((body, context): Enrolment => {
    const isFamily = hasPeople(body)
    if (isFamily && Object.keys(personFields).some((field) => field in body)) {
      const message = 'Gib entweder eine Person an oder eine Liste von Personen.'
      context.addIssue({ code: 'custom', path: ['people'], message })
      return z.NEVER
    }
    const parsed = isFamily ? familyBody.safeParse(body) : personBody.safeParse(body)
    if (!parsed.success) {
      // Issues that have a message and a path keep them.
      context.issues.push(...(parsed.error.issues as z.core.$ZodRawIssue[]))
      return z.NEVER
    }
    if ('people' in parsed.data) return { ...parsed.data, isFamily }
    const { firstName, lastName, birthday, age, parades, ...order } = parsed.data
    return { ...order, people: [{ firstName, lastName, birthday, age, parades }], isFamily }
  })

function hasPeople(body: unknown): body is z.input<typeof familyBody> {
  return typeof body === 'object' && body !== null && 'people' in body && body.people !== null
}

export type { CostumeType } from '#worker/costumes/costumes.contract.ts'

/** A parade open for public enrolment now. */
export type EnrolmentParade = ParadePlan & {
  id: number
  title: string
  host: string
  hostTown: string
  date: string
  priceForAdultsInCent: number
  priceForChildrenInCent: number
  dateEnrolmentEnd: string
  /** null = 24:00. */
  timeEnrolmentEnd: Time | null
  isChildParade: boolean
  /** 0 to 10; null when there are more or no limit. */
  freePlaces: number | null
  /** Set when the parade begins so soon that its waiting list is closed to new orders. */
  isTooLate?: true | undefined
  /** The rules in force, the parade's or the guild's; null = none. */
  minAge: number | null
  guardianBelow: number | null
  extras: OfferedExtra[]
}

export type { OfferedExtra }

/** A parade whose enrolment opens later; only in the data of the public page. */
export type ComingParade = EnrolmentParade & {
  dateEnrolmentStart: string
  timeEnrolmentStart: Time | null
  /** `dateEnrolmentStart` and `timeEnrolmentStart` as an instant. */
  opensAt: string
}

/** Staff have confirmed that the enrolment may exceed the limit of a parade. */
const overCapacity = z.boolean().default(false)

/** Internal form (stall tablet): the stored name and birthday of a chosen member replace what was typed. */
export const internalEnrolBody = z
  .object({
    memberId: id().nullable().default(null),
    firstName: line(maxLength.name).default(''),
    lastName: line(maxLength.name).default(''),
    birthday: day().nullable().default(null),
    parades: chosenParades.prefault([]),
    overCapacity,
    /** The sum that was paid in cash, as the page showed it; another one is rejected with `PriceChanged`. */
    cashInCent: z.int().min(0).optional(),
    ...guardianOfStaff,
  })
  .superRefine(({ memberId, firstName, lastName }, context) => {
    if (memberId !== null) return
    const missing = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (isBlank(firstName)) missing('firstName', 'Gib den Vornamen an.')
    if (isBlank(lastName)) missing('lastName', 'Gib den Nachnamen an.')
  })
export type InternalEnrolBody = z.infer<typeof internalEnrolBody>

export const participationBody = z.object({
  costumeId: id(),
  memberId: id(),
  extras: chosenExtras,
  overCapacity,
  ...guardianOfStaff,
})

/** Participations that staff cancels together. */
export const cancelParticipationsBody = z.object({ ids: ids('Wähle mindestens eine Anmeldung.') })

/** A corrected costume. The number may be empty if the place has an empty one. */
export const newCostumeBody = z.object({
  newCostumeTypeId: id(),
  newCostumeNumber: line(maxLength.costumeNumber).default(''),
})

/** Places that the payer cancels together, and the refund that the page announced, in cents. */
export const cancelPlacesBody = z.object({
  placeIds: ids('Wähle mindestens einen Platz.', maxPlaces),
  refundInCent: z.int().min(0),
})

/** All extras that a place has after a change by its payer, and the refund that the page announced, in cents. */
export const changeExtrasBody = z.object({ extras: chosenExtras, refundInCent: z.int().min(0) })

/** For payers who have lost the links to their orders. */
export const orderLinkBody = z.object({ emailAddress })

/** The corrected e-mail address of an order. */
export const newAddressBody = z.object({ emailAddress })

/** `null` undoes a wrong match; `instead`: the member with whom the place is matched now, when the match moves. */
export const matchBody = z.object({
  memberId: id().nullable(),
  instead: id().nullable().default(null),
})

/** Whether the person is a guest and needs no match. */
export const guestBody = z.object({ isGuest: z.boolean() })

export const matchesBody = z.object({
  matches: z
    .array(z.object({ id: id(), memberId: id() }))
    .min(1, 'Wähle mindestens eine Person.')
    .max(maxMatches, `Höchstens ${maxMatches} auf einmal.`),
})
export type MatchesBody = z.infer<typeof matchesBody>

/** An enrolled person without a member; `id` is the newest participation's. */
export type UnmatchedPerson = {
  id: number
  /** "Nachname, Vorname", as it was given. */
  memberName: string
  birthday: string | null
  parades: { id: number; title: string; date: string }[]
  /** Possible members, the likeliest first. */
  suggestions: Suggestion[]
  /** Only the first suggestion has the same name and birthday. */
  isSure: boolean
}

export type Suggestion = {
  id: number
  firstName: string
  lastName: string
  birthday: string | null
  membershipState: MembershipState
  /** One German line: "gleicher Name, ohne Geburtstag". */
  reason: string
}

/** `left`: the parades in which the member is enrolled already; those participations stay unmatched. */
export type Matched = { linked: number; left: number[] }

/** Result for many at once; `act` undoes all of it, null = no match was stored. */
export type MatchedTogether = Matched & { act: number | null }

/** `left`: the parades in which the name has another place by now; there the match stays. */
export type Unmatched = { unlinked: number; left: number[] }

/** The people that an act matched with one member; an act with several members has an entry for each. */
export type MatchedAct = {
  act: number
  at: string
  by: { id: number; firstName: string; lastName: string }
  member: Person
  people: Omit<UnmatchedPerson, 'suggestions' | 'isSure'>[]
}

/** What the payer of an order sees: the result page and "Meine Anmeldung". */
export type MyOrder = {
  state: OrderState
  /** The order's entry on the waiting list; null when it was never there. */
  waiting: WaitingEntry | null
  amountInCent: number
  paidAt: string | null
  /** Refunds of the payment that are made, also by hand. */
  refundedInCent: number
  /** End of the reservation; null once the order is decided. */
  holdUntil: string | null
  /** The provider's page; null unless the order is pending. */
  payUrl: string | null
  /** The most that is refunded when the payer cancels places now. */
  refundableInCent: number
  /** "a…@example.de" */
  emailAddress: string
  /** Whether the payer may correct the address now. */
  mayChangeAddress: boolean
  /** State of the confirmation; null when none is due. */
  mail: 'waiting' | 'sent' | 'skipped' | 'failed' | null
  people: MyPerson[]
}

/** An order's entry on the waiting list, for its payer. */
export type WaitingEntry = {
  /** The position among those that wait for the same parades; null unless the state is `waiting`. */
  position: number | null
  state: WaitingState
  /** The instant until which the offered places are held; null unless the state is `offered`. */
  offeredUntil: string | null
  /** Why no places are offered now; null when they are, or the entry has ended. */
  reason: WaitingReason | null
}

/** A person of the order; people are listed in the order in which they were entered. */
export type MyPerson = {
  firstName: string
  lastName: string
  ageClass: AgeClass
  /** The check-in code on the day; null without a booked place in a parade to come. */
  checkInCode: string | null
  /** The code as an SVG document. */
  checkInSvg: string | null
  places: MyPlace[]
}

/** A place of a person; places are listed by day, the soonest first. */
export type MyPlace = {
  id: number
  parade: ParadePlan & {
    id: number
    title: string
    date: string
    host: string
    hostTown: string
    cancelledAt: string | null
  }
  costumeTypeId: number
  costumeType: string
  costumeNumber: string
  /** The price of the place with its extras. */
  priceInCent: number
  extras: OwnExtra[]
  /** The name of who accompanies the person; null: none is needed. */
  guardianName: string | null
  state: ParticipationState
  participationConfirmed: boolean
  /** What is or was refunded of the place's fee; null = nothing. */
  refund: { amountInCent: number; state: RefundState } | null
  /** What the guild has to refund because the parade is cancelled; null = nothing. */
  owed: { amountInCent: number; paid: 'online' | 'cash' } | null
  /** Whether the payer may change the place's costume now. */
  mayChange: boolean
  /** What the payer may choose from to change the place's extras now; empty = they cannot be changed. */
  offeredExtras: OfferedExtra[]
  /** The last day on which the payer may cancel the place; null = not (any more). */
  mayCancelUntil: string | null
  /** The refund if the payer cancels the place now; null where that is not allowed. */
  cancelRefundInCent: number | null
}
