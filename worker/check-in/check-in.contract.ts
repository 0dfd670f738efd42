import { z } from 'zod'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import { type ActKind, type ActOutcome, actKinds } from '#worker/domain/codes.ts'
import type { ErrorCode } from '#worker/domain/errors.ts'
import type { OfferedExtra, PlacedExtra } from '#worker/domain/extras.ts'
import { maxLength } from '#worker/domain/limits.ts'
import type { ParadePlan } from '#worker/domain/times.ts'
import { id, line } from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'
import {
  atParadeBody,
  type Cancellation,
  type Minor,
  type Participation,
} from '#worker/parades/parades.contract.ts'

// GET  /api/check-in?parade=   200 CheckIn · 404 for an unknown parade. Without the parameter: the parades from two
//                              days ago to tomorrow. 403 for a helper when the parade is on another day.
// GET  /api/parade/{id}/phones 200 PhoneOf[] · 404 · 403 for a helper on another day than the parade's own
// GET  /api/parade/{id}/acts   200 DoneAct[], newest first · 404
// POST /api/check-in/acts      200 ActsAnswer, results in the order of the acts, up to the first `later`

/** How many acts one request may hold. */
export const maxActs = 50

const actId = z.uuid().toLowerCase()
/** An instant in UTC, with or without milliseconds. */
const instant = z.iso.datetime()

const anyAct = {
  id: actId,
  paradeId: id(),
  /** The time of the act by the device's clock, corrected by the server's. */
  at: instant,
  /** The time by the device's own clock. */
  deviceAt: instant.optional(),
}

const rowAct = z.object({
  ...anyAct,
  kind: z.enum(actKinds).exclude(['enter']),
  /** A participation, or the entry that created it, which the server may not know yet. */
  target: z.union([z.object({ participationId: id() }), z.object({ actId })]),
})

const enterAct = z.object({ ...anyAct, kind: z.literal('enter'), entry: atParadeBody })

const act = z.discriminatedUnion('kind', [rowAct, enterAct])
export type RowAct = z.infer<typeof rowAct>
export type EnterAct = z.infer<typeof enterAct>
export type Act = z.infer<typeof act>
export type ActInput = z.input<typeof act>

export const actsBody = z.object({
  device: line(maxLength.line),
  acts: z.array(act).min(1).max(maxActs),
})
export type ActsBody = z.infer<typeof actsBody>

/** The parade; left out: those around today. */
export const checkInSearch = z.object({
  parade: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const paidBody = z.object({ paid: z.boolean() })
/** Notes the fee of many participations. */
export const feesBody = z.object({
  ids: ids('Wähle mindestens eine Anmeldung.'),
  paid: z.boolean(),
})

/** `wasChanged`: this request changed the fee; an undo in the page reverts only these fees. */
export type NotedFee = Participation & { wasChanged: boolean }

export const cashReturnedBody = z.object({ returned: z.boolean() })

/** A row for the check-in: without birthday and member, the same for every role. */
export type CheckInRow = {
  id: number
  /** "Nachname, Vorname" */
  memberName: string
  /** `number` may be empty when it was unknown on site. */
  costume: { typeId: number; type: string; number: string }
  /** The price of the place, by the person's age when it was booked. */
  priceInCent: number
  /** Whether nothing is owed: a place that costs nothing counts as paid. */
  paid: boolean
  /**
   * A payment in cash; null without one. `returnedAt`: when the cash was given back, so that the fee no longer
   * counts as paid.
   */
  cash: { mine: boolean; returnedAt: string | null } | null
  confirmed: boolean
  /** When it was confirmed; an instant. */
  confirmedAt: string | null
  /** The user who confirmed it, "Jonas K."; null when not confirmed, or when no user is stored. */
  confirmedBy: string | null
  /** The tick was set by the requesting user. */
  mine: boolean
  /** The same for all participations of one order; null without an order. */
  group: number | null
  /** The code of the person's QR code; '' when there is none. */
  code: string
  /** Set for a person below the age at which the parade needs a guardian; the birthday stays unknown. */
  minor: Minor | null
  extras: Pick<PlacedExtra, 'id' | 'title' | 'kind' | 'quantity'>[]
}

export type CheckInParade = Cancellation &
  ParadePlan & {
    id: number
    title: string
    host: string
    hostTown: string
    date: string
    paradeNumber: number
    /** Prices of on-site entries. */
    priceForAdultsInCent: number
    priceForChildrenInCent: number
    /** Whether the guild records cash payments at the check-in. */
    takesCash: boolean
    /** null = no limit. */
    freePlaces: number | null
    /** The rules in force; null = none. */
    minAge: number | null
    guardianBelow: number | null
    /** What can be booked beside a place; `freePlaces` is exact here. */
    extras: OfferedExtra[]
  }

export type CheckInList = {
  parade: CheckInParade
  /** Sorted by name. */
  rows: CheckInRow[]
}

export type CheckIn = {
  /** An instant, by which the device computes the offset of its clock. */
  serverTime: string
  /** Sorted by day and number. */
  parades: CheckInList[]
  costumeTypes: CostumeType[]
}

/** The phone number of a booked member who is not confirmed. Phones do not store it. */
export type PhoneOf = { participationId: number; phone: string }

/** An effective act, for the log of the day. */
export type DoneAct = {
  id: string
  /** An instant. */
  at: string
  kind: ActKind
  /** First and last name of the user. */
  by: string
  /** "Nachname, Vorname" of the participant, and the price; null when the participation was deleted. */
  about: { memberName: string; priceInCent: number } | null
}

/** `later`: the database is busy; this act and those after it were not processed. */
type AnsweredOutcome = ActOutcome | 'later'

export type ActResult = {
  id: string
  outcome: AnsweredOutcome
  /** The participation; for a rejected entry the conflicting one, if booked. */
  participationId: number | null
  /** The participation's current state; null when it is not booked (any more). */
  row: CheckInRow | null
  /** The user whose act or tick decided the outcome, "Jonas K."; left out for an online payment. */
  by?: string
  /** The instant of the act or tick that decided the outcome. */
  at?: string
  /** Error code and sentence of a rejected act. */
  code?: ErrorCode
  message?: string
}

/** For an expired session: the outcomes only, without personal data. */
export type LateActResult = Pick<ActResult, 'id' | 'outcome'>

export type ActsAnswer = { serverTime: string; results: ActResult[] | LateActResult[] }

export type { ActKind, ActOutcome }
