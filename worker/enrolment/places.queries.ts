import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { ageRuleColumns } from '#worker/db/open-parades.ts'
import { freeOfExtra, freeOfParade, isExtraLost, joinExtra } from '#worker/db/place-extras.ts'
import { costumes, costumeTypes, parades, participations } from '#worker/db/schema.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import { newCheckInCode } from '#worker/domain/check-in.ts'
import type { EnrolmentChannel } from '#worker/domain/codes.ts'
import type { ChosenParade, Known, PersonName, Place } from '#worker/domain/enrolment.ts'
import { maxParades } from '#worker/domain/limits.ts'
import { costumeNumberKey, normaliseName } from '#worker/domain/names.ts'
import { eachId } from '#worker/http/many.ts'
import { selectFitting } from '#worker/orders/waiting-list.queries.ts'

/**
 * The statements that read what `decidePlaces` needs to know; run them in one batch.
 * @param who names to be matched, or the id of a chosen member
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
        timeStart: sql`time_start`,
        title: sql`title`,
        date: sql`date`,
        dateEnrolmentStart: sql`date_enrolment_start`,
        timeEnrolmentStart: sql`time_enrolment_start`,
        dateEnrolmentEnd: sql`date_enrolment_end`,
        timeEnrolmentEnd: sql`time_enrolment_end`,
        priceForAdultsInCent: sql`price_for_adults_in_cent`,
        priceForChildrenInCent: sql`price_for_children_in_cent`,
        cancelledAt: sql`cancelled_at`,
        minAge: ageRuleColumns.minAge.sql,
        guardianBelow: ageRuleColumns.guardianBelow.sql,
        extras: sql`extras`.mapWith(parades.extras),
      },
      sql`${valuesOf(distinct(chosen, 'paradeId').map((id) => [id]))}
        CROSS JOIN parades WHERE parades.id = wanted.column1`,
    ),
    db
      .select({ id: costumeTypes.id })
      .from(costumeTypes)
      .where(inArray(costumeTypes.id, distinct(chosen, 'costumeTypeId'))),
    selectRegisteredCostumes(db, chosen),
    typeof who === 'number'
      ? selectMembers(db, sql`members WHERE id = ${who} AND anonymised_at IS NULL`, sql`0`)
      : selectMembers(db, matching(who), sql`wanted.column1`),
  ] as const
}

/** D1 binds at most 100 values, and one request names up to 60 places: each id is bound once. */
function distinct<K extends 'paradeId' | 'costumeTypeId'>(
  of: readonly Record<K, number>[],
  key: K,
): number[] {
  return [...new Set(of.map((one) => one[key]))]
}

/** The registered costumes among the chosen numbers. */
export function selectRegisteredCostumes(
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
  /** Index of the person, in the list of people, who may be this member. */
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

/** Rows as a VALUES list for a FROM: SQLite reads no table for it. */
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

/** Values shared by all places of one write. */
export type Entry = {
  door: EnrolmentChannel
  state: 'reserved' | 'booked' | 'waiting'
  /** Token of the order that the same batch has just inserted; null for staff's entries. */
  orderToken: string | null
  feePayed: boolean
  /** Staff have confirmed that the places may exceed the parade's limit. */
  overCapacity?: boolean
  /** The user who took the fees in cash; free places are not paid for. */
  cashTakenBy?: number | null | undefined
  /** The user who entered the people on site, which confirms them at once; else null. */
  confirmedBy: number | null
  createdBy: number | null
  at: string
}

/** The guards of `insertPlaces`, for conflicts that no unique index prevents. */
export const placesGuard = 'placesFree'
export const lineGuard = 'nextInLine'
export const capacityGuard = 'withinCapacity'
export const extrasGuard = 'extrasKept'

/**
 * Three guards and one INSERT with one bound list. All places of one person share a check-in code. A place that is
 * taken violates a unique index or the first guard; the second one lets no place pass the waiting list. The third
 * guard runs behind the insert, when the triggers have counted the places, so that a conflict about a person is
 * reported before a parade that is full. Places that wait need neither of the two.
 */
export function insertPlaces(places: readonly Place[], entry: Entry) {
  const {
    door,
    state,
    orderToken,
    feePayed,
    cashTakenBy = null,
    confirmedBy,
    createdBy,
    at,
  } = entry
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
    extras: given('extras'),
    ...(cashTakenBy === null
      ? { participationFeePayed: feePayed, feePayedAt: feePayed ? at : null, feePayedBy: null }
      : {
          participationFeePayed: sql`${given('priceInCent')} > 0`,
          feePayedAt: sql`iif(${given('priceInCent')} > 0, ${at}, NULL)`,
          feePayedBy: sql`iif(${given('priceInCent')} > 0, ${cashTakenBy}, NULL)`,
        }),
    participationConfirmed: confirmedBy !== null,
    participationConfirmedAt: confirmedBy === null ? null : at,
    confirmedBy,
    createdBy,
    createdAt: at,
    checkInCode: given('checkInCode'),
    guardianName: given('guardianName'),
    guardianPhone: given('guardianPhone'),
    // The version that was shown, also when the guild has changed its text since.
    guardianConsent: ifAccompanied(
      sql`(SELECT min(guardian_consent_version,
        coalesce(${given('guardianConsent')}, guardian_consent_version)) FROM guild_settings)`,
    ),
    guardianAt: ifAccompanied(sql`${at}`),
  }
  const taken = sql`SELECT 1 FROM json_each(${list}) wanted WHERE ${conflictsWithStored}`
  const isUnlimited = entry.overCapacity || state === 'waiting'
  return [
    guard(placesGuard, sql`NOT EXISTS (${taken})`),
    isUnlimited ? guard(lineGuard, sql`1`) : guardLine(distinct(places, 'paradeId'), new Date(at)),
    insertSelected(participations, row, sql`json_each(${list}) wanted WHERE 1`),
    isUnlimited ? guard(capacityGuard, sql`1`) : guardCapacity(places),
  ] as const
}

