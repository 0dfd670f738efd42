import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '#worker/db/statements.ts'
import {
  type AssemblyChoice,
  type HonorBasis,
  type HonorType,
  rankOfHonor,
} from '#worker/domain/codes.ts'
import { type Day, yearsLater } from '#worker/domain/dates.ts'
import {
  assemblyDay,
  type HonorDue,
  type Honoree,
  type HonorRule,
  honorCountAt,
  honorsDueOn,
  inAssemblyOrder,
  paradesAhead,
  rulesBySeries,
  seriesOf,
  withoutLowerSteps,
} from '#worker/domain/honors.ts'
import { compareNames } from '#worker/domain/names.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/guild.queries.ts'
import { honoreesOf, type Registers, toPerson } from './honorees.ts'
import {
  type CountedMember,
  type Decided,
  selectComing,
  selectConfirmedAfter,
  selectCountedMembers,
  selectCovered,
  selectDecided,
  selectHonors,
  selectOffices,
  selectTimespans,
} from './people.queries.ts'
import { statistic } from './prepared.ts'
import type { Person } from './statistics.contract.ts'

/** A row of an assembly's list. */
export type ListedHonor = HonorDue & {
  member: Person
  /** Due by the rules; false when added by a user, or entered but no longer due. */
  isDue: boolean
  choice: AssemblyChoice | null
  /** null = not entered. */
  honorId: number | null
}

/** The honors of an assembly: due by the registers, or entered, left out or added for it. */
export type AssemblyList = {
  date: Day
  rows: ListedHonor[]
  leftOut: ListedHonor[]
  reachable: {
    member: Person
    type: HonorType
    threshold: number
    confirmed: number
    booked: number
  }[]
  next: {
    years: (HonorDue & { member: Person })[]
    parades: { member: Person; type: HonorType; missing: number }[]
  }
  /** What each honor of the guild counts. */
  bases: Partial<Record<HonorType, HonorBasis>>
}

/** The rows that are not entered yet. */
export const openRows = ({ rows }: AssemblyList) => rows.filter(({ honorId }) => honorId === null)

/** The assembly's day as SQL: the requested one, or the guild's. */
export function assemblyDaySql(asked: Day | undefined, today: Day): SQL {
  if (asked !== undefined) return sql`${asked}`
  return sql`coalesce((SELECT assembly_date FROM guild_settings WHERE assembly_date >= ${today}),
    ${assemblyDay(null, today)})`
}

const nameOf = (day: Day) => `assembly-${day}`

/** The list of one assembly, and the members close to an honor. */
export const assemblyList = (day: Day, today: Day) => listNamed(nameOf(day), sql`${day}`, today)

/** The list of the assembly day that the guild has set, stored under the same name. */
export function nextAssemblyList(today: Day) {
  const day = assemblyDaySql(undefined, today)
  return listNamed(sql`('assembly-' || ${day})`, day, today)
}

const listNamed = <Name extends string | SQL>(name: Name, day: SQL, today: Day) =>
  statistic({
    name,
    read: (db, gate) => [
      rowsOf<{ date: Day }>(db, { date: day }, gate),
      selectCountedMembers(db, gate),
      selectTimespans(db, gate),
      selectOffices(db, gate),
      selectHonors(db, gate),
      selectHonorRules(db, gate),
      selectCovered(db, gate),
      selectConfirmedAfter(db, gate, day),
      selectComing(db, gate, today, day),
      selectDecided(db, gate, day),
    ],
    build: ([
      [asked],
      members,
      timespans,
      offices,
      honors,
      rules,
      covered,
      later,
      coming,
      decided,
    ]): AssemblyList => {
      const registers = { timespans, offices, honors, covered, later }
      const day = asked?.date ?? ''
      return toList({ day, rules: toHonorRules(rules), registers, members, decided, coming })
    },
  })

type ToList = {
  day: Day
  rules: readonly HonorRule[]
  registers: Registers
  members: readonly CountedMember[]
  decided: readonly Decided[]
  coming: readonly { memberId: number; coming: number }[]
}

function toList({ day, rules, registers, members, decided, coming }: ToList): AssemblyList {
  const series = rulesBySeries(rules)
  const entered = new Set(decided.flatMap(({ honorId }) => honorId ?? []))
  const honoreeOf = honoreesOf(registers, entered)
  const honoreeNow = honoreesOf(registers)
  const decidedOf = Map.groupBy(decided, ({ id }) => id)
  const bookedOf = new Map(coming.map((row) => [row.memberId, row.coming]))
  const people = members.map((member) => {
    const due = honorsDueOn(honoreeOf(member), series, day)
    const given = due.flatMap(({ type, alsoDue }) => [type, ...alsoDue])
    const now = honoreeNow(member)
    const ahead = nextHonorsOf({ ...now, held: [...now.held, ...given] }, series, {
      day,
      booked: bookedOf.get(member.id) ?? 0,
    })
    return { member: toPerson(member), due: rowsOfDue(due, decidedOf.get(member.id)), ahead }
  })
  const due = people.flatMap(({ member, due }) => due.map((row) => ({ member, ...row })))
  const isDue = new Set(due.map(keyOf))
  const others = listedAnyway(decided).flatMap(({ alsoDue, ...one }): ListedHonor[] => {
    const { type, choice, honorId } = one
    const rule = rules.find((rule) => rule.type === type)
    const member = toPerson(one)
    if (!rule || isDue.has(keyOf({ member, type }))) return []
    const standing = { ...honorCountAt(honoreeOf(one), rule, day), alsoDue }
    return [{ member, isDue: false, choice, honorId, ...standing }]
  })
  const isLeftOut = ({ honorId, choice }: ListedHonor) => honorId === null && choice === 'left_out'
  const ofAll = <Row extends object>(select: (ahead: NextHonors) => readonly Row[]) =>
    people.flatMap(({ member, ahead }) => select(ahead).map((row) => ({ member, ...row })))
  return {
    date: day,
    rows: mergeSeries([...due.filter((row) => !isLeftOut(row)), ...others]).sort(inListOrder),
    leftOut: due.filter(isLeftOut).sort(inListOrder),
    reachable: ofAll(({ reachable }) => reachable).sort(inStepOrder),
    next: {
      years: ofAll(({ years }) => years).sort(inListOrder),
      parades: ofAll(({ missing }) => missing).sort(inStepOrder),
    },
    bases: Object.fromEntries(rules.map(({ type, basis }) => [type, basis])),
  }
}

