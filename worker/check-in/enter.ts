import { isViolationOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { isHelpersDay, notHelpersDay } from '#worker/domain/check-in.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { decidePlaces, type Place } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import { bookPlaces } from '#worker/enrolment/enrol-by-staff.ts'
import { findPlaceConflicts, readKnown, toKnown } from '#worker/enrolment/places.queries.ts'
import { type FieldNames, withFlatFieldNames } from '#worker/enrolment/take-places.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { Deps } from '#worker/orders/deps.ts'
import type { ParadeRight } from '#worker/parades/parade-rights.ts'
import type { AtParadeBody } from '#worker/parades/parades.contract.ts'
import {
  type ActHead,
  deferredResult,
  type EnterActToStore,
  insertEntryAct,
  insertRejectedEntryAct,
  type RoledActor,
  selectJudged,
  toResult,
} from './acts.queries.ts'
import type { ActResult, EnterAct } from './check-in.contract.ts'
import { selectRowOfAct, toRow } from './check-in.queries.ts'

/** A person who is enrolled already is reported at the name field. */
const fieldNames: FieldNames = {
  paradeId: 'lastName',
  costumeTypeId: 'selectedCostumeTypeId',
  costumeNumber: 'costumeNumber',
}

type Entry = AtParadeBody & { paradeId: number; userId: number }

/**
 * An on-site entry: booked and confirmed at once, the fee unpaid.
 * @returns the new participation's id
 */
export async function enterAtParade(
  deps: Deps,
  entry: Entry,
  head: ActHead,
  right: ParadeRight,
): Promise<number> {
  const known = toKnown(await deps.db.batch([...readKnown(deps.db, [entry], [chosenIn(entry)])]))
  const [parade] = known.parades
  if (!parade) throw notFoundError()
  await right(parade.date)
  const places = withFlatFieldNames(fieldNames, () => decide(entry, known, head))
  try {
    return await book(deps, entry, places, head)
  } catch (error) {
    const [judged] = isRejection(error) ? await selectJudged(deps.db, head.id) : []
    // The first response was lost, and the repetition conflicts with the entry it made.
    if (typeof judged?.participationId === 'number') return judged.participationId
    throw error
  }
}

/** Attempts when concurrent changes invalidate the decision. */
const maxAttempts = 3

/** An on-site entry that a device reports: a rejection is stored as well, once per act id. */
export async function enterFromDevice(
  deps: Deps,
  act: EnterAct,
  head: ActHead,
  actor: RoledActor,
): Promise<ActResult> {
  const entry = { ...act.entry, paradeId: act.paradeId, userId: actor.userId }
  for (let left = maxAttempts; left > 0; left -= 1) {
    const result = await tryToEnter(deps, entry, head, actor)
    if (result) return result
  }
  return deferredResult(act)
}

/** One attempt of `enterFromDevice`; null when a concurrent change invalidated the decision. */
async function tryToEnter(
  deps: Deps,
  entry: Entry,
  head: ActHead,
  { mayActOnAnyDay }: RoledActor,
): Promise<ActResult | null> {
  const { db } = deps
  const [judged, row, ...before] = await db.batch([
    ...readAct(db, head.id),
    ...readKnown(db, [entry], [chosenIn(entry)]),
  ])
  const stored = resultOf([judged, row], entry.userId)
  if (stored) return stored
  const known = toKnown(before)
  const rejectedAct = {
    ...head,
    userId: entry.userId,
    paradeId: entry.paradeId,
    participationId: null,
  }
  const [parade] = known.parades
  if (!parade) return storeRejectedEntry(deps, { ...rejectedAct, outcome: 'gone' })
  const day = berlinDay(new Date(head.at))
  if (!mayActOnAnyDay && !isHelpersDay(parade.date, day)) {
    const code = parade.date < day ? 'ParadeOver' : 'NotYet'
    return storeRejectedEntry(deps, {
      ...rejectedAct,
      outcome: 'refused',
      code,
      message: notHelpersDay,
    })
  }
  let places: Place[] = []
  try {
    places = decide(entry, known, head)
    await book(deps, entry, places, head)
  } catch (error) {
    if (!isRejection(error)) throw error
    // A repeated entry conflicts with its own place; `storeRejectedEntry` then returns the stored outcome.
    if (!(error instanceof DomainError) || error.code === 'Conflict') return null
    if (error.code === 'ParadeCancelled') {
      return storeRejectedEntry(deps, { ...rejectedAct, outcome: 'paradeCancelled' })
    }
    return storeRejectedEntry(deps, {
      ...rejectedAct,
      outcome: 'refused',
      code: error.code,
      message: sentenceOf(error),
      participationId: await findConflictingPlace(deps, places, error),
    })
  }
  return resultOf(await db.batch([...readAct(db, head.id)]), entry.userId)
}

function chosenIn(entry: Entry) {
  const { paradeId, selectedCostumeTypeId: costumeTypeId, costumeNumber, extras } = entry
  return { paradeId, costumeTypeId, costumeNumber, extras }
}

/** Age and price as of the day of the entry, even when it is reported later. */
function decide(entry: Entry, known: Parameters<typeof decidePlaces>[3], { at }: ActHead) {
  const minute = berlinMinute(new Date(at))
  return decidePlaces('onSite', entry, [chosenIn(entry)], known, minute, entry)
}

async function book(
  deps: Deps,
  { paradeId, userId, overCapacity }: Entry,
  places: readonly Place[],
  head: ActHead,
): Promise<number> {
  const behind = [insertEntryAct({ ...head, paradeId, userId })]
  const booking = { door: 'onSite', places, userId, overCapacity, at: head.at, behind } as const
  const [id] = await bookPlaces(deps, booking, (_, field) => fieldNames[field])
  if (id === undefined) throw new Error('the on-site entry inserted no participation')
  return id
}

/** A rule rejected the entry, or the act is stored already. */
function isRejection(error: unknown): boolean {
  return error instanceof DomainError || isViolationOf(error, 'check_in_acts.id')
}

/** The messages of the fields where there are some: they say more than the general message. */
function sentenceOf({ code, message, fields }: DomainError): string {
  return code === 'ValidationFailed' && fields
    ? [...new Set(Object.values(fields))].join(' ')
    : message
}

/** The conflicting participation, which can be ticked off instead. */
async function findConflictingPlace(
  { db, now }: Deps,
  places: readonly Place[],
  { code }: DomainError,
) {
  if (code !== 'PersonAlreadyEnrolled' && code !== 'CostumeAlreadyEnrolled') return null
  const { people, wardrobe } = await findPlaceConflicts(db, places, {}, now)
  const clashes = code === 'PersonAlreadyEnrolled' ? people : wardrobe
  return clashes.find(({ participationId }) => participationId !== null)?.participationId ?? null
}

/** Stores a rejected entry, unless the act is stored already, and returns the stored outcome. */
async function storeRejectedEntry(deps: Deps, act: EnterActToStore): Promise<ActResult | null> {
  const [, ...rows] = await commit(deps.db, [
    insertRejectedEntryAct(act),
    ...readAct(deps.db, act.id),
  ])
  return resultOf(rows, act.userId)
}

const readAct = (db: Deps['db'], id: string) =>
  [selectJudged(db, id), selectRowOfAct(db, id)] as const

type ActRows = [
  Awaited<ReturnType<typeof selectJudged>>,
  Awaited<ReturnType<typeof selectRowOfAct>>,
]

function resultOf([[judged], [row]]: ActRows, userId: number): ActResult | null {
  return judged ? toResult(judged, row ? toRow(row, userId) : null) : null
}
