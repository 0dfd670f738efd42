import { addDays, type Day } from './dates.ts'
import type { FeeSum } from './fee-figures.ts'
import { prenotificationDays } from './sepa-due-date.ts'

// The year of fees as a path of steps (docs/rules.md, "Kasse"), from counts alone.

const announceDaysBefore = 21
const submitDaysBefore = 3
const remindDaysAfter = 30

/** A SEPA file that was not voided. */
export type TreasuryRun = {
  id: number
  /** The day on which it was made. */
  madeOn: Day
  dueDate: Day
  count: number
  debitCount: number
  sumInCent: number
  creditedOn: Day | null
  /** When it was submitted to the bank; always known of a file made elsewhere. */
  submittedOn: Day | null
  /** Payers with an announcement of this file. */
  announced: number
}

type Debit = Pick<TreasuryRun, 'dueDate' | 'debitCount' | 'announced'>
type Waiting = Pick<TreasuryRun, 'dueDate' | 'submittedOn' | 'creditedOn'>

/** Payers who have no announcement of their debit; it is too late once the debit is due. */
export function notAnnounced({ dueDate, debitCount, announced }: Debit, today: Day): number {
  return dueDate < today ? 0 : Math.max(debitCount - announced, 0)
}

/** The file that is to be submitted first. */
export function fileToSubmit<Run extends Waiting>(runs: readonly Run[]): Run | undefined {
  return runs
    .filter(({ submittedOn, creditedOn }) => submittedOn === null && creditedOn === null)
    .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))[0]
}

/** What the calendar asks about files in effect: the announcements of the next weeks, and a file to submit. */
export function dueRuns<Run extends Debit & Waiting>(runs: readonly Run[], today: Day) {
  const soon = runs.filter(
    (run) => notAnnounced(run, today) > 0 && run.dueDate <= addDays(today, announceDaysBefore),
  )
  const [announceOn = null] = soon.map(({ dueDate }) => dueDate).sort()
  const file = fileToSubmit(runs)
  return {
    announceOn,
    payers: soon.reduce((sum, run) => sum + notAnnounced(run, today), 0),
    submit: file && file.dueDate <= addDays(today, submitDaysBefore) ? file : null,
  }
}

/** The last due day of runs that `dueRuns` needs to know. */
export const lastDueDay = (today: Day): Day => addDays(today, announceDaysBefore)

/** A fee whose last letter was written on this day or earlier is to be reminded of. */
export const remindBefore = (today: Day): Day => addDays(today, -remindDaysAfter)

export type TreasuryFacts = {
  /** The day on which the year was closed; null while it is open. */
  closedOn: Day | null
  /** What closing stored, or would store. */
  fees: FeeSum
  /** Members for whom no row of the fee table applies; the year cannot be closed while there are any. */
  withoutRule: number
  /** Members without a fee in a closed year. */
  unclosed: number
  /** Fees still to be paid that a file leaves out, by the obstacle as the list of the year words it. */
  uncollectible: { reason: string; count: number }[]
  /** The open fees of a closed year. */
  open: FeeSum
  /** The fees that a new file collects. */
  collectible: FeeSum
  /** Fees that the bank returned and that were neither paid, waived nor collected since. */
  returned: number
  /** Open fees that no file collects, without an invoice or a reminder. */
  toInvoice: number
  /** Open fees 30 days after their last letter. */
  toRemind: number
  /** Files in effect, oldest first. */
  runs: TreasuryRun[]
  /** Bookings read from statements, and the day of the last. */
  statement: { count: number; last: Day | null }
  /** Invoices and reminders, and the day of the last. */
  letters: { count: number; last: Day | null }
}

export const treasurySteps = [
  'check',
  'close',
  'file',
  'announce',
  'credit',
  'statement',
  'letters',
  'report',
] as const
export type TreasuryStepId = (typeof treasurySteps)[number]