type NextHonors = ReturnType<typeof nextHonorsOf>

/** The honors that a member is close to after an assembly at which everything due is given. */
function nextHonorsOf(
  member: Honoree,
  series: readonly HonorRule[][],
  { day, booked }: { day: Day; booked: number },
) {
  const { confirmed } = member
  const { reachable, beyond } = paradesAhead(member, series, { day, booked })
  const missing = beyond.map(({ type, threshold }) => ({ type, missing: threshold - confirmed }))
  return {
    years: honorsDueOn(member, series, yearsLater(day, 1)).filter(
      ({ basis }) => basis !== 'parades',
    ),
    reachable: reachable.map((step) => ({ ...step, confirmed, booked })),
    missing: reachable.length > 0 ? [] : missing.filter((step) => step.missing <= mostMissing),
  }
}

/** Members who miss more years than this are not listed. */
const mostMissing = 10

/**
 * The rows that are due to one person, with the decisions about them: none if a higher step was entered
 * instead, and without lower steps that were entered separately.
 */
function rowsOfDue(due: readonly HonorDue[], decided: readonly Decided[] = []) {
  return due.flatMap((honor) => {
    const own = decided.find(({ type }) => type === honor.type)
    const { choice = null, honorId = null } = own ?? {}
    const row = { isDue: true, choice, honorId, ...honor }
    const entered = decided.filter(
      (one) => one.honorId !== null && seriesOf(one.type) === seriesOf(honor.type),
    )
    const highest = Math.max(-1, ...entered.map(({ type }) => stepOf(type)))
    if (highest > stepOf(honor.type)) return []
    if (honorId !== null) return row
    return { ...row, alsoDue: honor.alsoDue.filter((type) => stepOf(type) > highest) }
  })
}

const stepOf = rankOfHonor

/**
 * Rows that are listed whether due or not: entered honors, with the lower steps entered together with them,
 * and added ones that the member does not hold by now.
 */
function listedAnyway(decided: readonly Decided[]): (Decided & Pick<HonorDue, 'alsoDue'>)[] {
  const entered = decided.filter(({ honorId }) => honorId !== null)
  const added = decided.filter(
    ({ honorId, choice, isHeld }) => honorId === null && choice === 'added' && isHeld === 0,
  )
  const ofOneDay = entered.map((row) => ({ date: '', member: { id: row.id }, type: row.type, row }))
  const highest = withoutLowerSteps(ofOneDay).map(({ row }) => {
    const series = entered.filter(
      ({ id, type }) => id === row.id && seriesOf(type) === seriesOf(row.type),
    )
    return { ...row, alsoDue: inSteps(series).filter((type) => type !== row.type) }
  })
  return [...highest, ...added.map((row) => ({ ...row, alsoDue: [] }))]
}

const inSteps = (rows: readonly { type: HonorType }[]) =>
  rows.map(({ type }) => type).sort((a, b) => stepOf(a) - stepOf(b))

/** Lower open steps of a series are given together with its highest step, due or added. */
function mergeSeries(rows: readonly ListedHonor[]): ListedHonor[] {
  const together = Map.groupBy(rows, ({ member, type }) => `${member.id} ${seriesOf(type)}`)
  return [...together.values()].flatMap((series) => {
    const [highest, ...lower] = series.toSorted((a, b) => stepOf(b.type) - stepOf(a.type))
    if (!highest) return []
    const entered = lower.filter(({ honorId }) => honorId !== null)
    if (highest.honorId !== null) return [highest, ...entered]
    const open = lower.filter(({ honorId }) => honorId === null)
    const dueTogether = [highest, ...open].flatMap(({ alsoDue }) => alsoDue)
    const alsoDue = [...new Set([...dueTogether, ...open.map(({ type }) => type)])]
    return [{ ...highest, alsoDue: alsoDue.sort((a, b) => stepOf(a) - stepOf(b)) }, ...entered]
  })
}

const keyOf = ({ member, type }: { member: { id: number }; type: HonorType }) =>
  `${member.id} ${type}`

type Listed = { member: Person; type: HonorType }

/** Sorts honors in the order in which an assembly calls them. */
export function inListOrder(
  a: Listed & Pick<HonorDue, 'basis'>,
  b: Listed & Pick<HonorDue, 'basis'>,
): number {
  return inAssemblyOrder(a, b) || byName(a, b)
}

const inStepOrder = (a: Listed, b: Listed) =>
  inListOrder({ ...a, basis: 'parades' }, { ...b, basis: 'parades' })

const byName = (a: Listed, b: Listed) =>
  compareNames(a.member, b.member) || a.member.id - b.member.id
