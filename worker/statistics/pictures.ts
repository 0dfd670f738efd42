import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import { addMonths, type Day, fullYears } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { Timespan } from '#worker/domain/member.ts'
import { seasonOf } from '#worker/domain/season.ts'
import {
  isMemberAtEndOf,
  type MembershipPeriods,
  type MembershipTimes,
  memberCountOn,
  movementsBetween,
  periodsOf,
} from '#worker/domain/stock.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/guild.queries.ts'
import { withParadesBefore } from './parades-per-member.ts'
import { selectCovered, selectParadeCounts, selectTimespans } from './people.queries.ts'
import { statistic } from './prepared.ts'
import type { Pictures } from './statistics.contract.ts'

const firstAges = [0, 6, 16, 18, 30, 40, 50, 60, 70, 80]
const yearsOfMembers = 30
/** Costume types are compared over this season and the four before it. */
const seasonsOfTypes = 5

/** Data of the charts, in one read. */
export const pictures = (today: Day) => {
  const firstYear = Number(seasonOf(today).slice(0, 4)) - seasonsOfTypes + 1
  return statistic({
    name: 'pictures',
    read: (db, gate) => [
      selectAges(db, gate),
      selectMemberships(db, gate),
      selectTimespans(db, gate),
      selectParadeCounts(db, gate),
      selectCovered(db, gate),
      selectHonorRules(db, gate),
      selectParadesUntil(db, gate, today),
      selectTypesSince(db, gate, `${firstYear}-11-11`, today),
    ],
    build: ([people, memberships, spans, counts, covered, rules, parades, types]): Pictures => ({
      ...ageBands(people, today),
      ...membersByYear(memberships, spans, today),
      jumps: jumpBands(withParadesBefore(counts, covered), toHonorRules(rules)),
      seasons: [...Map.groupBy(parades, ({ date }) => seasonOf(date))].map(([season, rows]) => ({
        season,
        parades: rows.reduce((sum, row) => sum + row.takesPlace, 0),
        enrolled: rows.reduce((sum, row) => sum + row.enrolled, 0),
        confirmed: rows.reduce((sum, row) => sum + row.confirmed, 0),
      })),
      costumeTypes: typesBySeason(types),
    }),
  })
}

type People = readonly { state: 'Active' | 'Passive'; birthday: Day | null }[]

function ageBands(people: People, today: Day): Pick<Pictures, 'ages' | 'withoutBirthday'> {
  const count = (rows: People) => ({
    active: rows.filter(({ state }) => state === 'Active').length,
    passive: rows.filter(({ state }) => state === 'Passive').length,
  })
  const byBand = Map.groupBy(people, ({ birthday }) =>
    birthday === null ? null : firstAges.findLast((from) => from <= fullYears(birthday, today)),
  )
  const ages = firstAges.map((from, index) => {
    const next = firstAges[index + 1]
    return { from, to: next === undefined ? null : next - 1, ...count(byBand.get(from) ?? []) }
  })
  return { ages, withoutBirthday: count(byBand.get(null) ?? []) }
}

type Memberships = readonly (Omit<MembershipTimes, 'timespans'> & { id: number })[]
type Spans = readonly (Timespan & { memberId: number })[]

function membersByYear(
  memberships: Memberships,
  spans: Spans,
  today: Day,
): Pick<Pictures, 'members' | 'membersToday' | 'withoutDates'> {
  const spansOf = Map.groupBy(spans, ({ memberId }) => memberId)
  const withoutDates = { dateJoined: 0, dateLeft: 0 }
  const known: MembershipPeriods[] = []
  let passive = 0
  for (const { id, ...member } of memberships) {
    const stays = periodsOf({ ...member, timespans: spansOf.get(id) ?? [] })
    if (typeof stays === 'string') withoutDates[stays] += 1
    else {
      known.push(stays)
      if (member.membershipState === 'Passive' && isMemberAtEndOf(today, stays)) passive += 1
    }
  }
  const thisYear = Number(today.slice(0, 4))
  const members = Array.from({ length: yearsOfMembers }, (_, index) => {
    const year = thisYear - yearsOfMembers + 1 + index
    const until = year === thisYear ? today : `${year}-12-31`
    const moved = movementsBetween(`${year - 1}-12-31`, until, known)
    return {
      year,
      count: memberCountOn(until, known),
      entries: moved.entries + moved.reentries,
      exits: moved.exits + moved.deaths,
    }
  })
  const yearAgo = memberCountOn(addMonths(today, -12), known)
  return { members, membersToday: { passive, yearAgo }, withoutDates }
}

