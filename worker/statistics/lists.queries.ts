import { and, asc, count, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import {
  costumeTypes,
  dutyEntries,
  honors,
  members,
  parades,
  participations,
} from '#worker/db/schema.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import { type BirthdayWindow, endOfWindow, nextBirthday } from '#worker/domain/birthdays.ts'
import { type Duty, type HonorType, rankOfDuty, rankOfHonor } from '#worker/domain/codes.ts'
import { type Day, fullYears } from '#worker/domain/dates.ts'
import { countedDuties } from '#worker/domain/honors.ts'
import { dutyYears } from '#worker/domain/spans.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/guild.queries.ts'
import { assertCode } from '#worker/guild/guild-codes.queries.ts'
import { personColumns } from '#worker/members/member-columns.ts'
import { foundColumns } from '#worker/parades/parades.queries.ts'
import {
  byName,
  isMember,
  person,
  selectDuties,
  selectHonors,
  selectOfficeHolders,
} from './people.queries.ts'
import type {
  DutyHolder,
  DutyStatistic,
  EnrolmentsOfParade,
  HonorHolder,
  IncompleteMember,
  Person,
  UpcomingBirthday,
} from './statistics.contract.ts'

// Statistics that are computed at each read, because a stored one would cost as much (docs/speed.md).

/** Birthdays of Active and Passive members from today to the window's end, in their order. */
export async function listBirthdays(
  db: Db,
  window: BirthdayWindow,
  today: Day,
): Promise<UpcomingBirthday[]> {
  const end = endOfWindow(window, today)
  // In a common year a birthday of 29 February is on 1 March.
  const from = today.endsWith('03-01') ? '02-29' : today.slice(5)
  const members = await selectBirthdays(db, from, end.slice(5))
  return members
    .map((member) => ({ member, day: nextBirthday(member.birthday, today) }))
    .filter(({ day }) => day <= end)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ member, day }) => ({ member, age: fullYears(member.birthday, day) }))
}

/** Active and Passive members with a birthday in a range of the year, `MM-DD` to `MM-DD`. */
function selectBirthdays(db: Db, from: string, to: string) {
  const day = sql`substr(m.birthday, 6)`
  // A range over the turn of the year ends before it begins.
  const isWithin =
    from <= to
      ? sql`${day} >= ${from} AND ${day} <= ${to}`
      : sql`(${day} >= ${from} OR ${day} <= ${to})`
  return rowsOf<Person & { birthday: Day }>(
    db,
    person,
    sql`members m WHERE ${isMember} AND ${isWithin} ${byName}`,
  )
}

/** Parades from today on with the booked places by costume type; one read. */
export async function listEnrolments(db: Db, today: Day): Promise<EnrolmentsOfParade[]> {
  const comingIds = db.select({ id: parades.id }).from(parades).where(gte(parades.date, today))
  const [coming, counts] = await db.batch([
    db
      .select(foundColumns)
      .from(parades)
      .where(gte(parades.date, today))
      .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id)),
    db
      .select({
        paradeId: participations.paradeId,
        typeId: costumeTypes.id,
        typeName: costumeTypes.name,
        enrolments: count(),
      })
      .from(participations)
      .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
      .where(and(inArray(participations.paradeId, comingIds), eq(participations.state, 'booked')))
      .groupBy(participations.paradeId, costumeTypes.id)
      .orderBy(asc(costumeTypes.nameKey)),
  ])
  const byParade = Map.groupBy(counts, ({ paradeId }) => paradeId)
  return coming.map((parade) => {
    const ofParade = byParade.get(parade.id) ?? []
    return {
      parade,
      total: ofParade.reduce((sum, { enrolments }) => sum + enrolments, 0),
      enrolments: ofParade.map(({ typeId, typeName, enrolments }) => ({
        costumeType: { id: typeId, name: typeName },
        enrolments,
      })),
    }
  })
}

/**
 * All people in the duty book with their years in each office until today. The total counts only offices that
 * an honor's rule names.
 */
export async function listDutyStatistics(db: Db, today: Day): Promise<DutyStatistic[]> {
  const [holders, offices, held, rules] = await db.batch([
    selectOfficeHolders(db),
    selectDuties(db),
    selectHonors(db, singleRow),
    selectHonorRules(db),
  ])
  const counted = countedDuties(toHonorRules(rules))
  const officesOf = Map.groupBy(offices, ({ memberId }) => memberId)
  const honorsOf = Map.groupBy(held, ({ memberId }) => memberId)
  return holders.map((member) => {
    const own = officesOf.get(member.id) ?? []
    const byDuty = Map.groupBy(own, ({ duty }) => duty)
    const types = new Set(honorsOf.get(member.id)?.map(({ type }) => type))
    return {
      member,
      totalDutyYears: dutyYears(
        own.filter(({ duty }) => counted.has(duty)),
        today,
      ),
      duties: [...byDuty]
        .sort(([one], [other]) => rankOfDuty(one) - rankOfDuty(other))
        .map(([duty, spans]) => ({ duty, years: dutyYears(spans, today) })),
      honors: [...types].sort((a, b) => rankOfHonor(a) - rankOfHonor(b)),
    }
  })
}

/**
 * Present and former holders of an office; active: without an end, or with one in the future.
 * @throws DomainError NotFound
 */
export async function listDutyHolders(
  db: Db,
  duty: Duty,
  active: boolean,
  today: Day,
): Promise<DutyHolder[]> {
  const isActive = active
    ? or(isNull(dutyEntries.to), gte(dutyEntries.to, today))
    : lt(dutyEntries.to, today)
  const rows = await db
    .select({ member: personColumns, from: dutyEntries.from, to: dutyEntries.to })
    .from(dutyEntries)
    .innerJoin(members, eq(members.id, dutyEntries.memberId))
    .where(and(eq(dutyEntries.duty, duty), isActive))
    .orderBy(desc(dutyEntries.from), asc(members.lastNameKey), asc(members.firstNameKey))
  if (rows.length === 0) await assertCode(db, 'offices', duty)
  return rows.map((row) => ({ ...row, years: dutyYears([row], today) }))
}

/** Members who hold an honor, the newest first. @throws DomainError NotFound */
export async function listHonorHolders(db: Db, type: HonorType): Promise<HonorHolder[]> {
  const rows = await db
    .select({ member: personColumns, date: honors.date, comment: honors.comment })
    .from(honors)
    .innerJoin(members, eq(members.id, honors.memberId))
    .where(eq(honors.type, type))
    .orderBy(desc(honors.date), asc(members.lastNameKey), asc(members.firstNameKey))
  if (rows.length === 0) await assertCode(db, 'honors', type)
  return rows
}

/** Members missing in the anniversary lists because their day of joining is unknown. */
export async function listMembersWithoutJoiningDay(db: Db): Promise<IncompleteMember[]> {
  const found = await rowsOf<Person>(
    db,
    person,
    sql`members m WHERE ${isMember} AND m.date_joined IS NULL
      AND NOT EXISTS (SELECT 1 FROM member_timespans t WHERE t.member_id = m.id) ${byName}`,
  )
  return found.map((member) => ({ member }))
}
