import { type SQL, sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { berlinTime } from '#worker/domain/dates.ts'
import { type Place, paradeCancelledError, quotedTitles } from '#worker/domain/enrolment.ts'
import { changedInBetweenError, DomainError } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import { eachId } from '#worker/http/many.ts'
import { closeOverdue } from '#worker/orders/close-order.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { offerFreePlaces } from '#worker/orders/offer-places.ts'
import {
  type ConflictExceptions,
  capacityGuard,
  type FullParade,
  findPlaceConflicts,
  lineGuard,
  type PlaceConflict,
  placesGuard,
} from './places.queries.ts'

/** Where a place stands in the request's body: `parades.1.costumeNumber`. */
export type PathOf = (index: number, field: 'paradeId' | 'costumeNumber') => string

/**
 * Runs the batch that takes these places, with `runOnceMore`, and turns a conflict into the error of the answer; other
 * errors pass through.
 */
export async function takePlaces<T>(
  deps: Deps,
  places: readonly Place[],
  run: () => Promise<T>,
  pathOf: PathOf,
  except: ConflictExceptions = {},
): Promise<T> {
  const overdueOf = async (error: unknown) =>
    orderIdsOf(await readConflicts(deps, places, error, except))
  try {
    return await runOnceMore(deps, run, paradesOf(places), overdueOf)
  } catch (error) {
    return throwConflict(deps, places, error, pathOf, except)
  }
}

const paradesOf = (places: readonly Place[]) =>
  sql`SELECT value FROM ${eachId(places.map(({ paradeId }) => paradeId))}`

/**
 * Runs a batch that takes places. After a conflict, reservations in the way that are overdue are closed with their
 * provider, free places are offered to an order on the waiting list that comes first, and the batch is tried once more.
 * @param paradeIds a SELECT of one column
 * @param overdueOf the orders whose reservations may be in the way; throws an error that is no conflict
 * @throws the last error of `run`
 */
export async function runOnceMore<T>(
  deps: Deps,
  run: () => Promise<T>,
  paradeIds: SQL,
  overdueOf: (error: unknown) => Promise<number[]>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isViolationOf(error, lineGuard)) await offerFreePlaces(deps, paradeIds)
    else if (!(await closeOverdue(deps, await overdueOf(error)))) throw error
  }
  return run()
}

type PlaceConflicts = Awaited<ReturnType<typeof findPlaceConflicts>>

const orderIdsOf = ({ people, wardrobe, overdue }: PlaceConflicts) =>
  [...people, ...wardrobe, ...overdue].flatMap((row) => row.orderId ?? [])

/** The causes of a place that cannot be taken: every unique index of participations contains the parade. */
export const placeConflictCauses = [
  'participations.parade_id',
  placesGuard,
  lineGuard,
  capacityGuard,
]

/** Reads what a place conflicts with; throws `error` itself when it is not about a place. */
async function readConflicts(
  { db, now }: Deps,
  places: readonly Place[],
  error: unknown,
  except: ConflictExceptions,
): Promise<PlaceConflicts> {
  // A parade, a costume type or a member was deleted since the read.
  if (isViolationOf(error, 'foreignKey')) throw changedInBetweenError()
  if (!isViolationOf(error, ...placeConflictCauses)) throw error
  return findPlaceConflicts(db, places, except, now)
}

async function throwConflict(
  deps: Deps,
  places: readonly Place[],
  error: unknown,
  pathOf: PathOf,
  except: ConflictExceptions,
): Promise<never> {
  const { people, wardrobe, cancelled, full } = await readConflicts(deps, places, error, except)
  if (cancelled.length > 0) throw paradeCancelledError(cancelled)
  if (people.length + wardrobe.length === 0) assertNotFull(full, places, pathOf)
  // The conflicting place has been released: nothing is stored, and a retry may succeed.
  if (people.length + wardrobe.length === 0) throw changedInBetweenError()
  const isPerson = people.length > 0
  const isAlone = new Set(places.map(({ person }) => person)).size === 1
  const rejected = rejectedPlaces(places, isPerson ? people : wardrobe, deps.now)
  const heldUntil = latestHoldEnd(rejected)
  const fields = Object.fromEntries(
    rejected.map(({ index, place, heldUntil: until }) =>
      isPerson
        ? [
            pathOf(index, 'paradeId'),
            `${isAlone ? nameTakenText : personTakenText(place)}${until ? ` ${personHeldText(until, isAlone)}` : ''}`,
          ]
        : [pathOf(index, 'costumeNumber'), until ? costumeHeldText(until) : costumeTakenText],
    ),
  )
  const details = {
    parades: [...new Set(rejected.map(({ place }) => place.paradeId))],
    ...(heldUntil && { heldUntil }),
  }
  throw isPerson
    ? new DomainError(
        'PersonAlreadyEnrolled',
        peopleTakenText(isAlone, rejected, heldUntil),
        fields,
        details,
      )
    : new DomainError(
        'CostumeAlreadyEnrolled',
        costumesTakenText(rejected, heldUntil),
        fields,
        details,
      )
}

/**
 * Rejects places beyond the limit of a parade. As many of the first people as still fit get no error, so
 * that a family sees who would find a place.
 * @throws DomainError ParadeFull
 */
function assertNotFull(full: readonly FullParade[], places: readonly Place[], pathOf: PathOf) {
  const [first] = full
  if (!first) return
  const fields = full.flatMap((one) => fieldsOfFull(one, places, pathOf))
  throw new DomainError('ParadeFull', full.map(fullText).join(' '), Object.fromEntries(fields), {
    paradeId: first.id,
    ...(first.extraId !== null && { extraId: first.extraId }),
    parades: [...new Set(full.map(({ id }) => id))],
    freePlaces: first.freePlaces,
  })
}

