import { z } from 'zod'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import { type ActKind, type ActOutcome, actKinds } from '#worker/domain/codes.ts'
import type { ErrorCode } from '#worker/domain/errors.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { id, line } from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'
import {
  atParadeBody,
  type Cancellation,
  type Participation,
} from '#worker/parades/parades.contract.ts'

// GET  /api/check-in?parade=   200 CheckIn · 404 for a parade that is none. Without it: those of two days ago
//                              to tomorrow. 403 for a helper on another day of the parade asked for.
// GET  /api/parade/{id}/phones 200 PhoneOf[] · 404 · 403 for a helper on another day than the parade's own
// GET  /api/parade/{id}/acts   200 DoneAct[], the newest first · 404
// POST /api/check-in/acts      200 ActsAnswer, results in the order of the acts, up to the first `later`

/** As many acts as one request brings at most. */
export const maxActs = 50

const actId = z.uuid().toLowerCase()
/** An instant with milliseconds or without, in UTC. */
const instant = z.iso.datetime()

const anyAct = {
  id: actId,
  paradeId: id(),
  /** When it was done, by the device's clock set right by the server's. */
  at: instant,
  /** The same by the device's own clock. */
  deviceAt: instant.optional(),
}

const rowAct = z.object({
  ...anyAct,
  kind: z.enum(actKinds).exclude(['enter']),
  /** A participation, or one of an entry that the server may not know yet. */
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

/** Which parade; left out: those around today. */
export const checkInSearch = z.object({
  parade: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const paidBody = z.object({ paid: z.boolean() })
/** The fee of many at once. */
export const feesBody = z.object({
  ids: ids('Wähle mindestens eine Anmeldung.'),
  paid: z.boolean(),
})

/** `wasChanged`: it was not so already, so that the opposite call takes back no other's act. */
export type NotedFee = Participation & { wasChanged: boolean }

export const cashReturnedBody = z.object({ returned: z.boolean() })

/** A row as the check-in needs it: without birthday and member, for every role. */
export type CheckInRow = {
  id: number
  /** "Nachname, Vorname" */
  memberName: string
  /** `number` may be empty: on site it may be unknown. */
  costume: { typeId: number; type: string; number: string }
  /** What the place costs, at the age of the day it was taken. */
  priceInCent: number
  paid: boolean
  /** What was paid by hand; null = nothing was. `returnedAt`: it was given back, and is not paid now. */
  cash: { mine: boolean; returnedAt: string | null } | null
  confirmed: boolean
  /** When it was done; an instant. */
  confirmedAt: string | null
  /** Who of the staff did it, "Jonas K."; null where it is not confirmed, or of before that was kept. */
  confirmedBy: string | null
  /** The tick is of who asks. */
  mine: boolean
  /** The same number for all who enrolled in one order; null = they enrolled without one. */
  group: number | null
  /** What the person's QR code names; '' = they have none. */
  code: string
}

export type CheckInParade = Cancellation & {
  id: number
  title: string
  host: string
  hostTown: string
  date: string
  paradeNumber: number
  /** The price of an on-site entry. */
  priceForAdultsInCent: number
  priceForChildrenInCent: number
  /** Whether cash is noted here. */
  takesCash: boolean
}

export type CheckInList = {
  parade: CheckInParade
  /** By name. */
  rows: CheckInRow[]
}

export type CheckIn = {
  /** An instant: how far the device's clock is off. */
  serverTime: string
  /** By day and number. */
  parades: CheckInList[]
  costumeTypes: CostumeType[]
}

/** Where a member who is not there yet is called. No phone keeps it. */
export type PhoneOf = { participationId: number; phone: string }

/** Something done on the day that counted, as its log tells it. */
export type DoneAct = {
  id: string
  /** When it was done; an instant. */
  at: string
  kind: ActKind
  /** Who of the staff did it, by first and last name. */
  by: string
  /** "Nachname, Vorname" of whom it is about, and what their place costs; null when it is gone. */
  about: { memberName: string; priceInCent: number } | null
}

/** `later`: the database is busy; this act and those after it were not processed. */
type AnsweredOutcome = ActOutcome | 'later'

export type ActResult = {
  id: string
  outcome: AnsweredOutcome
  /** Whom it is about; of a refused entry who stands in its way, when they are booked. */
  participationId: number | null
  /** That person as they are now; null when they are not booked here (any more). */
  row: CheckInRow | null
  /** Whose act or tick decided it, "Jonas K."; absent for a payment online. */
  by?: string
  /** When that was; an instant. */
  at?: string
  /** Of what a rule refused: the rule and its sentence. */
  code?: ErrorCode
  message?: string
}

/** For an expired sign-in: the outcome of each act, without personal data. */
export type LateActResult = Pick<ActResult, 'id' | 'outcome'>

export type ActsAnswer = { serverTime: string; results: ActResult[] | LateActResult[] }

export type { ActKind, ActOutcome }
