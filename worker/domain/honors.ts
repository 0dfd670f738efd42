import type { Duty, HonorBasis, HonorType } from './codes.ts'
import { duties, honorTypes } from './codes.ts'
import type { Day } from './dates.ts'
import { dutyLabels } from './labels.ts'
import type { Timespan } from './membership.ts'
import { dutyYears, membershipSpans, mergedSpans, monthsIn } from './spans.ts'

/** One row of the guild's honor rules. `threshold` counts parades or years; null for manual ones. */
export type HonorRule = {
  type: HonorType
  basis: HonorBasis
  threshold: number | null
  /** The offices that count for `dutyYears`. */
  duties: readonly Duty[]
  label: string
  /** Who awards it: an association ("VSAN"); "" = the guild itself. */
  issuer: string
  /** What its certificate says; "" = the usual words. */
  certificateText: string
}

/** Steps of one series replace each other: who has a higher one is not due a lower. */
const seriesNames = [
  'Parades',
  'Member_for',
  'Ehrennarr',
  'Obernarr',
  'Certificate_va',
  'Certificate_av',
  'Certificate',
]

/** The series of a step; an honor that has no steps is a series of its own. */
export function seriesOf(type: HonorType): string {
  const stem = type.replace(/_?\d+/, '').replace(/_Years/, '')
  return seriesNames.includes(stem) ? stem : type
}

/** The rules by series, each from the lowest step to the highest. */
export function rulesBySeries(rules: readonly HonorRule[]): HonorRule[][] {
  const byStep = rules.toSorted((a, b) => honorTypes.indexOf(a.type) - honorTypes.indexOf(b.type))
  return [...Map.groupBy(byStep, ({ type }) => seriesOf(type)).values()]
}

/** The offices that some honor counts. */
export function countedDuties(rules: readonly HonorRule[]): Set<Duty> {
  const ofOffice = rules.filter(({ basis }) => basis === 'dutyYears')
  return new Set(ofOffice.flatMap((rule) => rule.duties))
}

/** The highest open step that is reached, and the open ones below it. */
export type Due = { rule: HonorRule; alsoDue: HonorType[] }

/** @param steps one series, lowest first */
export function dueStep(
  steps: readonly HonorRule[],
  held: ReadonlySet<HonorType>,
  reaches: (rule: HonorRule) => boolean,
): Due | null {
  const highestHeld = steps.findLastIndex(({ type }) => held.has(type))
  const open = steps.slice(highestHeld + 1).filter(reaches)
  const rule = open.pop()
  return rule ? { rule, alsoDue: open.map(({ type }) => type) } : null
}

/** Parades that are confirmed, and how many they become when all that are booked are attended. */
export type ParadeCounts = { confirmed: number; maximum: number }

/**
 * Of one series the step that is reached, and the one above it that is only within reach. Whoever is
 * due the one may come within reach of the other as well.
 * @param steps lowest first
 */
export function dueForParades(
  steps: readonly HonorRule[],
  held: ReadonlySet<HonorType>,
  { confirmed, maximum }: ParadeCounts,
): { reached: Due | null; reachable: Due | null } {
  const reaches =
    (parades: number) =>
    ({ basis, threshold }: HonorRule) =>
      basis === 'parades' && threshold !== null && parades >= threshold
  const reached = dueStep(steps, held, reaches(confirmed))
  const above = reached ? steps.slice(steps.indexOf(reached.rule) + 1) : steps
  return { reached, reachable: dueStep(above, held, reaches(maximum)) }
}

/** Whom the assembly honors for parades: those who have reached a step, the lowest step first. */
export function reachedIn<Person extends { reached: boolean }>(
  honored: Partial<Record<HonorType, readonly Person[] | undefined>>,
): { honor: HonorType; person: Person }[] {
  return honorTypes.flatMap((honor) =>
    (honored[honor] ?? []).filter(({ reached }) => reached).map((person) => ({ honor, person })),
  )
}

/** An office that counts, and when it was held: "1998–2004", "2010". */
export type CountedOffice = { duty: Duty; years: string }

