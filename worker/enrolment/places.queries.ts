import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { costumes, costumeTypes, members, parades, participations } from '#worker/db/schema.ts'
import type { Door } from '#worker/domain/codes.ts'
import { costumeNumberKey } from '#worker/domain/costume-number.ts'
import type { ChosenParade, Known, PersonName, Place } from '#worker/domain/enrolment.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { personColumns } from '#worker/members/member-columns.ts'

/** A living participation holds its place. Literal, so that SQLite uses the partial indexes. */
const isLiving = sql`${participations.state} IN ('reserved', 'booked')`

/**
 * The statements that read what `decidePlaces` needs to know; run them in one batch.
 * @param who a name to be matched, or the id of a member somebody picked
 */
export function readKnown(db: Db, who: PersonName | number, chosen: readonly ChosenParade[]) {
  const paradeIds = chosen.map((one) => one.paradeId)
  return [
    db.select().from(parades).where(inArray(parades.id, paradeIds)),
    db.select({ id: costumeTypes.id }).from(costumeTypes),
    selectRegistered(db, chosen),
    db
      .select(personColumns)
      .from(members)
      .where(typeof who === 'number' ? eq(members.id, who) : matches(who)),
  ] as const
}

/** The registered costumes among the chosen numbers. */
export function selectRegistered(
  db: Db,
  chosen: readonly Pick<ChosenParade, 'costumeTypeId' | 'costumeNumber'>[],
) {
  const numbers = chosen.map((one) =>
    and(
      eq(costumes.costumeTypeId, one.costumeTypeId),
      eq(costumes.numberKey, costumeNumberKey(one.costumeNumber)),
    ),
  )
  return db
    .select(costumeColumns)
    .from(costumes)
    .where(and(isNull(costumes.registeredUntil), or(...numbers)))
}

export const costumeColumns = {
  id: costumes.id,
  costumeTypeId: costumes.costumeTypeId,
  number: costumes.number,
  numberKey: costumes.numberKey,
}

type KnownMember = PersonName & { id: number }

type KnownRows = readonly [
  Known['parades'],
  { id: number }[],
  Known['costumes'],
  KnownMember[],
  ...unknown[],
]

export function toKnown(
  [paradeRows, typeRows, costumeRows, memberRows]: KnownRows,
  isPicked = false,
): Known {
  return {
    isPicked,
    parades: paradeRows,
    costumeTypeIds: new Set(typeRows.map((row) => row.id)),
    costumes: costumeRows,
    memberIds: memberRows.map((row) => row.id),
  }
}

// docs/rules.md, "Zuordnung": same first name, last or maiden name, and birthday.
function matches(person: PersonName): SQL | undefined {
  if (person.birthday === null) return sql`0`
  const lastName = normaliseName(person.lastName)
  return and(
    eq(members.firstNameKey, normaliseName(person.firstName)),
    or(eq(members.lastNameKey, lastName), eq(members.maidenNameKey, lastName)),
    eq(members.birthday, person.birthday),
    inArray(members.membershipState, ['Active', 'Passive']),
  )
}

export type NewPlace = {
  place: Place
  person: PersonName
  door: Door
  state: 'reserved' | 'booked'
  /** Names the order that this batch has just written. */
  orderToken: string | null
  feePayed: boolean
  /** Who entered it on the day, when the door confirms at once. */
  confirmedBy: number | null
  createdBy: number | null
  at: string
}

/**
 * One INSERT. A place that is taken breaks a unique index, and the whole batch with it; so does a
 * parade that was called off a moment ago.
 */
export function insertPlace(db: Db, entry: NewPlace) {
  const { place, person, orderToken, confirmedBy, at } = entry
  const { paradeTitle: _, nameKey: _n, personKey: _p, ...stored } = place
  return db.insert(participations).values({
    ...stored,
    personKey: unlessRefused(place),
    orderId: orderToken === null ? null : sql`(SELECT id FROM orders WHERE token = ${orderToken})`,
    door: entry.door,
    state: entry.state,
    firstName: person.firstName,
    lastName: person.lastName,
    birthday: person.birthday,
    participationFeePayed: entry.feePayed,
    feePayedAt: entry.feePayed ? at : null,
    participationConfirmed: confirmedBy !== null,
    participationConfirmedAt: confirmedBy === null ? null : at,
    confirmedBy,
    createdBy: entry.createdBy,
    createdAt: at,
  })
}

// The same name may stand in the parade already: as somebody who is matched now, or, when a member
// was picked, from before they were one. Or the parade is called off. No unique index sees that, so
// the key becomes NULL and the NOT NULL constraint refuses the batch.
function unlessRefused(place: Place): SQL {
  return sql`CASE WHEN EXISTS (
      SELECT 1 FROM participations WHERE parade_id = ${place.paradeId} AND ${isGiven(place)}
      AND state IN ('reserved', 'booked')
    ) OR EXISTS (
      SELECT 1 FROM parades WHERE id = ${place.paradeId} AND cancelled_at IS NOT NULL
    ) THEN NULL ELSE ${place.personKey} END`
}

/** Two members may have one name: who was picked is only refused by an enrolment without member. */
function isGiven({ nameKey, givenKey }: Place): SQL {
  const isSameName = sql`given_key = ${nameKey}`
  return givenKey === nameKey ? isSameName : sql`(${isSameName} AND member_id IS NULL)`
}

/**
 * What stands in the way of these places, living participations and that a parade is called off: one
 * read after a clash.
 * @param own the participation whose costume is being changed: it is not in its own way, and
 *   nobody else's name is, nor is the parade
 */
export async function findClashes(db: Db, places: readonly Place[], own?: number) {
  const paradeIds = places.map((place) => place.paradeId)
  const isPerson = or(
    inArray(participations.personKey, distinct(places, 'personKey')),
    ...places.slice(0, 1).map(isGiven),
  )
  const inTheseParades = and(
    inArray(participations.paradeId, paradeIds),
    isLiving,
    own === undefined ? undefined : ne(participations.id, own),
  )
  const columns = {
    paradeId: participations.paradeId,
    orderId: participations.orderId,
    costumeTypeId: participations.costumeTypeId,
    costumeNumberKey: participations.costumeNumberKey,
  }
  const [people, wardrobe, cancelled] = await db.batch([
    db
      .select(columns)
      .from(participations)
      .where(and(inTheseParades, own === undefined ? isPerson : sql`0`)),
    db
      .select(columns)
      .from(participations)
      .where(
        and(
          inTheseParades,
          inArray(participations.costumeTypeId, distinct(places, 'costumeTypeId')),
          inArray(participations.costumeNumberKey, distinct(places, 'costumeNumberKey')),
          sql`${participations.costumeNumberKey} <> ''`,
        ),
      ),
    db
      .select({ id: parades.id, title: parades.title })
      .from(parades)
      .where(
        own === undefined
          ? and(inArray(parades.id, paradeIds), isNotNull(parades.cancelledAt))
          : sql`0`,
      ),
  ])
  return { people, wardrobe, cancelled }
}

function distinct<K extends 'personKey' | 'costumeTypeId' | 'costumeNumberKey'>(
  places: readonly Place[],
  key: K,
): Place[K][] {
  return [...new Set(places.map((place) => place[key]))]
}