/**
 * Aborts the commit while an order on the waiting list of these parades fits, which is to be offered the free places
 * first. A full parade is left to `guardCapacity`: there the waiting list need not be read.
 */
export function guardLine(ids: readonly number[], now: Date) {
  const isFull = sql`EXISTS (SELECT 1 FROM ${eachId(ids)} wanted
    CROSS JOIN parades d ON d.id = wanted.value WHERE ${freeOfParade} <= 0)`
  const fitting = selectFitting(sql`SELECT value FROM ${eachId(ids)}`, now)
  // Evaluated from the left: in most parades no place waits, which costs one search for each.
  const waits = sql`EXISTS (SELECT 1 FROM participations w WHERE w.state = 'waiting'
    AND w.parade_id IN (SELECT column1 FROM ${wantedParades(ids)}))`
  return guard(lineGuard, sql`NOT ${waits} OR ${isFull} OR NOT EXISTS (${fitting})`)
}

/** The parades as `wanted.column1`. D1 charges each row of `json_each`, so only an undo in many parades uses it. */
const wantedParades = (ids: readonly number[]) =>
  ids.length > maxParades
    ? sql`(SELECT value AS column1 FROM ${eachId(ids)}) wanted`
    : valuesOf(ids.map((id) => [id]))

type Taken = { paradeId: number; extras: readonly { id: number }[] }

/**
 * Runs behind the statements that took these places: aborts the commit when a parade, or an extra that one of
 * them has, is beyond its limit.
 */
export function guardCapacity(places: readonly Taken[]) {
  const overfull = sql`SELECT 1 FROM ${wantedParades(distinct(places, 'paradeId'))}
    CROSS JOIN parades d ON d.id = wanted.column1 WHERE ${freeOfParade} < 0`
  const pairs = new Set(
    places.flatMap(({ paradeId, extras }) => extras.map(({ id }) => `[${paradeId},${id}]`)),
  )
  if (pairs.size === 0) return guard(capacityGuard, sql`NOT EXISTS (${overfull})`)
  return guard(
    capacityGuard,
    sql`NOT EXISTS (${overfull}) AND NOT EXISTS (${overfullExtra([...pairs])})`,
  )
}

/** Runs behind the statements of an undo that took these places: aborts the commit when a parade lacks an extra. */
export function guardExtrasKept(placeIds: readonly number[]) {
  const lost = sql`SELECT 1 FROM ${eachId(placeIds)} wanted
    CROSS JOIN participations p ON p.id = wanted.value CROSS JOIN parades d ON d.id = p.parade_id
    WHERE ${isExtraLost(sql`p.extras`, sql`d.extras`)}`
  return guard(extrasGuard, sql`NOT EXISTS (${lost})`)
}

/** As `guardCapacity`, for extras that were added to places of a parade. */
export function guardExtras(paradeId: number, ids: readonly number[]) {
  const pairs = ids.map((id) => `[${paradeId},${id}]`)
  return guard(capacityGuard, sql`NOT EXISTS (${overfullExtra(pairs)})`)
}