/** An honor that is due on a day, of whatever series: a row of the one list of an assembly. */
export type HonorDue = {
  /** The highest step that is reached. */
  type: HonorType
  basis: HonorBasis
  /** Years or Sprünge; null for an honor that is given by hand. */
  count: number | null
  /** Lower open steps, which are due along with it. */
  alsoDue: HonorType[]
  /** Of the duty book, by their first day. */
  offices: CountedOffice[]
  /** Why, in one German line: "Schriftführer 1998–2004, Elferrat 2004–2027, 29 Jahre". */
  reason: string
}

/** What an honor list knows of a member who may be due. */
export type Honoree = {
  held: readonly HonorType[]
  timespans: readonly Timespan[]
  dateJoined: Day | null
  dateLeft: Day | null
  offices: readonly (Timespan & { duty: Duty })[]
}

export type DueHonor = {
  honor: HonorType
  alsoDue: HonorType[]
  years: number
  /** The counted offices, for honors of the duty book. */
  duties: Duty[]
  /** Why, in one German line: "Elferrat 2004–2026, 22 Jahre". */
  reason: string
}

/**
 * Honors for years of membership that are due on a day (docs/rules.md, "Ehrungen").
 * @param series `rulesBySeries`
 */
export function dueAnniversaries(
  member: Honoree,
  series: readonly HonorRule[][],
  day: Day,
): DueHonor[] {
  const spans = membershipSpans(member)
  if (!spans) return []
  const years = Math.floor(monthsIn(spans, day) / 12)
  const held = new Set(member.held)
  return series.flatMap((steps) => {
    const due = dueStep(steps, held, ({ basis, threshold }) => {
      return basis === 'membershipYears' && threshold !== null && years >= threshold
    })
    if (!due) return []
    const reason = `Mitglied ${yearsOf(spans, day).join(', ')}, ${years} Jahre`
    return { honor: due.rule.type, alsoDue: due.alsoDue, years, duties: [], reason }
  })
}

/**
 * Honors for years in office that are due on a day.
 * @param series `rulesBySeries`
 */
export function dueForDuties(
  member: Honoree,
  series: readonly HonorRule[][],
  day: Day,
): DueHonor[] {
  if (member.offices.length === 0) return []
  const held = new Set(member.held)
  const countedFor = (rule: HonorRule) =>
    member.offices.filter(({ duty, from }) => rule.duties.includes(duty) && from <= day)
  return series.flatMap((steps) => {
    const due = dueStep(steps, held, (rule) => {
      const { basis, threshold } = rule
      if (basis !== 'dutyYears' || threshold === null) return false
      return dutyYears(countedFor(rule), day) >= threshold
    })
    if (!due) return []
    const counted = countedFor(due.rule)
    const offices = duties.filter((duty) => counted.some((office) => office.duty === duty))
    const years = dutyYears(counted, day)
    const lines = offices.map((duty) => {
      const spans = counted.filter((office) => office.duty === duty)
      return `${dutyLabels[duty]} ${yearsOf(spans, day).join(', ')}`
    })
    const reason = `${lines.join(', ')}, ${years} Jahre`
    return { honor: due.rule.type, alsoDue: due.alsoDue, years, duties: offices, reason }
  })
}

/** "2004–2026", or one year alone. */
function yearsOf(spans: readonly Timespan[], until: Day): string[] {
  return mergedSpans(spans, until).map(({ from, to }) => {
    const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
    return first === last ? first : `${first}–${last}`
  })
}

/** Of what one member was given at one assembly only the highest step of a series stands in a list. */
export function withoutLowerSteps<
  Row extends { date: Day; member: { id: number }; type: HonorType },
>(entered: readonly Row[]): Row[] {
  const together = Map.groupBy(entered, ({ date, member, type }) =>
    [date, member.id, seriesOf(type)].join(' '),
  )
  return [...together.values()].flatMap((rows) => {
    const highest = Math.max(...rows.map(({ type }) => honorTypes.indexOf(type)))
    return rows.filter(({ type }) => honorTypes.indexOf(type) === highest)
  })
}

/** The day the honor lists are prepared for: the guild's, or the next 11 November. */
export function assemblyDay(stored: Day | null, today: Day): Day {
  if (stored !== null && stored >= today) return stored
  const thisYear = `${today.slice(0, 4)}-11-11`
  return today <= thisYear ? thisYear : `${Number(today.slice(0, 4)) + 1}-11-11`
}