/** The fields of the places that do not fit any more, in the order of the request. */
function fieldsOfFull(
  { id, extraId, extraTitle, freePlaces }: FullParade,
  places: readonly Place[],
  pathOf: PathOf,
): [path: string, message: string][] {
  let left = freePlaces
  return places.flatMap((place, index) => {
    const wanted = extraId === null ? 1 : quantityOf(place, extraId)
    if (place.paradeId !== id || wanted === 0) return []
    left -= wanted
    if (left >= 0) return []
    const { firstName } = place.person
    const message = extraTitle
      ? `„${extraTitle}“ hat für ${firstName} keinen Platz mehr frei.`
      : `Für ${firstName} ist kein Platz mehr frei.`
    return [[pathOf(index, 'paradeId'), message]]
  })
}

const quantityOf = ({ extras }: Place, id: number) =>
  extras.find((extra) => extra.id === id)?.quantity ?? 0

/** „Für „Bus ab Rathaus“ (Ringtreffen Moosried) sind nur noch 3 Plätze frei.“ */
export function fullText({ title, extraTitle, freePlaces }: FullParade): string {
  const what = extraTitle ? `„${extraTitle}“ (${title})` : quotedTitles([{ title }])
  if (freePlaces === 0) return `${what} ist ausgebucht.`
  return freePlaces === 1
    ? `Für ${what} ist nur noch 1 Platz frei.`
    : `Für ${what} sind nur noch ${freePlaces} Plätze frei.`
}

type RejectedPlace = {
  place: Place
  index: number
  /** End of the conflicting reservations; null when a conflicting place is booked. */
  heldUntil: string | null
}

function rejectedPlaces(
  places: readonly Place[],
  conflicts: readonly PlaceConflict[],
  now: Date,
): RejectedPlace[] {
  const conflictsOfPlace = Map.groupBy(conflicts, ({ place }) => place)
  return places.flatMap((place, index) => {
    const ofPlace = conflictsOfPlace.get(index)
    return ofPlace ? { place, index, heldUntil: latestHoldEnd(ofPlace, now) } : []
  })
}

/**
 * When the last of the reservations in the way ends. null if a place in the way is booked (`heldUntil` null) or
 * its reservation has just run out: it is then unknown when the place becomes free.
 */
function latestHoldEnd(
  held: readonly { heldUntil: string | null }[],
  now = new Date(0),
): string | null {
  const instants = held.map(({ heldUntil }) => heldUntil ?? '').sort()
  return (instants[0] ?? '') > now.toISOString() ? (instants.at(-1) ?? null) : null
}

const nameTakenText = 'Für diesen Umzug gibt es unter diesem Namen schon eine Anmeldung.'
/** The message beside a person when several are enrolled at once. */
const personTakenText = ({ person }: Place) =>
  `${person.firstName} ist für diesen Umzug schon angemeldet.`
const costumeTakenText = 'Dieses Kleid ist für diesen Umzug schon angemeldet.'

const clock = (instant: string) => berlinTime(new Date(instant))
const personHeldText = (until: string, isAlone: boolean) =>
  `Bis ${clock(until)} Uhr ist ${isAlone ? 'sie' : 'die Anmeldung'} vorgemerkt.`
const costumeHeldText = (until: string) => `Bis ${clock(until)} Uhr ist dieses Kleid vorgemerkt.`

/** @param isAlone whether only one person was to be enrolled; if not, the text names the people */
function peopleTakenText(
  isAlone: boolean,
  rejected: readonly RejectedPlace[],
  heldUntil: string | null,
): string {
  const sentences = [...Map.groupBy(rejected, ({ place }) => place.person).values()].map((own) => {
    return own[0] && !isAlone
      ? `${fullName(own[0].place.person)} ist für ${titles(own)} schon angemeldet.`
      : `Unter diesem Namen gibt es schon eine Anmeldung für ${titles(own)}.`
  })
  return [...sentences, ...(heldUntil ? [personHeldText(heldUntil, isAlone)] : [])].join(' ')
}

function costumesTakenText(rejected: readonly RejectedPlace[], heldUntil: string | null): string {
  const numbers = [...new Set(rejected.map(({ place }) => place.costumeNumber))].join(', ')
  const costume = `Das Kleid mit der Nummer ${numbers} ist`
  if (!heldUntil) return `${costume} schon angemeldet für ${titles(rejected)}.`
  return `${costume} gerade vergeben für ${titles(rejected)}. ${costumeHeldText(heldUntil)}`
}

const titles = (rejected: readonly RejectedPlace[]) =>
  quotedTitles(
    [...new Set(rejected.map(({ place }) => place.paradeTitle))].map((title) => ({ title })),
  )

/** Names of the place's fields in a body that holds one place. */
export type FieldNames = Record<'paradeId' | 'costumeTypeId' | 'costumeNumber', string>

/** Runs a decision on one place and renames the fields of its errors to those of the body. */
export function withFlatFieldNames<T>(names: FieldNames, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof DomainError) || !error.fields) throw error
    const { code, message, details }: DomainError = error
    const fields = Object.entries(error.fields).map(([path, message]) => {
      const field = path.replace(/^parades\.0\./, '')
      return [field in names ? names[field as keyof FieldNames] : field, message]
    })
    throw new DomainError(code, message, Object.fromEntries(fields), details)
  }
}