/** @param pairs parade and extra, each as JSON */
const overfullExtra = (pairs: readonly string[]) =>
  sql`SELECT 1 FROM json_each(${`[${pairs.join()}]`}) wanted
    CROSS JOIN parades d ON d.id = wanted.value ->> 0 ${joinExtra(sql`wanted.value ->> 1`)}
    WHERE ${freeOfExtra} < 0`

/** A check-in code for each person, by the given key, which is the same for all places of a person. */
function codesOf(places: readonly Place[]): Map<string, string> {
  return new Map(places.map(({ givenKey }) => [givenKey, newCheckInCode()]))
}

type Listed = Exclude<keyof Place, 'person' | 'paradeTitle'> | keyof PersonName | 'checkInCode'

const ifAccompanied = (value: SQL) =>
  sql`CASE WHEN ${given('guardianName')} IS NOT NULL THEN ${value} END`

/** A field of the current place in the bound list. */
function given(field: Listed): SQL {
  return sql`(wanted.value ->> ${field})`
}

// The parade is cancelled or lacks an extra of the place since it was read, or the person is enrolled in it under the
// same name, whatever the key is now (after a match, or before the person was a member). Two members may have one name, so a chosen member conflicts only
// with an enrolment without member.
const conflictsWithStored = sql`EXISTS (
    SELECT 1 FROM participations p
    WHERE p.parade_id = ${given('paradeId')} AND p.given_key = ${given('nameKey')}
    AND p.state IN ('reserved', 'booked')
    AND (${given('givenKey')} = ${given('nameKey')} OR p.member_id IS NULL)
  ) OR EXISTS (
    SELECT 1 FROM parades d WHERE d.id = ${given('paradeId')}
    AND (d.cancelled_at IS NOT NULL OR ${isExtraLost(given('extras'), sql`d.extras`)})
  )`

/** A reserved or booked participation that conflicts with a wanted place. */
export type PlaceConflict = {
  /** The index of the place in the list given. */
  place: number
  /** null when the conflicting place is only reserved. */
  participationId: number | null
  orderId: number | null
  /** End of an unpaid order's reservation; null when the place is booked. */
  heldUntil: string | null
}

/** A parade, or an extra of it, without enough free places for the wanted ones. */
export type FullParade = {
  id: number
  title: string
  /** null when the parade itself is full. */
  extraId: number | null
  extraTitle: string | null
  freePlaces: number
}

/** An id that no row has. */
const noRow = 0

export type ConflictExceptions = {
  /** The participation whose costume is being changed. */
  ownPlaceId?: number
  /** The order that the new order replaces. */
  replacedOrderId?: number
}

/** Overdue reservations that one request ends to make room in a full parade. */
const mostOverdue = 10

/**
 * One read after a conflict: the participations that have the person or the costume of these places, which
 * parades are cancelled, and which are full, with the orders whose overdue reservations take up their places.
 * @param except what is no conflict: an order that is replaced, or the participation whose costume is changed
 * (then neither names nor parades are checked)
 */
