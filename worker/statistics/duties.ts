import { and, asc, desc, eq, gte, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { dutyEntries, honors, members } from '#worker/db/schema.ts'
import { always } from '#worker/db/statements.ts'
import { type Duty, duties, type HonorType, honorTypes } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { countedDuties } from '#worker/domain/honors.ts'
import { dutyYears } from '#worker/domain/spans.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/guild.queries.ts'
import { personColumns } from '#worker/members/member-columns.ts'
import { selectHonors, selectOfficeHolders, selectOffices } from './people.queries.ts'
import type { DutyHolder, DutyStatistic, HonorHolder } from './statistics.contract.ts'

/**
 * Everybody with an entry in the duty book, with the years of each office until today. In all, as many
 * as an honor could count: an office that no rule names is no service.
 */
export async function listDutyStatistics(db: Db, today: Day): Promise<DutyStatistic[]> {
  const [holders, offices, held, rules] = await db.batch([
    selectOfficeHolders(db),
    selectOffices(db, always),
    selectHonors(db, always),
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
      duties: duties
        .filter((duty) => byDuty.has(duty))
        .map((duty) => ({ duty, years: dutyYears(byDuty.get(duty) ?? [], today) })),
      honors: honorTypes.filter((type) => types.has(type)),
    }
  })
}

/** Who has or had an office; active: without an end, or with one that is still to come. */
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
  return rows.map((row) => ({ ...row, years: dutyYears([row], today) }))
}

/** Who holds an honor, the newest first. */
export function listHonorHolders(db: Db, type: HonorType): Promise<HonorHolder[]> {
  return db
    .select({ member: personColumns, date: honors.date, comment: honors.comment })
    .from(honors)
    .innerJoin(members, eq(members.id, honors.memberId))
    .where(eq(honors.type, type))
    .orderBy(desc(honors.date), asc(members.lastNameKey), asc(members.firstNameKey))
}
