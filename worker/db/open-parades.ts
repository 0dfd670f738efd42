import { type Column, type SQL, sql } from 'drizzle-orm'
import { type ClockMinute, dayOfMinute } from '#worker/domain/times.ts'
import { parades } from './schema.ts'
import { correlated } from './statements.ts'

const opens = sql`${parades.dateEnrolmentStart} || ' ' || coalesce(${parades.timeEnrolmentStart}, '00:00')`
const closes = sql`${parades.dateEnrolmentEnd} || ' ' || coalesce(${parades.timeEnrolmentEnd}, '24:00')`

/**
 * Whether a parade takes place and its enrolment is not over, which it is on the day of the parade at the latest.
 * The comparisons of days alone exclude no further parade; they let SQLite use the indexes.
 */
export function isOpenOrComingAt(minute: ClockMinute): SQL {
  const today = dayOfMinute(minute)
  return sql`(${parades.dateEnrolmentEnd} >= ${today} AND ${parades.date} >= ${today}
    AND ${closes} > ${minute} AND ${parades.cancelledAt} IS NULL)`
}

/** `isOpenForEnrolment` in SQL, without cancelled parades. */
export function isOpenAt(minute: ClockMinute): SQL {
  return sql`(${opens} <= ${minute} AND ${isOpenOrComingAt(minute)})`
}

const ofGuild = (column: 'min_age' | 'guardian_below') =>
  sql`(SELECT g.${sql.raw(column)} FROM guild_settings g)`
/** The age of the parade's own rule, else of the guild's; null when that is 0, which means no rule. */
const ruleInForce = (own: Column, column: 'min_age' | 'guardian_below') =>
  sql<number | null>`nullif(coalesce(${own}, ${ofGuild(column)}), 0)`

/** The age rules in force for a parade. The columns are named because a batch keys rows by column name. */
export const ageRuleColumns = {
  minAge: ruleInForce(parades.minAge, 'min_age').as('min_age_in_force'),
  guardianBelow: ruleInForce(parades.guardianBelow, 'guardian_below').as('guardian_in_force'),
}

/** When and where a parade begins and the guild leaves: `ParadePlan`. */
export const planColumns = {
  timeStart: parades.timeStart,
  lineUpNumber: parades.lineUpNumber,
  lineUpPlace: parades.lineUpPlace,
  departures: parades.departures,
}

/** For each extra that the parade has or had, its id and the taken quantity. */
export const extraCounts = correlated<[id: number, taken: number][]>(
  sql`SELECT json_group_array(json_array(c.extra_id, c.taken_count)) FROM extra_counts c
    WHERE c.parade_id = ${parades.id}`,
).mapWith(JSON.parse)

/** The same, read only for parades that offer extras; named, because a batch keys rows by the column's name. */
export const offeredExtraCounts = sql<
  [id: number, taken: number][]
>`iif(${parades.extras} = '[]', '[]', ${extraCounts})`
  .mapWith(JSON.parse)
  .as('extra_counts')
