import {
  type Duty,
  type HonorBasis,
  type HonorType,
  honorTypes,
  rankOfDuty,
  rankOfHonor,
} from './codes.ts'
import type { Day } from './dates.ts'
import type { Timespan } from './member.ts'
import { dutyYears, membershipSpans, mergedSpans, monthsIn } from './spans.ts'

/** One row of the guild's honor rules. `threshold` is a number of parades or years; null for manual honors. */
export type HonorRule = {
  type: HonorType
  basis: HonorBasis
  threshold: number | null
  /** The offices that count for `dutyYears`. */
  duties: readonly Duty[]
  label: string
  /** The association that awards the honor ("VSAN"); "" for the guild itself. */
  issuer: string
  /** Text of the certificate; "" for the default text. */
  certificateText: string
}

/** The series of honors that have steps: a member who has a higher step is not due a lower step of the series. */
const seriesNames = [
  'Parades',
  'Member_for',
  'Ehrennarr',
  'Obernarr',
  'Certificate_va',
  'Certificate_av',
  'Certificate',
]

/** The series of an honor; an honor without steps is a series of its own. */
export function seriesOf(type: HonorType): string {
  const stem = type.replace(/_?\d+/, '').replace(/_Years/, '')
  return seriesNames.includes(stem) ? stem : type
}

/** The rules by series, each from the lowest step to the highest. */
export function rulesBySeries(rules: readonly HonorRule[]): HonorRule[][] {
  const byStep = rules.toSorted((a, b) => rankOfHonor(a.type) - rankOfHonor(b.type))
  return [...Map.groupBy(byStep, ({ type }) => seriesOf(type)).values()]
}

/** All duties that count towards at least one honor. */
export function countedDuties(rules: readonly HonorRule[]): Set<Duty> {
  const ofOffice = rules.filter(({ basis }) => basis === 'dutyYears')
  return new Set(ofOffice.flatMap((rule) => rule.duties))
}

/** The highest step reached that the member does not have yet, and the missing steps below it. */
export type Due = { rule: HonorRule; alsoDue: HonorType[] }

/** The step of a series that is due; null when none is. `steps` are those of one series, lowest first. */
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

/** The number of confirmed parades, and the number if the member also attends all booked parades. */
type ParadeCounts = { confirmed: number; maximum: number }

/**
 * For one series, lowest step first: the step that is reached, and the step above it that the booked parades would
 * reach. There can be both.
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

/** A duty that counts, with the guild's name for it, and when it was held: "1998–2004", "2010". */
export type CountedOffice = { duty: Duty; label: string; years: string }

/** An honor that is due on a day: a row of the list for an assembly. */
export type HonorDue = {
  /** The highest step of the series that the member has reached. */
  type: HonorType
  basis: HonorBasis
  /** The years or Sprünge that the member has; null for a manual honor. */
  count: number | null
  /** Lower steps that the member does not have; they are due together with the highest. */
  alsoDue: HonorType[]
  /** The offices that counted, from the duty book, sorted by first day; [] for other honors. */
  offices: CountedOffice[]
  /** The reason in German: "Schriftführer 1998–2004, Elferrat 2004–2027, 29 Jahre". */
  reason: string
}

/** The data of a member from which due honors are computed. */
export type Honoree = {
  held: readonly HonorType[]
  timespans: readonly Timespan[]
  dateJoined: Day | null
  dateLeft: Day | null
  offices: readonly (Timespan & { duty: Duty; label: string })[]
  /** The Sprünge: parades confirmed up to the given day, and parades from before the register began. */
  confirmed: number
}

/**
 * All honors due on a day (docs/rules.md, "Ehrungen"), one row per series with the highest step reached. `series` is
 * the result of `rulesBySeries`.
 */
export function honorsDueOn(member: Honoree, series: readonly HonorRule[][], day: Day): HonorDue[] {
  const held = new Set(member.held)
  const countOf = counterFor(member, day)
  return series.flatMap((steps) => {
    const due = dueStep(steps, held, (rule) => {
      const count = countOf(rule)
      return count !== null && rule.threshold !== null && count >= rule.threshold
    })
    return due ? { ...honorCountAt(member, due.rule, day), alsoDue: due.alsoDue } : []
  })
}

/** A member's count towards an honor on a day, whether the threshold is reached or not. */
export function honorCountAt(member: Honoree, rule: HonorRule, day: Day): HonorDue {
  const count = counterFor(member, day)(rule)
  const offices = rule.basis === 'dutyYears' ? countedOffices(member, rule, day) : []
  const reason = count === null ? '' : reasonOf(member, { rule, count, offices, day })
  return { type: rule.type, basis: rule.basis, count, alsoDue: [], offices, reason }
}

