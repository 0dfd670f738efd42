import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { costumes, costumeTypes, parades, participations } from '#worker/db/schema.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import { newCheckInCode } from '#worker/domain/check-in.ts'
import type { Door } from '#worker/domain/codes.ts'
import type { ChosenParade, Known, PersonName, Place } from '#worker/domain/enrolment.ts'
import { costumeNumberKey, normaliseName } from '#worker/domain/names.ts'
import { eachOf } from '#worker/http/many.ts'

/**
 * The statements that read what `decidePlaces` needs to know; run them in one batch.
 * @param who names to be matched, or the id of a member somebody picked
 */
export function readKnown(
  db: Db,
  who: readonly PersonName[] | number,
  chosen: readonly ChosenParade[],
) {
  return [
    rowsOf<Known['parades'][number]>(
      db,
      {
        id: sql`parades.id`,
        title: sql`title`,
        date: sql`date`,
        dateEnrolmentStart: sql`date_enrolment_start`,
        dateEnrolmentEnd: sql`date_enrolment_end`,
        priceForAdultsInCent: sql`price_for_adults_in_cent`,
        priceForChildrenInCent: sql`price_for_children_in_cent`,
        cancelledAt: sql`cancelled_at`,
      },
      sql`${valuesOf(distinct(chosen, 'paradeId').map((id) => [id]))}
        CROSS JOIN parades WHERE parades.id = wanted.column1`,
    ),
    db
      .select({ id: costumeTypes.id })
      .from(costumeTypes)
      .where(inArray(costumeTypes.id, distinct(chosen, 'costumeTypeId'))),
    selectRegistered(db, chosen),
    typeof who === 'number'
      ? selectMembers(db, sql`members WHERE id = ${who} AND anonymised_at IS NULL`, sql`0`)
      : selectMembers(db, matching(who), sql`wanted.column1`),
  ] as const
}

/** Each id once: D1 binds no more than 100 values, and one request names 60 places at most. */
function distinct<K extends 'paradeId' | 'costumeTypeId'>(
  of: readonly Pick<ChosenParade, K>[],
  key: K,
): number[] {
  return [...new Set(of.map((one) => one[key]))]
}

/** The registered costumes among the chosen numbers. */
export function selectRegistered(
  db: Db,
  chosen: readonly Pick<ChosenParade, 'costumeTypeId' | 'costumeNumber'>[],
) {
  const wanted = new Set(
    chosen.map((one) => JSON.stringify([one.costumeTypeId, costumeNumberKey(one.costumeNumber)])),
  )
  return rowsOf<CostumeRow>(
    db,
    {
      id: sql`costumes.id`,
      costumeTypeId: sql`costume_type_id`,
      number: sql`number`,
      numberKey: sql`number_key`,
    },
    sql`json_each(${`[${[...wanted].join()}]`}) wanted CROSS JOIN costumes
      WHERE costume_type_id = wanted.value ->> 0 AND number_key = wanted.value ->> 1
      AND registered_until IS NULL`,
  )
}

type CostumeRow = Pick<
  typeof costumes.$inferSelect,
  'id' | 'costumeTypeId' | 'number' | 'numberKey'
>

export const costumeColumns = {
  id: costumes.id,
  costumeTypeId: costumes.costumeTypeId,
  number: costumes.number,
  numberKey: costumes.numberKey,
}

type KnownMember = PersonName & {
  id: number
  /** Which of the people it may be, counted from 0. */
  applicant: number
}

function selectMembers(db: Db, from: SQL, applicant: SQL) {
  return rowsOf<KnownMember>(
    db,
    {
      id: sql`members.id`,
      firstName: sql`first_name`,
      lastName: sql`last_name`,
      birthday: sql`birthday`,
      applicant,
    },
    from,
  )
}

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
    memberIds: Array.from(
      { length: 1 + Math.max(-1, ...memberRows.map(({ applicant }) => applicant)) },
      (_, index) => memberRows.flatMap(({ applicant, id }) => (applicant === index ? id : [])),
    ),
  }
}

// docs/rules.md, "Zuordnung": same first name, last or maiden name, and birthday; without a birthday
// the comparison with NULL matches no member.
function matching(people: readonly PersonName[]): SQL {
  const names = people.map(({ firstName, lastName, birthday }, applicant) => [
    applicant,
    normaliseName(firstName),
    normaliseName(lastName),
    birthday,
  ])
  return sql`${valuesOf(names)} CROSS JOIN members
    WHERE first_name_key = wanted.column2
    AND (last_name_key = wanted.column3 OR maiden_name_key = wanted.column3)
    AND birthday = wanted.column4 AND membership_state IN ('Active', 'Passive')`
}

/** A table of its own, in a FROM: SQLite reads nothing for it. */
function valuesOf(rows: readonly (readonly (number | string | null)[])[]): SQL {
  const tuples = rows.map(
    (row) =>
      sql`(${sql.join(
        row.map((value) => sql`${value}`),
        sql`, `,
      )})`,
  )
  return sql`(VALUES ${sql.join(tuples, sql`, `)}) wanted`
}

/** What is the same for all places that are written at once. */
export type Entry = {
  door: Door
  state: 'reserved' | 'booked'
  /** Names the order that this batch has just written. */
  orderToken: string | null
  feePayed: boolean
  /** Who entered them on the day, when the door confirms at once. */
  confirmedBy: number | null
  createdBy: number | null
  at: string
}

/** Refuses `insertPlaces` where no unique index does. */
export const placesGuard = 'placesFree'

/**
 * A guard and one INSERT, with one bound list; each person gets one code for all their places. A place that
 * is taken breaks a unique index, or the guard refuses it.
 */
