import { isRefusedBy } from '#worker/db/causes.ts'
import { berlinTime } from '#worker/domain/dates.ts'
import { type Place, paradeCancelled, quotedTitles } from '#worker/domain/enrolment.ts'
import { changedInBetween, DomainError } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import { closeOverdue } from '#worker/orders/close-order.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { type Aside, type Clash, findClashes, placesGuard } from './places.queries.ts'

/** Where a place stands in the request's body: `parades.1.costumeNumber`. */
export type PathOf = (index: number, field: 'paradeId' | 'costumeNumber') => string

/**
 * Runs the batch that takes these places and turns a conflict into the error of the answer; other errors pass
 * through. Conflicting reservations that are overdue are closed with their provider, and the batch is tried
 * once more.
 */
export async function takePlaces<T>(
  deps: Deps,
  places: readonly Place[],
  run: () => Promise<T>,
  pathOf: PathOf,
  aside: Aside = {},
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const orderIds = ordersOf(await clashesOf(deps, places, error, aside))
    if (!(await closeOverdue(deps, orderIds))) return refuse(deps, places, error, pathOf, aside)
  }
  try {
    return await run()
  } catch (error) {
    return refuse(deps, places, error, pathOf, aside)
  }
}

type Clashes = Awaited<ReturnType<typeof findClashes>>

const ordersOf = ({ people, wardrobe }: Clashes) =>
  [...people, ...wardrobe].flatMap((row) => row.orderId ?? [])

/** The causes of a refused place: every unique index of participations contains the parade. */
export const takenPlace = ['participations.parade_id', placesGuard]

/** @throws the error itself when it is not about a place */
async function clashesOf(
  { db }: Deps,
  places: readonly Place[],
  error: unknown,
  aside: Aside,
): Promise<Clashes> {
  // A parade, a costume type or a member was deleted since the read.
  if (isRefusedBy(error, 'foreignKey')) throw changedInBetween()
  if (!isRefusedBy(error, ...takenPlace)) throw error
  return findClashes(db, places, aside)
}

async function refuse(
  deps: Deps,
  places: readonly Place[],
  error: unknown,
  pathOf: PathOf,
  aside: Aside,
): Promise<never> {
  const { people, wardrobe, cancelled } = await clashesOf(deps, places, error, aside)
  if (cancelled.length > 0) throw paradeCancelled(cancelled)
  // The conflicting place has been released: nothing is stored, and a retry may succeed.
  if (people.length + wardrobe.length === 0) throw changedInBetween()
  const isPerson = people.length > 0
  const isAlone = new Set(places.map(({ person }) => person)).size === 1
  const refused = refusedPlaces(places, isPerson ? people : wardrobe, deps.now)
  const heldUntil = whenAllAreFree(refused)
  const fields = Object.fromEntries(
    refused.map(({ index, place, heldUntil: until }) =>
      isPerson
        ? [
            pathOf(index, 'paradeId'),
            `${isAlone ? isThereAlready : isInAlready(place)}${until ? ` ${heldPerson(until, isAlone)}` : ''}`,
          ]
        : [pathOf(index, 'costumeNumber'), until ? heldCostume(until) : isWornAlready],
    ),
  )
  const details = {
    parades: [...new Set(refused.map(({ place }) => place.paradeId))],
    ...(heldUntil && { heldUntil }),
  }
  throw isPerson
    ? new DomainError(
        'PersonAlreadyEnrolled',
        aboutPeople(isAlone, refused, heldUntil),
        fields,
        details,
      )
    : new DomainError('CostumeAlreadyEnrolled', aboutCostumes(refused, heldUntil), fields, details)
}

type Refused = {
  place: Place
  index: number
  /** End of the conflicting reservations; null when a conflicting place is booked. */
  heldUntil: string | null
}

function refusedPlaces(places: readonly Place[], clashes: readonly Clash[], now: Date): Refused[] {
  const clashesOfPlace = Map.groupBy(clashes, ({ place }) => place)
  return places.flatMap((place, index) => {
    const inTheWay = clashesOfPlace.get(index)
    return inTheWay ? { place, index, heldUntil: whenAllAreFree(inTheWay, now) } : []
  })
}

/** The latest of these instants; null when one is null or past, because then the end is unknown. */
function whenAllAreFree(
  held: readonly { heldUntil: string | null }[],
  now = new Date(0),
): string | null {
  const instants = held.map(({ heldUntil }) => heldUntil ?? '').sort()
  return (instants[0] ?? '') > now.toISOString() ? (instants.at(-1) ?? null) : null
}

const isThereAlready = 'Für diesen Umzug gibt es unter diesem Namen schon eine Anmeldung.'
/** Used when several people are enrolled: each is named. */
const isInAlready = ({ person }: Place) =>
  `${person.firstName} ist für diesen Umzug schon angemeldet.`
const isWornAlready = 'Dieses Kleid ist für diesen Umzug schon angemeldet.'

const clock = (instant: string) => berlinTime(new Date(instant))
const heldPerson = (until: string, isAlone: boolean) =>
  `Bis ${clock(until)} Uhr ist ${isAlone ? 'sie' : 'die Anmeldung'} vorgemerkt.`
const heldCostume = (until: string) => `Bis ${clock(until)} Uhr ist dieses Kleid vorgemerkt.`

/** @param isAlone whether only one person was to be enrolled; of several, each is named */
function aboutPeople(
  isAlone: boolean,
  refused: readonly Refused[],
  heldUntil: string | null,
): string {
  const sentences = [...Map.groupBy(refused, ({ place }) => place.person).values()].map((own) => {
    return own[0] && !isAlone
      ? `${fullName(own[0].place.person)} ist für ${titles(own)} schon angemeldet.`
      : `Unter diesem Namen gibt es schon eine Anmeldung für ${titles(own)}.`
  })
  return [...sentences, ...(heldUntil ? [heldPerson(heldUntil, isAlone)] : [])].join(' ')
}

function aboutCostumes(refused: readonly Refused[], heldUntil: string | null): string {
  const numbers = [...new Set(refused.map(({ place }) => place.costumeNumber))].join(', ')
  const costume = `Das Kleid mit der Nummer ${numbers} ist`
  if (!heldUntil) return `${costume} schon angemeldet für ${titles(refused)}.`
  return `${costume} gerade vergeben für ${titles(refused)}. ${heldCostume(heldUntil)}`
}

const titles = (refused: readonly Refused[]) =>
  quotedTitles(
    [...new Set(refused.map(({ place }) => place.paradeTitle))].map((title) => ({ title })),
  )

/** Names of the place's fields in a body that holds one place. */
export type FieldNames = Record<'paradeId' | 'costumeTypeId' | 'costumeNumber', string>

/** Runs a decision on one place and renames the fields of its errors to those of the body. */
export function inFlatBody<T>(names: FieldNames, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof DomainError) || !error.fields) throw error
    const { code, message, details }: DomainError = error
    const fields = Object.entries(error.fields).map(([path, said]) => {
      const field = path.replace(/^parades\.0\./, '')
      return [field in names ? names[field as keyof FieldNames] : field, said]
    })
    throw new DomainError(code, message, Object.fromEntries(fields), details)
  }
}
