import { type Duty, duties, type HonorBasis, type HonorType, honorTypes } from './codes.ts'
import type { Day } from './dates.ts'
import { dutyLabels } from './labels.ts'
import type { Timespan } from './member.ts'
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
type ParadeCounts = { confirmed: number; maximum: number }

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
  /** Sprünge: confirmed until the day asked about, and those from before the register. */
  confirmed: number
}

/**
 * Every honor that is due on a day (docs/rules.md, "Ehrungen"): a row a series, under its highest step,
 * whatever that step counts.
 * @param series `rulesBySeries`
 */
export function dueAt(member: Honoree, series: readonly HonorRule[][], day: Day): HonorDue[] {
  const held = new Set(member.held)
  const countOf = counting(member, day)
  return series.flatMap((steps) => {
    const due = dueStep(steps, held, (rule) => {
      const count = countOf(rule)
      return count !== null && rule.threshold !== null && count >= rule.threshold
    })
    return due ? { ...standingAt(member, due.rule, day), alsoDue: due.alsoDue } : []
  })
}

/** A member's count towards an honor on a day, reached or not. */
export function standingAt(member: Honoree, rule: HonorRule, day: Day): HonorDue {
  const count = counting(member, day)(rule)
  const offices = rule.basis === 'dutyYears' ? countedOffices(member, rule, day) : []
  const reason = count === null ? '' : reasonOf(member, { rule, count, offices, day })
  return { type: rule.type, basis: rule.basis, count, alsoDue: [], offices, reason }
}

/** A member's count for an honor; null when it is given by hand or the dates are unknown. */
function counting(member: Honoree, day: Day): (rule: HonorRule) => number | null {
  const spans = membershipSpans(member)
  const years = spans && Math.floor(monthsIn(spans, day) / 12)
  return (rule) => {
    switch (rule.basis) {
      case 'membershipYears':
        return years
      case 'dutyYears':
        return dutyYears(heldFor(member, rule, day), day)
      case 'parades':
        return member.confirmed
      case 'manual':
        return null
    }
  }
}

const heldFor = ({ offices }: Honoree, rule: HonorRule, day: Day) =>
  offices.filter(({ duty, from }) => rule.duties.includes(duty) && from <= day)

/** Of an honor, by their first day: those of one day as the duty book lists them. */
function countedOffices(member: Honoree, rule: HonorRule, day: Day): CountedOffice[] {
  const byFirstDay = heldFor(member, rule, day).toSorted((a, b) =>
    a.from === b.from ? duties.indexOf(a.duty) - duties.indexOf(b.duty) : a.from < b.from ? -1 : 1,
  )
  return [...Map.groupBy(byFirstDay, ({ duty }) => duty)].map(([duty, spans]) => ({
    duty,
    years: yearsOf(spans, day).join(', '),
  }))
}

type Standing = { rule: HonorRule; count: number; offices: readonly CountedOffice[]; day: Day }

function reasonOf(member: Honoree, { rule, count, offices, day }: Standing): string {
  switch (rule.basis) {
    case 'membershipYears':
      return `Mitglied ${[...yearsOf(membershipSpans(member) ?? [], day), `${count} Jahre`].join(', ')}`
    case 'dutyYears': {
      const lines = offices.map(({ duty, years }) => `${dutyLabels[duty]} ${years}`)
      return [...lines, `${count} Jahre`].join(', ')
    }
    case 'parades':
      return count === 1 ? '1 Sprung' : `${count} Sprünge`
    case 'manual':
      return ''
  }
}

/** "2004–2026", or one year alone. */
function yearsOf(spans: readonly Timespan[], until: Day): string[] {
  return mergedSpans(spans, until).map(({ from, to }) => {
    const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
    return first === last ? first : `${first}–${last}`
  })
}

/** A step for parades that is not reached yet. */
type StepAhead = { type: HonorType; threshold: number }

/**
 * Of each series what is still ahead of its highest step that is held or due: the highest that all
 * booked parades lead to, and the lowest that they do not lead to.
 * @param series `rulesBySeries`
 */
export function paradesAhead(
  member: Honoree,
  series: readonly HonorRule[][],
  { day, booked }: { day: Day; booked: number },
): { reachable: StepAhead[]; beyond: StepAhead[] } {
  const due = dueAt(member, series, day).map(({ type }) => type)
  const taken = new Set([...member.held, ...due])
  const ahead = series.map((steps) =>
    steps
      .slice(steps.findLastIndex(({ type }) => taken.has(type)) + 1)
      .flatMap(({ type, basis, threshold }) =>
        basis === 'parades' && threshold !== null && threshold > member.confirmed
          ? { type, threshold }
          : [],
      ),
  )
  const leads = ({ threshold }: StepAhead) => threshold <= member.confirmed + booked
  return {
    reachable: ahead.flatMap((steps) => steps.findLast(leads) ?? []),
    beyond: ahead.flatMap((steps) => steps.find((step) => !leads(step)) ?? []),
  }
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

const basesInOrder: readonly HonorBasis[] = ['membershipYears', 'dutyYears', 'parades', 'manual']

/** As an assembly calls them: by what is counted, then by series, each from its highest step down. */
export function inAssemblyOrder(
  a: Pick<HonorDue, 'basis' | 'type'>,
  b: Pick<HonorDue, 'basis' | 'type'>,
): number {
  return (
    basesInOrder.indexOf(a.basis) - basesInOrder.indexOf(b.basis) ||
    firstOf(a.type) - firstOf(b.type) ||
    honorTypes.indexOf(b.type) - honorTypes.indexOf(a.type)
  )
}

/** Where the series of an honor begins. */
const firstOf = (honor: HonorType) =>
  honorTypes.findIndex((type) => seriesOf(type) === seriesOf(honor))

/** The day the honor lists are prepared for: the guild's, or the next 11 November. */
export function assemblyDay(stored: Day | null, today: Day): Day {
  if (stored !== null && stored >= today) return stored
  const thisYear = `${today.slice(0, 4)}-11-11`
  return today <= thisYear ? thisYear : `${Number(today.slice(0, 4)) + 1}-11-11`
}