export function insertPlaces(places: readonly Place[], entry: Entry) {
  const { door, state, orderToken, feePayed, confirmedBy, createdBy, at } = entry
  const codes = codesOf(places)
  const list = JSON.stringify(
    places.map(({ person, paradeTitle: _, ...place }) => ({
      ...place,
      ...person,
      checkInCode: codes.get(place.givenKey),
    })),
  )
  const row = {
    paradeId: given('paradeId'),
    memberId: given('memberId'),
    orderId: orderToken === null ? null : sql`(SELECT id FROM orders WHERE token = ${orderToken})`,
    door,
    state,
    firstName: given('firstName'),
    lastName: given('lastName'),
    birthday: given('birthday'),
    personKey: given('personKey'),
    givenKey: given('givenKey'),
    costumeTypeId: given('costumeTypeId'),
    costumeId: given('costumeId'),
    costumeNumber: given('costumeNumber'),
    costumeNumberKey: given('costumeNumberKey'),
    ageClass: given('ageClass'),
    priceInCent: given('priceInCent'),
    participationFeePayed: feePayed,
    feePayedAt: feePayed ? at : null,
    participationConfirmed: confirmedBy !== null,
    participationConfirmedAt: confirmedBy === null ? null : at,
    confirmedBy,
    createdBy,
    createdAt: at,
    checkInCode: given('checkInCode'),
  }
  const taken = sql`SELECT 1 FROM json_each(${list}) wanted WHERE ${isRefused}`
  return [
    guard(placesGuard, sql`NOT EXISTS (${taken})`),
    insertSelected(participations, row, sql`json_each(${list}) wanted WHERE 1`),
  ] as const
}

/** By what was given at the door, which is one for one person of a request. */
function codesOf(places: readonly Place[]): Map<string, string> {
  return new Map(places.map(({ givenKey }) => [givenKey, newCheckInCode()]))
}

type Listed = Exclude<keyof Place, 'person' | 'paradeTitle'> | keyof PersonName | 'checkInCode'

/** Of a place in the list. */
function given(field: Listed): SQL {
  return sql`(wanted.value ->> ${field})`
}

// The same name may stand in the parade already: as somebody who is matched now, or, when a member
// was picked, from before they were one. Or the parade is called off. Two members may have one name:
// who was picked is only refused by an enrolment without member.
const isRefused = sql`EXISTS (
    SELECT 1 FROM participations p
    WHERE p.parade_id = ${given('paradeId')} AND p.given_key = ${given('nameKey')}
    AND p.state IN ('reserved', 'booked')
    AND (${given('givenKey')} = ${given('nameKey')} OR p.member_id IS NULL)
  ) OR EXISTS (
    SELECT 1 FROM parades d WHERE d.id = ${given('paradeId')} AND d.cancelled_at IS NOT NULL
  )`

/** A living participation that stands in the way of a place. */
export type Clash = {
  /** Which of the places, counted from 0. */
  place: number
  /** null = it is only held. */
  participationId: number | null
  orderId: number | null
  /** Until when an unpaid order holds it; null = it is booked. */
  heldUntil: string | null
}

/** No row has this id. */
const noRow = 0

export type Aside = {
  /** The participation whose costume is being changed. */
  own?: number
  /** The order whose places these are to replace. */
  replaces?: number
}

/**
 * What stands in the way of these places, each one's person and costume, and which parades are called
 * off: one read after a clash.
 * @param aside what is not in the way: the own participation (and there nobody else's name is, nor is
 *   the parade), or an own order
 */
export async function findClashes(db: Db, places: readonly Place[], { own, replaces }: Aside) {
  const list = (of: readonly Place[]) =>
    JSON.stringify(
      of.map((place) => [
        place.paradeId,
        place.personKey,
        place.nameKey,
        place.givenKey === place.nameKey,
        place.costumeTypeId,
        place.costumeNumberKey,
      ]),
    )
  // A corrected costume changes neither the person nor the parade.
  const newcomers = own === undefined ? places : []
  const inTheWay = (of: readonly Place[], how: SQL) =>
    rowsOf<Clash>(
      db,
      {
        place: sql`wanted.key`,
        participationId: sql`CASE WHEN p.state = 'booked' THEN p.id END`,
        orderId: sql`p.order_id`,
        heldUntil: sql`CASE WHEN p.state = 'reserved' THEN (SELECT hold_until FROM orders o
          WHERE o.id = p.order_id AND o.state = 'pending') END`,
      },
      sql`json_each(${list(of)}) wanted CROSS JOIN participations p
        WHERE p.parade_id = wanted.value ->> 0 AND p.state IN ('reserved', 'booked') AND ${how}
        AND p.order_id IS NOT ${replaces ?? noRow} AND p.id <> ${own ?? noRow}`,
    )
  const [members, names, wardrobe, cancelled] = await db.batch([
    inTheWay(newcomers, sql`p.person_key = wanted.value ->> 1`),
    // As above: two members may have one name.
    inTheWay(
      newcomers,
      sql`p.given_key = wanted.value ->> 2 AND (wanted.value ->> 3 OR p.member_id IS NULL)`,
    ),
    inTheWay(
      places,
      sql`p.costume_type_id = wanted.value ->> 4 AND p.costume_number_key = wanted.value ->> 5
        AND p.costume_number_key <> ''`,
    ),
    db
      .select({ id: parades.id, title: parades.title })
      .from(parades)
      .where(
        own === undefined
          ? and(
              sql`${parades.id} IN (SELECT value FROM ${eachOf(distinct(places, 'paradeId'))})`,
              isNotNull(parades.cancelledAt),
            )
          : sql`0`,
      ),
  ])
  return { people: [...members, ...names], wardrobe, cancelled }
}