export type TreasuryStep = {
  id: TreasuryStepId
  state: 'done' | 'now' | 'later' | 'notNeeded'
  /** The day on which it was done, or by which it is to be done. */
  day: Day | null
}

type StepStatus = Omit<TreasuryStep, 'id'>

const done = (day: Day | null = null): StepStatus => ({ state: 'done', day })
const now = (day: Day | null = null): StepStatus => ({ state: 'now', day })
const later: StepStatus = { state: 'later', day: null }
const notNeeded: StepStatus = { state: 'notNeeded', day: null }
const isBehind = ({ state }: StepStatus) => state === 'done' || state === 'notNeeded'

/** The steps in their order; several can be due at once. */
export function stepsOfYear(facts: TreasuryFacts, today: Day): TreasuryStep[] {
  const check = checkStatus(facts)
  const close = closeStatus(facts)
  const file = collectStatus(facts)
  const announce = announceStatus(facts, file, today)
  const credit = creditStatus(facts, file)
  const statement = statementStatus(facts, credit, today)
  const letters = letterStatus(facts, file)
  const before = [check, close, file, announce, credit, statement, letters]
  const report = facts.closedOn !== null && before.every(isBehind) ? now() : later
  return [...before, report].map((standing, index) => ({
    id: treasurySteps[index] as TreasuryStepId,
    ...standing,
  }))
}

function checkStatus({ closedOn, fees, withoutRule, unclosed, uncollectible }: TreasuryFacts) {
  if (closedOn !== null) return unclosed > 0 ? now() : done(closedOn)
  if (fees.count + withoutRule === 0) return later
  return withoutRule > 0 || uncollectible.length > 0 ? now() : done()
}

function closeStatus({ closedOn, fees, withoutRule }: TreasuryFacts): StepStatus {
  if (closedOn !== null) return done(closedOn)
  return fees.count > 0 && withoutRule === 0 ? now() : later
}

function collectStatus({ closedOn, runs, collectible }: TreasuryFacts): StepStatus {
  const last = runs.at(-1)
  if (last) return done(last.madeOn)
  if (closedOn === null) return later
  return collectible.count > 0 ? now() : notNeeded
}

/** Until the debit is due; too late it is not needed any more. */
function announceStatus({ runs }: TreasuryFacts, file: StepStatus, today: Day): StepStatus {
  if (runs.length === 0) return file.state === 'notNeeded' ? notNeeded : later
  const silent = runs.find((run) => notAnnounced(run, today) > 0)
  if (silent) return now(addDays(silent.dueDate, -prenotificationDays))
  return runs.some(({ announced }) => announced > 0) ? done() : notNeeded
}

function creditStatus({ runs }: TreasuryFacts, file: StepStatus): StepStatus {
  if (runs.length === 0) return file.state === 'notNeeded' ? notNeeded : later
  const waiting = runs.filter(({ creditedOn }) => creditedOn === null)
  const [first] = waiting.map(({ dueDate }) => dueDate).sort()
  return first ? now(first) : done(lastOf(runs.map(({ creditedOn }) => creditedOn)))
}

/** As soon as money is expected: a file is due, or a letter asks for it. */
function statementStatus(facts: TreasuryFacts, credit: StepStatus, today: Day): StepStatus {
  const { closedOn, open, runs, letters, statement } = facts
  if (closedOn === null) return later
  if (open.count === 0 && isBehind(credit))
    return statement.count > 0 ? done(statement.last) : notNeeded
  const isExpected = letters.count > 0 || runs.some(({ dueDate }) => dueDate <= today)
  return isExpected ? now() : later
}

function letterStatus(facts: TreasuryFacts, file: StepStatus): StepStatus {
  const { closedOn, open, letters, toInvoice, toRemind } = facts
  if (closedOn === null) return later
  if (toInvoice + toRemind > 0) return now()
  if (open.count > 0 || !isBehind(file)) return later
  return letters.count > 0 ? done(letters.last) : notNeeded
}

function lastOf(days: readonly (Day | null)[]): Day | null {
  return (
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  )
}