export async function findPlaceConflicts(
  db: Db,
  places: readonly Place[],
  { ownPlaceId, replacedOrderId }: ConflictExceptions,
  now: Date,
) {
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
  // When only a costume is corrected, person and parade stay, so they are not checked.
  const peopleToCheck = ownPlaceId === undefined ? places : []
  const selectConflicts = (of: readonly Place[], how: SQL) =>
    rowsOf<PlaceConflict>(
      db,
      {
        place: sql`wanted.key`,
        participationId: sql`CASE WHEN p.state = 'booked' THEN p.id END`,
        orderId: sql`p.order_id`,
        heldUntil: sql`CASE WHEN p.state = 'reserved' THEN (SELECT hold_until FROM orders o
          WHERE o.id = p.order_id AND o.state IN ('pending', 'waiting')) END`,
      },
      sql`json_each(${list(of)}) wanted CROSS JOIN participations p
        WHERE p.parade_id = wanted.value ->> 0 AND p.state IN ('reserved', 'booked') AND ${how}
        AND p.order_id IS NOT ${replacedOrderId ?? noRow} AND p.id <> ${ownPlaceId ?? noRow}`,
    )
  const counts = JSON.stringify(
    [...Map.groupBy(peopleToCheck, ({ paradeId }) => paradeId)].map(([id, of]) => [id, of.length]),
  )
  const extraCounts = JSON.stringify(countExtras(peopleToCheck))
  // Places of the replaced order are free for the new order.
  const ownPlaces = sql`participations p WHERE p.order_id = ${replacedOrderId ?? noRow}
    AND p.parade_id = d.id AND p.state = 'reserved'`
  const own = sql`(SELECT count(*) FROM ${ownPlaces})`
  const fullParades = sql`json_each(${counts}) wanted CROSS JOIN parades d ON d.id = wanted.value ->> 0
    WHERE ${freeOfParade} + ${own} < wanted.value ->> 1`
  const ownExtras = sql`coalesce((SELECT sum(e.value ->> 'quantity') FROM (SELECT p.extras AS booked
    FROM ${ownPlaces}), json_each(booked) e WHERE e.value ->> 'id' = c.extra_id), 0)`
  const fullExtras = sql`json_each(${extraCounts}) wanted CROSS JOIN parades d ON d.id = wanted.value ->> 0
    ${joinExtra(sql`wanted.value ->> 1`)} WHERE ${freeOfExtra} + ${ownExtras} < wanted.value ->> 2`
  const hasReserved = reservesIn(sql`d.id`)
  const [members, names, wardrobe, cancelled, full, fullOfExtras, overdue] = await db.batch([
    selectConflicts(peopleToCheck, sql`p.person_key = wanted.value ->> 1`),
    // Two members may have one name: a picked member conflicts by name only with places without a member.
    selectConflicts(
      peopleToCheck,
      sql`p.given_key = wanted.value ->> 2 AND (wanted.value ->> 3 OR p.member_id IS NULL)`,
    ),
    selectConflicts(
      places,
      sql`p.costume_type_id = wanted.value ->> 4 AND p.costume_number_key = wanted.value ->> 5
        AND p.costume_number_key <> ''`,
    ),
    db
      .select({ id: parades.id, title: parades.title })
      .from(parades)
      .where(
        ownPlaceId === undefined
          ? and(
              sql`${parades.id} IN (SELECT value FROM ${eachId(distinct(places, 'paradeId'))})`,
              isNotNull(parades.cancelledAt),
            )
          : sql`0`,
      ),
    rowsOf<FullParade>(
      db,
      {
        id: sql`d.id`,
        title: sql`d.title`,
        extraId: sql`NULL`,
        extraTitle: sql`NULL`,
        freePlaces: sql`max(0, ${freeOfParade} + ${own})`,
      },
      fullParades,
    ),
    rowsOf<FullParade>(
      db,
      {
        id: sql`d.id`,
        title: sql`d.title`,
        extraId: sql`x.value ->> 'id'`,
        extraTitle: sql`x.value ->> 'title'`,
        freePlaces: sql`max(0, ${freeOfExtra} + ${ownExtras})`,
      },
      fullExtras,
    ),
    selectOverdue(
      db,
      sql`(EXISTS (SELECT 1 FROM ${fullParades} AND ${hasReserved})
        OR EXISTS (SELECT 1 FROM ${fullExtras} AND ${hasReserved}))`,
      now,
    ),
  ])
  return {
    people: [...members, ...names],
    wardrobe,
    cancelled,
    full: [...full, ...fullOfExtras],
    overdue,
  }
}

const reservesIn = (paradeId: SQL) => sql`EXISTS (SELECT 1 FROM participations p
  WHERE p.order_id = o.id AND p.parade_id = ${paradeId} AND p.state = 'reserved')`

function selectOverdue(db: Db, condition: SQL, now: Date) {
  return rowsOf<{ orderId: number }>(
    db,
    { orderId: sql`o.id` },
    sql`orders o WHERE o.state IN ('pending', 'waiting') AND o.hold_until <= ${now.toISOString()}
      AND ${condition} LIMIT ${mostOverdue}`,
  )
}

/** The orders whose overdue reservations take up places of the parade. */
export const selectOverdueIn = (db: Db, paradeId: number, now: Date) =>
  selectOverdue(db, reservesIn(sql`${paradeId}`), now)

/** Parade, extra and wanted quantity. */
function countExtras(places: readonly Place[]): [number, number, number][] {
  const counts = new Map<string, [number, number, number]>()
  for (const { paradeId, extras } of places) {
    for (const { id, quantity } of extras) {
      const [, , before] = counts.get(`${paradeId} ${id}`) ?? [0, 0, 0]
      counts.set(`${paradeId} ${id}`, [paradeId, id, before + quantity])
    }
  }
  return [...counts.values()]
}
