import { and, eq, type SQL, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { isOpenAt } from '#worker/db/open-parades.ts'
import { costumeTypes, orderHistory, parades, participations } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import {
  type ChosenParade,
  decidePlaces,
  type Place,
  wornInOrderText,
} from '#worker/domain/enrolment.ts'
import { changedInBetweenError } from '#worker/domain/errors.ts'
import { assertPlaceHeld } from '#worker/domain/own-order.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { offerFreePlacesAfter } from '#worker/orders/offer-places.ts'
import { ofToken } from './my-order.queries.ts'
import { placesGuard, selectRegisteredCostumes, toKnown } from './places.queries.ts'
import { type FieldNames, takePlaces, withFlatFieldNames } from './take-places.ts'

const fieldNames: FieldNames = {
  // A costume is corrected in its own parade, so a parade error is shown beside the number.
  paradeId: 'newCostumeNumber',
  costumeTypeId: 'newCostumeTypeId',
  costumeNumber: 'newCostumeNumber',
}

type NewCostume = { newCostumeTypeId: number; newCostumeNumber: string }
type Costume = Omit<ChosenParade, 'paradeId'>

/** Staff change the costume of a booked place. Price and age class stay. */
export async function correctCostume(
  deps: Deps,
  { participationId, ...wish }: NewCostume & { participationId: number },
): Promise<void> {
  const booked = and(eq(participations.id, participationId), eq(participations.state, 'booked'))
  const costume = costumeOf(wish)
  const { stored, known } = await readPlace(deps.db, booked, costume)
  if (!stored) throw notFoundError()
  const channel = stored.costumeNumberKey === '' ? 'correctionWithoutNumber' : 'correction'
  const place = decide(deps, channel, stored, costume, known)
  await takePlaces(
    deps,
    [place],
    async () => {
      const [changed] = await commit(deps.db, [updateCostume(place, booked)])
      return changed
    },
    pathOf,
    {
      ownPlaceId: stored.id,
    },
  )
  await offerFreePlacesAfter(deps, sql`SELECT ${place.paradeId}`)
}

type OwnChange = NewCostume & { token: string; placeId: number }

/**
 * The payer of an order changes the costume, while the parade takes enrolments; the order's history records
 * it. Choosing the same costume again changes nothing.
 * @throws DomainError NotFound, Conflict, EnrolmentClosed, ParadeCancelled, CostumeAlreadyEnrolled
 */
export async function changeOwnCostume(deps: Deps, wish: OwnChange): Promise<void> {
  const place = await decideOwnChange(deps, wish)
  if (!place) return
  const which = isPayersToChange(deps, wish, place)
  const run = async () => {
    const [, , changed] = await commit(deps.db, [
      guardCostume(place, wish.placeId),
      insertCostumeEvent(deps, place, which),
      updateCostume(place, which),
    ])
    return changed.meta.changes
  }
  const changes = await takePlaces(deps, [place], run, pathOf, { ownPlaceId: wish.placeId })
  // Another request changed the place first: it is a conflict unless the place has the costume already.
  if (changes === 0 && (await decideOwnChange(deps, wish))) {
    throw changedInBetweenError()
  }
  await offerFreePlacesAfter(deps, sql`SELECT ${place.paradeId}`)
}

/** As the unique index does for a place that is held: one that waits is not in the index. */
function guardCostume({ paradeId, costumeTypeId, costumeNumberKey }: Place, placeId: number) {
  return guard(
    placesGuard,
    sql`NOT EXISTS (SELECT 1 FROM participations p WHERE p.parade_id = ${paradeId}
      AND p.costume_type_id = ${costumeTypeId} AND p.costume_number_key = ${costumeNumberKey}
      AND p.costume_number_key <> '' AND p.state IN ('reserved', 'booked') AND p.id <> ${placeId})`,
  )
}

/** The place with the new costume; null when the place has this costume already. */
async function decideOwnChange(
  deps: Deps,
  { token, placeId, ...wish }: OwnChange,
): Promise<Place | null> {
  const ofOrder = and(eq(participations.id, placeId), eq(participations.orderId, ofToken(token)))
  const costume = costumeOf(wish)
  const { stored, parade, known } = await readPlace(deps.db, ofOrder, costume)
  if (!stored || !parade) throw notFoundError()
  const isWaiting = stored.state === 'waiting'
  if (!isWaiting) assertPlaceHeld({ ...stored, parade })
  // An order on the waiting list may name another costume after the end of enrolment too.
  const place = decide(deps, isWaiting ? 'correction' : 'public', stored, costume, known)
  const isSame =
    place.costumeTypeId === stored.costumeTypeId &&
    place.costumeNumberKey === stored.costumeNumberKey
  if (isSame) return null
  if (isWaiting) await assertNotWornInOrder(deps.db, stored, place)
  return place
}

/** Places that wait are in no unique index, so one of the same order may have the costume. */
async function assertNotWornInOrder(
  db: Db,
  stored: Stored,
  { costumeTypeId, costumeNumberKey }: Place,
): Promise<void> {
  const [wearer] = await db
    .select({ firstName: participations.firstName })
    .from(participations)
    .where(
      sql`${participations.orderId} = ${stored.orderId} AND ${participations.paradeId} = ${stored.paradeId}
        AND ${participations.id} <> ${stored.id} AND ${participations.costumeTypeId} = ${costumeTypeId}
        AND ${participations.costumeNumberKey} = ${costumeNumberKey} AND ${participations.state} = 'waiting'`,
    )
  if (wearer) throw validationError({ newCostumeNumber: wornInOrderText(wearer.firstName) })
}

const costumeOf = ({ newCostumeTypeId, newCostumeNumber }: NewCostume): Costume => ({
  costumeTypeId: newCostumeTypeId,
  costumeNumber: newCostumeNumber,
})

async function readPlace(db: Db, condition: SQL | undefined, costume: Costume) {
  const paradeId = db.select({ id: participations.paradeId }).from(participations).where(condition)
  const [[stored], paradeRows, typeRows, costumeRows] = await db.batch([
    db.select().from(participations).where(condition),
    db.select().from(parades).where(eq(parades.id, paradeId)),
    db.select({ id: costumeTypes.id }).from(costumeTypes),
    selectRegisteredCostumes(db, [costume]),
  ])
  // Without the limits of age: they were checked when the person was enrolled.
  const ageless = paradeRows.map((row) => ({ ...row, minAge: null, guardianBelow: null }))
  const known = toKnown([ageless, typeRows, costumeRows, []])
  return { stored, parade: paradeRows[0], known }
}

type Channel = Parameters<typeof decidePlaces>[0]
type Stored = typeof participations.$inferSelect
type Known = ReturnType<typeof toKnown>

function decide({ now }: Deps, channel: Channel, stored: Stored, costume: Costume, known: Known) {
  const chosen = [{ paradeId: stored.paradeId, ...costume }]
  const places = withFlatFieldNames(fieldNames, () =>
    decidePlaces(channel, stored, chosen, known, berlinMinute(now)),
  )
  const [place] = places
  if (!place) throw notFoundError()
  return place
}

const pathOf = (_: number, field: 'paradeId' | 'costumeNumber') => fieldNames[field]

function updateCostume(place: Place, condition: SQL | undefined) {
  const { costumeTypeId, costumeId, costumeNumber, costumeNumberKey } = place
  return write
    .update(participations)
    .set({ costumeTypeId, costumeId, costumeNumber, costumeNumberKey })
    .where(condition)
}

/** The rules of `decideOwnChange` in SQL, checked when the statement runs. */
function isPayersToChange({ now }: Deps, { token, placeId }: OwnChange, place: Place): SQL {
  return sql`participations.id = ${placeId} AND participations.order_id = ${ofToken(token)}
    AND participations.participation_confirmed = 0
    AND (participations.costume_type_id <> ${place.costumeTypeId}
      OR participations.costume_number_key <> ${place.costumeNumberKey})
    AND (participations.state = 'waiting' OR (participations.state = 'booked'
      AND EXISTS (SELECT 1 FROM parades WHERE parades.id = participations.parade_id
        AND ${isOpenAt(berlinMinute(now))})))`
}

/**
 * Records "Ben Straßer, Ringtreffen Moosried: Hansel 31 → Hansel 32". Has to run before the update that it
 * describes.
 */
function insertCostumeEvent({ now }: Deps, place: Place, which: SQL) {
  return insertSelected(
    orderHistory,
    {
      orderId: participations.orderId,
      at: now.toISOString(),
      kind: 'costumeChangedByPayer',
      detail: sql`${participations.firstName} || ' ' || ${participations.lastName} || ', '
        || ${parades.title} || ': ' || before.name || ' ' || ${participations.costumeNumber}
        || ' → ' || afterwards.name || ' ' || ${place.costumeNumber}`,
    },
    sql`participations JOIN parades ON parades.id = participations.parade_id
      JOIN costume_types before ON before.id = participations.costume_type_id
      JOIN costume_types afterwards ON afterwards.id = ${place.costumeTypeId}
      WHERE ${which}`,
  )
}
