import { and, asc, between, desc, eq, inArray, sql } from 'drizzle-orm'
import { listCostumeTypes } from '#worker/costumes/costume-types.queries.ts'
import type { Db } from '#worker/db/db.ts'
import { ageRuleColumns, offeredExtraCounts, planColumns } from '#worker/db/open-parades.ts'
import { extraColumns, toExtras } from '#worker/db/place-extras.ts'
import {
  checkInActs,
  costumeTypes,
  members,
  parades,
  participations,
  users,
} from '#worker/db/schema.ts'
import { nameOfUser } from '#worker/db/user-columns.ts'
import { helperDateRange } from '#worker/domain/check-in.ts'
import type { Day } from '#worker/domain/dates.ts'
import { takenOfExtra } from '#worker/domain/extras.ts'
import { listName, shortName } from '#worker/domain/names.ts'
import { freePlacesOf, isSettled } from '#worker/domain/parade.ts'
import { takesCash } from '#worker/guild/guild.queries.ts'
import { cancellation } from '#worker/parades/parades.queries.ts'
import { minorColumns, shownName, toMinor } from '#worker/parades/participations.queries.ts'
import type { CheckIn, CheckInRow, DoneAct, PhoneOf } from './check-in.contract.ts'

// Phones store the list of the check-in, so `toRow` leaves the birthday out. A batch keys rows by column name, so
// the names are distinct.
const columns = {
  id: participations.id,
  paradeId: participations.paradeId,
  ...shownName,
  typeId: participations.costumeTypeId,
  typeName: costumeTypes.name,
  number: participations.costumeNumber,
  priceInCent: participations.priceInCent,
  paid: participations.participationFeePayed,
  paidBy: participations.feePayedBy,
  returnedAt: participations.cashReturnedAt,
  confirmed: participations.participationConfirmed,
  confirmedAt: participations.participationConfirmedAt,
  confirmedBy: participations.confirmedBy,
  byFirstName: sql<string | null>`${users.firstName}`.as('by_first_name'),
  byLastName: sql<string | null>`${users.lastName}`.as('by_last_name'),
  orderId: participations.orderId,
  code: participations.checkInCode,
  birthday: sql<Day | null>`coalesce(${members.birthday}, ${participations.birthday})`.as(
    'own_birthday',
  ),
  ...minorColumns,
  ...extraColumns,
}

function selectRows(db: Db) {
  return db
    .select(columns)
    .from(participations)
    .innerJoin(parades, eq(parades.id, participations.paradeId))
    .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
    .leftJoin(members, eq(members.id, participations.memberId))
    .leftJoin(users, eq(users.id, participations.confirmedBy))
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

/** The participation of an act, if it is booked in the act's parade. */
export function selectRowOfAct(db: Db, actId: string) {
  const ofAct = (column: string) =>
    sql`(SELECT a.${sql.raw(column)} FROM check_in_acts a WHERE a.id = ${actId})`
  return selectRows(db).where(
    and(
      sql`${participations.id} = ${ofAct('participation_id')}`,
      sql`${participations.paradeId} = ${ofAct('parade_id')}`,
      eq(participations.state, 'booked'),
    ),
  )
}

export function toRow(row: Row, userId: number): CheckInRow {
  const { typeId, typeName, number, paidBy, returnedAt, confirmedBy } = row
  const { byFirstName, byLastName } = row
  const hasName = byFirstName !== null && byLastName !== null
  return {
    id: row.id,
    memberName: listName(row),
    costume: { typeId, type: typeName, number },
    priceInCent: row.priceInCent,
    paid: isSettled(row.paid, row.priceInCent),
    cash: paidBy === null ? null : { mine: paidBy === userId, returnedAt },
    confirmed: row.confirmed,
    confirmedAt: row.confirmedAt,
    confirmedBy: hasName ? shortName({ firstName: byFirstName, lastName: byLastName }) : null,
    mine: confirmedBy === userId,
    group: row.orderId,
    code: row.code,
    minor: toMinor(row),
    extras: toExtras(row).map(({ id, title, kind, quantity }) => ({ id, title, kind, quantity })),
  }
}

const collator = new Intl.Collator('de')

/**
 * The check-in list of a parade, or of those around today, in one batch; null when the parade does not exist.
 */
export async function readCheckIn(
  db: Db,
  { paradeId, userId, today, now }: ForWhom,
): Promise<CheckIn | null> {
  const { from, to } = helperDateRange(today)
  const which = paradeId === undefined ? between(parades.date, from, to) : eq(parades.id, paradeId)
  const [found, rows, types] = await db.batch([
    db
      .select({
        id: parades.id,
        title: parades.title,
        host: parades.host,
        hostTown: parades.hostTown,
        date: parades.date,
        ...planColumns,
        paradeNumber: parades.paradeNumber,
        priceForAdultsInCent: parades.priceForAdultsInCent,
        priceForChildrenInCent: parades.priceForChildrenInCent,
        ...cancellation,
        takesCash: takesCash.as('takes_cash'),
        capacity: parades.capacity,
        takenCount: parades.takenCount,
        extras: parades.extras,
        extraCounts: offeredExtraCounts,
        ...ageRuleColumns,
      })
      .from(parades)
      .where(which)
      .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id)),
    selectRows(db)
      .where(
        and(
          inArray(
            participations.paradeId,
            db.select({ id: parades.id }).from(parades).where(which),
          ),
          eq(participations.state, 'booked'),
        ),
      )
      .orderBy(asc(participations.id)),
    listCostumeTypes(db),
  ])
  if (paradeId !== undefined && found.length === 0) return null
  const rowsOf = Map.groupBy(rows, (row) => row.paradeId)
  return {
    serverTime: now.toISOString(),
    parades: found.map(({ capacity, takenCount, extras, extraCounts, ...parade }) => ({
      parade: {
        ...parade,
        freePlaces: freePlacesOf({ capacity, takenCount }),
        extras: extras.map(({ capacity, ...extra }) => ({
          ...extra,
          freePlaces: freePlacesOf({ capacity, takenCount: takenOfExtra(extra.id, extraCounts) }),
        })),
      },
      rows: (rowsOf.get(parade.id) ?? [])
        .map((row) => toRow(row, userId))
        .sort((a, b) => collator.compare(a.memberName, b.memberName)),
    })),
    costumeTypes: types,
  }
}