type Jumpers = readonly { state: 'Active' | 'Passive'; confirmed: number }[]

/** Bands of Sprünge: none, those below the first step, then from step to step of the parade honors. */
function jumpBands(members: Jumpers, rules: readonly HonorRule[]): Pictures['jumps'] {
  const steps = new Set(
    rules.flatMap(({ basis, threshold }) => (basis === 'parades' && threshold ? [threshold] : [])),
  )
  const afterFirst = [...steps].some((step) => step > 1 && step <= 10) ? [] : [10]
  const bounds = [...new Set([0, 1, ...afterFirst, ...steps])].sort((a, b) => a - b)
  const byBand = Map.groupBy(members, ({ confirmed }) =>
    bounds.findLast((from) => from <= confirmed),
  )
  return bounds.map((from, index) => {
    const next = bounds[index + 1]
    const band = byBand.get(from) ?? []
    return {
      from,
      to: next === undefined ? null : next - 1,
      active: band.filter(({ state }) => state === 'Active').length,
      passive: band.filter(({ state }) => state === 'Passive').length,
      isStep: steps.has(from),
    }
  })
}

type TypeRows = readonly { date: Day; id: number; name: string; confirmed: number }[]

function typesBySeason(rows: TypeRows): Pictures['costumeTypes'] {
  const seasons = [...new Set(rows.map(({ date }) => seasonOf(date)))].sort()
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofType]) => ({
    costumeType: { id, name: ofType[0]?.name ?? '' },
    seasons: seasons.map((season) => ({
      season,
      confirmed: ofType
        .filter(({ date }) => seasonOf(date) === season)
        .reduce((sum, { confirmed }) => sum + confirmed, 0),
    })),
  }))
}

/** State and birthday of the members; one index has both. */
function selectAges(db: Db, gate: SQL) {
  return rowsOf<{ state: 'Active' | 'Passive'; birthday: Day | null }>(
    db,
    { state: sql`m.membership_state`, birthday: sql`m.birthday` },
    sql`${gate} CROSS JOIN members m WHERE m.membership_state IN ('Active', 'Passive')`,
  )
}

/** State and dates of all present and former members. */
function selectMemberships(db: Db, gate: SQL) {
  return rowsOf<{
    id: number
    membershipState: MembershipState
    dateJoined: Day | null
    dateLeft: Day | null
  }>(
    db,
    {
      id: sql`m.id`,
      membershipState: sql`m.membership_state`,
      dateJoined: sql`m.date_joined`,
      dateLeft: sql`m.date_left`,
    },
    sql`${gate} CROSS JOIN members m`,
  )
}

/**
 * Each parade until today with its counts. A cancelled parade counts only people ticked off before, so that no
 * enrolled person counts as absent.
 */
function selectParadesUntil(db: Db, gate: SQL, today: Day) {
  const takesPlace = sql`d.cancelled_at IS NULL`
  return rowsOf<{ date: Day; takesPlace: number; enrolled: number; confirmed: number }>(
    db,
    {
      date: sql`d.date`,
      takesPlace,
      enrolled: sql`CASE WHEN ${takesPlace} THEN d.registration_count ELSE d.confirmed_count END`,
      confirmed: sql`d.confirmed_count`,
    },
    sql`${gate} CROSS JOIN parades d WHERE d.date <= ${today} ORDER BY d.date`,
  )
}

/** Confirmed participations by day and costume type, from a day on. */
function selectTypesSince(db: Db, gate: SQL, since: Day, today: Day) {
  return rowsOf<{ date: Day; id: number; name: string; confirmed: number }>(
    db,
    { date: sql`d.date`, id: sql`t.id`, name: sql`t.name`, confirmed: sql`count(*)` },
    sql`${gate} CROSS JOIN parades d CROSS JOIN participations p
        JOIN costume_types t ON t.id = p.costume_type_id
      WHERE d.date >= ${since} AND d.date <= ${today} AND p.parade_id = d.id
        AND p.state = 'booked' AND p.participation_confirmed = 1
      GROUP BY d.date, t.id ORDER BY t.name_key`,
  )
}