/** A member's count for an honor; null for manual honors and when the dates are unknown. */
function counterFor(member: Honoree, day: Day): (rule: HonorRule) => number | null {
  const spans = membershipSpans(member)
  const years = spans && Math.floor(monthsIn(spans, day) / 12)
  return (rule) => {
    switch (rule.basis) {
      case 'membershipYears':
        return years
      case 'dutyYears':
        return dutyYears(countedDutySpans(member, rule, day), day)
      case 'parades':
        return member.confirmed
      case 'manual':
        return null
    }
  }
}

const countedDutySpans = ({ offices }: Honoree, rule: HonorRule, day: Day) =>
  offices.filter(({ duty, from }) => rule.duties.includes(duty) && from <= day)

/** The offices counted for an honor, by their first day; offices that began on the same day in the order of `rankOfDuty`. */
function countedOffices(member: Honoree, rule: HonorRule, day: Day): CountedOffice[] {
  const byFirstDay = countedDutySpans(member, rule, day).toSorted((a, b) =>
    a.from === b.from ? rankOfDuty(a.duty) - rankOfDuty(b.duty) : a.from < b.from ? -1 : 1,
  )
  return [...Map.groupBy(byFirstDay, ({ duty }) => duty)].map(([duty, spans]) => ({
    duty,
    label: spans[0]?.label ?? '',
    years: yearsOf(spans, day).join(', '),
  }))
}

type CountedHonor = { rule: HonorRule; count: number; offices: readonly CountedOffice[]; day: Day }

function reasonOf(member: Honoree, { rule, count, offices, day }: CountedHonor): string {
  switch (rule.basis) {
    case 'membershipYears':
      return `Mitglied ${[...yearsOf(membershipSpans(member) ?? [], day), `${count} Jahre`].join(', ')}`
    case 'dutyYears': {
      const lines = offices.map(({ label, years }) => `${label} ${years}`)
      return [...lines, `${count} Jahre`].join(', ')
    }
    case 'parades':
      return count === 1 ? '1 Sprung' : `${count} Sprünge`
    case 'manual':
      return ''
  }
}

/** The years of each span: "2004–2026", or a single year. */
function yearsOf(spans: readonly Timespan[], until: Day): string[] {
  return mergedSpans(spans, until).map(({ from, to }) => {
    const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
    return first === last ? first : `${first}–${last}`
  })
}

/** A step for parades that has not been reached. */
type StepAhead = { type: HonorType; threshold: number }

/**
 * For each series the steps above the highest one held or due: the highest that all booked parades
 * would reach, and the lowest that they would not reach. `series` is the result of `rulesBySeries`.
 */
export function paradesAhead(
  member: Honoree,
  series: readonly HonorRule[][],
  { day, booked }: { day: Day; booked: number },
): { reachable: StepAhead[]; beyond: StepAhead[] } {
  const due = honorsDueOn(member, series, day).map(({ type }) => type)
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

/** Of the honors given to a member at one assembly, keeps only the highest step of each series. */
export function withoutLowerSteps<
  Row extends { date: Day; member: { id: number }; type: HonorType },
>(entered: readonly Row[]): Row[] {
  const together = Map.groupBy(entered, ({ date, member, type }) =>
    [date, member.id, seriesOf(type)].join(' '),
  )
  return [...together.values()].flatMap((rows) => {
    const highest = Math.max(...rows.map(({ type }) => rankOfHonor(type)))
    return rows.filter(({ type }) => rankOfHonor(type) === highest)
  })
}

const basesInOrder: readonly HonorBasis[] = ['membershipYears', 'dutyYears', 'parades', 'manual']

/** Compares honors by the order in which an assembly announces them: by basis, then series, highest step first. */
export function inAssemblyOrder(
  a: Pick<HonorDue, 'basis' | 'type'>,
  b: Pick<HonorDue, 'basis' | 'type'>,
): number {
  return (
    basesInOrder.indexOf(a.basis) - basesInOrder.indexOf(b.basis) ||
    firstOf(a.type) - firstOf(b.type) ||
    rankOfHonor(b.type) - rankOfHonor(a.type)
  )
}

/** The rank of the first honor in the series, by which series are sorted. */
function firstOf(honor: HonorType): number {
  const first = honorTypes.find((type) => seriesOf(type) === seriesOf(honor))
  return rankOfHonor(first ?? honor)
}

/** The day for which the honor lists are prepared: the guild's setting, or the next 11 November. */
export function assemblyDay(stored: Day | null, today: Day): Day {
  if (stored !== null && stored >= today) return stored
  const thisYear = `${today.slice(0, 4)}-11-11`
  return today <= thisYear ? thisYear : `${Number(today.slice(0, 4)) + 1}-11-11`
}