type ForWhom = { paradeId: number | undefined; userId: number; today: Day; now: Date }

/**
 * The phone numbers of members who are booked but not confirmed, preferably mobile; null when the parade does
 * not exist.
 */
export async function listPhones(
  db: Db,
  paradeId: number,
  right: (date: Day) => Promise<void>,
): Promise<PhoneOf[] | null> {
  const phone = sql<string>`iif(${members.phoneMobile} <> '', ${members.phoneMobile}, ${members.phone})`
  const [[parade], rows] = await db.batch([
    db.select({ date: parades.date }).from(parades).where(eq(parades.id, paradeId)),
    db
      .select({ participationId: participations.id, phone: phone.as('called') })
      .from(participations)
      .innerJoin(members, eq(members.id, participations.memberId))
      .where(
        and(
          eq(participations.paradeId, paradeId),
          eq(participations.state, 'booked'),
          eq(participations.participationConfirmed, false),
        ),
      )
      .orderBy(asc(participations.id)),
  ])
  if (!parade) return null
  await right(parade.date)
  return rows.filter(({ phone }) => phone !== '')
}

/**
 * The effective acts of a parade, newest first, those undone later included; null when the parade does not
 * exist.
 */
export async function listDoneActs(db: Db, paradeId: number): Promise<DoneAct[] | null> {
  const [parade, rows] = await db.batch([
    db.select({ id: parades.id }).from(parades).where(eq(parades.id, paradeId)),
    db
      .select({
        id: checkInActs.id,
        at: checkInActs.actedAt,
        kind: checkInActs.kind,
        by: nameOfUser.as('by'),
        ...shownName,
        priceInCent: participations.priceInCent,
      })
      .from(checkInActs)
      .innerJoin(users, eq(users.id, checkInActs.userId))
      .leftJoin(participations, eq(participations.id, checkInActs.participationId))
      .leftJoin(members, eq(members.id, participations.memberId))
      .where(and(eq(checkInActs.paradeId, paradeId), eq(checkInActs.outcome, 'done')))
      .orderBy(desc(checkInActs.actedAt), desc(checkInActs.receivedAt)),
  ])
  if (parade.length === 0) return null
  return rows.map(({ firstName, lastName, priceInCent, by, ...act }) => ({
    ...act,
    by: by ?? '',
    about:
      priceInCent === null ? null : { memberName: listName({ firstName, lastName }), priceInCent },
  }))
}
